import { Link } from 'react-router';
import type { WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { LinkList } from '../../kit/sale-links/link-list.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

/** Not the domain's own list: its file has the rules of a link, which no page needs. */
const linkMethods = ['CC', 'PFF'] as const;

export function SaleLinks({ seller }: { readonly seller: WireSeller }) {
  const { links, kit } = useWords();
  return (
    <LinkList
      path={`/api/sellers/${seller.id}/sale-links`}
      onePath="/api/sale-links"
      methods={seller.sellsByLink ? linkMethods.filter((method) => seller.paymentMethods.includes(method)) : []}
      mayAct={useMay('support')}
      asksReason
      noneOff={links.noneOff}
      policyLink={({ applicationId, policyNumber }) =>
        applicationId === null ? (
          kit.none
        ) : (
          <Link to={`/sales/${applicationId}`}>{policyNumber ?? links.progresses.Priced}</Link>
        )
      }
    />
  );
}
