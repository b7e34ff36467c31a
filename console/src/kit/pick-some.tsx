import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Page } from '../../../src/operator/wire/parts.ts';
import { api, type Query } from './api.ts';
import type { Control } from './form.ts';

interface PickSomeProps extends Control<string[]> {
  readonly path: string;
  readonly query?: Query;
}

/** Selects rows of a short list: the first hundred are offered. */
export function PickSome({ path, query, ...select }: PickSomeProps) {
  const found = useQuery({
    queryKey: [path, 'to choose', query],
    queryFn: () => api.get<Page<{ readonly id: string; readonly name: string }>>(path, { ...query, limit: 100 }),
    staleTime: 60_000,
  });
  const data = (found.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <MultiSelect searchable data={data} {...select} />;
}
