import type { OAuthClientChanges, RotatedSecret, WireOAuthClient } from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api, patch } from '../../kit/api.ts';
import { Credentials } from '../../kit/credentials.tsx';
import { DisableButton } from '../../kit/disabling.tsx';
import { Facts } from '../../kit/facts.tsx';
import { pageOf } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { CopyableText } from '../../kit/shown-once.tsx';
import { Activity } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { keysInput } from './integration-clients.tsx';

export const OAuthClient = pageOf<WireOAuthClient>('/api/oauth-clients', ClientPage);

function ClientPage({ one: client }: { readonly one: WireOAuthClient }) {
  const { connect, onboard, labels, format } = useWords();
  const words = connect.clients;
  const named = onboard.integrations;
  const { clientId } = client;
  const path = `/api/oauth-clients/${client.id}`;
  const changes = useMay('admin') && (
    <>
      <ReplaceKeys path={path} />
      {client.keyCount > 0 && <RemoveKeys path={path} />}
      <DisableButton path={path} item={client} words={words} />
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
            [words.sellerIds]: client.sellers?.join(', ') ?? words.allSellers,
            [words.scopes]: client.scopes.join(', '),
            [words.keys]: format.number(client.keyCount),
            [labels.since]: format.date(client.createdAt),
          }}
        />
      </Panel>
      <Credentials<RotatedSecret>
        path={path}
        kind="secret"
        name={client.name}
        issuedAt={client.secretIssuedAt}
        previousUntil={client.previousSecretUntil}
        shown={({ clientSecret }) => ({ [named.clientId]: clientId, [named.clientSecret]: clientSecret })}
      />
    </Page>
  );
}

function ReplaceKeys({ path }: { readonly path: string }) {
  const words = useWords().connect.clients;
  return (
    <ActButton
      {...actTexts(words, 'replaceKeys')}
      look="page"
      initial={{ keys: '' }}
      required={['keys']}
      to={patch<OAuthClientChanges>(path)}
      texts={words}
      fields={{ keys: keysInput }}
    />
  );
}

function RemoveKeys({ path }: { readonly path: string }) {
  const words = useWords().connect.clients;
  return (
    <ActButton
      {...actTexts(words, 'removeKeys')}
      look="page"
      send={(reason) => api.patch(path, { keys: '{"keys":[]}', reason } satisfies OAuthClientChanges)}
    />
  );
}
