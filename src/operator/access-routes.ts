import { Type } from 'typebox';
import { roles } from '../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../domain/operator/refusal.ts';
import { createAccount, resetPassword, updateAccount } from '../flows/operator-access/accounts.ts';
import { beginTotp, changeOwnPassword, confirmTotp, endTotp, type Own } from '../flows/operator-access/own-account.ts';
import { type AccessParts, findSession, signIn, signOut } from '../flows/operator-access/sign-in.ts';
import { listAccounts } from '../store/operator-account.ts';
import { listActs } from '../store/operator-act.ts';
import { choice } from './kit/choice.ts';
import { csrfTokenOf } from './kit/operator-door.ts';
import { type OperatorCall, type OperatorRoute, operatorRoute } from './kit/operator-route.ts';
import { readSessionToken, writeSessionToken } from './kit/session-cookie.ts';
import type { AccountsAnswer, ActsAnswer, NewPasswordAnswer, SessionAnswer, TotpAnswer } from './wire/access.ts';

export interface AccessRoutesParts extends AccessParts {
  readonly isProduction: boolean;
  readonly version: string;
}

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]*$' });
const secret = Type.String({ minLength: 1, maxLength: 200 });
const code = Type.String({ minLength: 1, maxLength: 10 });
const reason = Type.String({ maxLength: 500 });
const role = choice(roles);
const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** Who may come in: the session, one's own account, and everybody's accounts. */
export function accessRoutes(parts: AccessRoutesParts): readonly OperatorRoute[] {
  return [...sessionRoutes(parts), ...ownRoutes(parts), ...accountRoutes(parts), actsRoute(parts)];
}

function sessionRoutes(parts: AccessRoutesParts): readonly OperatorRoute[] {
  const { database, isProduction, version } = parts;
  const tell = async (token: string): Promise<SessionAnswer | OperatorRefusal> => {
    const session = await findSession(database, token);
    if (session === null) return refuseOperator('SignInRequired');
    const { name, role, mustChangePassword, isTotpOn } = session;
    const mode = isProduction ? 'production' : 'sandbox';
    return { account: { name, role, mustChangePassword, isTotpOn }, csrfToken: csrfTokenOf(token), mode, version };
  };
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/session',
      access: 'anyone',
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 100 }),
        password: secret,
        code: Type.Optional(code),
      }),
      handle: async ({ body, reply }) => {
        const outcome = await signIn(parts, body);
        if (isOperatorRefusal(outcome)) return outcome;
        writeSessionToken(reply, outcome.token, isProduction);
        return tell(outcome.token);
      },
    }),
    operatorRoute({ method: 'GET', path: '/api/session', access: 'signed-in', handle: (call) => tell(tokenOf(call)) }),
    operatorRoute({
      method: 'DELETE',
      path: '/api/session',
      access: 'signed-in',
      handle: async (call) => {
        await signOut(database, tokenOf(call));
        writeSessionToken(call.reply, null, isProduction);
        return undefined;
      },
    }),
  ];
}

function ownRoutes(parts: AccessRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'PUT',
      path: '/api/session/password',
      access: 'signed-in',
      body: Type.Object({ current: secret, next: secret }),
      handle: (call) => changeOwnPassword(parts, ownOf(call), call.body),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/session/totp',
      access: 'signed-in',
      handle: (call): Promise<TotpAnswer | OperatorRefusal> => beginTotp(parts, ownOf(call)),
    }),
    operatorRoute({
      method: 'PUT',
      path: '/api/session/totp',
      access: 'signed-in',
      body: Type.Object({ code }),
      handle: (call) => confirmTotp(parts, ownOf(call), call.body.code),
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/api/session/totp',
      access: 'signed-in',
      body: Type.Object({ password: secret }),
      handle: (call) => endTotp(parts, ownOf(call), call.body.password),
    }),
  ];
}

function accountRoutes({ database, hasher }: AccessRoutesParts): readonly OperatorRoute[] {
  const parts = { database, hash: (secret: string) => hasher.hash(secret) };
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/accounts',
      access: 'admin',
      handle: async (): Promise<AccountsAnswer> => ({
        rows: (await listAccounts(parts.database)).map(
          ({ id, name, role, isDisabled, isTotpOn, createdAt, signedInAt }) => ({
            ...{ id, name, role, isDisabled, isTotpOn },
            createdAt: createdAt.toISOString(),
            signedInAt: signedInAt?.toISOString() ?? null,
          }),
        ),
      }),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/accounts',
      access: 'admin',
      body: Type.Object({ name, role }),
      handle: ({ body, actor }): Promise<NewPasswordAnswer | OperatorRefusal> => createAccount(parts, body, actor),
    }),
    operatorRoute({
      method: 'PATCH',
      path: '/api/accounts/:id',
      access: 'admin',
      params: byId,
      body: Type.Object({ role: Type.Optional(role), isDisabled: Type.Optional(Type.Boolean()), reason }),
      handle: ({ params, body, actor }) => updateAccount(parts, params.id, body, actor),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/accounts/:id/password',
      access: 'admin',
      params: byId,
      body: Type.Object({ reason }),
      handle: ({ params, body, actor }): Promise<NewPasswordAnswer | OperatorRefusal> =>
        resetPassword(parts, params, { reason: body.reason, actor }),
    }),
  ];
}

function actsRoute({ database }: AccessRoutesParts): OperatorRoute {
  return operatorRoute({
    method: 'GET',
    path: '/api/acts',
    access: 'support',
    query: Type.Object({
      subject: Type.Optional(Type.String({ maxLength: 200 })),
      actor: Type.Optional(Type.String({ maxLength: 100 })),
      applicationId: Type.Optional(Type.String({ format: 'uuid' })),
      cursor: Type.Optional(Type.String({ format: 'uuid' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    handle: async ({ query }): Promise<ActsAnswer> => {
      const limit = query.limit ?? 50;
      const acts = await listActs(database, { ...query, limit });
      const rows = acts.map((act) => ({ ...act, actedAt: act.actedAt.toISOString() }));
      return { rows, nextCursor: rows.length === limit ? rows.at(-1)!.id : null };
    },
  });
}

/** The door has let the request in, so there is a token. */
function tokenOf({ request }: Pick<OperatorCall, 'request'>): string {
  return readSessionToken(request) ?? '';
}

function ownOf({ operator, request }: Pick<OperatorCall, 'operator' | 'request'>): Own {
  return { accountId: operator.accountId, name: operator.name, token: tokenOf({ request }) };
}
