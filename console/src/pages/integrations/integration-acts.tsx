import { NumberInput, TextInput } from '@mantine/core';
import type {
  CreatedIntegration,
  IntegrationChanges,
  NewIntegration,
  WireIntegration,
} from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import type { Form } from '../../kit/form.ts';
import { useWords } from '../../words/words.tsx';

type Terms = Pick<WireIntegration, 'name' | 'rateLimit'>;

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
      {(form) => (
        <>
          <NameInput form={form} />
          <TextInput maxLength={64} {...form.text('clientId', words)} />
          <RateLimitInput form={form} />
        </>
      )}
    </ActButton>
  );
}

export function ChangeIntegration({ integration: { id, name, rateLimit } }: { readonly integration: WireIntegration }) {
  const { onboard, kit } = useWords();
  return (
    <ActButton<Terms, unknown>
      {...actTexts({ ...kit, ...onboard.integrations }, 'edit', name)}
      look="page"
      reason="optional"
      initial={{ name, rateLimit }}
      required={['name']}
      send={(reason, terms) => api.patch(`/api/integrations/${id}`, { ...terms, reason } satisfies IntegrationChanges)}
    >
      {(form) => (
        <>
          <NameInput form={form} />
          <RateLimitInput form={form} />
        </>
      )}
    </ActButton>
  );
}

interface TermsProps {
  readonly form: Pick<Form<Terms>, 'text' | 'control'>;
}

function NameInput({ form }: TermsProps) {
  return <TextInput data-autofocus maxLength={120} {...form.text('name', useWords().onboard.integrations)} />;
}

function RateLimitInput({ form }: TermsProps) {
  const { value, onChange, ...input } = form.control('rateLimit', useWords().onboard.integrations);
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
