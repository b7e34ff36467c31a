import { addDays, type PlainDate, parseDate } from '../../domain/calendar/calendar.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { todayOf } from '../../domain/seller.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import { lockDueCharge, rescheduleDueCharge, type StuckCharge, settleDueCharge } from '../../store/due-charge.ts';
import { recordAct } from '../../store/operator-act.ts';
import { givenReason } from './reason.ts';
import { givenReference } from './settle-reference.ts';

export interface ChargeAsked {
  readonly paymentId: PaymentId;
  readonly reason: string;
}

interface Parts {
  readonly database: Database;
  readonly now: Date;
}

/** A later day than this is a sale that has to be made again. */
const daysAheadMax = 60;

/** A charge that was refused on all its days is tried once more, today. */
export function retryCharge(parts: Parts, actor: Actor, asked: ChargeAsked): Promise<OperatorRefusal | null> {
  return correct(parts, actor, { ...asked, action: 'retry charge' }, async (tx, { cardPaymentId, state }, today) => {
    if (state !== 'refused') return refuseOperator('ChargeNotRefused');
    await rescheduleDueCharge(tx, cardPaymentId, today);
    return { dueOn: today };
  });
}

/** Charges on another day, by the seller's calendar. */
export function moveCharge(
  parts: Parts,
  actor: Actor,
  asked: ChargeAsked & { readonly dueOn: string },
): Promise<OperatorRefusal | null> {
  return correct(parts, actor, { ...asked, action: 'move charge' }, async (tx, charge, today) => {
    const dueOn = parseDate(asked.dueOn);
    const [first, last] = [addDays(today, 1), addDays(today, daysAheadMax)];
    if (dueOn === null || dueOn < first || dueOn > last)
      return refuseOperator('ChargeDateOutOfRange', 'dueOn', { from: first, to: last });
    await rescheduleDueCharge(tx, charge.cardPaymentId, dueOn);
    return { from: charge.dueOn, to: dueOn };
  });
}

/**
 * Records that the policy was paid outside: the card is not charged any more. Also for a charge of which nobody can say how it
 * ended: a person has looked in the processor's own console.
 */
export function settleChargeOutside(
  parts: Parts,
  actor: Actor,
  asked: ChargeAsked & { readonly reference: string },
): Promise<OperatorRefusal | null> {
  return correct(
    parts,
    actor,
    { ...asked, action: 'settle charge', endsCharge: true },
    async (tx, { cardPaymentId }) => {
      const reference = givenReference(asked.reference);
      if (reference === null) return refuseOperator('SettleReferenceRequired', 'reference');
      await settleDueCharge(tx, cardPaymentId, reference);
      return { reference };
    },
  );
}

interface Correction {
  readonly action: string;
  /** No try follows: only so may it come to a charge that is unclear. */
  readonly endsCharge?: boolean;
}

type Work = (
  tx: Tx,
  charge: StuckCharge,
  today: PlainDate,
) => Promise<Readonly<Record<string, unknown>> | OperatorRefusal>;

function correct(
  { database, now }: Parts,
  actor: Actor,
  { paymentId, reason: given, action, endsCharge = false }: ChargeAsked & Correction,
  work: Work,
): Promise<OperatorRefusal | null> {
  return transact(database, async (tx) => {
    const reason = givenReason(given);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    const charge = await lockDueCharge(tx, paymentId);
    if (charge === null) return refuseOperator('NotFound', 'paymentId');
    const isOpen = charge.state === 'due' || charge.state === 'refused' || (charge.isUnclear && endsCharge);
    if (charge.state === 'charging' && !isOpen) return refuseOperator('ChargeUnderWay');
    if (!isOpen) return refuseOperator('ChargeNotOpen');
    const facts = await work(tx, charge, todayOf(charge.seller, now));
    if (isOperatorRefusal(facts)) return facts;
    const { policyNumber, applicationId } = charge;
    await recordAct(tx, {
      actor,
      action,
      subject: policyNumber,
      applicationId,
      reason,
      facts: { paymentId, ...facts },
    });
    return null;
  });
}
