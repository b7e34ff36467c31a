import { addYears, daysBetween, type PlainDate } from '../calendar.ts';
import type { UsedDays } from '../cancellation/used-days.ts';
import { type Cents, sumCents } from '../money.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import type { Policy, TaxLine } from '../policy/policy.ts';
import type { PricedProduct } from '../quote/quote-options.ts';
import type { RefundPlan } from '../refund/refund-plan.ts';
import type { CancellationAsked } from './cancellation-asked.ts';
import type { CancellationCause } from './cancellation-cause.ts';

/** What a cancellation comes to, product by product. */
export interface CancellationTerms extends CancellationAsked {
  readonly lines: readonly CancelledProduct[];
  readonly premiumBackCents: Cents;
  readonly taxBackCents: Cents;
  /** The amount includes the tax. */
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
export interface Cancellation extends CancellationTerms, CancellationCause {
  /** The plan that the customer was told. What is done follows from the plan of the day. */
  readonly plan: RefundPlan;
  readonly usedDays: UsedDays;
  /** What `taxBackCents` consists of, by name and rate. */
  readonly taxesBack: readonly TaxLine[];
  /** The days of notice that the law asked for; null unless the insurer cancels. */
  readonly noticeDays: number | null;
  /** The rule by which the insurer gives that notice; null where the insurer did not cancel. */
  readonly noticeRule: NoticeRule | null;
  /** The date on which it was made, in the seller's time zone. */
  readonly madeOn: PlainDate;
  /**
   * The last day on which the price can be paid as it is, where a change of tax comes before the day of a non-payment;
   * null: the tax has changed already.
   */
  readonly payableUntil?: PlainDate | null;
}

export interface NoticeRule {
  readonly basis: string;
  /** Stands where the rate book names the basis in French, too. */
  readonly basisFrench?: string;
  readonly isSample: boolean;
  /** The version that the rule is of; null while no rate book was in force. */
  readonly rateBook: string | null;
}

/**
 * Calculates a cancellation. A policy that has not started has no used days: everything is given back. It can be
 * cancelled as long as any product covers something: a product's cover may outlast the payment term.
 */
export function judgeCancellation(
  policy: Policy,
  { kind, cancelledOn }: CancellationAsked,
): CancellationTerms | OperatorRefusal {
  const { boundOn, effectiveDate } = policy;
  const latest = coverEndsOn(policy);
  if (cancelledOn < boundOn || cancelledOn > latest)
    return refuseOperator('CancellationDateOutOfRange', 'cancelledOn', { from: boundOn, to: latest });
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

/** The first day on which no product covers any more, as of a period whose end is exclusive. */
export function coverEndsOn(policy: Pick<Policy, 'effectiveDate' | 'expiryDate' | 'products'>): PlainDate {
  return [policy.expiryDate, ...policy.products.map((product) => coverEndOf(policy, product))].sort().at(-1)!;
}

/** A product covers its own term, which may be shorter or longer than the policy's. */
function coverEndOf({ effectiveDate }: Pick<Policy, 'effectiveDate'>, product: Policy['products'][number]): PlainDate {
  return addYears(effectiveDate, product.coverageTermInYears);
}

/** Rounded half up to the cent. Exact: an amount in cents times the days of a term stays far below 2^53. */
function unusedPart(amountCents: Cents, daysUnused: number, daysTotal: number): Cents {
  return Math.floor((2 * amountCents * daysUnused + daysTotal) / (2 * daysTotal));
}
