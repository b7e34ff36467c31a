import type { PlainDate } from '../domain/calendar.ts';
import type { BankAccount } from '../domain/financing/bank-account.ts';
import type { CreditTerms } from '../domain/financing/credit-terms.ts';
import { advanceOf } from '../domain/financing/loan-apr.ts';
import type { FinancingOption } from '../domain/financing/offer.ts';
import type { Cents } from '../domain/money.ts';
import type { CallContext, Outcome } from './outcome.ts';

/**
 * What we need of a premium-finance lender. A policy number has at most one contract; `find` returns it. Bank account
 * details go to the lender through here and nowhere else.
 */
export interface Lender {
  /** None is set up: there is no financing, now or later. */
  readonly isMissing?: true;
  /** The loans the customer could take. Indicative; creates nothing. */
  readonly pricePlans: (request: PlanRequest, context: CallContext) => Promise<Outcome<readonly LenderPlan[]>>;
  readonly createContract: (request: ContractRequest, context: CallContext) => Promise<Outcome<Contract>>;
  readonly find: (policyNumber: string, context: CallContext) => Promise<Outcome<Contract | null>>;
  /**
   * Done also when the contract was cancelled before, and when there is none: after that none can be written under the
   * number, however late a request arrives. A repeat, whatever it carries, is answered as the first one was.
   *
   * `refund` null: no policy came of the loan; nothing is or was lent under the number.
   */
  readonly cancel: (
    policyNumber: string,
    refund: LoanRefund | null,
    context: CallContext,
  ) => Promise<Outcome<CancelledLoan>>;
  /**
   * Returns what the lender paid and what it gets back under some policy numbers, by its own books: to compare ours with.
   */
  readonly listLoans: (policyNumbers: readonly string[], context: CallContext) => Promise<Outcome<ListedLoans>>;
}

export interface ListedLoans {
  /** A number that is in neither list has no loan. */
  readonly loans: readonly ListedLoan[];
  /** The numbers of which the lender did not say anything. */
  readonly unanswered: readonly string[];
}

export interface ListedLoan extends Pick<Contract, 'loanNumber' | 'status' | 'cancelled'> {
  readonly policyNumber: string;
  /** What the lender paid for the policy: the total less the down payment. */
  readonly advancedCents: Cents;
}

/** The protocol lists nothing: it is asked for one number after the other. */
export async function listLoansByFind(
  find: Lender['find'],
  policyNumbers: readonly string[],
  context: CallContext,
): Promise<Outcome<ListedLoans>> {
  const loans: ListedLoan[] = [];
  const unanswered: string[] = [];
  for (const policyNumber of policyNumbers) {
    const found = await find(policyNumber, context);
    if (found.kind !== 'done') unanswered.push(policyNumber);
    else if (found.value !== null) {
      const { loanNumber, status, cancelled } = found.value;
      loans.push({ policyNumber, loanNumber, status, cancelled, advancedCents: advanceOf(found.value) });
    }
  }
  return { kind: 'done', value: { loans, unanswered } };
}

/** What a cancelled policy refunds. */
export interface LoanRefund {
  /**
   * The day on which the loan ends, and on which what is owed is reckoned: the first day without cover or, where all is
   * given back as if there had been no policy, the day on which that is done.
   */
  readonly cancelledOn: PlainDate;
  /** What is given back for the policy, to the loan first. */
  readonly refundCents: Cents;
  /** The policy is treated as if it had never existed: interest and fee that were collected are given back, too. */
  readonly isRescinded?: boolean | undefined;
}

export interface CancelledLoan {
  /** What of the refund goes to the loan: at most what was owed on it on that day. The rest is the customer's. */
  readonly toLoanCents: Cents;
  /** What the lender has collected from the customer in installments before that day. */
  readonly collectedCents: Cents;
  /** What of that the lender gives back to the customer itself: interest, fees, an installment debited later. */
  readonly givenBackCents: Cents;
}

/** No policy came of the loan, or there was none under the number. */
export const nothingLent: CancelledLoan = { toLoanCents: 0, collectedCents: 0, givenBackCents: 0 };

export interface LenderPlan extends FinancingOption {
  readonly creditTerms: CreditTerms;
}

export interface PlanRequest {
  /** What the policy costs. */
  readonly totalWithTaxCents: Cents;
  readonly downPaymentCents: Cents;
  readonly paymentTermInYears: number;
  /** The policy's. The window of the first installment is counted from it, not from the lender's today. */
  readonly effectiveDate: PlainDate;
  readonly firstInstallmentDate: PlainDate;
}

export interface ContractRequest extends PlanRequest {
  readonly policyNumber: string;
  /** Our key of the attempt. A contract with another key was written by another attempt. */
  readonly attemptKey: string;
  /** The application's id, for the lender's records. */
  readonly customerReference: string;
  readonly loanTermInMonths: number;
  readonly borrower: Borrower;
  readonly bankAccount: BankAccount;
}

export interface Borrower {
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly province: string;
  readonly postalCode: string;
  readonly emailAddress: string;
}

export interface Contract extends LenderPlan {
  readonly loanNumber: string;
  readonly attemptKey: string;
  readonly downPaymentCents: Cents;
  readonly firstInstallmentDate: PlainDate;
  readonly status: LoanStatus;
  /** What was answered to its cancellation. */
  readonly cancelled: CancelledLoan | null;
}

/** In default: the customer is behind with an installment, by the lender's own terms. */
export type LoanStatus = 'Active' | 'InDefault' | 'Cancelled';
