/** What partners hear about a policy, in the order of its life. */
export const eventTypes = [
  'policy.issued',
  'policy.amended',
  'policy.cancelled',
  'payment.captured',
  'payment.refused',
  'payment.refunded',
  'loan.cancelled',
  'cancellation.requested',
  'cancellation.declined',
  'cancellation.withdrawn',
] as const;
export type EventType = (typeof eventTypes)[number];
