import { addDays, parseDate } from '../../domain/calendar/calendar.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { todayOf } from '../../domain/seller.ts';
import type { Database, Tx } from '../../store/database.ts';
import { lockDueCharge, rescheduleDueCharge, type StuckCharge, settleDueCharge } from '../../store/due-charge.ts';
import { correct, type Done } from './correction.ts';

/** A charge that was refused on all its days is tried once more, today. */
export async function retryCharge(tx: Tx, paymentId: PaymentId, now: Date): Promise<Done | OperatorRefusal> {
  const charge = await openCharge(tx, paymentId, false);
  if (isOperatorRefusal(charge)) return charge;
  if (charge.state !== 'refused') return refuseOperator('ChargeNotRefused');
  const dueOn = todayOf(charge.seller, now);
  await rescheduleDueCharge(tx, paymentId, dueOn);
  return done('retry charge', charge, { dueOn });
}

/**
 * The policy was paid outside: the card is not charged any more. Also for a charge of which nobody can say how it ended: a
 * person has looked in the processor's own console.
 */
export async function settleCharge(
  tx: Tx,
  paymentId: PaymentId,
  settlementReference: string,
): Promise<Done | OperatorRefusal> {
  const charge = await openCharge(tx, paymentId, true);
  if (isOperatorRefusal(charge)) return charge;
  await settleDueCharge(tx, paymentId, settlementReference);
  return done('settle charge', charge, { reference: settlementReference });
}

export interface MoveAsked {
  readonly paymentId: PaymentId;
  readonly reason: string;
  readonly dueOn: string;
}

/** A later day than this is a sale that has to be made again. */
const daysAheadMax = 60;

/** Charges on another day, by the seller's calendar. */
export async function moveCharge(
  { database, now }: { readonly database: Database; readonly now: Date },
  actor: Actor,
  { paymentId, reason, ...asked }: MoveAsked,
): Promise<OperatorRefusal | null> {
  const moved = await correct(database, { actor, reason }, async (tx) => {
    const charge = await openCharge(tx, paymentId, false);
    if (isOperatorRefusal(charge)) return charge;
    const today = todayOf(charge.seller, now);
    const [first, last] = [addDays(today, 1), addDays(today, daysAheadMax)];
    const dueOn = parseDate(asked.dueOn);
    if (dueOn === null || dueOn < first || dueOn > last)
      return refuseOperator('ChargeDateOutOfRange', 'dueOn', { from: first, to: last });
    await rescheduleDueCharge(tx, paymentId, dueOn);
    return done('move charge', charge, { from: charge.dueOn, to: dueOn });
  });
  return isOperatorRefusal(moved) ? moved : null;
}

/** `endsIt`: no try follows, and only so may a person come to a charge that is unclear. */
async function openCharge(tx: Tx, paymentId: PaymentId, endsIt: boolean): Promise<StuckCharge | OperatorRefusal> {
  const charge = await lockDueCharge(tx, paymentId);
  if (charge === null) return refuseOperator('NotFound', 'paymentId');
  if (charge.state === 'due' || charge.state === 'refused' || (charge.isUnclear && endsIt)) return charge;
  return refuseOperator(charge.state === 'charging' ? 'ChargeUnderWay' : 'ChargeNotOpen');
}

function done(action: string, { cardPaymentId, policyNumber, applicationId }: StuckCharge, facts: object): Done {
  return { action, subject: policyNumber, applicationId, facts: { paymentId: cardPaymentId, ...facts } };
}
