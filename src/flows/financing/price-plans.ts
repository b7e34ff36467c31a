import type { PlainDate } from '../../domain/calendar.ts';
import { readDownPayment } from '../../domain/financing/down-payment.ts';
import { judgeFirstInstallment } from '../../domain/financing/first-installment.ts';
import { isCriminal } from '../../domain/financing/loan-apr.ts';
import type { Cents } from '../../domain/money.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import type { Lender, LenderPlan } from '../../ports/lender.ts';
import type { CallContext } from '../../ports/outcome.ts';
import type { ChosenCoverage } from '../quote/choose-coverage.ts';

export interface RequestedPlan {
  readonly paymentTermInYears: number;
  readonly downPayment: number;
  readonly firstInstallmentDate: PlainDate;
  /** The fields that a refusal names begin so. */
  readonly fieldPrefix: '' | 'financing.';
}

export interface PricedPlans {
  readonly kind: 'priced';
  readonly options: readonly LenderPlan[];
  readonly downPaymentCents: Cents;
}

/**
 * Checks what the customer wishes of a loan, and asks the lender which loans it offers. Creates nothing. A plan above
 * the criminal rate is left out, whatever rate the lender states: to offer it is an offence already, and ours too.
 */
export async function pricePlans(
  lender: Lender,
  { application, selection }: ChosenCoverage,
  { paymentTermInYears, downPayment, firstInstallmentDate, fieldPrefix }: RequestedPlan,
  context: CallContext,
): Promise<PricedPlans | Refused> {
  const { effectiveDate } = application;
  const { totalWithTaxCents } = selection;
  const down = readDownPayment({ downPayment, totalWithTaxCents, fieldPrefix });
  const start = judgeFirstInstallment({ firstInstallmentDate, effectiveDate, fieldPrefix });
  if (!down.ok || start.length > 0) return refused(...(down.ok ? [] : down.refusals), ...start);
  const { downPaymentCents } = down;
  const outcome = await lender.pricePlans(
    { totalWithTaxCents, downPaymentCents, paymentTermInYears, effectiveDate, firstInstallmentDate },
    context,
  );
  switch (outcome.kind) {
    case 'done': {
      const dates = { advancedOn: effectiveDate, firstInstallmentDate };
      return { kind: 'priced', options: outcome.value.filter((one) => !isCriminal(one, dates)), downPaymentCents };
    }
    case 'refused':
      return refused(refusal('FinancingDeclined'));
    case 'not-sent':
    case 'unknown':
      return refused(refusal('FinancingUnavailable'));
  }
}
