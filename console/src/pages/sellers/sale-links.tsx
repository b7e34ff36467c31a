import { Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { WireSeller } from '../../../../src/operator/wire/onboard.ts';
import type { CreatedSaleLink, NewSaleLink, WireSaleLink } from '../../../../src/operator/wire/sale-links.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api, post, withQuery } from '../../kit/api.ts';
import { ListPanel } from '../../kit/list.tsx';
import { QrPicture } from '../../kit/qr-picture.tsx';
import { useMay } from '../../kit/session.tsx';
import { CopyField } from '../../kit/shown-once.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

const tones = { Open: 'busy', Bound: 'good', Expired: 'past', Withdrawn: 'past' } as const;

export function SaleLinks({ seller }: { readonly seller: WireSeller }) {
  const { onboard, labels, kit, format, column } = useWords();
  const words = onboard.sellers;
  const path = `/api/sellers/${seller.id}/sale-links`;
  const mayAct = useMay('support');
  return (
    <ListPanel<WireSaleLink>
      path={path}
      words={{
        title: words.saleLinks,
        caption: words.saleLinksCaption,
        empty: words.saleLinksNone,
        emptyText: seller.sellsByLink ? words.saleLinksNoneText : words.saleLinksNoneOff,
      }}
      aside={mayAct && seller.sellsByLink && <MakeLink path={path} />}
      columns={[
        column.name(labels.reference, (row) => row.partnerReference ?? row.id),
        column.text(labels.state, ({ status }) => (
          <StateBadge tone={tones[status]}>{words.saleLinkStatuses[status]}</StateBadge>
        )),
        column.text(words.saleLinkUntil, (row) => format.date(row.validUntil)),
        column.text(labels.downPayment, (row) =>
          row.downPaymentCents === 0 ? kit.none : format.money(row.downPaymentCents),
        ),
        column.text(labels.policy, (row) =>
          row.applicationId === null ? (
            kit.none
          ) : (
            <Link to={`/sales/${row.applicationId}`}>{row.policyNumber ?? row.applicationId}</Link>
          ),
        ),
      ]}
      rowActions={
        mayAct &&
        (({ id, status, partnerReference }) =>
          status === 'Open' && (
            <ActButton
              {...actTexts(words, 'saleLinkWithdraw', partnerReference ?? id)}
              look="row"
              isDanger
              send={(reason) => api.delete(withQuery(`/api/sale-links/${id}`, { reason }))}
            />
          ))
      }
    />
  );
}

function MakeLink({ path }: { readonly path: string }) {
  const { onboard, labels, kit } = useWords();
  const words = onboard.sellers;
  return (
    <ActButton<{ partnerReference: string; vin: string; downPayment: string }, CreatedSaleLink>
      {...actTexts(words, 'saleLinkMake')}
      look="panel"
      reason="optional"
      initial={{ partnerReference: '', vin: '', downPayment: '' }}
      to={post<NewSaleLink>(path)}
      result={({ url }, close) => (
        <Stack gap="md" align="center">
          <QrPicture text={url} label={words.saleLinkQr} />
          <CopyField label={words.saleLinkAddress} value={url} />
          <Group justify="flex-end" w="100%">
            <Button onClick={close}>{kit.wasCopied}</Button>
          </Group>
        </Stack>
      )}
      texts={{ partnerReference: labels.reference, vin: words.saleLinkVin, downPayment: words.saleLinkDownPayment }}
      fields={{ partnerReference: 64, vin: 17, downPayment: { maxLength: 12, inputMode: 'decimal' } }}
    />
  );
}
