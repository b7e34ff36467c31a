import type { AccountRecord } from '../../domain/account/account-record.ts';
import { entryOfWriteOff } from '../../domain/books/entry-of.ts';
import { addDays, type PlainDate, parseDate } from '../../domain/calendar.ts';
import { coverEndsOn } from '../../domain/cancellation/cancellation.ts';
import { chargeKey } from '../../domain/card/card-payment.ts';
import type { SaleFacts } from '../../domain/history/sale-event.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { refuseChargeAct, refuseWriteOff } from '../../domain/work/acts.ts';
import { readAccount } from '../../store/account/account.ts';
import { isChargeRecorded, lockChargeReference } from '../../store/books/entry.ts';
import { setUsedDays } from '../../store/cancellation/cancellation.ts';
import { lockDueCharge, policyOfCharge, rescheduleDueCharge, type StuckCharge } from '../../store/card/due-charge.ts';
import type { Tx } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { applyConsequences } from '../account/apply-consequences.ts';
import { type AccountParts, openAccount, reopenAccount } from '../account/open-account.ts';
import { recordEntry } from '../account/record-entry.ts';
import { recordReport } from '../account/record-report.ts';
import { newId } from '../new-id.ts';
import { type CorrectionMade, correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { refusePastTaxChange } from '../tax/past-tax-change.ts';
import { recordCharge } from './record-charge.ts';

/** Retries, today, a charge that was refused on all its days. */
export async function retryCharge(
  { tx, ...parts }: AccountParts & { readonly tx: Tx },
  paymentId: PaymentId,
  now: Date,
): Promise<CorrectionMade | OperatorRefusal> {
  const charge = await openCharge(tx, paymentId, 'retry');
  if (isOperatorRefusal(charge)) return charge;
  const dueOn = todayOf(charge.seller, now);
  const refused = await refusePastTaxChange(tx, charge.sale, { paidOn: dueOn });
  if (refused !== null) return refused;
  await reschedule({ ...parts, tx }, charge, { dueOn, now });
  return done('retry charge', charge, { dueOn });
}

/** A charge that was never tried is ahead from now on, and the policy's money with it. */
async function reschedule(
  { tx, ...parts }: AccountParts & { readonly tx: Tx },
  { cardPaymentId, policyNumber }: StuckCharge,
  { dueOn, now }: { readonly dueOn: PlainDate; readonly now: Date },
): Promise<void> {
  await rescheduleDueCharge(tx, { cardPaymentId, dueOn });
  await applyConsequences(parts, (await reopenAccount(tx, policyNumber, { now }))!);
}

/**
 * Records how a charge was paid after all: by hand, or by the processor itself, as the operator has seen in its
 * console. The second is for a charge whose outcome is unknown; its reference is then the processor's own. While it is
 * unknown, it is asked about whatever a person has recorded.
 */
export async function recordPaid(
  parts: AccountParts & { readonly tx: Tx },
  paymentId: PaymentId,
  { reference, by, on, now }: PaidAsked,
): Promise<CorrectionMade | OperatorRefusal> {
  const { tx } = parts;
  const charge = await openCharge(tx, paymentId, 'settle');
  if (isOperatorRefusal(charge)) return charge;
  const { policyNumber, seller } = charge;
  if (by === 'outside') {
    const open = (await openAccount(tx, policyNumber, { now }))!;
    const paidOn = on === null ? open.at.today : parseDate(on);
    if (paidOn === null)
      return refuseOperator('ReportDateOutOfRange', 'on', { from: open.stored.policy.boundOn, to: open.at.today });
    // What the charge is for, whatever was due on the day on which it was paid.
    const paid = {
      kind: 'received',
      amountCents: open.account.balanceCents > 0 ? open.account.balanceCents : null,
      on: paidOn,
      reference,
      recordedBy: 'operator',
    } as const;
    const recorded = await recordReport(parts, open, paid);
    return isOperatorRefusal(recorded) ? recorded : done('settle charge', charge, { reference, by });
  }
  if (!charge.now.isUnclearForADay) return refuseOperator('ChargeNotUnclear', 'by');
  if (!processorReference.test(reference)) return refuseOperator('ProcessorReferenceInvalid', 'reference');
  // A charge at the processor may settle only one charge here.
  await lockChargeReference(tx, { reference });
  if (await isChargeRecorded(tx, { reference })) return refuseOperator('ProcessorReferenceInvalid', 'reference');
  const { cardPaymentId, tries, holdCents, amountCents } = charge;
  const isNew = await recordCharge(parts, {
    cardPaymentId,
    policyNumber,
    tryTaken: tries,
    tries,
    today: todayOf(seller, now),
    now,
    key: chargeKey({ id: cardPaymentId, holdCents }, tries),
    processorReference: reference,
    charge: { amountCents, authorizationNumber: reference, chargedAt: now.toISOString() },
    recordedBy: 'operator',
  });
  // A charge that is recorded already has this reference.
  return isNew
    ? done('settle charge', charge, { reference, by })
    : refuseOperator('ProcessorReferenceInvalid', 'reference');
}

export interface PaidAsked {
  readonly reference: string;
  readonly by: 'outside' | 'processor';
  /** The payment's own day; null: today. */
  readonly on: string | null;
  readonly now: Date;
}

/** How processors write their references. The books keep it for years, so no name may be typed here. */
const processorReference = /^[A-Za-z0-9._:-]{1,64}$/;

/** Writes off what the customer owes once the cover is over, or what was refunded twice. */
export function writeOffCharge(
  { database, now, ...parts }: AccountParts & Parts<'database' | 'now'>,
  actor: Actor,
  { policyNumber, reason }: PolicyAsked,
) {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const open = await openAccount(tx, policyNumber, { now });
    if (open === null) return refuseOperator('NotFound', 'policyNumber');
    const { policy, charge, record: facts } = open.stored;
    const amountCents = open.account.balanceCents;
    if (charge === null) return refuseOperator('NothingToWriteOff');
    const isCancelled = facts.cancellation?.isInEffect === true;
    const refused = refuseWriteOff(charge, { ...facts, coverEndsOn: coverEndsOn(policy), isCancelled }, open.at.today);
    if (refused !== null) return refused;
    if (isCancelled) await setUsedDays(tx, { policyNumber, usedDays: 'write-off' });
    await recordEntry(parts, open, entryOfWriteOff(amountCents, newId(), 'operator'));
    const { applicationId } = policy;
    return { action: 'write off', subject: policyNumber, applicationId, facts: { amountCents } satisfies SaleFacts };
  });
}

