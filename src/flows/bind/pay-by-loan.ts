import { type Refusal, refusal } from '../../domain/refusal.ts';
import { type BankAccount, loanTermNotOffered, policyNumberInUse } from '../../ports/lender.ts';
import type { Claim } from '../../store/bind.ts';
import { causeOf, type Deal, type MoneyParts, type MoneyStep, type Movement } from './money.ts';

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

async function writeLoan({ lender }: MoneyParts, deal: Deal, bankAccount: BankAccount): Promise<Movement> {
  const outcome = await lender.createContract(contractRequest(deal, bankAccount), deal.context);
  switch (outcome.kind) {
    case 'done':
      return { kind: 'moved', money: { kind: 'loan', contract: outcome.value } };
    case 'refused':
      return { kind: 'refused', refusal: lenderSaysNo(outcome.reason), isCardOver: false };
    case 'not-sent':
      return { kind: 'refused', refusal: away, isCardOver: false };
    case 'unknown':
      return { kind: 'unclear', refusal: away, cause: outcome.cause };
  }
}

function lenderSaysNo(reason: string): Refusal {
  switch (reason) {
    case policyNumberInUse:
      return numberInUse;
    // Which terms the lender offers depends on its fee and minimum loan, which only the lender knows.
    case loanTermNotOffered:
      return refusal('LoanTermNotAvailable', 'financing.loanTermInMonths');
    default:
      return refusal('FinancingDeclined');
  }
}

/** If the number belongs to another party's contract, ours can't be written; that contract is left alone. */
async function ask({ lender }: MoneyParts, { claim, context }: Deal): Promise<Movement> {
  const outcome = await lender.find(claim.policyNumber, context);
  if (outcome.kind !== 'done') return { kind: 'unclear', refusal: away, cause: causeOf(outcome) };
  const contract = outcome.value;
  if (contract !== null && contract.attemptKey !== attemptKey(claim))
    return { kind: 'refused', refusal: numberInUse, isCardOver: false };
  return contract?.status === 'Active' ? { kind: 'moved', money: { kind: 'loan', contract } } : { kind: 'nothing' };
}

/** Makes sure that no loan can be written under the attempt's policy number, however late a request arrives. */
async function close({ lender }: MoneyParts, { claim, context }: Deal): Promise<Movement> {
  const outcome = await lender.cancel(claim.policyNumber, null, context);
  return outcome.kind === 'done' ? { kind: 'nothing' } : { kind: 'unclear', refusal: away, cause: causeOf(outcome) };
}

const away = refusal('FinancingUnavailable');
const numberInUse = refusal('PolicyNumberInUseByLender');

const attemptKey = ({ applicationId, attempt }: Claim): string => `${applicationId}.${attempt}`;

function contractRequest({ claim, sale, seller, selection }: Deal, bankAccount: BankAccount) {
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
