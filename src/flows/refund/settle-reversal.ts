import { parseDate } from '../../domain/calendar.ts';
import type { ReversalId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { refuseReversalAct } from '../../domain/work/acts.ts';
import { readCancellable } from '../../store/cancellation/cancellation.ts';
import type { Tx } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import {
  lockReversal,
  policyOfReversal,
  reversalWork,
  type StuckReversal,
  settleReversal,
} from '../../store/refund/reversal.ts';
import type { CorrectionMade } from '../operator/correction.ts';
import { recordGivenBack } from './record-given-back.ts';
import { refundOf } from './refund-of.ts';

export async function retryReversal(tx: Tx, id: ReversalId): Promise<CorrectionMade | OperatorRefusal> {
  const reversal = await openReversal(tx, id, 'retry');
  if (isOperatorRefusal(reversal)) return reversal;
  await reversalWork.makeDue(tx, { id });
  return done('retry reversal', reversal);
}

/**
 * Records that the money was given back another way: by cheque, or in the processor's or the lender's own console. `on`
 * is the day on which it was, by default the seller's today.
 */
export async function settleReversalOutside(
  tx: Tx,
  id: ReversalId,
  { reference, on, now }: SettledOutside,
): Promise<CorrectionMade | OperatorRefusal> {
  const reversal = await openReversal(tx, id, 'settle');
  if (isOperatorRefusal(reversal)) return reversal;
  const today = todayOf(reversal.seller, now);
  if (on !== null && (parseDate(on) !== on || on > today)) return refuseOperator('SettledOnInvalid', 'on', { today });
  const toLoanCents = await reckonedToLoan(tx, reversal, now);
  const ended = (await settleReversal(tx, { id, reference, toLoanCents }))!;
  await recordGivenBack(tx, { ended, toLoanCents, today, doneOn: on ?? today, by: 'operator' });
  return done('settle reversal', reversal, { reference, on: on ?? today });
}

export interface SettledOutside {
  readonly reference: string;
  readonly on: string | null;
  readonly now: Date;
}

/** The lender did not say what goes to the loan of a cancelled policy: it is taken as it was reckoned. */
async function reckonedToLoan(tx: Tx, { kind, policyNumber }: StuckReversal, now: Date): Promise<Cents | null> {
  if (kind !== 'loan' || policyNumber === null) return null;
  const found = (await readCancellable(tx, policyNumber))!;
  if (found.cancellation === null) return null;
  const { plan } = refundOf(found, todayOf(found.seller, now));
  return plan.owed.find(({ payee }) => payee === 'Lender')?.amountCents ?? 0;
}

async function openReversal(tx: Tx, id: ReversalId, act: 'retry' | 'settle'): Promise<StuckReversal | OperatorRefusal> {
  const policyNumber = await policyOfReversal(tx, { id });
  if (policyNumber !== null) await lockPolicy(tx, policyNumber);
  const reversal = await lockReversal(tx, { id });
  if (reversal === null) return refuseOperator('NotFound', 'id');
  return refuseReversalAct(act, reversal) ?? reversal;
}

function done(
  action: OperatorAction,
  { id, applicationId, kind, key, amountCents }: StuckReversal,
  facts = {},
): CorrectionMade {
  return { action, subject: id, applicationId, facts: { kind, key, amountCents, ...facts } };
}