export interface MoveAsked {
  readonly paymentId: PaymentId;
  readonly reason: string;
  readonly dueOn: string;
}

/** A later day needs a new sale. */
const daysAheadMax = 60;

/** The later day on which a card is to be charged. A policy that is cancelled ahead is paid before that day. */
export function judgeChargeDay(
  given: string,
  field: string,
  { today, cancellation }: { readonly today: PlainDate; readonly cancellation: AccountRecord['cancellation'] },
): PlainDate | OperatorRefusal {
  const isAhead = cancellation !== null && !cancellation.isInEffect;
  const [from, latest] = [addDays(today, 1), addDays(today, daysAheadMax)];
  const to = [latest, ...(isAhead ? [addDays(cancellation.cancelledOn, -1)] : [])].sort()[0]!;
  const day = parseDate(given);
  return day !== null && day >= from && day <= to ? day : refuseOperator('ChargeDateOutOfRange', field, { from, to });
}

/** Moves a charge to another day in the seller's time zone. */
export function moveCharge(
  { database, now, ...parts }: AccountParts & Parts<'database' | 'now'>,
  actor: Actor,
  asked: MoveAsked,
) {
  const { paymentId, reason } = asked;
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const charge = await openCharge(tx, paymentId, 'move');
    if (isOperatorRefusal(charge)) return charge;
    const today = todayOf(charge.seller, now);
    const cancellation = (await readAccount(tx, charge.policyNumber))?.record.cancellation ?? null;
    const dueOn = judgeChargeDay(asked.dueOn, 'dueOn', { today, cancellation });
    if (isOperatorRefusal(dueOn)) return dueOn;
    const refused = await refusePastTaxChange(tx, charge.sale, { paidOn: dueOn, field: 'dueOn' });
    if (refused !== null) return refused;
    await reschedule({ ...parts, tx }, charge, { dueOn, now });
    return done('move charge', charge, { from: charge.dueOn, to: dueOn });
  });
}

async function openCharge(
  tx: Tx,
  paymentId: PaymentId,
  act: 'retry' | 'move' | 'settle',
): Promise<StuckCharge | OperatorRefusal> {
  const policyNumber = await policyOfCharge(tx, { cardPaymentId: paymentId });
  if (policyNumber !== null) await lockPolicy(tx, policyNumber);
  const charge = await lockDueCharge(tx, { cardPaymentId: paymentId });
  if (charge === null) return refuseOperator('NotFound', 'paymentId');
  return refuseChargeAct(act, charge.now) ?? charge;
}

function done(
  action: OperatorAction,
  { cardPaymentId, policyNumber, applicationId }: StuckCharge,
  facts: object,
): CorrectionMade {
  return { action, subject: policyNumber, applicationId, facts: { paymentId: cardPaymentId, ...facts } };
}
