import type { Role } from '../../domain/operator/operator.ts';

export interface SessionAnswer {
  readonly account: {
    readonly name: string;
    readonly role: Role;
    /** Nothing else is answered until the password was changed. */
    readonly mustChangePassword: boolean;
    readonly isTotpOn: boolean;
  };
  /** Goes back in the header `x-csrf-token` with everything but GET. */
  readonly csrfToken: string;
  readonly mode: 'sandbox' | 'production';
  readonly version: string;
}

/** Shown once, to be typed or scanned into an authenticator. */
export interface TotpAnswer {
  readonly secret: string;
  readonly uri: string;
}

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly isTotpOn: boolean;
  readonly createdAt: string;
  readonly signedInAt: string | null;
}

export interface AccountsAnswer {
  readonly rows: readonly AccountRow[];
}

/** The password is shown once. */
export interface NewPasswordAnswer {
  readonly name: string;
  readonly password: string;
}

export interface ActRow {
  readonly id: string;
  readonly actorKind: 'account' | 'command line';
  readonly actorName: string;
  readonly action: string;
  readonly subject: string;
  readonly applicationId: string | null;
  readonly reason: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly actedAt: string;
}

export interface ActsAnswer {
  readonly rows: readonly ActRow[];
  readonly nextCursor: string | null;
}

/** Every answer but 2xx. */
export interface ErrorsAnswer {
  readonly errors: readonly {
    readonly code: string;
    readonly field: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, string>>;
  }[];
}
