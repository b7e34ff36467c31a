import { Textarea } from '@mantine/core';
import { Link } from 'react-router';
import { defaultScopes } from '../../../../src/domain/credential/scope.ts';
import type { CreatedOAuthClient, NewOAuthClient, WireOAuthClient } from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { post } from '../../kit/api.ts';
import type { Control } from '../../kit/form.ts';
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

const scopes: readonly string[] = defaultScopes;
const initial = { name: '', clientId: '', sellerIds: null as string[] | null, scopes, keys: '' };

function AddClient({ integrationId }: { readonly integrationId: string }) {
  const { connect, onboard } = useWords();
  const words = connect.clients;
  const named = onboard.integrations;
  return (
    <ActButton<typeof initial, CreatedOAuthClient>
      {...actTexts(words, 'add')}
      look="panel"
      lead={named.addLead}
      reason="optional"
      initial={initial}
      required={['name', 'scopes']}
      to={post<NewOAuthClient>(`/api/integrations/${integrationId}/oauth-clients`)}
      shown={({ client, clientSecret }) => ({
        [named.clientId]: client.clientId,
        [named.clientSecret]: clientSecret,
      })}
      texts={{ ...named, ...words }}
      fields={{
        name: 120,
        clientId: 64,
        sellerIds: ({ value, onChange, ...input }) => (
          <PickSome
            path="/api/sellers"
            query={{ integrationId }}
            {...input}
            value={value ?? []}
            onChange={(ids) => onChange(ids.length === 0 ? null : ids)}
          />
        ),
        scopes: (input) => <CheckMany names={words.scopeNames} {...input} />,
        keys: keysInput,
      }}
    />
  );
}

export function keysInput({ onChange, ...input }: Control<string>) {
  const shape = { autosize: true, minRows: 2, maxRows: 8, maxLength: 20_000 };
  return <Textarea {...shape} {...input} onChange={(event) => onChange(event.currentTarget.value)} />;
}
