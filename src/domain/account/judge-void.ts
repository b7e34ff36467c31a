import type { EntryKind, Recorder } from '../books/ledger-entry.ts';
import type { EntryId } from '../ids.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import type { Account } from './account.ts';
import type { AccountEntry, AccountRecord } from './account-record.ts';

interface About {
  readonly paymentEntryId: EntryId | null;
  readonly disputeId: EntryId | null;
}

interface ToVoid {
  readonly id: EntryId;
  readonly kind: EntryKind;
  readonly recordedBy: Recorder;
}

/** Says whether an entry may be taken back. `entries`: those that were not voided. */
export function judgeVoid({ id, recordedBy }: ToVoid, entries: readonly About[]): OperatorRefusal | null {
  if (recordedBy !== 'operator') return refuseOperator('EntryNotByOperator', 'id');
  const isInUse = entries.some(({ paymentEntryId, disputeId }) => paymentEntryId === id || disputeId === id);
  return isInUse ? refuseOperator('EntryInUse', 'id') : null;
}

/**
 * Whether the account lets an entry be voided now.
 *
 * - Not while a refund is on its way: it can't be stopped. A refund that was not begun is dropped when the consequences
 *   are applied.
 * - Not a lost dispute that was won after all: the operator voids the win first.
 * - Not a refund that came back and was paid another way since: the operator voids that payment first.
 * - Not goodwill that was refunded: the customer has the money. Goodwill that only lowered a debt can be voided, and the
 *   debt is owed again.
 */
export function judgeVoidNow(
  entry: ToVoid & Pick<AccountEntry, 'turn' | 'amountCents' | 'disputeId' | 'paymentEntryId'>,
  { entries, cancellation, refundWork }: AccountRecord,
  { balanceCents }: Pick<Account, 'balanceCents'>,
): OperatorRefusal | null {
  const refused = judgeVoid(entry, entries);
  if (refused !== null) return refused;
  if (refundWork.some(({ payee, state }) => payee !== 'Lender' && state === 'begun'))
    return refuseOperator('ReversalUnderWay', 'id');
  const isWonSince = entries.some(
    (one) => one.kind === 'dispute-won' && one.disputeId === entry.disputeId && one.turn > entry.turn,
  );
  if (entry.kind === 'dispute-lost' && isWonSince) return refuseOperator('EntryInUse', 'id');
  if (entry.kind === 'refund-returned' && isGivenAgain(entry, entries)) return refuseOperator('EntryInUse', 'id');
  const wasRefunded = entries.some(({ kind }) => kind === 'refund') && balanceCents + entry.amountCents > 0;
  // A cancellation in effect has refunded the rest of the price, and has counted the goodwill as refunded before.
  const isGivenBack = wasRefunded || cancellation?.isInEffect === true;
  return entry.kind === 'goodwill' && isGivenBack ? refuseOperator('EntryInUse', 'id') : null;
}

/** Whether the refund that the bank sent back was paid another way since. */
function isGivenAgain(
  { turn, paymentEntryId }: Pick<AccountEntry, 'turn' | 'paymentEntryId'>,
  entries: readonly AccountEntry[],
): boolean {
  return entries.some((one) => one.kind === 'refund' && one.paymentEntryId === paymentEntryId && one.turn > turn);
}

/**
 * The entries that the service added because of this one, and that are voided with it: the customer's share of a lost
 * dispute.
 */
export function voidedWith(entry: AccountEntry, { entries }: Pick<AccountRecord, 'entries'>): readonly AccountEntry[] {
  if (entry.kind !== 'dispute-lost') return [];
  return entries.filter(
    ({ id, kind, disputeId }) => kind === entry.kind && disputeId === entry.disputeId && id !== entry.id,
  );
}
