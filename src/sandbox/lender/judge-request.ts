import { loanTermNotOffered } from '@northbind/contract/lender/schemas.ts';
import { faultsOfBankAccount } from '../../domain/financing/bank-account.ts';
import { firstInstallmentWindow } from '../../domain/financing/first-installment.ts';
import { type FinancingOption, offerPlans } from '../../domain/financing/offer.ts';
import type { ContractRequest, LenderPlan, PlanRequest } from '../../ports/lender.ts';
import { declinedAccountNumber, sandboxCreditTerms, sandboxLenderTerms } from './terms.ts';

/**
 * A lender does not trust a broker: it checks again what the service has checked, and gives the reason of a refusal. No
 * reason repeats a bank number.
 */
export type Judgement<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Returns the plans on offer, possibly none. */
export function judgePlanRequest(request: PlanRequest): Judgement<readonly LenderPlan[]> {
  if (request.downPaymentCents >= request.totalWithTaxCents) return no('down payment not below the premium');
  const { from, to } = firstInstallmentWindow(request.effectiveDate);
  if (request.firstInstallmentDate < from || to < request.firstInstallmentDate)
    return no('first installment outside its window');
  // A policy is never bound after its first day, so the lender pays on that day.
  const advancedOn = request.effectiveDate;
  const { firstInstallmentDate } = request;
  const options = offerPlans({ ...request, advancedOn, lender: sandboxLenderTerms });
  const termsOf = (option: FinancingOption) => sandboxCreditTerms(option, { advancedOn, firstInstallmentDate });
  return { ok: true, value: options.map((option) => ({ ...option, creditTerms: termsOf(option) })) };
}

/** Returns the plan of the contract, priced again: earlier figures are not used. */
export function judgeContractRequest(request: ContractRequest): Judgement<LenderPlan> {
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
