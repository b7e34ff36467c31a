import type { AgreedLoan } from '../../domain/bind/judge-bind.ts';
import { type BankAccount, namedAccount } from '../../domain/financing/bank-account.ts';
import {
  advanceDay,
  annualRateOfLoan,
  aprOfLoan,
  isAnnualRateStatedRight,
  isAprStatedRight,
  isCriminal,
  type LoanDates,
} from '../../domain/financing/loan-apr.ts';
import type { Log } from '../../domain/log.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import type { Contract, ContractRequest, Lender } from '../../ports/lender.ts';
import type { Refused } from '../../ports/outcome.ts';
import type { Claim } from '../../store/bind/bind.ts';
import { failedBy } from '../work/failed-by.ts';
import type { ClaimedBind, MovingStep, PaymentParts, PaymentResult, PaymentStep } from './payment.ts';

/** Writes the lender's loan under the policy number during the bind. */
export function payByLoan(loan: AgreedLoan, bankAccount: BankAccount): MovingStep {
  return { ...loanStep(loan), kind: 'step', move: (parts, claimed) => writeLoan(parts, claimed, loan, bankAccount) };
}

/** The step of a loan that may have been written. Bank details are not stored, so only the partner's repeat can write it. */
export function loanStep(loan: AgreedLoan): PaymentStep {
  return {
    step: 'lending',
    point: 'loan',
    ask: (parts, claimed) => ask(parts, claimed, loan),
    // The loan may still be written.
    trustsNotFound: false,
    isSamePayment: () => true,
    // Each attempt has its own policy number, so it is always closed.
    close,
  };
}

async function writeLoan(
  { lender, log }: PaymentParts,
  claimed: ClaimedBind,
  loan: AgreedLoan,
  bankAccount: BankAccount,
): Promise<PaymentResult> {
  const request = contractRequest(claimed, loan, bankAccount);
  if (await isPricedCriminal(lender, request, claimed))
    return { kind: 'refused', refusal: termNotAvailable, isCardOver: false };
  const outcome = await lender.createContract(request, claimed.context);
  switch (outcome.kind) {
    case 'done':
      compareRates(log, outcome.value, claimed, loan);
      return {
        kind: 'moved',
        money: { kind: 'loan', contract: outcome.value, account: namedAccount(bankAccount, nameOf(claimed)) },
      };
    case 'refused':
      return { kind: 'refused', refusal: lenderSaysNo(outcome), isCardOver: false };
    case 'not-sent':
      return { kind: 'refused', refusal: unavailable, isCardOver: false };
    case 'unknown':
      return { kind: 'unclear', refusal: unavailable, ...failedBy(outcome) };
  }
}

function nameOf({ sale: { inputs } }: Pick<ClaimedBind, 'sale'>): string {
  const { firstOrCompanyName, lastName } = inputs.applicant;
  return lastName === null ? firstOrCompanyName : `${firstOrCompanyName} ${lastName}`;
}

/**
 * The lender is asked for its price first: a loan above the criminal rate must not be written at all, and a contract
 * can't be refused once it is. Where the lender does not answer, or offers no such term, the contract's own call tells.
 */
async function isPricedCriminal(lender: Lender, request: ContractRequest, claimed: ClaimedBind): Promise<boolean> {
  const { totalWithTaxCents, downPaymentCents, paymentTermInYears, effectiveDate, firstInstallmentDate } = request;
  const terms = { totalWithTaxCents, downPaymentCents, paymentTermInYears, effectiveDate, firstInstallmentDate };
  const plans = await lender.pricePlans(terms, claimed.context);
  if (plans.kind !== 'done') return false;
  const plan = plans.value.find(({ loanTermInMonths }) => loanTermInMonths === request.loanTermInMonths);
  return plan !== undefined && isCriminal(plan, datesOf(claimed, request));
}

