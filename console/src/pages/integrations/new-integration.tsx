import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { CreatedIntegration, NewIntegration as Wanted } from '../../../../src/operator/wire/onboard.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { Once } from '../../kit/once.tsx';
import { useWords } from '../../words/words.tsx';
import { RateLimitInput } from './rate-limit-input.tsx';

export function NewIntegration({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords().onboard.integrations;
  const [name, setName] = useState('');
  const [clientId, setClientId] = useState('');
  const [rateLimit, setRateLimit] = useState<number | null>(null);
  useEffect(() => {
    if (!opened) return;
    setName('');
    setClientId('');
    setRateLimit(null);
  }, [opened]);
  return (
    <ActModal<CreatedIntegration>
      opened={opened}
      onClose={onClose}
      title={words.addTitle}
      lead={words.addLead}
      confirm={words.create}
      reason="optional"
      mayConfirm={name.trim() !== ''}
      done={words.created}
      send={(reason) => {
        const wanted: Wanted = {
          name: name.trim(),
          ...(clientId.trim() !== '' && { clientId: clientId.trim() }),
          ...(rateLimit !== null && { rateLimit }),
          reason,
        };
        return api.post('/api/integrations', wanted);
      }}
      result={({ integration, clientSecret }, close) => (
        <Once
          onClose={close}
          values={[
            { label: words.clientId, value: integration.clientId },
            { label: words.clientSecret, value: clientSecret },
          ]}
        />
      )}
    >
      {(faultAt) => (
        <>
          <TextInput
            label={words.partnerName}
            withAsterisk
            data-autofocus
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultAt('name')}
          />
          <TextInput
            label={words.clientId}
            description={words.clientIdHint}
            maxLength={64}
            value={clientId}
            onChange={(event) => setClientId(event.currentTarget.value)}
            error={faultAt('clientId')}
          />
          <RateLimitInput value={rateLimit} onChange={setRateLimit} error={faultAt('rateLimit')} />
        </>
      )}
    </ActModal>
  );
}
