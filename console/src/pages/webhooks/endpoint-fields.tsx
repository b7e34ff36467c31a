import { MultiSelect, TextInput } from '@mantine/core';
import { eventTypes } from '../../../../src/domain/policy/policy-event.ts';
import type { NewWebhookEndpoint } from '../../../../src/operator/wire/webhooks.ts';
import type { Form } from '../../kit/form.ts';
import { useWords } from '../../words/words.tsx';

/** The fields of a new or a changed endpoint. */
export interface EndpointTerms {
  readonly url: string;
  readonly types: readonly string[];
  readonly description: string;
}

export const noTerms: EndpointTerms = { url: '', types: [], description: '' };

export function wireTerms({ url, types, description }: EndpointTerms): NewWebhookEndpoint {
  return { url: url.trim(), types: [...types], ...(description.trim() !== '' && { description: description.trim() }) };
}

export function EndpointFields({ form }: { readonly form: Form<EndpointTerms> }) {
  const words = useWords().connect.webhooks;
  const { value, onChange, error } = form.control('types');
  return (
    <>
      <TextInput
        label={words.address}
        description={words.addressHint}
        withAsterisk
        data-autofocus
        maxLength={2_000}
        {...form.text('url')}
      />
      <MultiSelect
        label={words.types}
        description={words.typesHint}
        data={[...eventTypes]}
        value={[...value]}
        onChange={onChange}
        error={error}
      />
      <TextInput label={words.description} maxLength={200} {...form.text('description')} />
    </>
  );
}
