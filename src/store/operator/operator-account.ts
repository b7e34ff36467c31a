import type { Role } from '../../domain/operator/operator.ts';
import type { Tx } from '../database.ts';
import { read, sendWrite, write } from '../statement.ts';

export interface OperatorAccount {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
  /** Encrypted; null if the account has no authenticator. */
  readonly totpSecret: Buffer | null;
  readonly isTotpOn: boolean;
  readonly totpStep: number;
  readonly isDisabled: boolean;
  /** The integrations that the operator is limited to; null for no limit. */
  readonly integrationIds: readonly string[] | null;
  /** The seller whose desk a clerk has, and nothing else; null for an operator. */
  readonly sellerId: string | null;
  /** Who it is at the identity provider; null for an account with a password of ours. */
  readonly oidcSubject: string | null;
  readonly createdAt: Date;
  readonly signedInAt: Date | null;
}

export type NewAccount = Pick<OperatorAccount, 'name' | 'role' | 'passwordHash' | 'mustChangePassword'> &
  Partial<Pick<OperatorAccount, 'integrationIds' | 'sellerId' | 'oidcSubject'>>;

/** Returns null if the name is taken. */
export const insertAccount = write.firstValue<string, [account: NewAccount]>(
  null,
  `INSERT INTO operator_account (name, role, password_hash, must_change_password, integration_ids, seller_id, oidc_subject)
   VALUES (:name, :role, :passwordHash, :mustChangePassword, :integrationIds, :sellerId, :oidcSubject)
   ON CONFLICT DO NOTHING
   RETURNING id`,
  ({ name, role, passwordHash, mustChangePassword, integrationIds, sellerId, oidcSubject }) => ({
    name,
    role,
    passwordHash,
    mustChangePassword,
    integrationIds,
    sellerId,
    oidcSubject,
  }),
);

const columnsSql = `id, name, role, password_hash AS "passwordHash", must_change_password AS "mustChangePassword",
  totp_secret AS "totpSecret", is_totp_on AS "isTotpOn", totp_step::int AS "totpStep", is_disabled AS "isDisabled",
  integration_ids AS "integrationIds", seller_id AS "sellerId", oidc_subject AS "oidcSubject", created_at AS "createdAt", signed_in_at AS "signedInAt"`;

export const findAccount = read.firstRow<OperatorAccount, [{ readonly name: string }]>(
  'operator_account_by_name',
  `SELECT ${columnsSql} FROM operator_account WHERE lower(name) = lower(:name)`,
);

export const findAccountBySubject = read.firstRow<OperatorAccount, [{ readonly oidcSubject: string }]>(
  'operator_account_by_subject',
  `SELECT ${columnsSql} FROM operator_account WHERE oidc_subject = :oidcSubject`,
);

export const readAccount = read.firstRow<OperatorAccount, [{ readonly id: string }]>(
  'operator_account_by_id',
  `SELECT ${columnsSql} FROM operator_account WHERE id = :id`,
);

/** Returns all accounts by name. They are few, so there is no paging. */
export const listAccounts = read.allRows<OperatorAccount>(
  null,
  `SELECT ${columnsSql} FROM operator_account ORDER BY lower(name) LIMIT 1000`,
);

export type AccountChange = Partial<
  Pick<
    OperatorAccount,
    'role' | 'isDisabled' | 'passwordHash' | 'mustChangePassword' | 'totpSecret' | 'isTotpOn' | 'integrationIds'
  >
>;

export async function changeAccount(tx: Tx, id: string, change: AccountChange): Promise<void> {
  const names = Object.keys(change) as (keyof AccountChange)[];
  const settings = names.map((name) => `${changeable[name]} = :${name}`).join(', ');
  await sendWrite(tx, `UPDATE operator_account SET ${settings} WHERE id = :id`, { ...change, id });
}

const changeable: Readonly<Record<keyof AccountChange, string>> = {
  role: 'role',
  isDisabled: 'is_disabled',
  passwordHash: 'password_hash',
  mustChangePassword: 'must_change_password',
  totpSecret: 'totp_secret',
  isTotpOn: 'is_totp_on',
  integrationIds: 'integration_ids',
};

/** Locks the enabled admins without a limit to integrations, so that two of them can't remove each other at once. */
export async function countOtherAdmins(tx: Tx, id: string): Promise<number> {
  return (await lockAdmins(tx)).filter((admin) => admin !== id).length;
}

const lockAdmins = write.allValues<string>(
  null,
  `SELECT id FROM operator_account
   WHERE role = 'admin' AND NOT is_disabled AND integration_ids IS NULL
   ORDER BY id
   FOR UPDATE`,
);

/**
 * Marks a code's time step as used. Returns false if that step or a later one was used before: a code is valid once.
 */
export const takeTotpStep = write.findsRow<[{ readonly id: string; readonly step: number }]>(
  null,
  'UPDATE operator_account SET totp_step = :step WHERE id = :id AND totp_step < :step',
);

export type SealedSecret = Pick<OperatorAccount, 'id' | 'name'> & { readonly totpSecret: Buffer };

/** Returns the encrypted secrets of all authenticators. */
export const listSealedSecrets = read.allRows<SealedSecret>(
  null,
  `SELECT id, name, totp_secret AS "totpSecret" FROM operator_account WHERE totp_secret IS NOT NULL ORDER BY lower(name)`,
);

/** Returns false if the secret was changed meanwhile. */
export const replaceSealedSecret = write.findsRow(
  null,
  'UPDATE operator_account SET totp_secret = :next WHERE id = :id AND totp_secret = :totpSecret',
  ({ id, totpSecret }: SealedSecret, next: Buffer) => ({ id, totpSecret, next }),
);
