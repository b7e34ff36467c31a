import { type Static, Type } from 'typebox';
import { modes } from '../../domain/mode.ts';
import { roles } from '../../domain/operator/operator.ts';
import { choice, flag, moment, orNull, reason, text, uuid } from './parts.ts';

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

/** `GET` and `POST /api/session`. */
export const session = Type.Object({
  account: Type.Object({
    name: text,
    role,
    /** All other routes are refused until the password was changed. */
    mustChangePassword: flag,
    isTotpOn: flag,
    /** All other routes are refused until an authenticator is on. */
    mustSetUpTotp: flag,
    isFederated: flag,
    /** Whether it sees some integrations only, and what concerns all of them is refused. */
    isLimited: flag,
  }),
  /** Goes back in the header `x-csrf-token` with everything but GET. */
  csrfToken: text,
  mode: choice(modes),
  /** Where operators may also sign in, by its name; without a session it is in the details of `SignInRequired`. */
  identityProvider: orNull(text),
  version: text,
});
export type Session = Static<typeof session>;

/** `PUT /api/session/password`. */
export const passwordChange = Type.Object({ current: secret, next: secret });

/** `POST /api/session/totp`: shown once, to be typed or scanned into an authenticator. */
export const totp = Type.Object({ secret: text, uri: text });
export type Totp = Static<typeof totp>;

/** `PUT /api/session/totp`: turns the authenticator on. */
export const totpCode = Type.Object({ code });

/** `DELETE /api/session/totp`. */
export const totpEnd = Type.Object({ password: secret });

/** `GET /api/accounts` lists all of them. */
export const account = Type.Object({
  id: uuid,
  name: text,
  role,
  isDisabled: flag,
  isTotpOn: flag,
  /** Whether it signs in at the identity provider, which also decides on its role and integrations. */
  isFederated: flag,
  /** What it is limited to; null for all integrations. */
  integrationIds: orNull(Type.Array(uuid)),
  createdAt: moment,
  signedInAt: orNull(moment),
});
export type Account = Static<typeof account>;

/** `POST /api/accounts`. */
export const newAccount = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]*$' }),
  role,
  integrationIds: Type.Optional(integrationLimit),
});

/** `PATCH /api/accounts/:id`. What is left out stays. */
export const accountChanges = Type.Object({
  role: Type.Optional(role),
  isDisabled: Type.Optional(flag),
  integrationIds: Type.Optional(integrationLimit),
  reason,
});

/** `POST /api/accounts` and `POST /api/accounts/:id/password`. The password is shown once. */
export const newPassword = Type.Object({ name: text, password: text });
export type NewPassword = Static<typeof newPassword>;

/**
 * `POST /api/acts/export` (admin): the audit trail as `application/x-ndjson`, with the views of sales, oldest first,
 * from a moment up to another, which is left out.
 */
const instant = Type.String({ format: 'date-time', maxLength: 40 });
export const actsOrder = Type.Object({ from: instant, to: instant, reason });

/** `GET /api/acts`: what operators did, newest first; views of sales only with `withViews`. */
export const act = Type.Object({
  id: uuid,
  actorKind: choice(['account', 'command line']),
  actorName: text,
  action: text,
  subject: text,
  applicationId: orNull(uuid),
  reason: text,
  facts: Type.Record(text, Type.Unknown()),
  actedAt: moment,
});
export type Act = Static<typeof act>;

/** Every answer but 2xx. */
export interface ErrorsAnswer {
  readonly errors: readonly {
    readonly code: string;
    readonly field: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, string>>;
  }[];
}
