import type { AccountEntry } from '../../domain/account/account-record.ts';
import { entryOfCharge } from '../../domain/books/entry-of.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { PaymentId } from '../../domain/ids.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import type { CardCharge } from '../../domain/policy/policy.ts';
import type { Charge } from '../../ports/card-processor.ts';
import { endCharged, policyOfCharge, readDueCharge } from '../../store/card/due-charge.ts';
import { type Tx, transact } from '../../store/database.ts';
import { type AccountParts, openAccount, reopenAccount } from '../account/open-account.ts';
import { record } from '../account/record.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';

/** A charge of a scheduled card that was made, as it was taken to be made. */
export interface ChargeToRecord {
  readonly cardPaymentId: PaymentId;
  readonly policyNumber: string;
  /** The try that was taken; null: the charge was found, and is of whichever try is under way. */
  readonly taken: number | null;
  /** The one that made the charge, which may be earlier, with its key. */
  readonly tries: number;
  readonly key: string;
  readonly processorReference: string;
  readonly charge: CardCharge;
  /** The seller's. */
  readonly today: PlainDate;
  readonly now: Date;
  readonly recordedBy?: 'processor' | 'operator';
}

/**
 * Records a charge that was made: a payment like any other. If it was not needed any more (the policy was cancelled or
 * paid another way, or another try was charged, too), the account gives it back. Returns false if it is recorded
 * already.
 */
export async function recordCharge(
  { tx, ...parts }: AccountParts & { readonly tx: Tx },
  made: ChargeToRecord,
): Promise<boolean> {
  const { cardPaymentId, policyNumber, tries, taken, key, today, now, charge, processorReference } = made;
  const before = await openAccount(tx, policyNumber, { today, now });
  const isKnown = ({ kind, partyReference }: AccountEntry) =>
    kind === 'charge' && partyReference === processorReference;
  if (before === null || before.found.record.entries.some(isKnown)) return false;
  const work = await readDueCharge(tx, { cardPaymentId });
  if (work === null) return false;
  const isItsWork =
    ['due', 'refused'].includes(work.state) || (work.state === 'charging' && (taken === null || work.tries === taken));
  const entry = entryOfCharge({
    reference: processorReference,
    key,
    amountCents: charge.amountCents,
    paymentId: cardPaymentId,
    // The day on which the customer gave the card counts, not that of the answer.
    paidOn: work.dueOn < today ? work.dueOn : today,
    recordedBy: made.recordedBy ?? 'processor',
    ...(made.recordedBy === 'operator' && { report: newId() }),
  });
  if (isItsWork) await endCharged(tx, { cardPaymentId, policyNumber, tries, charge });
  const open = (await reopenAccount(tx, policyNumber, { today, now }))!;
  return (await record(parts, open, entry)) !== null;
}

export interface FoundCharge {
  readonly payment: { readonly id: PaymentId };
  readonly key: string;
  readonly charge: Charge;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  readonly now: Date;
}

/**
 * Records a charge that was found, if its card is a policy's that is charged later. Returns false if there is none.
 */
export function recordIfOfPolicy(
  { database, ...parts }: AccountParts & Parts<'database'>,
  { payment, key, charge: made, seller, now }: FoundCharge,
): Promise<boolean> {
  const { reference: processorReference, ...charge } = made;
  return transact(database, async (tx) => {
    const policyNumber = await policyOfCharge(tx, { cardPaymentId: payment.id });
    if (policyNumber === null) return false;
    const today = todayOf(seller, now);
    await recordCharge(
      { ...parts, tx },
      { cardPaymentId: payment.id, policyNumber, taken: null, tries: 0, key, processorReference, charge, today, now },
    );
    return true;
  });
}
