import { randomBytes } from 'node:crypto';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import { changeAccount, readAccount } from '../../store/operator/operator-account.ts';
import { endSessionsOf } from '../../store/operator/operator-session.ts';
import { failedTry, limitTries, successfulTry } from './limit-tries.ts';
import { isPasswordStrong } from './password.ts';
import { type AccessParts, hashOf, isPasswordOf, takeCode } from './sign-in.ts';
import { toBase32 } from './totp.ts';

/** The signed-in account. */
export interface Own {
  readonly accountId: string;
  readonly name: string;
  /** The hash of the current session's token. This session stays; the account's others end. */
  readonly token: string;
  /** What the caller's address is counted by. */
  readonly address: string;
}

export async function changeOwnPassword(
  parts: AccessParts,
  own: Own,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<OperatorRefusal | undefined> {
  const { database, hasher, issuerNames } = parts;
  const refusal = await judgePassword(parts, own, { password: current, field: 'current' });
  if (refusal !== undefined) return refusal;
  if (next === current || hasher.isPublished(next) || !(await isPasswordStrong(next, [own.name, ...issuerNames])))
    return refuseOperator('PasswordTooWeak', 'next');
  const passwordHash = await hasher.hash(next);
  await transact(database, async (tx) => {
    await changeAccount(tx, own.accountId, { passwordHash, mustChangePassword: false });
    await endSessionsOf(tx, { accountId: own.accountId, except: hashOf(own.token) });
    await record(tx, own, 'change own password');
  });
  return undefined;
}

/** The holder of a session may not be the account's owner, so that wrong passwords count here, too. */
async function judgePassword(
  parts: AccessParts,
  own: Own,
  { password, field }: { readonly password: string; readonly field: string },
): Promise<OperatorRefusal | undefined> {
  return limitTries(parts, own, async (match) => {
    const account = await readAccount(parts.database, { id: own.accountId });
    const isRight = await isPasswordOf(account, password, match);
    return isRight ? successfulTry(undefined) : failedTry('SignInFailed', field);
  });
}

/**
 * Generates a secret for an authenticator. It takes effect once a code was confirmed, so that a mistake does not lock
 * the operator out.
 */
export async function beginTotp(
  { database, box }: AccessParts,
  own: Own,
): Promise<{ readonly secret: string; readonly uri: string } | OperatorRefusal> {
  const account = await readAccount(database, { id: own.accountId });
  if (account === null || account.isTotpOn) return refuseOperator('TotpIsOn');
  const secret = randomBytes(20);
  await changeAccount(database, own.accountId, { totpSecret: box.close(secret) });
  const text = toBase32(secret);
  return {
    secret: text,
    uri: `otpauth://totp/Northbind:${encodeURIComponent(own.name)}?secret=${text}&issuer=Northbind`,
  };
}

export async function confirmTotp(parts: AccessParts, own: Own, code: string): Promise<OperatorRefusal | undefined> {
  const account = await readAccount(parts.database, { id: own.accountId });
  if (account === null || account.isTotpOn) return refuseOperator('TotpIsOn');
  const refusal = await limitTries(parts, own, async () =>
    (await takeCode(parts, account, code)) ? successfulTry(undefined) : failedTry('CodeInvalid', 'code'),
  );
  if (refusal !== undefined) return refusal;
  await transact(parts.database, async (tx) => {
    await changeAccount(tx, own.accountId, { isTotpOn: true });
    await endSessionsOf(tx, { accountId: own.accountId, except: hashOf(own.token) });
    await record(tx, own, 'turn authenticator on');
  });
  return undefined;
}

export async function endTotp(parts: AccessParts, own: Own, password: string): Promise<OperatorRefusal | undefined> {
  const { database } = parts;
  if (parts.isSecondFactorRequired) return refuseOperator('SecondFactorRequired');
  const refusal = await judgePassword(parts, own, { password, field: 'password' });
  if (refusal !== undefined) return refusal;
  await transact(database, async (tx) => {
    await changeAccount(tx, own.accountId, { isTotpOn: false, totpSecret: null });
    await endSessionsOf(tx, { accountId: own.accountId, except: hashOf(own.token) });
    await record(tx, own, 'turn authenticator off');
  });
  return undefined;
}

function record(tx: Parameters<typeof recordAct>[0], { name }: Own, action: OperatorAction): Promise<void> {
  return recordAct(tx, { actor: { kind: 'account', name }, action, subject: name, reason: '' });
}
