import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { sessionKey } from './session.tsx';

/** An answer is good for a few seconds. A session that has ended leads to the sign-in from wherever it is noticed. */
export function makeQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        // A refusal stays a refusal; only what may be a moment's trouble is asked again, once.
        retry: (count, error) => count < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
    },
  });
  function noticeEnd(error: unknown): void {
    if (!(error instanceof ApiError)) return;
    const code = error.faults[0]?.code;
    if (code === 'SignInRequired' && queries.getQueryData(sessionKey)) queries.setQueryData(sessionKey, null);
    if (code === 'PasswordChangeRequired') void queries.invalidateQueries({ queryKey: sessionKey });
  }
  return queries;
}
