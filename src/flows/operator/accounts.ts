import type { Actor, Role, VisibleIntegrations } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Database, transact } from '../../store/database.ts';
import {
  changeAccount,
  countOtherAdmins,
  findAccount,
  insertAccount,
  type OperatorAccount,
  readAccount,
} from '../../store/operator/operator-account.ts';
import { endSessionsOf } from '../../store/operator/operator-session.ts';
import { forgetWrongTries } from '../../store/operator/operator-wrong-try.ts';
import { areIntegrations } from '../../store/partner/integration.ts';
import { readSeller } from '../../store/partner/seller.ts';
import { drawPassword } from './password.ts';

export interface AccountsParts {
  readonly database: Database;
  /** Hashes a password for storage. */
  readonly hash: (secret: string) => Promise<string>;
}

/** A generated password, shown once; the first sign-in requires a new one. */
export interface ShownOnce {
  readonly name: string;
  readonly password: string;
}

export async function createAccount(
  { database, hash }: AccountsParts,
  { name, role = 'viewer', integrationIds = null, sellerId = null }: AccountTerms,
  actor: Actor,
): Promise<ShownOnce | OperatorRefusal> {
  const password = drawPassword();
  const passwordHash = await hash(password);
  return transact(database, async (tx) => {
    if (!(await areIntegrations(tx, integrationIds))) return refuseOperator('NotFound', 'integrationIds');
    if (sellerId !== null && (await readSeller(tx, { id: sellerId })) === null)
      return refuseOperator('NotFound', 'sellerId');
    // At a desk there are no roles, and to an operator's routes the account may see nothing.
    const may = sellerId === null ? { role, integrationIds } : { role: 'viewer' as const, integrationIds: [] };
    const id = await insertAccount(tx, { name, passwordHash, mustChangePassword: true, ...may, sellerId });
    if (id === null) return refuseOperator('AccountNameTaken', 'name');
    const limits = integrationIds === null ? { role } : { role, integrationIds };
    const facts = sellerId === null ? limits : { sellerId };
    await recordAct(tx, { actor, action: 'create account', subject: name, reason: '', facts });
    return { name, password };
  });
}

export interface AccountTerms {
  readonly name: string;
  readonly role?: Role | undefined;
  readonly integrationIds?: VisibleIntegrations | undefined;
  /** The seller whose desk the account has, in place of a role. */
  readonly sellerId?: string | null | undefined;
}

type Access = Pick<OperatorAccount, 'role' | 'isDisabled' | 'integrationIds'>;

export interface AccountUpdate extends Partial<Access> {
  readonly reason: string;
}

/** Only an admin who is not limited to integrations can manage accounts. */
function isWholeAdmin({ role, isDisabled, integrationIds }: Access): boolean {
  return role === 'admin' && !isDisabled && integrationIds === null;
}

/** Changes a role or a limit, or disables or enables an account, and ends its sessions. */
export async function updateAccount(
  { database }: Pick<AccountsParts, 'database'>,
  id: string,
  { role, isDisabled, integrationIds, reason }: AccountUpdate,
  actor: Actor,
): Promise<OperatorRefusal | undefined> {
  return transact(database, async (tx) => {
    const others = await countOtherAdmins(tx, id);
    const account = await readAccount(tx, { id });
    if (account === null) return refuseOperator('NotFound');
    if (account.sellerId !== null && (role !== undefined || integrationIds !== undefined))
      return refuseOperator('AccountIsOfSeller');
    const after = {
      role: role ?? account.role,
      isDisabled: isDisabled ?? account.isDisabled,
      integrationIds: integrationIds === undefined ? account.integrationIds : integrationIds,
    };
    if (!(await areIntegrations(tx, after.integrationIds))) return refuseOperator('NotFound', 'integrationIds');
    if (isWholeAdmin(account) && others === 0 && !isWholeAdmin(after)) return refuseOperator('AccountIsLastAdmin');
    await changeAccount(tx, id, after);
    await endSessionsOf(tx, { accountId: id, except: null });
    await recordAct(tx, { actor, action: 'change account', subject: account.name, reason, facts: after });
    return undefined;
  });
}

/**
 * Helps with a forgotten password or a lost authenticator: sets a new password, and removes the authenticator, the lock
 * and all sessions.
 */
export async function resetPassword(
  { database, hash }: AccountsParts,
  which: { readonly id: string } | { readonly name: string },
  { reason, actor }: { readonly reason: string; readonly actor: Actor },
): Promise<ShownOnce | OperatorRefusal> {
  const password = drawPassword();
  const passwordHash = await hash(password);
  return transact(database, async (tx) => {
    const account =
      'id' in which ? await readAccount(tx, { id: which.id }) : await findAccount(tx, { name: which.name });
    if (account === null) return refuseOperator('NotFound');
    if (account.oidcSubject !== null) return refuseOperator('AccountIsFederated');
    await changeAccount(tx, account.id, { passwordHash, mustChangePassword: true, isTotpOn: false, totpSecret: null });
    await endSessionsOf(tx, { accountId: account.id, except: null });
    await forgetWrongTries(tx, { name: account.name });
    await recordAct(tx, { actor, action: 'reset password', subject: account.name, reason });
    return { name: account.name, password };
  });
}
