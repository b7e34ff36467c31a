import { installmentsOf, type Plan } from '../../../src/domain/financing/plan.ts';
import type { Cents, PartsPerMillion } from '../../../src/domain/money.ts';

export interface ScheduleRow {
  readonly number: number;
  readonly installmentCents: Cents;
  readonly interestCents: Cents;
  readonly principalCents: Cents;
  readonly balanceCents: Cents;
}

/**
 * The schedule: interest adds up to the finance charge, principal to the financed amount, and the balance ends at zero.
 * The interest due up to a month is the finance charge times that month's exact share of the whole interest, rounded
 * half up; a row is the difference of two such sums. So the rounding of the installment is spread over all rows. Left
 * to the last row it would outgrow that row's interest on small loans and make it negative.
 */
export function amortise(plan: Plan): readonly ScheduleRow[] {
  const rows: ScheduleRow[] = [];
  const shareUpTo = interestShare(plan.annualRatePpm, plan.months);
  let balanceCents = plan.financedCents;
  let interestSoFar = 0;
  for (const [index, installmentCents] of installmentsOf(plan).entries()) {
    const share = shareUpTo(index + 1);
    const interestUpTo = divideHalfUp(BigInt(plan.financeChargeCents) * share.part, share.whole);
    const interestCents = interestUpTo - interestSoFar;
    const principalCents = installmentCents - interestCents;
    balanceCents -= principalCents;
    interestSoFar = interestUpTo;
    rows.push({ number: index + 1, installmentCents, interestCents, principalCents, balanceCents });
  }
  return rows;
}

/** A month's rate is ppm / this. */
const monthlyDivisor = 12_000_000n;

/**
 * Which part of a loan's whole interest falls into its first k months, when nothing is rounded. From the balance after
 * k months, financed × (grown − grown_k) / (grown − flat); the financed amount cancels out.
 */
function interestShare(annualRatePpm: PartsPerMillion, months: number): (k: number) => Share {
  if (annualRatePpm === 0) return () => ({ part: 0n, whole: 1n });
  const rate = BigInt(annualRatePpm);
  const grown = (monthlyDivisor + rate) ** BigInt(months);
  const flat = monthlyDivisor ** BigInt(months);
  const interestUpTo = (k: number) => {
    const grownSoFar = (monthlyDivisor + rate) ** BigInt(k) * monthlyDivisor ** BigInt(months - k);
    return BigInt(k) * rate * grown - monthlyDivisor * (grownSoFar - flat);
  };
  const whole = interestUpTo(months);
  return (k) => ({ part: interestUpTo(k), whole });
}

interface Share {
  readonly part: bigint;
  readonly whole: bigint;
}

/** Half up, for amounts that are not negative. */
function divideHalfUp(numerator: bigint, denominator: bigint): Cents {
  return Number((2n * numerator + denominator) / (2n * denominator));
}
