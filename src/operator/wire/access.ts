import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { DatabaseMode } from '../../domain/mode.ts';
import { roles } from '../../domain/operator/operator.ts';
import type { Province } from '../../domain/province.ts';
import type { SaleLinkMethod } from '../../domain/sale-link/sale-link.ts';
import type { RecordedAct } from '../../store/audit/operator-act.ts';
import type { OperatorAccount } from '../../store/operator/operator-account.ts';
import type { OperatorSession } from '../../store/operator/operator-session.ts';
import { choice, day, flag, orNull, reason, type Sent, uuid } from './parts.ts';

const role = choice(roles);
const secret = Type.String({ minLength: 1, maxLength: 200 });
const integrationLimit = orNull(Type.Array(uuid, { maxItems: 100 }));
const code = Type.String({ minLength: 1, maxLength: 10 });

/** `POST /api/session`: signs in. The code is asked for only where the account has an authenticator. */
export const signInOrder = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  password: secret,
  code: Type.Optional(code),
});

/** `POST /api/session`, and `GET`, which answers 204 to whoever is not signed in. */
export interface Session {
  readonly account: Pick<OperatorSession, 'name' | 'role' | 'mustChangePassword' | 'isTotpOn' | 'isFederated'> & {
    /** All other routes are refused until an authenticator is on. */
    readonly mustSetUpTotp: boolean;
    /** Whether it sees some integrations only, and what concerns all of them is refused. */
    readonly isLimited: boolean;
    /** Whose desk the console is to this account; null for an operator's. */
    readonly seller: DeskSeller | null;
  };
  /** Goes back in the header `x-csrf-token` with everything but GET. */
  readonly csrfToken: string;
  readonly mode: DatabaseMode;
  /** A drill on a copy of the database: nothing goes out. */
  readonly isOutboundOff: boolean;
  readonly version: string;
}

/** A seller, as far as its desk needs to know it. */
export interface DeskSeller {
  readonly id: string;
  readonly name: string;
  readonly province: Province;
  /** How customers can pay by a link; empty: the seller sells by none. */
  readonly linkMethods: readonly SaleLinkMethod[];
}

/** `PUT /api/session/password`. */
export const passwordChange = Type.Object({ current: secret, next: secret });

/** `POST /api/session/totp`: shown once, to be typed or scanned into an authenticator. */
export interface Totp {
  readonly secret: string;
  readonly uri: string;
}

/** `PUT /api/session/totp`: turns the authenticator on. */
export const totpCode = Type.Object({ code });

/** `DELETE /api/session/totp`. */
export const totpEnd = Type.Object({ password: secret });

/** `GET /api/accounts` lists all of them. */
export interface ListedAccount
  extends Sent<
    Omit<OperatorAccount, 'passwordHash' | 'mustChangePassword' | 'totpSecret' | 'totpStep' | 'oidcSubject'>
  > {
  /** Whose desk it is for; null for an operator. */
  readonly sellerName: string | null;
  /** Whether it signs in at the identity provider, which also decides on its role and integrations. */
  readonly isFederated: boolean;
}

/** `POST /api/accounts`. */
export const newAccount = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]*$' }),
  /** Viewer, if none is named. */
  role: Type.Optional(role),
  integrationIds: Type.Optional(integrationLimit),
  /** The seller whose desk the account has: it has no role then, and sees nothing else. */
  sellerId: Type.Optional(orNull(uuid)),
});

/** `PATCH /api/accounts/:id`. What is left out stays. */
export const accountChanges = Type.Object({
  role: Type.Optional(role),
  isDisabled: Type.Optional(flag),
  integrationIds: Type.Optional(integrationLimit),
  reason,
});
export type AccountChanges = Static<typeof accountChanges>;

/** `POST /api/accounts` and `POST /api/accounts/:id/password`. The password is shown once. */
export type { ShownOnce as NewPassword } from '../../flows/operator/accounts.ts';

/**
 * `POST /api/acts/export` (admin): the audit trail as `application/x-ndjson`, with the views of sales, oldest first,
 * from a moment up to another, which is left out; or as `text/csv`, for a spreadsheet.
 */
const instant = Type.String({ format: 'date-time', maxLength: 40 });
export const actsOrder = Type.Object({
  from: instant,
  to: instant,
  as: Type.Optional(choice(['jsonl', 'csv'])),
  reason,
});
export type ActsOrder = Static<typeof actsOrder>;

/** First and last day, both included, in a time zone (UTC by default). */
export const actDays = {
  from: Type.Optional(day),
  to: Type.Optional(day),
  zone: Type.Optional(Type.String({ maxLength: 60 })),
};

/** `GET /api/acts`: what operators did, newest first; views of sales only with `withViews`. */
export type Act = Sent<RecordedAct>;

/** Every answer but 2xx. */
export interface ErrorsAnswer {
  readonly errors: readonly {
    readonly code: string;
    readonly field: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, string>>;
  }[];
}
