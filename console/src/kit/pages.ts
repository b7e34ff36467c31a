import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { Page, SearchedPage } from '../../../src/operator/wire/parts.ts';
import { api, type Query } from './api.ts';

/**
 * Pages a list by cursors. The cursors so far are kept in the browser's history, so that reload and back stay within
 * the pages. They belong to one list with its filters; any other starts at its first page. While a page loads, the
 * previous rows stay, so that the layout does not jump.
 */
export function usePages<Row>(path: string, query: Query = {}) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const list = JSON.stringify([path, query]);
  const cursors = isTrail(state) && state.list === list ? state.cursors : [];
  const cursor = cursors.at(-1) ?? null;
  const page = useQuery({
    queryKey: [path, query, cursor],
    queryFn: () => api.get<Page<Row> & Partial<SearchedPage<Row>>>(path, { ...query, cursor }),
    placeholderData: keepPreviousData,
  });
  const nextCursor = page.data?.nextCursor ?? null;
  const turnTo = (trail: readonly string[]): void => {
    const kept: Trail = { list, cursors: trail };
    void navigate(pathname + search, { state: kept, preventScrollReset: true });
  };
  return {
    rows: page.data?.rows ?? [],
    number: cursors.length + 1,
    isLoading: page.isPending,
    /** The rows are still those of the previous page or search. */
    isTurning: page.isPlaceholderData,
    hasMore: nextCursor !== null,
    /** The search ended before it had looked through all that match. */
    isCut: page.data?.isCut ?? false,
    error: page.error,
    next: () => {
      if (nextCursor !== null && !page.isPlaceholderData) turnTo([...cursors, nextCursor]);
    },
    previous: () => turnTo(cursors.slice(0, -1)),
    retry: () => void page.refetch(),
  };
}

interface Trail {
  readonly list: string;
  readonly cursors: readonly string[];
}

/** The history's state may belong to another page or an older version. */
function isTrail(state: unknown): state is Trail {
  return typeof state === 'object' && state !== null && 'list' in state && 'cursors' in state;
}
