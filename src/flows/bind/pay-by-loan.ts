import {
  advanceDay,
  aprOfLoan,
  isAprStatedRight,
  isCriminal,
  type LoanDates,
} from '../../domain/financing/loan-apr.ts';
import type { Log } from '../../domain/log.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import {
  type BankAccount,
  type Contract,
  type ContractRequest,
  type Lender,
  loanTermNotOffered,
  policyNumberInUse,
} from '../../ports/lender.ts';
import type { Claim } from '../../store/bind/bind.ts';
import { causeOf, type Deal, type MoneyParts, type MoneyStep, type Movement } from './payment.ts';

/** Writes the lender's loan under the policy number during the bind. */
export const payByLoan: MoneyStep = {
  kind: 'step',
  step: 'lending',
  point: 'loan',
  move: (parts, deal, bankAccount) => writeLoan(parts, deal, bankAccount!),
  ask,
  // The loan may still be written. Bank details are not stored, so only the repeat can send them again.
  isNothingBelieved: false,
  isContinuedBy: () => true,
  // Each attempt has its own policy number, so it is always closed.
  close,
};

async function writeLoan({ lender, log }: MoneyParts, deal: Deal, bankAccount: BankAccount): Promise<Movement> {
  const request = contractRequest(deal, bankAccount);
  if (await isPricedCriminal(lender, request, deal))
    return { kind: 'refused', refusal: termNotAvailable, isCardOver: false };
  const outcome = await lender.createContract(request, deal.context);
  switch (outcome.kind) {
    case 'done':
      compareApr(log, outcome.value, deal);
      return { kind: 'moved', money: { kind: 'loan', contract: outcome.value } };
    case 'refused':
      return { kind: 'refused', refusal: lenderSaysNo(outcome.reason), isCardOver: false };
    case 'not-sent':
      return { kind: 'refused', refusal: away, isCardOver: false };
    case 'unknown':
      return { kind: 'unclear', refusal: away, cause: outcome.cause };
  }
}

/**
 * The lender is asked for its price first: a loan above the criminal rate must not be written at all, and a contract
 * can't be refused once it is. Where the lender does not answer, or offers no such term, the contract's own call tells.
 */
async function isPricedCriminal(lender: Lender, request: ContractRequest, deal: Deal): Promise<boolean> {
  const { totalWithTaxCents, downPaymentCents, paymentTermInYears, effectiveDate, firstInstallmentDate } = request;
  const terms = { totalWithTaxCents, downPaymentCents, paymentTermInYears, effectiveDate, firstInstallmentDate };
  const plans = await lender.pricePlans(terms, deal.context);
  if (plans.kind !== 'done') return false;
  const plan = plans.value.find(({ loanTermInMonths }) => loanTermInMonths === request.loanTermInMonths);
  return plan !== undefined && isCriminal(plan, datesOf(deal));
}

/** The customer owes what the lender has written, so a wrong APR stops nothing: somebody has to tell the lender. */
function compareApr(log: Log, contract: Contract, deal: Deal): void {
  const dates = datesOf(deal);
  if (isAprStatedRight(contract, dates)) return;
  log.error('lender states another APR than its loan has', {
    requestId: deal.context.requestId,
    policyNumber: deal.claim.policyNumber,
    loanNumber: contract.loanNumber,
    statedAprPercent: contract.aprPercent,
    aprPercent: aprOfLoan(contract, dates),
    ...dates,
  });
}

function datesOf({ claim, sale }: Deal): LoanDates {
  return {
    advancedOn: advanceDay(sale.effectiveDate, claim.agreed.boundOn),
    firstInstallmentDate: claim.agreed.financing!.firstInstallmentDate,
  };
}

function lenderSaysNo(reason: string): Refusal {
  switch (reason) {
    case policyNumberInUse:
      return numberInUse;
    case loanTermNotOffered:
      return termNotAvailable;
    default:
      return refusal('FinancingDeclined');
  }
}

/** If the number belongs to another party's contract, ours can't be written; that contract is left alone. */
async function ask({ lender, log }: MoneyParts, deal: Deal): Promise<Movement> {
  const { claim, context } = deal;
  const outcome = await lender.find(claim.policyNumber, context);
  if (outcome.kind !== 'done') return { kind: 'unclear', refusal: away, cause: causeOf(outcome) };
  const contract = outcome.value;
  if (contract !== null && contract.attemptKey !== attemptKey(claim))
    return { kind: 'refused', refusal: numberInUse, isCardOver: false };
  if (contract?.status === 'Active') compareApr(log, contract, deal);
  return contract?.status === 'Active' ? { kind: 'moved', money: { kind: 'loan', contract } } : { kind: 'nothing' };
}

/** Makes sure that no loan can be written under the attempt's policy number, however late a request arrives. */
async function close({ lender }: MoneyParts, { claim, context }: Deal): Promise<Movement> {
  const outcome = await lender.cancel(claim.policyNumber, null, context);
  return outcome.kind === 'done' ? { kind: 'nothing' } : { kind: 'unclear', refusal: away, cause: causeOf(outcome) };
}

const away = refusal('FinancingUnavailable');
const numberInUse = refusal('PolicyNumberInUseByLender');
// Which terms the lender offers depends on its fee and minimum loan, which only the lender knows.
const termNotAvailable = refusal('LoanTermNotAvailable', 'financing.loanTermInMonths');

const attemptKey = ({ applicationId, attempt }: Claim): string => `${applicationId}.${attempt}`;

function contractRequest({ claim, sale, seller, selection }: Deal, bankAccount: BankAccount): ContractRequest {
  const { applicant } = sale.inputs;
  const { financing, paymentTermInYears } = claim.agreed;
  return {
    policyNumber: claim.policyNumber,
    attemptKey: attemptKey(claim),
    customerReference: sale.applicationId,
    totalWithTaxCents: selection.totalWithTaxCents,
    downPaymentCents: financing!.downPaymentCents,
    paymentTermInYears,
    effectiveDate: sale.effectiveDate,
    firstInstallmentDate: financing!.firstInstallmentDate,
    loanTermInMonths: financing!.loanTermInMonths,
    borrower: {
      name: [applicant.firstOrCompanyName, applicant.lastName].filter((name) => name !== null).join(' '),
      addressLine1: applicant.addressLine1,
      city: applicant.city,
      province: seller.province,
      postalCode: applicant.postalCode,
      emailAddress: applicant.emailAddress,
    },
    bankAccount,
  };
}
