import { NumberInput, Switch, TextInput } from '@mantine/core';
import type {
  CreatedIntegration,
  IntegrationChanges,
  NewIntegration,
  WireIntegration,
} from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import type { Control } from '../../kit/form.ts';
import { useWords } from '../../words/words.tsx';

type Terms = Pick<WireIntegration, 'name' | 'rateLimit'>;
type ChangedTerms = Terms & Pick<WireIntegration, 'refusesSecondPolicy'>;

export function AddIntegration() {
  const words = useWords().onboard.integrations;
  const initial: Terms & { readonly clientId: string } = { name: '', clientId: '', rateLimit: null };
  return (
    <ActButton
      {...actTexts(words, 'add')}
      look="add"
      reason="optional"
      initial={initial}
      required={['name']}
      send={(reason, { name, clientId, rateLimit }) => {
        const chosen = { ...(clientId && { clientId }), ...(rateLimit !== null && { rateLimit }) };
        return api.post<CreatedIntegration>('/api/integrations', { name, ...chosen, reason } satisfies NewIntegration);
      }}
      shown={({ integration, clientSecret }) => ({
        [words.clientId]: integration.clientId,
        [words.clientSecret]: clientSecret,
      })}
    >
      {({ text, control }) => (
        <>
          <TextInput data-autofocus maxLength={120} {...text('name', words)} />
          <TextInput maxLength={64} {...text('clientId', words)} />
          <RateLimitInput {...control('rateLimit', words)} />
        </>
      )}
    </ActButton>
  );
}

export function ChangeIntegration({ integration }: { readonly integration: WireIntegration }) {
  const { id, name, rateLimit, refusesSecondPolicy } = integration;
  const { onboard, kit } = useWords();
  const words = onboard.integrations;
  return (
    <ActButton<ChangedTerms, unknown>
      {...actTexts({ ...kit, ...words }, 'edit', name)}
      look="page"
      reason="optional"
      initial={{ name, rateLimit, refusesSecondPolicy }}
      required={['name']}
      send={(reason, terms) => api.patch(`/api/integrations/${id}`, { ...terms, reason } satisfies IntegrationChanges)}
    >
      {({ text, control, toggle }) => (
        <>
          <TextInput data-autofocus maxLength={120} {...text('name', words)} />
          <RateLimitInput {...control('rateLimit', words)} />
          <Switch label={words.secondPolicyAsk} {...toggle('refusesSecondPolicy')} />
        </>
      )}
    </ActButton>
  );
}

function RateLimitInput({ value, onChange, ...input }: Control<number | null>) {
  return (
    <NumberInput
      {...input}
      min={1}
      max={1_000_000}
      allowDecimal={false}
      hideControls
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  );
}
