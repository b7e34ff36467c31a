import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../domain/calendar/calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import type { Database } from '../../store/database.ts';
import { findAccount, type OperatorAccount, takeTotpStep } from '../../store/operator-account.ts';
import {
  endSession,
  insertSession,
  type OperatorSession,
  readSession,
  type SessionLimits,
} from '../../store/operator-session.ts';
import { countWrongTries, enterWrongTry, forgetWrongTries } from '../../store/operator-wrong-try.ts';
import type { SecretHasher } from '../secret-hash.ts';
import type { SecretBox } from './secret-box.ts';
import { stepOfCode } from './totp.ts';

export interface AccessParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: SecretHasher;
  /** Encrypts the secrets of authenticators. */
  readonly box: SecretBox;
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
  readonly code?: string | undefined;
}

// A working day in total, and a lunch break without a request.
const limits: SessionLimits = { hours: 12, idleMinutes: 60 };
// Enough for a forgotten password, too few for a guessing program.
const wrongTriesMax = 5;
const lockMinutes = 15;

/**
 * Signs an operator in. A wrong name, a wrong password and a disabled account give the same result in the same time.
 * Failed tries count by the name typed, so that a lock does not reveal whether the account exists.
 */
export async function signIn(
  { database, clock, hasher, box }: AccessParts,
  { name, password, code }: SignIn,
): Promise<{ readonly token: string } | OperatorRefusal> {
  if ((await countWrongTries(database, name, lockMinutes)) >= wrongTriesMax) return refuseOperator('SignInLocked');
  const account = await findAccount(database, name);
  const isRight = await hasher.matches(password, account?.passwordHash ?? null);
  if (account === null || !isRight || account.isDisabled) {
    await enterWrongTry(database, name, lockMinutes);
    return refuseOperator('SignInFailed');
  }
  if (account.isTotpOn) {
    if (code === undefined) return refuseOperator('CodeRequired', 'code');
    if (!(await takeCode({ database, clock, box }, account, code))) {
      await enterWrongTry(database, name, lockMinutes);
      return refuseOperator('CodeInvalid', 'code');
    }
  }
  await forgetWrongTries(database, name);
  const token = randomBytes(32).toString('base64url');
  await insertSession(database, hashOf(token), account.id, limits);
  return { token };
}

/** Returns whether the code is valid and unused, and marks it as used. */
export async function takeCode(
  { database, clock, box }: Pick<AccessParts, 'database' | 'clock' | 'box'>,
  account: OperatorAccount,
  code: string,
): Promise<boolean> {
  const step = account.totpSecret === null ? null : stepOfCode(box.open(account.totpSecret), code, clock());
  return step !== null && (await takeTotpStep(database, account.id, step));
}

export async function findSession(database: Database, token: string): Promise<OperatorSession | null> {
  return readSession(database, hashOf(token), limits);
}

export async function signOut(database: Database, token: string): Promise<void> {
  await endSession(database, hashOf(token));
}

/** Only the browser has the token; the database has its hash. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
