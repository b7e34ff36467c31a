import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../domain/calendar.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { Database } from '../../store/database.ts';
import { findAccount, type OperatorAccount, takeTotpStep } from '../../store/operator/operator-account.ts';
import {
  endSession,
  insertSession,
  type OperatorSession,
  readSession,
  type SessionLimits,
} from '../../store/operator/operator-session.ts';
import { forgetWrongTries } from '../../store/operator/operator-wrong-try.ts';
import type { SecretBox } from '../credential/secret-box.ts';
import type { Match, SecretHasher } from '../credential/secret-hash.ts';
import { failedTry, limitTries, successfulTry } from './limit-tries.ts';
import { stepOfCode } from './totp.ts';

export interface AccessParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: SecretHasher;
  /** Encrypts the secrets of authenticators. */
  readonly box: SecretBox;
  /** Whether an operator without an authenticator may do nothing but set one up. */
  readonly isSecondFactorRequired: boolean;
  /** What the operator's business is called: a thief would try it in passwords. */
  readonly issuerNames: readonly string[];
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** What the caller's address is counted by. */
  readonly address: string;
}

// A working day in total, and a lunch break without a request.
const limits: SessionLimits = { hours: 12, idleMinutes: 60 };

/**
 * Signs an operator in. A wrong name, a wrong password and a disabled account give the same result in the same time.
 * Tries count by the name typed, so that a lock does not reveal whether the account exists.
 */
export async function signIn(parts: AccessParts, given: SignIn): Promise<{ readonly token: string } | OperatorRefusal> {
  const { database } = parts;
  const account = await limitTries(parts, given, (match) => judgeSignIn(parts, given, match));
  if (isOperatorRefusal(account)) return account;
  await forgetWrongTries(database, { name: given.name });
  return startSession(database, account.id);
}

async function judgeSignIn(parts: AccessParts, { name, password, code }: SignIn, match: Match) {
  const account = await findAccount(parts.database, { name });
  const isRight = await isPasswordOf(account, password, match);
  if (account === null || !isRight || account.isDisabled) return failedTry('SignInFailed');
  if (!account.isTotpOn) return successfulTry(account);
  // Given back, but not forgotten: or the one who knows the password would have any number of codes.
  if (code === undefined) return successfulTry(refuseOperator('CodeRequired', 'code'));
  return (await takeCode(parts, account, code)) ? successfulTry(account) : failedTry('CodeInvalid', 'code');
}

/** Whether it is the account's password. An account of the identity provider has none. */
export async function isPasswordOf(account: OperatorAccount | null, password: string, match: Match): Promise<boolean> {
  const stored = account?.oidcSubject === null ? account.passwordHash : null;
  return (await match(password, [stored])) !== null;
}

export async function startSession(database: Database, accountId: string): Promise<{ readonly token: string }> {
  const token = randomBytes(32).toString('base64url');
  await insertSession(database, hashOf(token), accountId, limits);
  return { token };
}

/** Returns whether the code is valid and unused, and marks it as used. */
export async function takeCode(
  { database, clock, box }: Pick<AccessParts, 'database' | 'clock' | 'box'>,
  account: OperatorAccount,
  code: string,
): Promise<boolean> {
  const secret = account.totpSecret && box.open(account.totpSecret);
  const step = secret && stepOfCode(secret, code, clock());
  return step !== null && (await takeTotpStep(database, { id: account.id, step }));
}

export async function findSession(database: Database, token: string): Promise<OperatorSession | null> {
  return readSession(database, hashOf(token), limits);
}

export async function signOut(database: Database, token: string): Promise<void> {
  await endSession(database, { tokenHash: hashOf(token) });
}

/** Only the browser has the token; the database has its hash. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
