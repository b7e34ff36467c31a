import { Readable } from 'node:stream';
import { Type } from '@northbind/contract/type.ts';
import { callerAddress } from '../domain/call/address-key.ts';
import { refuseOperator } from '../domain/operator/operator-refusal.ts';
import { methodsByLink } from '../domain/sale-link/sale-link.ts';
import { exportActs } from '../flows/audit/export-acts.ts';
import { readDays } from '../flows/list/read-filter.ts';
import { createAccount, resetPassword, updateAccount } from '../flows/operator/accounts.ts';
import { beginTotp, changeOwnPassword, confirmTotp, endTotp, type Own } from '../flows/operator/own-account.ts';
import { type AccessParts, findSession, signIn, signOut } from '../flows/operator/sign-in.ts';
import { listActs } from '../store/audit/operator-act.ts';
import { findAccount, listAccounts } from '../store/operator/operator-account.ts';
import { readSeller } from '../store/partner/seller.ts';
import { accepted } from './kit/accepted.ts';
import { csvAnswer, fileAnswer } from './kit/file-answer.ts';
import { type OperatorCall, type OperatorRoute, operatorRoute, sends } from './kit/operator-route.ts';
import { csrfTokenOf, readSessionToken, writeSessionToken } from './kit/session-cookie.ts';
import * as wire from './wire/access.ts';
import { byId, flag, limit, type Page, reasoned, uuid } from './wire/parts.ts';

export interface AccessRoutesParts extends AccessParts {
  readonly isProduction: boolean;
  readonly isRehearsal: boolean;
  readonly isOutboundOff: boolean;
  readonly version: string;
}

export function accessRoutes(parts: AccessRoutesParts): readonly OperatorRoute[] {
  return [...sessionRoutes(parts), ...ownRoutes(parts), ...accountRoutes(parts), ...actsRoutes(parts)];
}

function sessionRoutes(parts: AccessRoutesParts): readonly OperatorRoute[] {
  const { database, isProduction, isOutboundOff, version } = parts;
  const describe = async (token: string) => {
    const session = await findSession(database, token);
    if (session === null) return null;
    const { name, role, mustChangePassword, isTotpOn, isFederated } = session;
    const mustSetUpTotp = parts.isSecondFactorRequired && !isTotpOn && !isFederated;
    const isLimited = session.integrationIds !== null;
    const seller = session.sellerId && (await deskSellerOf(parts, session.sellerId));
    const account = { name, role, mustChangePassword, isTotpOn, mustSetUpTotp, isFederated, isLimited, seller };
    const mode = parts.isRehearsal ? 'rehearsal' : isProduction ? 'production' : 'sandbox';
    return { account, csrfToken: csrfTokenOf(token), mode, isOutboundOff, version };
  };
  return [
    operatorRoute('POST /api/session', 'anyone', {
      body: wire.signInOrder,
      answer: sends<wire.Session>(),
      handle: async ({ body, request, reply }) => {
        const outcome = await signIn(parts, { ...body, address: callerAddress(request) });
        // Only a name that exists is logged: anything else may be a password in the wrong place.
        request.accountTried = (await findAccount(database, { name: body.name }))?.name ?? null;
        const { token } = accepted(outcome);
        writeSessionToken(reply, token, isProduction);
        return (await describe(token)) ?? refuseOperator('SignInRequired');
      },
    }),
    // The sign-in asks for it, too: that nobody is signed in is an answer, not a fault.
    operatorRoute('GET /api/session', 'anyone', {
      answer: sends<wire.Session | null>(),
      handle: async ({ request }) => {
        const token = readSessionToken(request, isProduction);
        return token === null ? null : describe(token);
      },
    }),
    operatorRoute('DELETE /api/session', 'signed-in', {
      handle: async (call) => {
        await signOut(database, tokenOf(call, isProduction));
        writeSessionToken(call.reply, null, isProduction);
        return undefined;
      },
    }),
  ];
}

/** Asks the database: the desk of a seller whose links were just turned on offers them. */
async function deskSellerOf({ database }: AccessRoutesParts, sellerId: string): Promise<wire.DeskSeller> {
  // Sellers are never deleted.
  const { id, name, province, sellsByLink, paymentMethods } = (await readSeller(database, { id: sellerId }))!;
  return { id, name, province, linkMethods: methodsByLink({ sellsByLink, paymentMethods }) };
}

