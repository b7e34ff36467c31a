import { faultsOfBankAccount } from '../../domain/financing/bank-account.ts';
import { firstInstallmentWindow } from '../../domain/financing/first-installment.ts';
import { type FinancingOption, offerPlans } from '../../domain/financing/offer.ts';
import { type ContractRequest, loanTermNotOffered, type PlanRequest } from '../../ports/lender.ts';
import { declinedAccountNumber, sandboxLenderTerms } from './terms.ts';

/**
 * A lender trusts no broker: it checks again what the service has checked, and says why it refuses. No reason repeats a
 * bank number.
 */
export type Judgement<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** The plans on offer, possibly none. */
export function judgePlanRequest(request: PlanRequest): Judgement<readonly FinancingOption[]> {
  if (request.downPaymentCents >= request.totalWithTaxCents) return no('down payment not below the premium');
  const { from, to } = firstInstallmentWindow(request.effectiveDate);
  if (request.firstInstallmentDate < from || to < request.firstInstallmentDate)
    return no('first installment outside its window');
  return { ok: true, value: offerPlans({ ...request, lender: sandboxLenderTerms }) };
}

/** The plan that the contract is to be written for, priced anew: nobody's earlier figures count. */
export function judgeContractRequest(request: ContractRequest): Judgement<FinancingOption> {
  const offered = judgePlanRequest(request);
  if (!offered.ok) return offered;
  const plan = offered.value.find((option) => option.loanTermInMonths === request.loanTermInMonths);
  if (plan === undefined) return no(loanTermNotOffered);
  if (faultsOfBankAccount(request.bankAccount).length > 0) return no('bank account malformed');
  if (request.bankAccount.accountNumber === declinedAccountNumber) return no('declined');
  return { ok: true, value: plan };
}

function no(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
