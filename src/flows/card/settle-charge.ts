import { entryOfPayment } from '../../domain/books/entry-of.ts';
import { addDays, type PlainDate, parseDate } from '../../domain/calendar.ts';
import { chargeKey } from '../../domain/card/card-payment.ts';
import type { SaleFacts } from '../../domain/history/sale-event.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { type ChargeNow, refuseChargeAct } from '../../domain/work/acts.ts';
import { note } from '../../store/audit/audit.ts';
import { type CancellablePolicy, readCancellable, setUsedDays } from '../../store/cancellation/cancellation.ts';
import {
  endPaidOutside,
  lockDueCharge,
  policyOfCharge,
  rescheduleDueCharge,
  type StuckCharge,
} from '../../store/card/due-charge.ts';
import type { Tx } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { recordEntry } from '../books/record-entry.ts';
import { withdrawIfPaid } from '../cancellation/withdraw-cancellation.ts';
import { type CorrectionMade, correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { carryOut } from '../refund/carry-out.ts';
import { refusePastTaxChange } from '../tax/past-tax-change.ts';
import { recordCharge } from './record-charge.ts';

/** Retries, today, a charge that was refused on all its days. */
export async function retryCharge(tx: Tx, paymentId: PaymentId, now: Date): Promise<CorrectionMade | OperatorRefusal> {
  const charge = await openCharge(tx, paymentId, 'retry');
  if (isOperatorRefusal(charge)) return charge;
  const dueOn = todayOf(charge.seller, now);
  const refused = await refusePastTaxChange(tx, charge.sale, { paidOn: dueOn });
  if (refused !== null) return refused;
  await rescheduleDueCharge(tx, { cardPaymentId: paymentId, dueOn });
  return done('retry charge', charge, { dueOn });
}

/**
 * Records how a charge was paid after all: outside, or by the processor itself, as the operator has seen in its
 * console. The second is for a charge whose outcome is unknown; its reference is then the processor's own.
 */
export async function recordPaid(
  tx: Tx,
  paymentId: PaymentId,
  { reference, by, now }: PaidAsked,
): Promise<CorrectionMade | OperatorRefusal> {
  const charge = await openCharge(tx, paymentId, 'settle');
  if (isOperatorRefusal(charge)) return charge;
  const { policyNumber, applicationId, seller, amountCents } = charge;
  const today = todayOf(seller, now);
  if (by === 'processor') {
    if (!charge.now.isUnclear) return refuseOperator('ChargeNotUnclear', 'by');
    if (!processorReference.test(reference)) return refuseOperator('ProcessorReferenceInvalid', 'reference');
    await recordFound(tx, charge, { reference, now, today });
    return done('settle charge', charge, { reference, by });
  }
  await endPaidOutside(tx, { cardPaymentId: paymentId, policyNumber, reference });
  const sale = { applicationId, policyNumber, sellerId: seller.id, day: today };
  await recordEntry(tx, sale, entryOfPayment(amountCents, paymentId));
  await note(tx, { applicationId, event: 'scheduled card settled', facts: { policyNumber } });
  await withdrawIfPaid(tx, policyNumber, { paidOn: today, today });
  await carryOut(tx, { policyNumber, today });
  return done('settle charge', charge, { reference, by });
}

export interface PaidAsked {
  readonly reference: string;
  readonly by: 'outside' | 'processor';
  readonly now: Date;
}

/** As processors write theirs. It stands in the books, which are kept: no name may come into them. */
const processorReference = /^[A-Za-z0-9._:-]{1,64}$/;

/** As if the processor had answered: the books have the charge, and a refund goes to the card. */
async function recordFound(
  tx: Tx,
  { cardPaymentId, tries, holdCents, ...charge }: StuckCharge,
  { reference, now, today }: { readonly reference: string; readonly now: Date; readonly today: PlainDate },
): Promise<void> {
  const { amountCents } = charge;
  await recordCharge(tx, {
    ...charge,
    cardPaymentId,
    sellerId: charge.seller.id,
    taken: tries,
    tries,
    today,
    key: chargeKey({ id: cardPaymentId, holdCents }, tries),
    processorReference: reference,
    recordedBy: 'operator',
    charge: { amountCents, authorizationNumber: reference, chargedAt: now.toISOString() },
  });
}

/** Gives up what the used days of a cancelled policy cost. */
export function writeOffCharge(
  { database, now }: Parts<'database' | 'now'>,
  actor: Actor,
  { policyNumber, reason }: PolicyAsked,
) {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    await lockPolicy(tx, policyNumber);
    const found = await readCancellable(tx, policyNumber);
    if (found === null) return refuseOperator('NotFound', 'policyNumber');
    const { policy, seller, cancellation, dueCharge } = found;
    if (dueCharge === null) return refuseOperator('NothingToWriteOff');
    const refused = refuseChargeAct('write-off', chargeNowOf(dueCharge, cancellation));
    if (refused !== null) return refused;
    await setUsedDays(tx, { policyNumber, usedDays: 'write-off' });
    await carryOut(tx, { policyNumber, today: todayOf(seller, now) });
    const { applicationId } = policy;
    const facts = { amountCents: dueCharge.amountCents } satisfies SaleFacts;
    await note(tx, { applicationId, event: 'used days written off', facts: { policyNumber, ...facts } });
    return { action: 'write off', subject: policyNumber, applicationId, facts };
  });
}

export interface MoveAsked {
  readonly paymentId: PaymentId;
  readonly reason: string;
  readonly dueOn: string;
}

/** For a later day, the sale has to be made again. */
const daysAheadMax = 60;

/** The later day on which a card is to be charged. A policy that is cancelled ahead is paid before that day. */
export function judgeChargeDay(
  given: string,
  field: string,
  { today, cancellation }: { readonly today: PlainDate; readonly cancellation: CancellablePolicy['cancellation'] },
): PlainDate | OperatorRefusal {
  const isAhead = cancellation !== null && !cancellation.isInEffect;
  const [from, latest] = [addDays(today, 1), addDays(today, daysAheadMax)];
  const to = [latest, ...(isAhead ? [addDays(cancellation.terms.cancelledOn, -1)] : [])].sort()[0]!;
  const day = parseDate(given);
  return day !== null && day >= from && day <= to ? day : refuseOperator('ChargeDateOutOfRange', field, { from, to });
}

/** Moves a charge to another day in the seller's time zone. */
export function moveCharge({ database, now }: Parts<'database' | 'now'>, actor: Actor, asked: MoveAsked) {
  const { paymentId, reason } = asked;
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const charge = await openCharge(tx, paymentId, 'move');
    if (isOperatorRefusal(charge)) return charge;
    const today = todayOf(charge.seller, now);
    const { cancellation = null } = (await readCancellable(tx, charge.policyNumber)) ?? {};
    const dueOn = judgeChargeDay(asked.dueOn, 'dueOn', { today, cancellation });
    if (isOperatorRefusal(dueOn)) return dueOn;
    const refused = await refusePastTaxChange(tx, charge.sale, { paidOn: dueOn, field: 'dueOn' });
    if (refused !== null) return refused;
    await rescheduleDueCharge(tx, { cardPaymentId: paymentId, dueOn });
    return done('move charge', charge, { from: charge.dueOn, to: dueOn });
  });
}

/** The charge of a policy that was read whole. */
export function chargeNowOf(
  charge: Omit<ChargeNow, 'isOfUsedDays'>,
  cancellation: { readonly isInEffect: boolean } | null,
): ChargeNow {
  return { ...charge, isOfUsedDays: cancellation?.isInEffect ?? false };
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
