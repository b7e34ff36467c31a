import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { RotatedPassword, WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { api, withQuery } from '../../kit/api.ts';
import { Credentials } from '../../kit/credentials.tsx';
import { DisableModal } from '../../kit/disable-modal.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { Activity, StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { EditSeller } from './edit-seller.tsx';
import { LinkedDealers } from './linked-dealers.tsx';
import { Methods } from './seller-columns.tsx';

export function Seller() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['/api/sellers', id],
    queryFn: () => api.get<WireSeller>(`/api/sellers/${id}`),
  });
  return <Loaded query={query}>{(seller) => <SellerPage seller={seller} />}</Loaded>;
}

function SellerPage({ seller }: { readonly seller: WireSeller }) {
  const { onboard, shell } = useWords();
  const words = onboard.sellers;
  const mayChange = useMay('admin');
  const [isEditing, editing] = useDisclosure(false);
  const [isSwitching, switching] = useDisclosure(false);
  const path = `/api/sellers/${seller.id}`;
  const actions = (
    <>
      <Button variant="subtle" component={Link} to={`/sales?sellerId=${seller.id}`}>
        {words.toSales}
      </Button>
      {mayChange && (
        <>
          <Button variant="default" onClick={editing.open}>
            {words.edit}
          </Button>
          <Button variant="default" onClick={switching.open}>
            {seller.isDisabled ? words.enable : words.disable}
          </Button>
        </>
      )}
    </>
  );
  return (
    <Page
      title={seller.name}
      badge={
        <>
          <Activity isDisabled={seller.isDisabled} />
          {seller.integration.isDisabled && <StateBadge tone="waits">{words.integrationDisabled}</StateBadge>}
        </>
      }
      back={{ to: '/sellers', label: shell.pages.sellers }}
      actions={actions}
    >
      <Panel title={words.setUp}>
        <SetUp seller={seller} />
      </Panel>
      <Credentials
        name={seller.name}
        issuedAt={seller.passwordIssuedAt}
        previousUntil={seller.previousPasswordUntil}
        rotateLabel={onboard.credentials.rotatePassword}
        rotate={(rotation) => api.post<RotatedPassword>(`${path}/password`, rotation)}
        shown={({ password }: RotatedPassword) => [
          { label: words.username, value: seller.username },
          { label: words.password, value: password },
        ]}
        revoke={(reason) => api.delete(withQuery(`${path}/previous-password`, { reason }))}
      />
      <LinkedDealers seller={seller} />
      <EditSeller seller={seller} opened={isEditing} onClose={editing.close} />
      <DisableModal
        opened={isSwitching}
        onClose={switching.close}
        name={seller.name}
        isDisabled={seller.isDisabled}
        words={words}
        send={(change) => api.patch(path, change)}
      />
    </Page>
  );
}

function SetUp({ seller }: { readonly seller: WireSeller }) {
  const { onboard } = useWords();
  const words = onboard.sellers;
  const format = useFormat();
  const { integration } = seller;
  return (
    <Facts
      facts={[
        [
          words.integration,
          <Link key="integration" to={`/integrations/${integration.id}`}>
            {integration.name}
          </Link>,
        ],
        [onboard.integrations.clientId, <code key="client">{integration.clientId}</code>],
        [words.username, <code key="username">{seller.username}</code>],
        [words.province, words.provinceNames[seller.province]],
        [words.series, seller.series.join(', ')],
        [words.methods, <Methods key="methods" methods={seller.paymentMethods} />],
        [words.producerCode, seller.requiresProducerCode ? words.producerCodeRequired : words.producerCodeFree],
        [onboard.since, format.date(seller.createdAt)],
      ]}
    />
  );
}
