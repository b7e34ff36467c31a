import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../../../src/operator/wire/parts.ts';
import { useWords } from '../words/words.tsx';
import { api } from './api.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface PickProps<Row> extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'filter'> {
  readonly path: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly labelOf?: (row: Row) => string;
}

/** Selects one row of a list. The service searches, because there may be thousands. */
export function Pick<Row extends Named>({
  path,
  value,
  onChange,
  labelOf = ({ name }) => name,
  ...select
}: PickProps<Row>) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const [picked, setPicked] = useState<Row | null>(null);
  const [isEntered, setEntered] = useState(false);
  const found = useQuery({
    queryKey: [path, 'to pick', search],
    queryFn: () => api.get<Page<Row>>(path, { search, limit: 20 }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Most filters are never touched, and their lists would be drawn out of sight.
    enabled: isEntered,
  });
  // A link may contain an id that was not selected here.
  const named = useQuery({
    queryKey: [path, value],
    queryFn: () => api.get<Row>(`${path}/${value}`),
    enabled: value !== null && picked?.id !== value,
  });
  const rows = [...(found.data?.rows ?? [])];
  const current = [picked, ...rows, named.data ?? null].find((row) => row !== null && row.id === value) ?? null;
  if (current !== null && !rows.some(({ id }) => id === value)) rows.unshift(current);
  return (
    <Select
      {...select}
      searchable
      onFocus={() => setEntered(true)}
      onSearchChange={(typed) => setText(current !== null && typed === labelOf(current) ? '' : typed)}
      // The service has searched already.
      filter={({ options }) => options}
      data={rows.map((row) => ({ value: row.id, label: labelOf(row) }))}
      value={value}
      onChange={(id) => {
        setPicked(rows.find((row) => row.id === id) ?? null);
        onChange(id);
      }}
    />
  );
}

export function PickSeller({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const { sales, labels, kit } = useWords();
  return (
    <Pick
      path="/api/sellers"
      aria-label={labels.seller}
      placeholder={sales.allSellers}
      clearable
      clearButtonProps={{ 'aria-label': kit.clear }}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      w={220}
    />
  );
}
