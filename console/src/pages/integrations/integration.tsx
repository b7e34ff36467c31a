import type { RotatedSecret, WireIntegration, WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { Credentials } from '../../kit/credentials.tsx';
import { DisableButton } from '../../kit/disabling.tsx';
import { Facts } from '../../kit/facts.tsx';
import { ListPanel } from '../../kit/list.tsx';
import { pageOf } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { CopyableText } from '../../kit/shown-once.tsx';
import { Activity } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { IntegrationClients } from '../oauth-clients/integration-clients.tsx';
import { AddSeller } from '../sellers/seller-acts.tsx';
import { useSellerColumns } from '../sellers/sellers.tsx';
import { IntegrationEndpoints } from '../webhooks/integration-endpoints.tsx';
import { ChangeIntegration } from './integration-acts.tsx';
import { IntegrationBrand } from './integration-brand.tsx';

export const Integration = pageOf<WireIntegration>('/api/integrations', IntegrationPage);

function IntegrationPage({ one: integration }: { readonly one: WireIntegration }) {
  const { onboard, labels, shell, format } = useWords();
  const words = onboard.integrations;
  const mayChange = useMay('admin');
  const sellerColumns = useSellerColumns({ withIntegration: false });
  const { id, clientId, rateLimit } = integration;
  const path = `/api/integrations/${id}`;
  const actions = mayChange && (
    <>
      <ChangeIntegration integration={integration} />
      <DisableButton path={path} item={integration} words={words} />
    </>
  );
  return (
    <Page
      title={integration.name}
      badge={<Activity isDisabled={integration.isDisabled} />}
      back={{ to: '/integrations', label: shell.pages.integrations }}
      actions={actions}
    >
      <Panel title={onboard.sellers.setUp}>
        <Facts
          facts={{
            [words.clientId]: <CopyableText label={words.clientId} value={clientId} />,
            [words.rateLimit]: rateLimit === null ? words.rateLimitOwn : words.rateLimitValue(format.number(rateLimit)),
            [words.secondPolicy]: integration.refusesSecondPolicy
              ? words.secondPolicyRefused
              : words.secondPolicyAllowed,
            [onboard.sellers.title]: format.number(integration.sellerCount),
            [labels.since]: format.date(integration.createdAt),
          }}
        />
      </Panel>
      <Credentials<RotatedSecret>
        path={path}
        kind="secret"
        name={integration.name}
        issuedAt={integration.secretIssuedAt}
        previousUntil={integration.previousSecretUntil}
        shown={({ clientSecret }) => ({ [words.clientId]: clientId, [words.clientSecret]: clientSecret })}
      />
      <ListPanel<WireSeller>
        path="/api/sellers"
        filters={{ integrationId: id }}
        words={{ title: words.its, caption: words.its, empty: onboard.sellers.empty, emptyText: words.noSellersText }}
        aside={mayChange && <AddSeller integrationId={id} />}
        columns={sellerColumns}
      />
      <IntegrationBrand integrationId={id} />
      <IntegrationClients integrationId={id} />
      <IntegrationEndpoints integrationId={id} />
    </Page>
  );
}
