import type { Cents, PartsPerMillion } from '../money.ts';
import { monthlyDivisor } from './plan.ts';

/**
 * The annual percentage rate by the formula of the Cost of Borrowing Regulations (SOR/2002-263, s. 3; the provinces
 * have the same): APR = C / (T × P) × 100. C is the cost of borrowing with all fees, T the term in years, P the average
 * principal outstanding at the end of each period before the payment, weighted by the length of the period; each
 * payment goes to the cost of borrowing first. P depends on the rate that the cost accrues at, which is the APR itself,
 * so the formula is an equation: we look for the rate at which `rate × T × P(rate)` is C. That rate is also the yearly
 * nominal rate of the payments, which the test computes in another way.
 *
 * The convention for the periods: the first one, from the advance to the first installment, is its days / 365; each
 * one after it is a month, 1/12 of a year. Days / 365 throughout would differ by some hundredths of a point, well
 * within the 1/8 that the rules tolerate, and would let the rate of equal loans depend on the month of their beginning.
 *
 * In whole parts per million, rounded down: so rounding it once more, to two decimals, gives what rounding the exact
 * rate would. To compare with a limit use `isAprAbove`, which is exact. The rounding to 1/8 % that the law allows is
 * not used.
 */
export function aprPpm(borrowing: Borrowing): PartsPerMillion {
  const guess = guessPpm(borrowing);
  let reached = Math.max(0, guess - 1);
  if (costMissing(borrowing, reached) < 0n) reached = 0;
  let beyond = guess + 2;
  while (costMissing(borrowing, beyond) >= 0n) beyond *= 2;
  while (beyond - reached > 1) {
    const middle = Math.floor((reached + beyond) / 2);
    if (costMissing(borrowing, middle) >= 0n) reached = middle;
    else beyond = middle;
  }
  return reached;
}

/** What the customer gets and what the customer pays back, month by month; fees are in the installments. */
export interface Borrowing {
  /** Positive: without an advance there is no rate. */
  readonly advancedCents: Cents;
  readonly installmentsCents: readonly Cents[];
  /** Counts the days from the advance to the first installment, at least one; null if it is a month like the others. */
  readonly firstPeriodDays: number | null;
}

/** Percent with two decimals, half up: 124,650 ppm is 12.47. */
export function aprPercent(ppm: PartsPerMillion): number {
  return Math.floor((ppm + 50) / 100) / 100;
}

/** Whether the exact rate is above the limit, by whatever little. */
export function isAprAbove(borrowing: Borrowing, limitPpm: PartsPerMillion): boolean {
  return costMissing(borrowing, limitPpm) > 0n;
}

/**
 * C − rate × T × P(rate), times a positive number that keeps it whole. Positive while the rate is below the APR, zero
 * at it, negative above. Each period the amounts are carried one divisor higher instead of being rounded.
 */
function costMissing(borrowing: Borrowing, ratePpm: PartsPerMillion): bigint {
  let scale = 1n;
  let principal = BigInt(borrowing.advancedCents);
  let unpaidCost = 0n;
  let accruedCost = 0n;
  let paid = 0n;
  let rate = firstRate(borrowing, ratePpm);
  for (const installmentCents of borrowing.installmentsCents) {
    scale *= rate.divisor;
    const cost = principal * rate.share;
    unpaidCost = unpaidCost * rate.divisor + cost;
    accruedCost = accruedCost * rate.divisor + cost;
    principal *= rate.divisor;
    const payment = BigInt(installmentCents) * scale;
    const toCost = payment < unpaidCost ? payment : unpaidCost;
    unpaidCost -= toCost;
    principal -= payment - toCost;
    paid += BigInt(installmentCents);
    rate = { share: BigInt(ratePpm), divisor: monthlyDivisor };
  }
  return (paid - BigInt(borrowing.advancedCents)) * scale - accruedCost;
}

/** The rate of the first period, as a fraction. */
function firstRate({ firstPeriodDays }: Borrowing, ratePpm: PartsPerMillion) {
  return firstPeriodDays === null
    ? { share: BigInt(ratePpm), divisor: monthlyDivisor }
    : { share: BigInt(ratePpm) * BigInt(firstPeriodDays), divisor: dailyDivisor };
}

/** A day's rate is ppm / this. */
const dailyDivisor = 365_000_000n;

/** Floats propose, whole numbers decide: a good guess saves 20 of 24 exact evaluations, a bad one only costs them. */
function guessPpm({ advancedCents, installmentsCents, firstPeriodDays }: Borrowing): PartsPerMillion {
  let low = 0;
  let high = 4_000_000;
  const firstYears = firstPeriodDays === null ? 1 / 12 : firstPeriodDays / 365;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    const balance = installmentsCents.reduce(
      (due, paid, place) => due * (1 + (middle / 1_000_000) * (place === 0 ? firstYears : 1 / 12)) - paid,
      advancedCents,
    );
    if (balance < 0) low = middle;
    else high = middle;
  }
  return Math.floor(low);
}
