import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, type Query } from './api.ts';

/** A list of the service, page after page. */
export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMore: boolean;
  readonly error: unknown;
  readonly showMore: () => void;
  readonly retry: () => void;
}

interface PageAnswer<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** While another search is answered, the rows of the one before stay: the page does not jump. */
export function usePages<Row>(path: string, query: Query = {}): Pages<Row> {
  const list = useInfiniteQuery({
    queryKey: [path, query],
    queryFn: ({ pageParam }) => api.get<PageAnswer<Row>>(path, { ...query, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });
  return {
    rows: list.data?.pages.flatMap((page) => page.rows) ?? [],
    isLoading: list.isPending,
    isLoadingMore: list.isFetchingNextPage,
    hasMore: list.hasNextPage,
    error: list.error,
    showMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}
