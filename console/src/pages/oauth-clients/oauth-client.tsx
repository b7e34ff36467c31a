import { useParams } from 'react-router';
import type { OAuthClientChanges, RotatedSecret, WireOAuthClient } from '../../../../src/operator/wire/onboard.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api, withQuery } from '../../kit/api.ts';
import { Credentials } from '../../kit/credentials.tsx';
import { useDisabling } from '../../kit/disabling.ts';
import { Facts } from '../../kit/facts.tsx';
import { Load } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { CopyableText } from '../../kit/shown-once.tsx';
import { Activity } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { KeysInput } from './integration-clients.tsx';

export function OAuthClient() {
  const { id = '' } = useParams();
  return <Load<WireOAuthClient> path={`/api/oauth-clients/${id}`}>{(client) => <ClientPage client={client} />}</Load>;
}

function ClientPage({ client }: { readonly client: WireOAuthClient }) {
  const { connect, onboard, labels, format } = useWords();
  const words = connect.clients;
  const named = onboard.integrations;
  const disabling = useDisabling('/api/oauth-clients', client, words);
  const { clientId } = client;
  const path = `/api/oauth-clients/${client.id}`;
  const changes = useMay('admin') && (
    <>
      <ReplaceKeys path={path} />
      <ActButton label={disabling.confirm} button={{ variant: 'default' }} {...disabling} />
    </>
  );
  return (
    <Page
      title={client.name}
      badge={<Activity isDisabled={client.isDisabled} />}
      back={{ to: `/integrations/${client.integrationId}`, label: client.integration }}
      actions={changes}
    >
      <Panel title={onboard.sellers.setUp}>
        <Facts
          facts={{
            [named.clientId]: <CopyableText label={named.clientId} value={clientId} />,
            [words.sellers]: client.sellers?.join(', ') ?? words.allSellers,
            [words.scopes]: client.scopes.join(', '),
            [words.keys]: format.number(client.keyCount),
            [labels.since]: format.date(client.createdAt),
          }}
        />
      </Panel>
      <Credentials
        name={client.name}
        issuedAt={client.secretIssuedAt}
        previousUntil={client.previousSecretUntil}
        rotateLabel={onboard.credentials.rotateSecret}
        rotate={(rotation) => api.post<RotatedSecret>(`${path}/secret`, rotation)}
        shown={({ clientSecret }) => [
          { label: named.clientId, value: clientId },
          { label: named.clientSecret, value: clientSecret },
        ]}
        revoke={(reason) => api.delete(withQuery(`${path}/previous-secret`, { reason }))}
      />
    </Page>
  );
}

function ReplaceKeys({ path }: { readonly path: string }) {
  const words = useWords().connect.clients;
  return (
    <ActButton
      label={words.replaceKeys}
      button={{ variant: 'default' }}
      title={words.replaceKeys}
      lead={words.replaceKeysLead}
      confirm={words.replaceKeys}
      initial={{ keys: '' }}
      mayConfirm={({ keys }) => keys.trim() !== ''}
      done={words.keysReplaced}
      send={(reason, { keys }) => {
        const changes: OAuthClientChanges = { keys, reason };
        return api.patch(path, changes);
      }}
    >
      {({ control }) => <KeysInput {...control('keys')} />}
    </ActButton>
  );
}
