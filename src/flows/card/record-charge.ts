import type { AccountEntry } from '../../domain/account/account-record.ts';
import { entryOfCharge } from '../../domain/books/entry-of.ts';
import type { LedgerEntry } from '../../domain/books/ledger-entry.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { PaymentId } from '../../domain/ids.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import type { CardCharge } from '../../domain/policy/policy.ts';
import type { Charge } from '../../ports/card-processor.ts';
import { endCharged, policyOfCharge, readDueCharge, reportCharge } from '../../store/card/due-charge.ts';
import { type Tx, transact } from '../../store/database.ts';
import { moveReceipt } from '../../store/document/document.ts';
import { correctReference } from '../../store/refund/reversal.ts';
import { mailLink } from '../../store/unpaid/payment-link.ts';
import { announce } from '../account/announce.ts';
import { applyConsequences, voidEntry } from '../account/apply-consequences.ts';
import {
  type AccountParts,
  appendEntry,
  type OpenAccount,
  openAccount,
  reopenAccount,
} from '../account/open-account.ts';
import { recordEntry } from '../account/record-entry.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';

/** A charge of a scheduled card that was made, as it was taken to be made. */
export interface ChargeToRecord {
  readonly cardPaymentId: PaymentId;
  readonly policyNumber: string;
  /** The try that was taken; null: the charge was found, and is of whichever try is under way. */
  readonly tryTaken: number | null;
  /** The one that made the charge, which may be earlier, with its key. */
  readonly tries: number;
  readonly key: string;
  readonly processorReference: string;
  readonly charge: CardCharge;
  /** Today is the seller's. */
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
  const { cardPaymentId, policyNumber, tries, tryTaken, key, today, now, charge, processorReference } = made;
  const at = { today, now };
  const before = await openAccount(tx, policyNumber, at);
  const work = await readDueCharge(tx, { cardPaymentId });
  if (before === null || work === null) return false;
  const { entries } = before.stored.record;
  const known = entries.find(({ kind, partyReference }) => kind === 'charge' && partyReference === processorReference);
  if (known !== undefined && known.id !== work.reportedAs) return false;
  // The processor charges once at most under a key: what else is recorded under it, an operator has recorded.
  const isSaid = (one: AccountEntry) => one.id === work.reportedAs || (one.kind === 'charge' && one.partyKey === key);
  const reported = entries.find(isSaid) ?? null;
  const isItsWork =
    ['due', 'refused', 'reported'].includes(work.state) ||
    (work.state === 'charging' && (tryTaken === null || work.tries === tryTaken));
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
  if (made.recordedBy === 'operator') return reportMade(parts, before, { made, entry });
  if (isItsWork) await endCharged(tx, { cardPaymentId, policyNumber, tries, charge });
  const open = (await reopenAccount(tx, policyNumber, at))!;
  if (reported !== null) return confirmReported(parts, open, { reported, entry });
  return (await recordEntry(parts, open, entry)) !== null;
}

/** An operator says that it was made: as if the processor had answered, which is asked until it does. */
async function reportMade(
  parts: AccountParts,
  before: OpenAccount,
  { made, entry }: { readonly made: ChargeToRecord; readonly entry: LedgerEntry },
): Promise<boolean> {
  const { tx, at } = before;
  const { policyNumber } = made;
  const appended = await appendEntry(before, entry);
  if (appended === null) return false;
  const entryId = appended.stored.record.entries.at(-1)!.id;
  await reportCharge(tx, { ...made, entryId });
  const { open, asksCustomer } = await applyConsequences(parts, (await reopenAccount(tx, policyNumber, at))!);
  await announce(open, { entry, entryId, asksCustomer });
  return true;
}

/**
 * The processor has answered for a charge that an operator had recorded: its word takes the place of the operator's,
 * whose reference may be wrong. Everybody was told already. What was disputed or given back of it meanwhile stays,
 * and with it the operator's entry; a refund that is under way asks by the processor's reference from now on.
 */
async function confirmReported(
  parts: AccountParts,
  open: OpenAccount,
  { reported, entry }: { readonly reported: AccountEntry; readonly entry: LedgerEntry },
): Promise<boolean> {
  const { entries, refundWork } = open.stored.record;
  const isInUse =
    entries.some(({ paymentEntryId }) => paymentEntryId === reported.id) ||
    refundWork.some(({ paymentEntryId, state }) => paymentEntryId === reported.id && state !== 'idle');
  let current = open;
  if (!isInUse) {
    current = (await appendEntry((await voidEntry(open, reported.id, 'processor'))!, entry))!;
    await moveReceipt(open.tx, { from: reported.id, to: current.stored.record.entries.at(-1)!.id });
  } else await correctReference(open.tx, { paymentEntryId: reported.id, reference: entry.partyReference! });
  const { asksCustomer } = await applyConsequences(parts, current);
  const { policyNumber } = open.stored.policy;
  // While it was asked about, what a bank had taken of it was asked of nobody.
  if (asksCustomer) await mailLink(open.tx, { id: newId(), policyNumber, lastDay: null });
  return true;
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
      {
        cardPaymentId: payment.id,
        policyNumber,
        tryTaken: null,
        tries: 0,
        key,
        processorReference,
        charge,
        today,
        now,
      },
    );
    return true;
  });
}
