import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { sessionKey } from './session.tsx';

/** Answers are cached for a few seconds. Any query that finds the session ended leads to the sign-in. */
export function makeQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        // Only what may be temporary is retried, once.
        retry: (count, error) => count < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
    },
  });
  function noticeEnd(error: unknown): void {
    if (!(error instanceof ApiError)) return;
    const code = error.faults[0]?.code;
    if (code === 'SignInRequired' && queries.getQueryData(sessionKey)) queries.setQueryData(sessionKey, null);
    if (code === 'PasswordChangeRequired' || code === 'SecondFactorRequired')
      void queries.invalidateQueries({ queryKey: sessionKey });
  }
  return queries;
}
