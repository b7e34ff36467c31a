import { addDays, parseDate } from '../../domain/calendar/calendar.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { todayOf } from '../../domain/seller.ts';
import type { Tx } from '../../store/database.ts';
import { lockDueCharge, rescheduleDueCharge, type StuckCharge, settleDueCharge } from '../../store/due-charge.ts';
import type { Parts } from '../parts.ts';
import { correct, type Done } from './correction.ts';
import { refusePastTaxChange } from './past-tax-change.ts';

/** Retries, today, a charge that was refused on all its days. */
export async function retryCharge(tx: Tx, paymentId: PaymentId, now: Date): Promise<Done | OperatorRefusal> {
  const charge = await openCharge(tx, paymentId, false);
  if (isOperatorRefusal(charge)) return charge;
  if (charge.state !== 'refused') return refuseOperator('ChargeNotRefused');
  const dueOn = todayOf(charge.seller, now);
  const refused = await refusePastTaxChange(tx, charge.sale, { paidOn: dueOn });
  if (refused !== null) return refused;
  await rescheduleDueCharge(tx, paymentId, dueOn);
  return done('retry charge', charge, { dueOn });
}

/**
 * Records that the policy was paid another way: the card is not charged. Also for a charge with an unknown outcome,
 * once the operator has checked the processor's own console.
 */
export async function settleCharge(tx: Tx, paymentId: PaymentId, reference: string): Promise<Done | OperatorRefusal> {
  const charge = await openCharge(tx, paymentId, true);
  if (isOperatorRefusal(charge)) return charge;
  await settleDueCharge(tx, charge, reference);
  return done('settle charge', charge, { reference });
}

export interface MoveAsked {
  readonly paymentId: PaymentId;
  readonly reason: string;
  readonly dueOn: string;
}

/** For a later day, the sale has to be made again. */
export const daysAheadMax = 60;

/** Moves a charge to another day in the seller's time zone. */
export function moveCharge({ database, now }: Parts<'database' | 'now'>, actor: Actor, asked: MoveAsked) {
  const { paymentId, reason } = asked;
  return correct(database, { actor, reason }, async (tx) => {
    const charge = await openCharge(tx, paymentId, false);
    if (isOperatorRefusal(charge)) return charge;
    const today = todayOf(charge.seller, now);
    const [first, last] = [addDays(today, 1), addDays(today, daysAheadMax)];
    const dueOn = parseDate(asked.dueOn);
    if (dueOn === null || dueOn < first || dueOn > last)
      return refuseOperator('ChargeDateOutOfRange', 'dueOn', { from: first, to: last });
    const refused = await refusePastTaxChange(tx, charge.sale, { paidOn: dueOn, field: 'dueOn' });
    if (refused !== null) return refused;
    await rescheduleDueCharge(tx, paymentId, dueOn);
    return done('move charge', charge, { from: charge.dueOn, to: dueOn });
  });
}

/** `endsIt`: no try follows. Only then may the operator act on a charge with an unknown outcome. */
async function openCharge(tx: Tx, paymentId: PaymentId, endsIt: boolean): Promise<StuckCharge | OperatorRefusal> {
  const charge = await lockDueCharge(tx, paymentId);
  if (charge === null) return refuseOperator('NotFound', 'paymentId');
  if (charge.isRefusedForGood && !endsIt) return refuseOperator('ChargeRefusedForGood');
  if (charge.state === 'due' || charge.state === 'refused' || (charge.isUnclear && endsIt)) return charge;
  return refuseOperator(charge.state === 'charging' ? 'ChargeUnderWay' : 'ChargeNotOpen');
}

function done(action: string, { cardPaymentId, policyNumber, applicationId }: StuckCharge, facts: object): Done {
  return { action, subject: policyNumber, applicationId, facts: { paymentId: cardPaymentId, ...facts } };
}
