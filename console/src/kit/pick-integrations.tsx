import { MultiSelect, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WireIntegration } from '../../../src/operator/wire/onboard.ts';
import type { Page } from '../../../src/operator/wire/parts.ts';
import { useWords } from '../words/words.tsx';
import { api } from './api.ts';
import type { Control } from './form.ts';

/** What an account may see: all integrations (null), or those chosen. */
export function PickIntegrations({ value, onChange, error }: Control<readonly string[] | null>) {
  const words = useWords().access.accounts;
  const found = useQuery({
    queryKey: ['/api/integrations', 'to choose'],
    queryFn: () => api.get<Page<WireIntegration>>('/api/integrations', { limit: 100 }),
    staleTime: 60_000,
  });
  const data = (found.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack gap={10}>
      <Switch
        label={words.seesAll}
        checked={value === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
      />
      {value !== null && (
        <MultiSelect
          label={words.sees}
          description={words.seesHint}
          searchable
          data={data}
          value={[...value]}
          onChange={onChange}
          error={error}
        />
      )}
    </Stack>
  );
}
