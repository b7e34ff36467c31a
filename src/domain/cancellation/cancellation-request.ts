import { addDays, type PlainDate } from '../calendar.ts';
import type { AnyId } from '../ids.ts';
import { type Cents, sumCents } from '../money.ts';
import type { Policy } from '../policy/policy.ts';
import { givenByUsCents, type RefundRoute } from '../refund/refund-plan.ts';
import type { Cancellation } from './cancellation.ts';
import type { CancellationKind } from './cancellation-asked.ts';
import type { RequestGround } from './cancellation-cause.ts';

/**
 * Which refund a request comes to. Before its first day no day of a policy is used; a customer who rescinds in time
 * gets everything back. In time is the request itself, too: a day of the past does not make a late one early.
 */
export function kindOfRequest(policy: Policy, request: RequestMade): CancellationKind {
  return request.effectiveDate < policy.effectiveDate || isRescissionInTime(policy, request) ? 'flat' : 'pro-rata';
}

/** Whether everything is given back by the law. While it is open, the card is not charged. */
export function isRescissionInTime(policy: Policy, { ground, effectiveDate, countsFrom }: RequestMade): boolean {
  const lastDay = policy.rescindableUntil;
  return ground === 'Rescission' && effectiveDate <= lastDay && countsFrom <= lastDay;
}

/** How far back a partner's request may lie. The operator may go further, with a reason. */
const daysBackMax = 30;

/**
 * The earliest first day without cover that a partner may ask for. Once cover has begun, it was given: a day before it
 * would undo that.
 */
export function earliestRequested(
  { boundOn, effectiveDate }: Pick<Policy, 'boundOn' | 'effectiveDate'>,
  today: PlainDate,
): PlainDate {
  const first = today < effectiveDate ? boundOn : effectiveDate;
  const back = addDays(today, -daysBackMax);
  return back < first ? first : back;
}

/** What a partner asks for. */
export interface RequestAsked {
  readonly ground: RequestGround;
  /** The first day without cover. */
  readonly effectiveDate: PlainDate;
  /** Only the operator reads it. */
  readonly note: string | null;
}

/** A request, and the seller's day on which it was made. */
export interface RequestMade extends Pick<RequestAsked, 'ground' | 'effectiveDate'> {
  readonly countsFrom: PlainDate;
}

/** Whether a repeat asks for what is open already. */
export function isSameRequest(open: RequestAsked, again: RequestAsked): boolean {
  return open.ground === again.ground && open.effectiveDate === again.effectiveDate && open.note === again.note;
}

/** A customer who has rescinded in time loses nothing when the partner corrects the day or the note of the request. */
export function countsFromOf(
  open: Pick<RequestMade, 'ground' | 'countsFrom'> | null,
  { ground }: Pick<RequestAsked, 'ground'>,
  today: PlainDate,
): PlainDate {
  return open !== null && open.ground === 'Rescission' && ground === 'Rescission' ? open.countsFrom : today;
}

/** What a partner is told about the money. */
export interface RequestedRefund {
  /** What we give back ourselves. */
  readonly refundCents: Cents;
  readonly lines: readonly RequestedLine[];
}

export interface RequestedLine {
  readonly productType: string;
  readonly paidCents: Cents;
  /** What we give back ourselves: the lines come to `refundCents`. */
  readonly refundCents: Cents;
  /** What comes back, whoever gives it. */
  readonly premiumBackCents: Cents;
  readonly taxBackCents: Cents;
}

export function requestedRefund({ lines, plan }: Cancellation): RequestedRefund {
  const refundCents = givenByUsCents(plan);
  const owedCents = sumCents(plan.owed.map(({ amountCents }) => amountCents));
  const ours = splitByParts(
    refundCents,
    lines.map(({ premiumBackCents, taxBackCents }) => premiumBackCents + taxBackCents),
  );
  const backs = splitByParts(
    owedCents,
    lines.flatMap(({ premiumBackCents, taxBackCents }) => [premiumBackCents, taxBackCents]),
  );
  return {
    refundCents,
    lines: lines.map(({ productType, premiumCents, taxCents }, at) => ({
      productType,
      paidCents: plan.route === 'not charged' ? 0 : premiumCents + taxCents,
      refundCents: ours[at]!,
      premiumBackCents: backs[2 * at]!,
      taxBackCents: backs[2 * at + 1]!,
    })),
  };
}

/** Splits an amount in proportion to the parts, rounded so that they come to it. */
function splitByParts(amountCents: Cents, parts: readonly Cents[]): readonly Cents[] {
  const wholeCents = sumCents(parts);
  if (wholeCents === 0) return parts;
  let before = 0;
  let shared = 0;
  return parts.map((part) => {
    before += part;
    const upToHere = Math.round((before * amountCents) / wholeCents);
    const share = upToHere - shared;
    shared = upToHere;
    return share;
  });
}

/** Says each method in the contract's words. */
export const refundMethods = {
  card: 'Card',
  'ask first': 'Card',
  'not charged': 'NotCharged',
  loan: 'Lender',
  seller: 'Partner',
  operator: 'Operator',
  nothing: 'None',
} as const satisfies Record<RefundRoute, string>;

/**
 * What becomes of a request: a cancellation accepts it, whatever its terms; the operator declines it; the partner takes
 * it back, or asks for something else instead.
 */
export const requestEndings = ['accepted', 'declined', 'withdrawn', 'replaced'] as const;
export type RequestEnding = (typeof requestEndings)[number];

/** What a partner has asked for, as the operator reads it. */
export interface CancellationRequestFacts {
  readonly requestId: AnyId;
  readonly ground: RequestGround;
  readonly note: string | null;
  readonly kind: CancellationKind;
  /** The first day without cover that was asked for. */
  readonly cancelledOn: string;
  /** What the partner was told that it comes to. */
  readonly refundCents: number;
  /** Whether that is the whole price: no day of cover stays paid. */
  readonly givesEverythingBack: boolean;
  readonly createdAt: string;
  readonly decision: RequestEnding | null;
  readonly decidedAt: string | null;
  readonly decisionReason: string | null;
  /** The day on which the policy was bound. */
  readonly boundOn: string;
  readonly effectiveDate: string;
}
