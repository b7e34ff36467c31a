import type { Session } from '../../../src/operator/wire/access.ts';
import { api, keepCsrfToken } from './api.ts';

/** Null without a session. */
export async function askSession(): Promise<Session | null> {
  const session = await api.get<Session | undefined>('/api/session');
  return session === undefined ? null : keepSession(session);
}

export function keepSession(session: Session): Session {
  keepCsrfToken(session.csrfToken);
  return session;
}
