import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { FinancingOption } from '../domain/financing/offer.ts';
import type { Cents } from '../domain/money/money.ts';
import type { CallContext, Outcome } from './outcome.ts';

/**
 * What we need of a premium-finance lender. A contract is written under the policy number, at most once; `find` tells
 * whether there is one. Bank account details go through here to the lender and nowhere else.
 */
export interface Lender {
  /** The loans the customer could take. Indicative; creates nothing. */
  readonly pricePlans: (request: PlanRequest, context: CallContext) => Promise<Outcome<readonly FinancingOption[]>>;
  readonly createContract: (request: ContractRequest, context: CallContext) => Promise<Outcome<Contract>>;
  readonly find: (policyNumber: string, context: CallContext) => Promise<Outcome<Contract | null>>;
  /**
   * Done also when it had been cancelled before, and when there was no contract: from then on none can be written under
   * the number, however late a request for it comes.
   */
  readonly cancel: (policyNumber: string, context: CallContext) => Promise<Outcome<void>>;
}

export interface PlanRequest {
  /** What the policy costs. */
  readonly totalWithTaxCents: Cents;
  readonly downPaymentCents: Cents;
  readonly paymentTermInYears: number;
  /** Of the policy: the first installment's window is counted from it, not from the lender's own day. */
  readonly effectiveDate: PlainDate;
  readonly firstInstallmentDate: PlainDate;
}

/** The reasons of a refused contract that have a meaning of their own; any other is the lender's no to the plan. */
export const policyNumberInUse = 'policy number in use';
export const loanTermNotOffered = 'loan term not offered';

export interface ContractRequest extends PlanRequest {
  readonly policyNumber: string;
  /** Ours, of the attempt: a contract that is found with another one was not written by it. */
  readonly attemptKey: string;
  /** Goes along for the lender's own records: the application. */
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

export interface BankAccount {
  readonly institutionNumber: string;
  readonly transitNumber: string;
  readonly accountNumber: string;
  readonly accountHolderName: string;
}

export interface Contract extends FinancingOption {
  readonly loanNumber: string;
  readonly attemptKey: string;
  readonly downPaymentCents: Cents;
  readonly firstInstallmentDate: PlainDate;
  readonly status: 'Active' | 'Cancelled';
}
