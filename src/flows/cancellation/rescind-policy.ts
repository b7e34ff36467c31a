import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { readAccount } from '../../store/account/account.ts';
import type { Parts } from '../parts.ts';
import {
  type CancellationOrder,
  type CancelParts,
  cancelPolicy,
  type MadeCancellation,
  previewCancellation,
} from './cancel-policy.ts';
import { type AskedFor, type DraftedCancellation, isAhead } from './draft-cancellation.ts';

/** Cancels as the law allows the customer within some days of the bind. After them it is refused. */
export async function rescindPolicy(
  parts: CancelParts,
  actor: Actor,
  order: Pick<CancellationOrder, 'policyNumber' | 'shown'>,
): Promise<MadeCancellation | OperatorRefusal> {
  const asked = await judgeRescission(parts, order.policyNumber);
  if (isOperatorRefusal(asked)) return asked;
  return cancelPolicy(parts, actor, { ...asked, ...order, reason: 'Rescission asked for by the customer' });
}

/** What a rescission would come to now. Writes nothing. */
export async function previewRescission(
  parts: Parts<'database' | 'now' | 'lender'>,
  policyNumber: string,
): Promise<DraftedCancellation | OperatorRefusal> {
  const asked = await judgeRescission(parts, policyNumber);
  return isOperatorRefusal(asked) ? asked : previewCancellation(parts, policyNumber, asked);
}

/** Everything is given back, so the first day without cover is the policy's own, whatever day it is. */
async function judgeRescission(
  { database, now }: Parts<'database' | 'now'>,
  policyNumber: string,
): Promise<AskedFor | OperatorRefusal> {
  const stored = await readAccount(database, policyNumber);
  if (stored === null) return refuseOperator('NotFound', 'policyNumber');
  const today = todayOf(stored.seller, now);
  const lastDay = stored.policy.rescindableUntil;
  if (today > lastDay && (stored.cancellationTerms === null || isAhead(stored)))
    return refuseOperator('RescissionOver', 'policyNumber', { lastDay });
  return { kind: 'flat', cancelledOn: today, requestedBy: 'customer', ground: 'Rescission' };
}
