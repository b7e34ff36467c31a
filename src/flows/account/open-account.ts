import { type Account, accountOf } from '../../domain/account/account.ts';
import type { AccountRecord } from '../../domain/account/account-record.ts';
import { withEntry } from '../../domain/account/with-entry.ts';
import type { LedgerEntry } from '../../domain/books/ledger-entry.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { EntryId } from '../../domain/ids.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { readAccount, type StoredAccount } from '../../store/account/account.ts';
import { insertEntry } from '../../store/books/entry.ts';
import type { Tx } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';

/** What `recordEntry` and the consequences of an entry need beside the database. */
export type AccountParts = Parts<'linkBox' | 'reference'>;

/** The account of a policy in a transaction that holds its lock: what was read once, and what was recorded since. */
export interface OpenAccount {
  readonly tx: Tx;
  readonly stored: StoredAccount;
  readonly account: Account;
  readonly at: { readonly today: PlainDate; readonly now: Date };
}

/**
 * Locks the policy and reads its account. Whoever changes what becomes of a policy's money begins here. Returns null for
 * an unknown policy. `today`: the seller's, by default that of `now`.
 */
export async function openAccount(
  tx: Tx,
  policyNumber: string,
  { now, today }: { readonly now: Date; readonly today?: PlainDate },
): Promise<OpenAccount | null> {
  await lockPolicy(tx, policyNumber);
  return reopenAccount(tx, policyNumber, { now, ...(today !== undefined && { today }) });
}

/** Reads the account again, where the lock is held and more than entries has changed. */
export async function reopenAccount(
  tx: Tx,
  policyNumber: string,
  at: { readonly now: Date; readonly today?: PlainDate },
): Promise<OpenAccount | null> {
  const stored = await readAccount(tx, policyNumber);
  if (stored === null) return null;
  const today = at.today ?? todayOf(stored.seller, at.now);
  return { tx, stored, account: accountOf(stored.record, today), at: { today, now: at.now } };
}

/** Writes an entry, and has the account as it is with it. Returns null if it was recorded before. */
export async function appendEntry(open: OpenAccount, entry: LedgerEntry): Promise<OpenAccount | null> {
  const { tx, stored, at } = open;
  const { applicationId, policyNumber } = stored.policy;
  const id = newId<EntryId>();
  const sale = { applicationId, policyNumber, sellerId: stored.seller.id, day: at.today };
  const turn = await insertEntry(tx, sale, { ...entry, id });
  return turn === null ? null : withRecord(open, withEntry(stored.record, { ...entry, id, turn }, at.today));
}

/** The account with what has just been written. */
export function withRecord(open: OpenAccount, changed: Partial<AccountRecord>): OpenAccount {
  const record = { ...open.stored.record, ...changed };
  return { ...open, stored: { ...open.stored, record }, account: accountOf(record, open.at.today) };
}
