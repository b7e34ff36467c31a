import type { PlainDate } from '../calendar/calendar.ts';
import { type Cents, sumCents } from '../money/money.ts';
import {
  type Cancellation,
  type CancellationGround,
  type CancellationKind,
  isRefundedByUs,
  type Settlement,
} from './cancellation.ts';
import type { Policy } from './policy.ts';
import { rescindableUntil } from './rescission.ts';

/** The grounds that a partner may name. */
export type RequestGround = Exclude<CancellationGround, 'NonPayment'>;

/** Whether a request that was made is still to be decided, was declined, or has become the cancellation. */
export type CancellationStatus = 'Requested' | 'Declined' | 'Cancelled';

/**
 * Which refund a request comes to. Before its first day no day of a policy is used; a customer who rescinds in time
 * gets everything back. In time is the request itself, too: a day of the past does not make a late one early.
 */
export function kindOfRequest(policy: Policy, { ground, effectiveDate, today }: RequestMade): CancellationKind {
  if (effectiveDate < policy.effectiveDate) return 'flat';
  const lastDay = rescindableUntil(policy);
  return ground === 'Rescission' && effectiveDate <= lastDay && today <= lastDay ? 'flat' : 'pro-rata';
}

export interface RequestMade {
  readonly ground: RequestGround;
  readonly effectiveDate: PlainDate;
  /** The seller's. */
  readonly today: PlainDate;
}

/** What a partner is told about the money. */
export interface RequestedRefund {
  readonly refundCents: Cents;
  readonly lines: readonly { readonly productType: string; readonly paidCents: Cents; readonly refundCents: Cents }[];
}

/** Counts what we have collected and give back; money that the partner took is not in it. */
export function requestedRefund({ lines, settlement }: Cancellation): RequestedRefund {
  const refunds = lines.map((line) => ({
    productType: line.productType,
    paidCents: settlement === 'charge-stopped' ? 0 : line.premiumCents + line.taxCents,
    refundCents: isRefundedByUs(settlement) ? line.premiumBackCents + line.taxBackCents : 0,
  }));
  return { lines: refunds, refundCents: sumCents(refunds.map(({ refundCents }) => refundCents)) };
}

export const refundMethods = {
  'card-refund': 'Card',
  'charge-stopped': 'NotCharged',
  'loan-cancelled': 'Lender',
  outside: 'Partner',
  nothing: 'None',
} as const satisfies Record<Settlement, string>;