function ownRoutes(parts: AccessRoutesParts): readonly OperatorRoute[] {
  const ownOf = (call: Pick<OperatorCall, 'operator' | 'request'>): Own => {
    const { accountId, name } = call.operator;
    const token = tokenOf(call, parts.isProduction);
    return { accountId, name, token, address: callerAddress(call.request) };
  };
  return [
    operatorRoute('PUT /api/session/password', 'signed-in', {
      body: wire.passwordChange,
      handle: (call) => changeOwnPassword(parts, ownOf(call), call.body),
    }),
    operatorRoute('POST /api/session/totp', 'signed-in', {
      answer: sends<wire.Totp>(),
      handle: (call) => beginTotp(parts, ownOf(call)),
    }),
    operatorRoute('PUT /api/session/totp', 'signed-in', {
      body: wire.totpCode,
      handle: (call) => confirmTotp(parts, ownOf(call), call.body.code),
    }),
    operatorRoute('DELETE /api/session/totp', 'signed-in', {
      body: wire.totpEnd,
      handle: (call) => endTotp(parts, ownOf(call), call.body.password),
    }),
  ];
}

function accountRoutes({ database, hasher }: AccessRoutesParts): readonly OperatorRoute[] {
  const parts = { database, hash: (secret: string) => hasher.hash(secret) };
  return [
    operatorRoute('GET /api/accounts', 'admin', {
      answer: sends<{ rows: readonly wire.ListedAccount[] }>(),
      handle: async () => {
        const accounts = await listAccounts(database);
        const names = new Map<string, string>();
        for (const { sellerId } of accounts)
          if (sellerId !== null) names.set(sellerId, (await readSeller(database, { id: sellerId }))!.name);
        // Picked by name: other columns of an account are secret.
        const rows = accounts.map(({ id, name, role, isDisabled, isTotpOn, integrationIds, ...account }) => ({
          id,
          name,
          role,
          isDisabled,
          isTotpOn,
          integrationIds,
          sellerId: account.sellerId,
          sellerName: names.get(account.sellerId ?? '') ?? null,
          isFederated: account.oidcSubject !== null,
          createdAt: account.createdAt,
          signedInAt: account.signedInAt,
        }));
        return { rows };
      },
    }),
    operatorRoute('POST /api/accounts', 'admin', {
      body: wire.newAccount,
      answer: sends<wire.NewPassword>(),
      handle: ({ body, actor }) => createAccount(parts, body, actor),
    }),
    operatorRoute('PATCH /api/accounts/:id', 'admin', {
      params: byId,
      body: wire.accountChanges,
      handle: ({ params, body, actor }) => updateAccount(parts, params.id, body, actor),
    }),
    operatorRoute('POST /api/accounts/:id/password', 'admin', {
      params: byId,
      body: reasoned,
      answer: sends<wire.NewPassword>(),
      handle: ({ params, body, actor }) => resetPassword(parts, params, { reason: body.reason, actor }),
    }),
  ];
}

function actsRoutes({ database }: AccessRoutesParts): readonly OperatorRoute[] {
  const list = operatorRoute('GET /api/acts', 'support', {
    query: Type.Object({
      subject: Type.Optional(Type.String({ maxLength: 200 })),
      actor: Type.Optional(Type.String({ maxLength: 100 })),
      applicationId: Type.Optional(uuid),
      withViews: Type.Optional(flag),
      ...wire.actDays,
      cursor: Type.Optional(uuid),
      limit,
    }),
    answer: sends<Page<wire.Act>>(),
    scope: 'visible',
    handle: async ({ query: { limit = 50, from, to, zone, ...query }, operator: { visibleIntegrations } }) => {
      const period = accepted(readDays({ from, to, zone }));
      const rows = await listActs(database, { ...query, ...period, limit, visibleIntegrations });
      return { rows, nextCursor: rows.length === limit ? rows.at(-1)!.id : null };
    },
  });
  const exported = operatorRoute('POST /api/acts/export', 'admin', {
    body: wire.actsOrder,
    handle: async ({ body: { from, to, as = 'jsonl', reason }, actor, reply }) => {
      const asked = { from: new Date(from), to: new Date(to), as, actor, reason };
      const lines = accepted(await exportActs(database, asked));
      if (as === 'csv') return csvAnswer(reply, 'acts.csv', lines);
      return fileAnswer(reply, 'application/x-ndjson', 'acts.jsonl', Readable.from(lines));
    },
  });
  return [list, exported];
}

/** The request was admitted, so there is a token. */
function tokenOf({ request }: Pick<OperatorCall, 'request'>, isProduction: boolean): string {
  return readSessionToken(request, isProduction) ?? '';
}
