import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { api, type Query } from './api.ts';

/** One page of a list of the service, and the way to the next and back. */
export interface Pages<Row> {
  readonly rows: readonly Row[];
  /** From 1 on. */
  readonly number: number;
  readonly isLoading: boolean;
  /** The rows are still those of the page or search before. */
  readonly isTurning: boolean;
  readonly hasMore: boolean;
  readonly error: unknown;
  readonly next: () => void;
  readonly previous: () => void;
  readonly retry: () => void;
}

interface PageAnswer<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * The service knows a page by the row before it. The cursors that led here stand in the browser's history, so that a reload
 * stays on the page, and the browser's own way back leads over the pages, too. They belong to one list with its filters: any other
 * begins at its first page. While another page or search is answered, the rows of the one before stay: the page does not jump.
 */
export function usePages<Row>(path: string, query: Query = {}): Pages<Row> {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const list = JSON.stringify([path, query]);
  const cursors = isTrail(state) && state.list === list ? state.cursors : [];
  const cursor = cursors.at(-1) ?? null;
  const page = useQuery({
    queryKey: [path, query, cursor],
    queryFn: () => api.get<PageAnswer<Row>>(path, { ...query, cursor }),
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
    isTurning: page.isPlaceholderData,
    hasMore: nextCursor !== null,
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

/** What the history holds may be another page's, or an older version's. */
function isTrail(state: unknown): state is Trail {
  return typeof state === 'object' && state !== null && 'list' in state && 'cursors' in state;
}
