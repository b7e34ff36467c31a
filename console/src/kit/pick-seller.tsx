import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SellerPage, WireSeller } from '../../../src/operator/wire/onboard.ts';
import { useWords } from '../words/words.tsx';
import { api } from './api.ts';

interface PickSellerProps {
  readonly value: string;
  readonly onChange: (sellerId: string) => void;
}

/** A filter by seller, searched in the service: there may be thousands. */
export function PickSeller({ value, onChange }: PickSellerProps) {
  const { sales, kit } = useWords();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 250);
  const { data } = useQuery({
    queryKey: ['/api/sellers', 'to pick', search],
    queryFn: () => api.get<SellerPage>('/api/sellers', { search, limit: 20 }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const chosen = useQuery({
    queryKey: ['/api/sellers', value],
    queryFn: () => api.get<WireSeller>(`/api/sellers/${value}`),
    enabled: value !== '',
  });
  const rows = [...(data?.rows ?? [])];
  if (chosen.data && !rows.some(({ id }) => id === value)) rows.unshift(chosen.data);
  const current = rows.find(({ id }) => id === value);
  return (
    <Select
      aria-label={sales.seller}
      placeholder={sales.allSellers}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': kit.clear }}
      onSearchChange={(typed) => setText(typed === current?.name ? '' : typed)}
      // The service has searched already.
      filter={({ options }) => options}
      data={rows.map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      w={220}
    />
  );
}
