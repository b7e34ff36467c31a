import assert from 'node:assert/strict';
import { isOperatorRefusal } from '../../../src/domain/operator/operator-refusal.ts';
import { type CancelParts, cancelPolicy, previewCancellation } from '../../../src/flows/cancellation/cancel-policy.ts';
import type { AskedFor, DraftedCancellation } from '../../../src/flows/cancellation/draft-cancellation.ts';

/** Cancels as a person does: what was shown first. */
export async function cancelAsShown(
  parts: CancelParts,
  policyNumber: string,
  asked: AskedFor,
): Promise<DraftedCancellation['cancellation']> {
  const drafted = await previewCancellation(parts, policyNumber, asked);
  assert.ok(!isOperatorRefusal(drafted), JSON.stringify(drafted));
  const order = { ...asked, policyNumber, reason: 'Sold.', shown: drafted.cancellation };
  const made = await cancelPolicy(parts, { kind: 'account', name: 'sam' }, order);
  assert.ok(!isOperatorRefusal(made), JSON.stringify(made));
  return drafted.cancellation;
}
