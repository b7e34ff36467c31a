import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { mayAct, type Role } from '../../../src/domain/operator/operator.ts';
import type { DeskSeller, Session } from '../../../src/operator/wire/access.ts';
import { api } from './api.ts';
import { askSession, keepSession } from './ask-session.ts';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext;
export const sessionKey = ['session'];

/** The session; null when signed out, undefined while it loads. */
export function useSessionQuery() {
  return useQuery({ queryKey: sessionKey, queryFn: askSession, staleTime: Number.POSITIVE_INFINITY });
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
    const session = keepSession(await api.post<Session>('/api/session', given));
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
