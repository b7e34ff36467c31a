import type { PlainDate } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import type { Policy } from '../policy/policy.ts';
import { givenByUsCents, type RefundRoute } from '../refund/refund-plan.ts';
import type { Cancellation } from './cancellation.ts';
import type { CancellationKind } from './cancellation-asked.ts';
import type { RequestGround } from './cancellation-cause.ts';
import { rescindableUntil } from './rescission.ts';

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

/** What a partner is told about the money that we give back ourselves. */
export interface RequestedRefund {
  readonly refundCents: Cents;
  /** They come to `refundCents`. */
  readonly lines: readonly { readonly productType: string; readonly paidCents: Cents; readonly refundCents: Cents }[];
}

export function requestedRefund({ lines, plan, refundCents: wholeCents }: Cancellation): RequestedRefund {
  const refundCents = givenByUsCents(plan);
  let before = 0;
  let shared = 0;
  return {
    refundCents,
    lines: lines.map(({ productType, premiumCents, taxCents, premiumBackCents, taxBackCents }) => {
      // Where the seller gives a part back, each product has its share of ours; rounded so that they add up.
      before += premiumBackCents + taxBackCents;
      const upToHere = wholeCents === 0 ? 0 : Math.round((before * refundCents) / wholeCents);
      const lineCents = upToHere - shared;
      shared = upToHere;
      return {
        productType,
        paidCents: plan.route === 'not charged' ? 0 : sumCents([premiumCents, taxCents]),
        refundCents: lineCents,
      };
    }),
  };
}

/** In the contract's words. */
export const refundMethods = {
  card: 'Card',
  'ask first': 'Card',
  'not charged': 'NotCharged',
  loan: 'Lender',
  seller: 'Partner',
  operator: 'Operator',
  nothing: 'None',
} as const satisfies Record<RefundRoute, string>;

/** What a partner has asked for, as the operator reads it. */
/** What becomes of a request: a cancellation accepts it, whatever its terms. */
export const requestDecisions = ['accepted', 'declined'] as const;

export interface CancellationRequestFacts {
  readonly requestId: string;
  readonly ground: RequestGround;
  readonly note: string | null;
  readonly kind: CancellationKind;
  /** The first day without cover that was asked for. */
  readonly cancelledOn: string;
  /** What the partner was told that it comes to. */
  readonly refundCents: number;
  readonly createdAt: string;
  readonly decision: (typeof requestDecisions)[number] | null;
  readonly decidedAt: string | null;
  readonly decisionReason: string | null;
  /** Of the policy. */
  readonly boundOn: string;
  readonly effectiveDate: string;
}