/** The customer owes what the lender has written, so a wrong rate stops nothing: somebody has to tell the lender. */
function compareRates(log: Log, contract: Contract, claimed: ClaimedBind, loan: AgreedLoan): void {
  const dates = datesOf(claimed, loan);
  const written = {
    requestId: claimed.context.requestId,
    policyNumber: claimed.claim.policyNumber,
    loanNumber: contract.loanNumber,
  };
  if (!isAprStatedRight(contract, dates))
    log.error('lender states another APR than its loan has', {
      ...written,
      statedAprPercent: contract.aprPercent,
      aprPercent: aprOfLoan(contract, dates),
      ...dates,
    });
  if (!isAnnualRateStatedRight(contract, dates))
    log.error('lender states another interest rate than its loan has', {
      ...written,
      statedRatePercent: contract.creditTerms.annualRatePercent,
      ratePercent: annualRateOfLoan(contract, dates),
      ...dates,
    });
}

function datesOf(
  { claim, sale }: ClaimedBind,
  { firstInstallmentDate }: Pick<AgreedLoan, 'firstInstallmentDate'>,
): LoanDates {
  return { advancedOn: advanceDay(sale.effectiveDate, claim.agreed.boundOn), firstInstallmentDate };
}

function lenderSaysNo({ reasonCode }: Refused): Refusal {
  switch (reasonCode) {
    case 'policy-number-in-use':
      return numberInUse;
    case 'loan-term-not-offered':
      return termNotAvailable;
    default:
      return refusal('FinancingDeclined');
  }
}

/** If the number belongs to another party's contract, ours can't be written; that contract is left alone. */
async function ask({ lender, log }: PaymentParts, claimed: ClaimedBind, loan: AgreedLoan): Promise<PaymentResult> {
  const { claim, context } = claimed;
  const outcome = await lender.find(claim.policyNumber, context);
  if (outcome.kind !== 'done') return { kind: 'unclear', refusal: unavailable, ...failedBy(outcome) };
  const contract = outcome.value;
  if (contract !== null && !isOurs(contract, claim))
    return { kind: 'refused', refusal: numberInUse, isCardOver: false };
  if (contract === null || contract.status === 'Cancelled') return { kind: 'nothing' };
  compareRates(log, contract, claimed, loan);
  return { kind: 'moved', money: { kind: 'loan', contract } };
}

/** Makes sure that no loan can be written under the attempt's policy number, however late a request arrives. */
async function close({ lender }: PaymentParts, { claim, context }: ClaimedBind): Promise<PaymentResult> {
  const outcome = await lender.cancel(claim.policyNumber, null, context);
  return outcome.kind === 'done'
    ? { kind: 'nothing' }
    : { kind: 'unclear', refusal: unavailable, ...failedBy(outcome) };
}

const unavailable = refusal('FinancingUnavailable');
const numberInUse = refusal('PolicyNumberInUseByLender');
// Which terms the lender offers depends on its fee and minimum loan, which only the lender knows.
const termNotAvailable = refusal('LoanTermNotAvailable', 'financing.loanTermInMonths');

/** How often a bind that was forgotten had been tried is not known: any attempt of its application counts. */
const isOurs = (contract: Contract, claim: Claim): boolean =>
  claim.agreed.isEntered === true
    ? contract.attemptKey.startsWith(`${claim.applicationId}.`)
    : contract.attemptKey === attemptKey(claim);

const attemptKey = ({ applicationId, attempt }: Claim): string => `${applicationId}.${attempt}`;

function contractRequest(
  { claim, sale, seller, selection }: ClaimedBind,
  { loanTermInMonths, downPaymentCents, firstInstallmentDate }: AgreedLoan,
  bankAccount: BankAccount,
): ContractRequest {
  const { applicant } = sale.inputs;
  return {
    policyNumber: claim.policyNumber,
    attemptKey: attemptKey(claim),
    customerReference: sale.applicationId,
    totalWithTaxCents: selection.totalWithTaxCents,
    downPaymentCents,
    paymentTermInYears: claim.agreed.paymentTermInYears,
    effectiveDate: sale.effectiveDate,
    firstInstallmentDate,
    loanTermInMonths,
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
