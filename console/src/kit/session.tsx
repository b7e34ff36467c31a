import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { mayAct, type Role } from '../../../src/domain/operator/operator.ts';
import type { DeskSeller, Session } from '../../../src/operator/wire/access.ts';
import { ApiError, api, keepCsrfToken } from './api.ts';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext;
export const sessionKey = ['session'];

/** The session; null when signed out, undefined while it loads. */
export function useSessionQuery() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async (): Promise<Session | null> => {
      try {
        return keep(await api.get<Session>('/api/session'));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        identityProvider = error.faults[0]?.details?.identityProvider ?? null;
        return null;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The provider at which operators may also sign in, by its name; as the service last said. */
let identityProvider: string | null = null;
export function readIdentityProvider(): string | null {
  return identityProvider;
}

/** Works only inside the shell, where there is a session. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('nobody is signed in here');
  return session;
}

/** Whose desk the console is. Only on its pages. */
export function useDesk(): DeskSeller {
  const { seller } = useSession().account;
  if (seller === null) throw new Error('this is nobody’s desk');
  return seller;
}

export function useMay(needed: Role): boolean {
  return mayAct(useSession().account.role, needed);
}

export function useSignIn() {
  const queries = useQueryClient();
  return async (name: string, password: string, code: string): Promise<void> => {
    const given = { name, password, ...(code !== '' && { code }) };
    const session = keep(await api.post<Session>('/api/session', given));
    forgetAll(queries);
    queries.setQueryData(sessionKey, session);
  };
}

export function useSignOut() {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    await api.delete('/api/session').catch(() => undefined);
    queries.setQueryData(sessionKey, null);
    forgetAll(queries);
  };
}

/** The next operator at this browser must not see cached data. */
function forgetAll(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

function keep(session: Session): Session {
  keepCsrfToken(session.csrfToken);
  identityProvider = session.identityProvider;
  return session;
}
