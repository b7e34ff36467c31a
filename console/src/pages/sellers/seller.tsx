import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { RotatedPassword, WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { Credentials } from '../../kit/credentials.tsx';
import { DisableButton } from '../../kit/disabling.tsx';
import { Facts } from '../../kit/facts.tsx';
import { KeepLicence, LicenceList } from '../../kit/licences.tsx';
import { pageOf } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { Activity, StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { LinkedDealers } from './linked-dealers.tsx';
import { SaleLinks } from './sale-links.tsx';
import { ChangeSeller } from './seller-acts.tsx';
import { Methods } from './sellers.tsx';

export const Seller = pageOf<WireSeller>('/api/sellers', SellerPage);

function SellerPage({ one: seller }: { readonly one: WireSeller }) {
  const { onboard, shell } = useWords();
  const words = onboard.sellers;
  const path = `/api/sellers/${seller.id}`;
  const changes = useMay('admin') && (
    <>
      <ChangeSeller seller={seller} />
      <DisableButton path={path} item={seller} words={words} />
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
      actions={
        <>
          <Button variant="subtle" component={Link} to={`/sales?sellerId=${seller.id}`}>
            {shell.pages.sales}
          </Button>
          {changes}
        </>
      }
    >
      <Panel title={words.setUp}>
        <SetUp seller={seller} />
      </Panel>
      <Credentials<RotatedPassword>
        path={path}
        kind="password"
        name={seller.name}
        issuedAt={seller.passwordIssuedAt}
        previousUntil={seller.previousPasswordUntil}
        shown={({ password }) => ({ [words.username]: seller.username, [words.password]: password })}
      />
      <SellerLicences seller={seller} />
      <LinkedDealers seller={seller} />
      <SaleLinks seller={seller} />
    </Page>
  );
}

function SellerLicences({ seller: { id, name, province } }: { readonly seller: WireSeller }) {
  const { licences } = useWords();
  const holder = { kind: 'seller', id, name } as const;
  return (
    <Panel
      title={licences.title}
      isFlush
      aside={useMay('support') && <KeepLicence holder={holder} province={province} />}
    >
      <LicenceList filters={{ sellerId: id }} />
    </Panel>
  );
}

function SetUp({ seller }: { readonly seller: WireSeller }) {
  const { onboard, labels, format } = useWords();
  const words = onboard.sellers;
  const { integration } = seller;
  return (
    <Facts
      facts={{
        [words.integrationId]: <Link to={`/integrations/${integration.id}`}>{integration.name}</Link>,
        [onboard.integrations.clientId]: <code>{integration.clientId}</code>,
        [words.username]: <code>{seller.username}</code>,
        [words.province]: words.provinceNames[seller.province],
        [words.series]: seller.series.join(', '),
        [words.paymentMethods]: <Methods methods={seller.paymentMethods} />,
        [labels.producerCode]: seller.requiresProducerCode ? words.producerCodeRequired : words.producerCodeFree,
        [labels.acknowledgements]: seller.requiresAcknowledgements
          ? words.acknowledgementsRequired
          : words.acknowledgementsFree,
        [words.saleLinks]: seller.sellsByLink ? words.saleLinksOn : words.saleLinksOff,
        [labels.since]: format.date(seller.createdAt),
      }}
    />
  );
}
