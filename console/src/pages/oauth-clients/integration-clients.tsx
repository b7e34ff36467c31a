import { Checkbox, MultiSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type {
  CreatedOAuthClient,
  NewOAuthClient,
  WireOAuthClient,
  WireSeller,
} from '../../../../src/operator/wire/onboard.ts';
import type { Page } from '../../../../src/operator/wire/parts.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import type { Control } from '../../kit/form.ts';
import { List } from '../../kit/list.tsx';
import { Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { ShownOnce } from '../../kit/shown-once.tsx';
import { Activity } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

/** The OAuth clients of an integration. */
export function IntegrationClients({ integrationId }: { readonly integrationId: string }) {
  const { connect, onboard, labels, column } = useWords();
  const words = connect.clients;
  return (
    <Panel title={words.title} isFlush aside={useMay('admin') && <AddClient integrationId={integrationId} />}>
      <List<WireOAuthClient>
        path={`/api/integrations/${integrationId}/oauth-clients`}
        words={words}
        keyOf={(row) => row.id}
        columns={[
          { header: labels.name, isName: true, cell: (row) => <Link to={`/oauth-clients/${row.id}`}>{row.name}</Link> },
          column.code(onboard.integrations.clientId, (row) => row.clientId),
          { header: labels.state, cell: (row) => <Activity isDisabled={row.isDisabled} /> },
          { header: words.sellers, cell: (row) => row.sellers?.join(', ') ?? words.allSellers },
          { header: words.scopes, cell: (row) => row.scopes.join(', ') },
          column.count(words.keys, (row) => row.keyCount),
        ]}
      />
    </Panel>
  );
}

interface Terms {
  readonly name: string;
  readonly clientId: string;
  readonly sellerIds: readonly string[];
  readonly scopes: readonly string[];
  readonly keys: string;
}

const empty: Terms = { name: '', clientId: '', sellerIds: [], scopes: ['sell', 'read', 'manage'], keys: '' };

function AddClient({ integrationId }: { readonly integrationId: string }) {
  const { connect, onboard } = useWords();
  const words = connect.clients;
  const named = onboard.integrations;
  return (
    <ActButton<Terms, CreatedOAuthClient>
      label={words.add}
      button={{ variant: 'light', size: 'xs' }}
      title={words.add}
      lead={named.addLead}
      confirm={words.create}
      reason="optional"
      initial={empty}
      mayConfirm={({ name, scopes }) => name.trim() !== '' && scopes.length > 0}
      done={words.created}
      send={(reason, { name, clientId, sellerIds, scopes, keys }) => {
        const wanted: NewOAuthClient = {
          name: name.trim(),
          scopes: [...scopes],
          ...(clientId.trim() !== '' && { clientId: clientId.trim() }),
          ...(sellerIds.length > 0 && { sellerIds: [...sellerIds] }),
          ...(keys.trim() !== '' && { keys }),
          reason,
        };
        return api.post<CreatedOAuthClient>(`/api/integrations/${integrationId}/oauth-clients`, wanted);
      }}
      result={({ client, clientSecret }, close) => (
        <ShownOnce
          onClose={close}
          values={[
            { label: named.clientId, value: client.clientId },
            { label: named.clientSecret, value: clientSecret },
          ]}
        />
      )}
    >
      {(form) => (
        <>
          <TextInput label={words.name} withAsterisk data-autofocus maxLength={120} {...form.text('name')} />
          <TextInput
            label={named.clientId}
            description={named.clientIdHint}
            maxLength={64}
            {...form.text('clientId')}
          />
          <PickSellers integrationId={integrationId} {...form.control('sellerIds')} />
          <Checkbox.Group
            label={words.scopes}
            withAsterisk
            value={[...form.values.scopes]}
            onChange={(scopes) => form.set({ scopes })}
            error={form.control('scopes').error}
          >
            <Stack gap={7} mt={6}>
              {Object.entries(words.scopeNames).map(([scope, label]) => (
                <Checkbox key={scope} value={scope} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <KeysInput {...form.control('keys')} />
        </>
      )}
    </ActButton>
  );
}

/** An integration has few sellers: the first hundred are offered. */
function PickSellers({
  integrationId,
  value,
  onChange,
  error,
}: Control<readonly string[]> & { readonly integrationId: string }) {
  const words = useWords().connect.clients;
  const found = useQuery({
    queryKey: ['/api/sellers', 'to choose', integrationId],
    queryFn: () => api.get<Page<WireSeller>>('/api/sellers', { integrationId, limit: 100 }),
    staleTime: 60_000,
  });
  return (
    <MultiSelect
      label={words.sellers}
      description={words.sellersHint}
      searchable
      data={(found.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={[...value]}
      onChange={onChange}
      error={error}
    />
  );
}

export function KeysInput({ value, onChange, error }: Control<string>) {
  const words = useWords().connect.clients;
  return (
    <Textarea
      label={words.keys}
      description={words.keysHint}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={20_000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
