import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { IntegrationChanges, WireIntegration } from '../../../../src/operator/wire/onboard.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { useWords } from '../../words/words.tsx';
import { RateLimitInput } from './rate-limit-input.tsx';

interface EditIntegrationProps {
  readonly integration: WireIntegration;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EditIntegration({ integration, opened, onClose }: EditIntegrationProps) {
  const words = useWords().onboard.integrations;
  const [name, setName] = useState(integration.name);
  const [rateLimit, setRateLimit] = useState(integration.rateLimit);
  useEffect(() => {
    if (!opened) return;
    setName(integration.name);
    setRateLimit(integration.rateLimit);
  }, [opened, integration]);
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={words.editTitle(integration.name)}
      confirm={words.edit}
      reason="optional"
      done={words.changed}
      send={(reason) => {
        const changes: IntegrationChanges = { name: name.trim(), rateLimit, reason };
        return api.patch(`/api/integrations/${integration.id}`, changes);
      }}
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
          <RateLimitInput value={rateLimit} onChange={setRateLimit} error={faultAt('rateLimit')} />
        </>
      )}
    </ActModal>
  );
}
