import { Textarea, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import type { CreatedOAuthClient, NewOAuthClient, WireOAuthClient } from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { CheckMany, PickSome } from '../../kit/inputs.tsx';
import { ListPanel } from '../../kit/list.tsx';
import { useMay } from '../../kit/session.tsx';
import { Activity } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

export function IntegrationClients({ integrationId }: { readonly integrationId: string }) {
  const { connect, onboard, labels, column } = useWords();
  const words = connect.clients;
  return (
    <ListPanel<WireOAuthClient>
      path={`/api/integrations/${integrationId}/oauth-clients`}
      words={words}
      aside={useMay('admin') && <AddClient integrationId={integrationId} />}
      keyOf={(row) => row.id}
      columns={[
        column.name(labels.name, (row) => <Link to={`/oauth-clients/${row.id}`}>{row.name}</Link>),
        column.code(onboard.integrations.clientId, (row) => row.clientId),
        column.text(labels.state, (row) => <Activity isDisabled={row.isDisabled} />),
        column.text(words.sellerIds, (row) => row.sellers?.join(', ') ?? words.allSellers),
        column.text(words.scopes, (row) => row.scopes.join(', ')),
        column.count(words.keys, (row) => row.keyCount),
      ]}
    />
  );
}

const scopes: readonly string[] = ['sell', 'read', 'manage'];
const initial = { name: '', clientId: '', sellerIds: [] as string[], scopes, keys: '' };

function AddClient({ integrationId }: { readonly integrationId: string }) {
  const { connect, onboard } = useWords();
  const words = connect.clients;
  const named = onboard.integrations;
  return (
    <ActButton
      {...actTexts(words, 'add')}
      look="panel"
      lead={named.addLead}
      reason="optional"
      initial={initial}
      required={['name', 'scopes']}
      send={(reason, { clientId, sellerIds, keys, ...given }) => {
        const chosen = {
          ...(clientId && { clientId }),
          ...(sellerIds.length > 0 && { sellerIds }),
          ...(keys && { keys }),
        };
        const wanted: NewOAuthClient = { ...given, scopes: [...given.scopes], ...chosen, reason };
        return api.post<CreatedOAuthClient>(`/api/integrations/${integrationId}/oauth-clients`, wanted);
      }}
      shown={({ client, clientSecret }) => ({
        [named.clientId]: client.clientId,
        [named.clientSecret]: clientSecret,
      })}
    >
      {({ text, control }) => (
        <>
          <TextInput data-autofocus maxLength={120} {...text('name', words)} />
          <TextInput maxLength={64} {...text('clientId', named)} />
          <PickSome path="/api/sellers" query={{ integrationId }} {...control('sellerIds', words)} />
          <CheckMany names={words.scopeNames} {...control('scopes', words)} />
          <Textarea {...keysInput} {...text('keys', words)} />
        </>
      )}
    </ActButton>
  );
}

export const keysInput = { autosize: true, minRows: 2, maxRows: 8, maxLength: 20_000 };
