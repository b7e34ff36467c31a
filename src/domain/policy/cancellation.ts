import { addYears, daysBetween, type PlainDate } from '../calendar/calendar.ts';
import { type Cents, sumCents } from '../money/money.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/refusal.ts';
import { paymentMethodRules } from '../payment-method.ts';
import type { PricedProduct } from '../rating/quote-options.ts';
import type { Policy, TaxLine } from './policy.ts';

/** Flat: as if there had never been a policy; all is given back. Pro-rata: the days that are not used are. */
export type CancellationKind = 'flat' | 'pro-rata';

/** How the refund reaches the customer. */
export type Settlement =
  /** We give it back to the card. */
  | 'card-refund'
  /** The card was not charged and will not be. */
  | 'charge-stopped'
  /** The lender is informed, and settles paid installments with the customer. */
  | 'loan-cancelled'
  /** The partner took the money and gives it back; none of it went through us. */
  | 'outside'
  /** The card keeps its charge: no day is left to give back. */
  | 'nothing';

/** Who asked for the cancellation. */
export const cancellationParties = ['customer', 'insurer', 'seller'] as const;
export type CancellationParty = (typeof cancellationParties)[number];

/** Why, in the words of the contract; the last is the insurer's own. */
export const cancellationGrounds = [
  'Rescission',
  'VehicleSold',
  'TotalLoss',
  'Refinanced',
  'Other',
  'NonPayment',
] as const;
export type CancellationGround = (typeof cancellationGrounds)[number];

export interface CancellationAsked {
  readonly kind: CancellationKind;
  /**
   * The first day without cover. A flat cancellation has covered nothing: in its terms the day is never after the
   * policy's own first day.
   */
  readonly cancelledOn: PlainDate;
}

/** What else is recorded of a cancellation. */
export interface CancellationCause {
  readonly requestedBy: CancellationParty;
  readonly ground: CancellationGround;
}

/** What a cancellation comes to, product by product. */
export interface CancellationTerms extends CancellationAsked {
  readonly lines: readonly CancelledProduct[];
  readonly premiumBackCents: Cents;
  readonly taxBackCents: Cents;
  /** Always premium and tax together. */
  readonly refundCents: Cents;
}

export interface CancelledProduct
  extends Pick<PricedProduct, 'productType' | 'productName' | 'premiumCents' | 'taxCents'> {
  readonly daysUnused: number;
  readonly daysTotal: number;
  readonly premiumBackCents: Cents;
  readonly taxBackCents: Cents;
}

/** A cancellation as it was made, from which its notice is printed. It never changes. */
export interface Cancellation extends CancellationTerms, Partial<CancellationCause> {
  readonly settlement: Settlement;
  /** What `taxBackCents` consists of, by name and rate; a cancellation of an older version has none. */
  readonly taxesBack?: readonly TaxLine[];
  /** The days of notice that the law asked for; null unless the insurer cancels. */
  readonly noticeDays?: number | null;
  /** Where that is written; likewise. */
  readonly noticeRule?: NoticeRule | null;
  /** The date on which it was made, in the seller's time zone. */
  readonly madeOn: PlainDate;
}

export interface NoticeRule {
  readonly basis: string;
  readonly isSample: boolean;
  /** The version that the rule is of; null while no rate book was in force. */
  readonly rateBook: string | null;
}

/** The state of the card's charge; null if the policy was not paid by card. */
export type CardMoney = 'charged' | 'to come' | 'paid outside' | null;

/**
 * Calculates a cancellation. A policy that has not started has no used days: everything is given back. It can be
 * cancelled as long as any product covers something: a product's cover may outlast the payment term.
 */
export function judgeCancellation(
  policy: Policy,
  { kind, cancelledOn }: CancellationAsked,
): CancellationTerms | OperatorRefusal {
  const { boundOn, effectiveDate } = policy;
  const lastDay = lastDayOf(policy);
  if (cancelledOn < boundOn || cancelledOn > lastDay)
    return refuseOperator('CancellationDateOutOfRange', 'cancelledOn', { from: boundOn, to: lastDay });
  if (kind === 'pro-rata' && cancelledOn < effectiveDate)
    return refuseOperator('CancellationFlatOnly', 'kind', { effectiveDate });

  const lines = policy.products.map((product): CancelledProduct => {
    const coverEnds = coverEndOf(policy, product);
    const daysTotal = daysBetween(effectiveDate, coverEnds);
    const daysUnused = kind === 'flat' ? daysTotal : Math.max(daysBetween(cancelledOn, coverEnds), 0);
    const { productType, productName, premiumCents, taxCents } = product;
    return {
      productType,
      productName,
      daysUnused,
      daysTotal,
      premiumCents,
      taxCents,
      premiumBackCents: unusedPart(premiumCents, daysUnused, daysTotal),
      taxBackCents: unusedPart(taxCents, daysUnused, daysTotal),
    };
  });
  const premiumBackCents = sumCents(lines.map((line) => line.premiumBackCents));
  const taxBackCents = sumCents(lines.map((line) => line.taxBackCents));
  return {
    kind,
    cancelledOn: kind === 'flat' && cancelledOn > effectiveDate ? effectiveDate : cancelledOn,
    lines,
    premiumBackCents,
    taxBackCents,
    refundCents: premiumBackCents + taxBackCents,
  };
}

function lastDayOf(policy: Policy): PlainDate {
  return [policy.expiryDate, ...policy.products.map((product) => coverEndOf(policy, product))].sort().at(-1)!;
}

/** A product covers its own term, which may be shorter or longer than the policy's. */
function coverEndOf({ effectiveDate }: Policy, product: Policy['products'][number]): PlainDate {
  return addYears(effectiveDate, product.coverageTermInYears);
}

/** Who gives the money back. */
export function settlementOf({ payment }: Policy, cardMoney: CardMoney, refundCents: Cents): Settlement {
  switch (paymentMethodRules[payment.method].paidBy) {
    case 'partner':
      return 'outside';
    case 'loan':
      return 'loan-cancelled';
    case 'card':
      if (cardMoney === 'to come') return 'charge-stopped';
      if (cardMoney === 'paid outside') return 'outside';
      return refundCents > 0 ? 'card-refund' : 'nothing';
  }
}

/** Whether the refund is ours to give back: to the card, or to the lender, who has paid us. */
export function isRefundedByUs(settlement: Settlement): boolean {
  return settlement === 'card-refund' || settlement === 'loan-cancelled';
}

/** Rounded half up to the cent. Exact: an amount in cents times the days of a term stays far below 2^53. */
function unusedPart(amountCents: Cents, daysUnused: number, daysTotal: number): Cents {
  return Math.floor((2 * amountCents * daysUnused + daysTotal) / (2 * daysTotal));
}
