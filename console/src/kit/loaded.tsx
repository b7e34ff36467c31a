import { Skeleton, Stack } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useParams } from 'react-router';
import { useWords } from '../words/words.tsx';
import { api, type Query } from './api.ts';
import { LoadFault } from './faults.tsx';

interface LoadProps<T> {
  readonly path: string;
  readonly query?: Query;
  readonly refetchInterval?: number | undefined;
  readonly children: (value: T) => ReactNode;
}

/** The page of the one thing that the address names, asked for again where it changes by itself. */
export function pageOf<T>(list: string, OnePage: ComponentType<{ readonly one: T }>, refetchInterval?: number) {
  return function Found() {
    const [name = ''] = Object.values(useParams());
    const path = `${list}/${encodeURIComponent(name)}`;
    return <Load<T> {...{ path, refetchInterval }}>{(one) => <OnePage one={one} />}</Load>;
  };
}

export function Load<T>({ path, query = {}, refetchInterval, children }: LoadProps<T>) {
  const answer = useQuery({
    queryKey: [path, query],
    queryFn: () => api.get<T>(path, query),
    refetchInterval: refetchInterval ?? false,
  });
  return <Loaded query={answer}>{children}</Loaded>;
}

export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (value: T) => ReactNode }) {
  const { kit } = useWords();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFault error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack gap="lg" aria-busy="true">
      <span className="visually-hidden" role="status">
        {kit.loading}
      </span>
      <Skeleton height={30} width="40%" />
      <Skeleton height={140} />
      <Skeleton height={220} />
    </Stack>
  );
}
