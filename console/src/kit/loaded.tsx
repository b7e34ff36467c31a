import { Button, Skeleton, Stack } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useDeferredValue } from 'react';
import { Link, useParams } from 'react-router';
import type { Words } from '../words/dictionary.ts';
import { useWords } from '../words/words.tsx';
import { ApiError, api, type Query } from './api.ts';
import { LoadFault } from './faults.tsx';
import { Empty, Page, Panel } from './page.tsx';

interface LoadProps<T> {
  readonly path: string;
  readonly query?: Query;
  readonly refetchInterval?: number | undefined;
  readonly children: (value: T) => ReactNode;
}

/** Lists of the API, each row of which has a page of its own. */
type ListPath = keyof Words['shell']['noSuch'];

/** The page of the one thing that the address names, asked for again where it changes by itself. */
export function pageOf<T>(list: ListPath, OnePage: ComponentType<{ readonly one: T }>, refetchInterval?: number) {
  return function Found() {
    const [name = ''] = Object.values(useParams());
    const query = useLoaded<T>({ path: `${list}/${encodeURIComponent(name)}`, refetchInterval });
    if (isNone(query.error)) return <NoSuch list={list} />;
    return <Loaded query={query}>{(one) => <OnePage one={one} />}</Loaded>;
  };
}

/** There is none of that name, or the name can be none's. */
function isNone(error: Error | null): boolean {
  return (
    error instanceof ApiError && (error.status === 404 || error.faults.some(({ code }) => code === 'RequestInvalid'))
  );
}

function NoSuch({ list }: { readonly list: ListPath }) {
  const { shell } = useWords();
  // What has no list of its own is listed by its integration.
  const isOfIntegration = list === '/api/oauth-clients' || list === '/api/webhook-endpoints';
  const to = isOfIntegration ? '/integrations' : list.replace(/^\/api(\/desk)?/, '');
  const back = (
    <Button component={Link} to={to} mt="xs">
      {shell.toList}
    </Button>
  );
  return (
    <Page title={shell.noSuch[list]}>
      <Panel>
        <Empty title={shell.notFoundText} action={back} />
      </Panel>
    </Page>
  );
}

export function Load<T>({ children, ...asked }: LoadProps<T>) {
  return <Loaded query={useLoaded<T>(asked)}>{children}</Loaded>;
}

function useLoaded<T>({ path, query = {}, refetchInterval }: Omit<LoadProps<T>, 'children'>) {
  return useQuery({
    queryKey: [path, query],
    queryFn: () => api.get<T>(path, query),
    refetchInterval: refetchInterval ?? false,
  });
}

export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (value: T) => ReactNode }) {
  const { kit } = useWords();
  // First drawn in short pieces: a book of prices would keep the page from answering meanwhile. Later at once, so that a
  // dialog which has changed something closes above what it has changed.
  const isBegun = useDeferredValue(query.data !== undefined);
  if (query.data !== undefined && isBegun) return children(query.data);
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
