import type { FinancingOption } from '@northbind/sdk';
import { centsOf } from './money.ts';

export interface Installment {
  readonly month: number;
  readonly principalCents: number;
  readonly chargeCents: number;
}

/**
 * How each installment of an offered loan splits into principal and finance charge. The service returns the sums; the
 * split follows from them, since the installments are level. For a plot only: the lender's schedule may differ by a
 * cent.
 */
export function repaymentOf(option: FinancingOption): readonly Installment[] {
  const { loanTermInMonths: months } = option;
  const installment = centsOf(option.installmentAmount);
  const total = centsOf(option.totalPayable);
  const rate = monthlyRate(installment, total - centsOf(option.financeCharge), months);
  let balance = total - centsOf(option.financeCharge);
  return Array.from({ length: months }, (_, index) => {
    const paid = index === months - 1 ? total - installment * (months - 1) : installment;
    const chargeCents = index === months - 1 ? Math.max(0, paid - balance) : Math.round(balance * rate);
    balance -= paid - chargeCents;
    return { month: index + 1, principalCents: paid - chargeCents, chargeCents };
  });
}

/** The rate at which the present value of the installments is the amount borrowed, by bisection. */
function monthlyRate(installment: number, borrowed: number, months: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    const worth = (installment * (1 - (1 + middle) ** -months)) / middle;
    if (worth > borrowed) low = middle;
    else high = middle;
  }
  return low;
}
