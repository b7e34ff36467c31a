import { NumberInput } from '@mantine/core';
import type * as wire from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { patch, post } from '../../kit/api.ts';
import type { Control } from '../../kit/form.ts';
import { useWords } from '../../words/words.tsx';

type Terms = Pick<wire.WireIntegration, 'name' | 'rateLimit'>;
type ChangedTerms = Terms & Pick<wire.WireIntegration, 'refusesSecondPolicy'>;

export function AddIntegration() {
  const words = useWords().onboard.integrations;
  const initial: Terms & { readonly clientId: string } = { name: '', clientId: '', rateLimit: null };
  return (
    <ActButton<typeof initial, wire.CreatedIntegration>
      {...actTexts(words, 'add')}
      look="add"
      reason="optional"
      initial={initial}
      required={['name']}
      to={post<wire.NewIntegration>('/api/integrations')}
      shown={({ integration, clientSecret }) => ({
        [words.clientId]: integration.clientId,
        [words.clientSecret]: clientSecret,
      })}
      texts={words}
      fields={{ name: 120, clientId: 64, rateLimit: rateLimitInput }}
    />
  );
}

export function ChangeIntegration({ integration }: { readonly integration: wire.WireIntegration }) {
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
      to={patch<wire.IntegrationChanges>(`/api/integrations/${id}`)}
      texts={words}
      fields={{ name: 120, rateLimit: rateLimitInput, refusesSecondPolicy: 'switch' }}
    />
  );
}

function rateLimitInput({ value, onChange, ...input }: Control<number | null>) {
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
