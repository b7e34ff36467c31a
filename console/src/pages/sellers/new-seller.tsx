import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CreatedSeller, IntegrationPage, NewSeller as Wanted } from '../../../../src/operator/wire/onboard.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { Once } from '../../kit/once.tsx';
import { useWords } from '../../words/words.tsx';
import { emptySetUp, SellerFields } from './seller-fields.tsx';

interface NewSellerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Given on the page of an integration; else it is chosen. */
  readonly integrationId?: string;
}

export function NewSeller({ opened, onClose, integrationId: given }: NewSellerProps) {
  const { onboard } = useWords();
  const words = onboard.sellers;
  const [integrationId, setIntegrationId] = useState<string | null>(given ?? null);
  const [username, setUsername] = useState('');
  const [setUp, setSetUp] = useState(emptySetUp);
  useEffect(() => {
    if (!opened) return;
    setIntegrationId(given ?? null);
    setUsername('');
    setSetUp(emptySetUp);
  }, [opened, given]);
  const { province, ...others } = setUp;
  return (
    <ActModal<CreatedSeller>
      opened={opened}
      onClose={onClose}
      title={words.addTitle}
      lead={words.addLead}
      confirm={words.create}
      reason="optional"
      mayConfirm={integrationId !== null && province !== null && others.name.trim() !== ''}
      done={words.created}
      send={(reason) => {
        const wanted: Wanted = {
          ...others,
          integrationId: integrationId!,
          province: province!,
          ...(username.trim() !== '' && { username: username.trim() }),
          reason,
        };
        return api.post('/api/sellers', wanted);
      }}
      result={({ seller, password }, close) => (
        <Once
          onClose={close}
          values={[
            { label: onboard.integrations.clientId, value: seller.integration.clientId },
            { label: words.username, value: seller.username },
            { label: words.password, value: password },
          ]}
        />
      )}
    >
      {(faultAt) => (
        <>
          {given === undefined && (
            <PickIntegration value={integrationId} onChange={setIntegrationId} error={faultAt('integrationId')} />
          )}
          <SellerFields value={setUp} onChange={setSetUp} faultAt={faultAt} />
          <TextInput
            label={words.username}
            description={words.usernameHint}
            maxLength={64}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            error={faultAt('username')}
          />
        </>
      )}
    </ActModal>
  );
}

interface PickIntegrationProps {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error: string | undefined;
}

function PickIntegration({ value, onChange, error }: PickIntegrationProps) {
  const words = useWords().onboard.sellers;
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const { data } = useQuery({
    queryKey: ['/api/integrations', 'to pick', search],
    queryFn: () => api.get<IntegrationPage>('/api/integrations', { search, limit: 20 }),
    placeholderData: keepPreviousData,
  });
  const rows = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const chosen = rows.find((row) => row.value === value)?.label;
  return (
    <Select
      label={words.integration}
      description={words.integrationHint}
      withAsterisk
      searchable
      onSearchChange={(typed) => setText(typed === chosen ? '' : typed)}
      // The service has searched already.
      filter={({ options }) => options}
      data={rows}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
