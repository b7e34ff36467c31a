import type { PlainDate } from '../../domain/calendar.ts';
import { type RefundAsItStands, refundAsItStands } from '../../domain/refund/refund-as-it-stands.ts';
import type { CancellablePolicy } from '../../store/cancellation/cancellation.ts';

/** The refund of a policy that is cancelled. */
export function refundOf(found: CancellablePolicy, today: PlainDate): RefundAsItStands {
  const { cancellation } = found;
  if (cancellation === null) throw new Error(`The policy ${found.policy.policyNumber} is not cancelled.`);
  return refundAsItStands({ ...found, cancellation }, today);
}
