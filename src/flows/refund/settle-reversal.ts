import { parseDate } from '../../domain/calendar.ts';
import type { ReversalId } from '../../domain/ids.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { refuseReversalAct } from '../../domain/work/acts.ts';
import type { Tx } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import {
  type LockedReversal,
  lockReversal,
  noteSettled,
  policyOfReversal,
  reversalWork,
} from '../../store/refund/reversal.ts';
import { type AccountParts, openAccount } from '../account/open-account.ts';
import { recordReport } from '../account/record-report.ts';
import type { CorrectionMade } from '../operator/correction.ts';
import { settleStray } from './record-given-back.ts';

export async function retryReversal(tx: Tx, id: ReversalId): Promise<CorrectionMade | OperatorRefusal> {
  const reversal = await openReversal(tx, id, 'retry');
  if (isOperatorRefusal(reversal)) return reversal;
  await reversalWork.makeDue(tx, { id });
  return done('retry reversal', reversal);
}

/**
 * Records that the money was given back by a person: by cheque, or in the processor's own console. `on` is the day on
 * which it was, by default the seller's today.
 */
export async function settleReversalOutside(
  parts: AccountParts & { readonly tx: Tx },
  id: ReversalId,
  { reference, on, now }: SettledOutside,
): Promise<CorrectionMade | OperatorRefusal> {
  const { tx } = parts;
  const reversal = await openReversal(tx, id, 'settle');
  if (isOperatorRefusal(reversal)) return reversal;
  const { policyNumber, amountCents } = reversal;
  const today = todayOf(reversal.seller, now);
  if (on !== null && (parseDate(on) !== on || on > today)) return refuseOperator('SettledOnInvalid', 'on', { today });
  const doneOn = on ?? today;
  const facts = { reference, on: doneOn };
  if (policyNumber === null) {
    const from = reversal.takenOn;
    if (from !== null && doneOn < from) return refuseOperator('ReportDateOutOfRange', 'on', { from, to: today });
    await noteSettled(tx, { id: await settleStray(tx, reversal, { today, doneOn }), reference });
    return done('settle reversal', reversal, facts);
  }
  const open = (await openAccount(tx, policyNumber, { now }))!;
  const given = { kind: 'given-back', amountCents, on: doneOn, reference, recordedBy: 'operator' } as const;
  const recorded = await recordReport(parts, open, { ...given, reversalId: id });
  return isOperatorRefusal(recorded) ? recorded : done('settle reversal', reversal, facts);
}

export interface SettledOutside {
  readonly reference: string;
  readonly on: string | null;
  readonly now: Date;
}

async function openReversal(
  tx: Tx,
  id: ReversalId,
  act: 'retry' | 'settle',
): Promise<LockedReversal | OperatorRefusal> {
  const policyNumber = await policyOfReversal(tx, { id });
  if (policyNumber !== null) await lockPolicy(tx, policyNumber);
  const reversal = await lockReversal(tx, { id });
  if (reversal === null) return refuseOperator('NotFound', 'id');
  return refuseReversalAct(act, reversal) ?? reversal;
}

function done(
  action: OperatorAction,
  { id, applicationId, payee, key, amountCents }: LockedReversal,
  facts = {},
): CorrectionMade {
  return { action, subject: id, applicationId, facts: { payee, key, amountCents, ...facts } };
}
