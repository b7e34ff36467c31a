import { randomBytes } from 'node:crypto';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { transact } from '../../store/database.ts';
import { changeAccount, readAccount } from '../../store/operator-account.ts';
import { recordAct } from '../../store/operator-act.ts';
import { endSessionsOf } from '../../store/operator-session.ts';
import { isPasswordStrong } from './password.ts';
import { type AccessParts, hashOf, takeCode } from './sign-in.ts';
import { toBase32 } from './totp.ts';

/** The signed-in account. */
export interface Own {
  readonly accountId: string;
  readonly name: string;
  /** The hash of the current session's token. This session stays; the account's others end. */
  readonly token: string;
}

export async function changeOwnPassword(
  { database, hasher }: AccessParts,
  own: Own,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<OperatorRefusal | undefined> {
  const account = await readAccount(database, own.accountId);
  if (!(await hasher.matches(current, account?.passwordHash ?? null))) return refuseOperator('SignInFailed', 'current');
  if (!isPasswordStrong(next, own.name) || next === current) return refuseOperator('PasswordTooWeak', 'next');
  const passwordHash = await hasher.hash(next);
  await transact(database, async (tx) => {
    await changeAccount(tx, own.accountId, { passwordHash, mustChangePassword: false });
    await endSessionsOf(tx, own.accountId, hashOf(own.token));
    await record(tx, own, 'change own password');
  });
  return undefined;
}

/**
 * Generates a secret for an authenticator. It takes effect once a code was confirmed, so that a mistake does not lock
 * the operator out.
 */
export async function beginTotp(
  { database, box }: AccessParts,
  own: Own,
): Promise<{ readonly secret: string; readonly uri: string } | OperatorRefusal> {
  const account = await readAccount(database, own.accountId);
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
  const account = await readAccount(parts.database, own.accountId);
  if (account === null || account.isTotpOn) return refuseOperator('TotpIsOn');
  if (!(await takeCode(parts, account, code))) return refuseOperator('CodeInvalid', 'code');
  await transact(parts.database, async (tx) => {
    await changeAccount(tx, own.accountId, { isTotpOn: true });
    await endSessionsOf(tx, own.accountId, hashOf(own.token));
    await record(tx, own, 'turn authenticator on');
  });
  return undefined;
}

export async function endTotp(
  { database, hasher }: AccessParts,
  own: Own,
  password: string,
): Promise<OperatorRefusal | undefined> {
  const account = await readAccount(database, own.accountId);
  if (!(await hasher.matches(password, account?.passwordHash ?? null)))
    return refuseOperator('SignInFailed', 'password');
  await transact(database, async (tx) => {
    await changeAccount(tx, own.accountId, { isTotpOn: false, totpSecret: null });
    await record(tx, own, 'turn authenticator off');
  });
  return undefined;
}

function record(tx: Parameters<typeof recordAct>[0], { name }: Own, action: string): Promise<void> {
  return recordAct(tx, { actor: { kind: 'account', name }, action, subject: name, reason: '' });
}
