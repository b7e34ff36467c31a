import type { FinancingOption } from '../../domain/financing/offer.ts';
import { isPaidBy } from '../../domain/payment-method.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import type { CallContext } from '../../ports/outcome.ts';
import type { Parts } from '../parts.ts';
import { type CoverageChoice, chooseCoverage } from '../quote/choose-coverage.ts';
import { pricePlans, type RequestedPlan } from './price-plans.ts';

export type FinanceParts = Parts<'database' | 'reference' | 'lender'>;

export type FinanceAsked = CoverageChoice & Pick<RequestedPlan, 'downPayment' | 'firstInstallmentDate'>;

export type FinanceResult = { readonly kind: 'priced'; readonly options: readonly FinancingOption[] } | Refused;

/** Asks the lender which loans it offers for a selection. Creates nothing. */
export async function priceFinancing(
  parts: FinanceParts,
  asked: FinanceAsked,
  context: CallContext,
): Promise<FinanceResult> {
  const { seller } = asked;
  if (parts.lender.isMissing === true || !seller.paymentMethods.some((method) => isPaidBy('loan', method)))
    return refused(refusal('FinancingNotAvailableForSeller'));
  if (asked.coverageCategory !== 'Replacement')
    return refused(refusal('FinancingNotAvailableForCoverageCategory', 'coverageCategory'));
  const chosen = await chooseCoverage(parts, asked);
  if (chosen.kind === 'refused') return chosen;
  return pricePlans(parts.lender, chosen, { ...asked, fieldPrefix: '' }, context);
}
