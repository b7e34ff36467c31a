import type { EntryKind, Recorder } from '../books/ledger-entry.ts';
import type { EntryId } from '../ids.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import type { Account } from './account.ts';
import type { AccountEntry, AccountRecord } from './account-record.ts';
import { sumOf } from './payments.ts';

interface About {
  readonly paymentId: EntryId | null;
  readonly disputeId: EntryId | null;
}

interface ToVoid {
  readonly id: EntryId;
  readonly kind: EntryKind;
  readonly recordedBy: Recorder;
}

/** A loan that was ended stays ended: the lender does not take that back. */
const neverVoided: readonly EntryKind[] = ['loan-ended'];

/** Says whether an entry may be taken back. `entries`: those that were not voided. */
export function judgeVoid({ id, kind, recordedBy }: ToVoid, entries: readonly About[]): OperatorRefusal | null {
  if (recordedBy !== 'operator' || neverVoided.includes(kind)) return refuseOperator('EntryNotByOperator', 'id');
  const isInUse = entries.some(({ paymentId, disputeId }) => paymentId === id || disputeId === id);
  return isInUse ? refuseOperator('EntryInUse', 'id') : null;
}

/**
 * Whether the account lets it be taken back now. What is being given back can't be stopped, and what goodwill gave is
 * the customer's; what was not begun is dropped by what follows.
 */
export function judgeVoidNow(
  entry: ToVoid & Pick<AccountEntry, 'amountCents'>,
  { entries, cancellation, givingBack }: AccountRecord,
  { toGiveBack }: Pick<Account, 'toGiveBack'>,
): OperatorRefusal | null {
  const refused = judgeVoid(entry, entries);
  if (refused !== null) return refused;
  if (givingBack.some(({ payee, state }) => payee !== 'Lender' && state === 'begun'))
    return refuseOperator('ReversalUnderWay', 'id');
  // A cancellation has given back the rest of the price beside it.
  const isGivenBack = sumOf(toGiveBack) < entry.amountCents || cancellation?.isInEffect === true;
  return entry.kind === 'goodwill' && isGivenBack ? refuseOperator('EntryInUse', 'id') : null;
}
