import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { RotatedSecret, WireIntegration } from '../../../../src/operator/wire/onboard.ts';
import { api, withQuery } from '../../kit/api.ts';
import { Credentials } from '../../kit/credentials.tsx';
import { DisableModal } from '../../kit/disable-modal.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { CopyMark } from '../../kit/once.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { Activity } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { SellersOfIntegration } from '../sellers/sellers-of-integration.tsx';
import { EditIntegration } from './edit-integration.tsx';

export function Integration() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['/api/integrations', id],
    queryFn: () => api.get<WireIntegration>(`/api/integrations/${id}`),
  });
  return <Loaded query={query}>{(integration) => <IntegrationPage integration={integration} />}</Loaded>;
}

function IntegrationPage({ integration }: { readonly integration: WireIntegration }) {
  const { onboard, shell } = useWords();
  const words = onboard.integrations;
  const format = useFormat();
  const mayChange = useMay('admin');
  const [isEditing, editing] = useDisclosure(false);
  const [isSwitching, switching] = useDisclosure(false);
  const path = `/api/integrations/${integration.id}`;
  const actions = mayChange && (
    <>
      <Button variant="default" onClick={editing.open}>
        {words.edit}
      </Button>
      <Button variant="default" onClick={switching.open}>
        {integration.isDisabled ? words.enable : words.disable}
      </Button>
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
          facts={[
            [
              words.clientId,
              <span key="id">
                <code>{integration.clientId}</code> <CopyMark label={words.clientId} value={integration.clientId} />
              </span>,
            ],
            [
              words.rateLimit,
              integration.rateLimit === null
                ? words.rateLimitOwn
                : words.rateLimitValue(format.number(integration.rateLimit)),
            ],
            [words.sellers, format.number(integration.sellerCount)],
            [onboard.since, format.date(integration.createdAt)],
          ]}
        />
      </Panel>
      <Credentials
        name={integration.name}
        issuedAt={integration.secretIssuedAt}
        previousUntil={integration.previousSecretUntil}
        rotateLabel={onboard.credentials.rotateSecret}
        rotate={(rotation) => api.post<RotatedSecret>(`${path}/secret`, rotation)}
        shown={({ clientSecret }: RotatedSecret) => [
          { label: words.clientId, value: integration.clientId },
          { label: words.clientSecret, value: clientSecret },
        ]}
        revoke={(reason) => api.delete(withQuery(`${path}/previous-secret`, { reason }))}
      />
      <SellersOfIntegration integration={integration} />
      <EditIntegration integration={integration} opened={isEditing} onClose={editing.close} />
      <DisableModal
        opened={isSwitching}
        onClose={switching.close}
        name={integration.name}
        isDisabled={integration.isDisabled}
        words={words}
        send={(change) => api.patch(path, change)}
      />
    </Page>
  );
}
