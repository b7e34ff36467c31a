/** Who asked for the cancellation. */
export const cancellationParties = ['customer', 'insurer', 'seller'] as const;
export type CancellationParty = (typeof cancellationParties)[number];

/** Why, in the words of the contract; the last two are the insurer's own, and partners are told the last as `Other`. */
export const cancellationGrounds = [
  'Rescission',
  'VehicleSold',
  'TotalLoss',
  'Refinanced',
  'Other',
  'NonPayment',
  'AggravatedRisk',
] as const;
export type CancellationGround = (typeof cancellationGrounds)[number];

/** What else is recorded of a cancellation. */
export interface CancellationCause {
  readonly requestedBy: CancellationParty;
  readonly ground: CancellationGround;
}
