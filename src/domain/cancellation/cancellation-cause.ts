import { cancellationReasonValues } from '../../../contract/vocabulary.ts';
import type { CancellationAsked } from './cancellation-asked.ts';

/** Who asked for the cancellation. */
export const cancellationParties = ['customer', 'insurer', 'seller'] as const;
export type CancellationParty = (typeof cancellationParties)[number];

/** Why a partner asks for one, in the words of the contract. */
export const requestGrounds = cancellationReasonValues;
export type RequestGround = (typeof requestGrounds)[number];

/** The last two are the insurer's own, and partners are told the last as `Other`. */
export const cancellationGrounds = [...requestGrounds, 'NonPayment', 'AggravatedRisk'] as const;
export type CancellationGround = (typeof cancellationGrounds)[number];

/** What takes a cancellation back before its day: the customer has paid what was unpaid, or the operator does it. */
export const withdrawers = ['payment', 'operator'] as const;
export type Withdrawer = (typeof withdrawers)[number];

/** What else is recorded of a cancellation. */
export interface CancellationCause {
  readonly requestedBy: CancellationParty;
  readonly ground: CancellationGround;
}

/** A policy that is treated as if it had never existed, which the law names otherwise than a cancellation. */
export function isRescission({
  kind,
  ground,
}: Pick<CancellationAsked, 'kind'> & Pick<CancellationCause, 'ground'>): boolean {
  return kind === 'flat' && ground === 'Rescission';
}
