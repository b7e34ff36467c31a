import { NumberInput, TextInput } from '@mantine/core';
import type {
  CreatedIntegration,
  IntegrationChanges,
  NewIntegration,
  WireIntegration,
} from '../../../../src/operator/wire/onboard.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import type { Control, TextControl } from '../../kit/form.ts';
import { addButton } from '../../kit/icons.tsx';
import { ShownOnce } from '../../kit/shown-once.tsx';
import { useWords } from '../../words/words.tsx';

interface Terms {
  readonly name: string;
  readonly rateLimit: number | null;
}

const empty: Terms & { readonly clientId: string } = { name: '', clientId: '', rateLimit: null };

export function AddIntegration() {
  const words = useWords().onboard.integrations;
  return (
    <ActButton
      label={words.add}
      button={addButton}
      title={words.addTitle}
      lead={words.addLead}
      confirm={words.create}
      reason="optional"
      initial={empty}
      mayConfirm={({ name }) => name.trim() !== ''}
      done={words.created}
      send={(reason, { name, clientId, rateLimit }) => {
        const wanted: NewIntegration = {
          name: name.trim(),
          ...(clientId.trim() !== '' && { clientId: clientId.trim() }),
          ...(rateLimit !== null && { rateLimit }),
          reason,
        };
        return api.post<CreatedIntegration>('/api/integrations', wanted);
      }}
      result={({ integration, clientSecret }, close) => (
        <ShownOnce
          onClose={close}
          values={[
            { label: words.clientId, value: integration.clientId },
            { label: words.clientSecret, value: clientSecret },
          ]}
        />
      )}
    >
      {(form) => (
        <>
          <NameInput {...form.text('name')} />
          <TextInput
            label={words.clientId}
            description={words.clientIdHint}
            maxLength={64}
            {...form.text('clientId')}
          />
          <RateLimitInput {...form.control('rateLimit')} />
        </>
      )}
    </ActButton>
  );
}

export function ChangeIntegration({ integration: { id, name, rateLimit } }: { readonly integration: WireIntegration }) {
  const { onboard, kit } = useWords();
  return (
    <ActButton<Terms, unknown>
      label={kit.edit}
      button={{ variant: 'default' }}
      title={kit.editTitle(name)}
      confirm={kit.edit}
      reason="optional"
      initial={{ name, rateLimit }}
      done={onboard.integrations.changed}
      send={(reason, { name, rateLimit }) => {
        const changes: IntegrationChanges = { name: name.trim(), rateLimit, reason };
        return api.patch(`/api/integrations/${id}`, changes);
      }}
    >
      {(form) => (
        <>
          <NameInput {...form.text('name')} />
          <RateLimitInput {...form.control('rateLimit')} />
        </>
      )}
    </ActButton>
  );
}

function NameInput(input: TextControl) {
  const words = useWords().onboard.integrations;
  return <TextInput label={words.partnerName} withAsterisk data-autofocus maxLength={120} {...input} />;
}

function RateLimitInput({ value, onChange, error }: Control<number | null>) {
  const words = useWords().onboard.integrations;
  return (
    <NumberInput
      label={words.rateLimit}
      description={words.rateLimitHint}
      min={1}
      max={1_000_000}
      allowDecimal={false}
      hideControls
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      error={error}
    />
  );
}
