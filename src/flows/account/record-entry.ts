import type { LedgerEntry } from '../../domain/books/ledger-entry.ts';
import type { EntryId } from '../../domain/ids.ts';
import { announce } from './announce.ts';
import { applyConsequences } from './apply-consequences.ts';
import { type AccountParts, appendEntry, type OpenAccount } from './open-account.ts';

/*
 * How the account of a policy is written. Whoever learns something of its money (the charge job, the day of a
 * cancellation, the lender's answer, a payout file, an operator, a partner, the sandbox) says what happened as an entry;
 * what follows from it is written in the same transaction, and is the same whoever said it.
 *
 * Two kinds of news need a step between these three and call them by themselves: a void (record-report.ts,
 * books/record-disputes.ts), and a charge that a person has reported or the processor then confirms
 * (card/record-charge.ts). Money that moved without a policy has no account: its entries are inserted into the books alone.
 */

/**
 * Records what happened to the money of a policy. What an outside party reports is never refused here: where we would
 * act ourselves, the caller has judged it by the account that it opened. Returns null if it was recorded before.
 */
export async function recordEntry(
  parts: AccountParts,
  before: OpenAccount,
  entry: LedgerEntry,
): Promise<Recorded | null> {
  const appended = await appendEntry(before, entry);
  if (appended === null) return null;
  const entryId = appended.stored.record.entries.at(-1)!.id;
  const { open, asksCustomer } = await applyConsequences(parts, appended);
  await announce(open, { entry, entryId, asksCustomer });
  return { open, entryId };
}

export interface Recorded {
  /** The account with the entry and what follows from it. */
  readonly open: OpenAccount;
  readonly entryId: EntryId;
}
