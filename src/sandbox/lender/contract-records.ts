import type { PlainDate } from '../../domain/calendar.ts';
import type { FinancingOption } from '../../domain/financing/offer.ts';
import { owedOnLoan } from '../../domain/financing/owed-on-loan.ts';
import type { Cents } from '../../domain/money.ts';
import type { CancelledLoan, Contract, ContractRequest, LoanRefund } from '../../ports/lender.ts';
import type { Tx } from '../../store/database.ts';
import { read, write } from '../../store/statement.ts';
import { loanNumber } from './loan-number.ts';
import { sandboxCreditTerms } from './terms.ts';

export interface NewContract {
  readonly request: ContractRequest;
  readonly plan: FinancingOption;
  readonly now: Date;
}

/**
 * Writes the contract unless its policy number has one; returns whether it did. Of concurrent requests, on any
 * instance, the later one waits for the first to commit and then writes nothing.
 */
export async function insertContract(tx: Tx, made: NewContract): Promise<boolean> {
  return insert(tx, loanNumber(Number(await nextSerial(tx))), made);
}

const nextSerial = write.onlyValue<string>(null, `SELECT nextval('sandbox_lender.loan_serial')`);

const insert = write.findsRow(
  'sandbox-lender-insert',
  `INSERT INTO sandbox_lender.contract (
     policy_number, loan_number, attempt_key, customer_reference,
     premium_cents, down_payment_cents, payment_term_in_years, effective_date, first_installment_date,
     loan_term_in_months, installment_cents, finance_charge_cents, application_fee_cents, apr_percent, total_payable_cents,
     account_ending, created_at
   )
   VALUES (:policyNumber, :loan, :attemptKey, :customerReference, :totalWithTaxCents, :downPaymentCents, :paymentTermInYears, :effectiveDate, :firstInstallmentDate, :loanTermInMonths, :installmentCents, :financeChargeCents, :applicationFeeCents, :aprPercent, :totalPayableCents, :accountNumber, :now)
   ON CONFLICT (policy_number) DO NOTHING`,
  (loan: string, { request, plan, now }: NewContract) => ({
    policyNumber: request.policyNumber,
    loan,
    attemptKey: request.attemptKey,
    customerReference: request.customerReference,
    totalWithTaxCents: request.totalWithTaxCents,
    downPaymentCents: request.downPaymentCents,
    paymentTermInYears: request.paymentTermInYears,
    effectiveDate: request.effectiveDate,
    firstInstallmentDate: request.firstInstallmentDate,
    loanTermInMonths: plan.loanTermInMonths,
    installmentCents: plan.installmentCents,
    financeChargeCents: plan.financeChargeCents,
    applicationFeeCents: plan.applicationFeeCents,
    aprPercent: plan.aprPercent,
    totalPayableCents: plan.totalPayableCents,
    accountNumber: request.bankAccount.accountNumber.slice(-3),
    now,
  }),
);

export async function findContract(tx: Tx, policyNumber: string): Promise<Contract | null> {
  const found = await readContract(tx, { policyNumber });
  if (found === null) return null;
  const { effectiveDate, ...contract } = found;
  return { ...contract, creditTerms: sandboxCreditTerms(effectiveDate) };
}

type ContractRow = Omit<Contract, 'creditTerms'> & { readonly effectiveDate: PlainDate };

const readContract = read.firstRow<ContractRow, [{ readonly policyNumber: string }]>(
  'sandbox-lender-by-policy-number',
  `SELECT loan_number AS "loanNumber",
          attempt_key AS "attemptKey",
          down_payment_cents AS "downPaymentCents",
          effective_date AS "effectiveDate",
          first_installment_date AS "firstInstallmentDate",
          loan_term_in_months AS "loanTermInMonths",
          installment_cents AS "installmentCents",
          finance_charge_cents AS "financeChargeCents",
          application_fee_cents AS "applicationFeeCents",
          apr_percent::float8 AS "aprPercent",
          total_payable_cents AS "totalPayableCents",
          CASE WHEN cancelled_at IS NULL THEN 'Active' ELSE 'Cancelled' END AS status
   FROM sandbox_lender.contract
   WHERE policy_number = :policyNumber`,
);

/** Locks a policy number, so that a concurrent cancel and create run one after the other. */
export const lockNumber = write.runs<[{ readonly policyNumber: string }]>(
  null,
  'SELECT pg_advisory_xact_lock(hashtextextended(:policyNumber, 710526003))',
);

export interface CancelRequest {
  readonly policyNumber: string;
  readonly refund: LoanRefund | null;
  readonly now: Date;
}

/** A contract that was cancelled before stays as it is, and its answer too; without a contract the number is closed. */
export async function cancelContract(tx: Tx, { policyNumber, refund, now }: CancelRequest): Promise<CancelledLoan> {
  await lockNumber(tx, { policyNumber });
  const contract = await findContract(tx, policyNumber);
  if (contract === null) {
    await close(tx, { policyNumber, now });
    return { toLoanCents: 0 };
  }
  if (contract.status === 'Cancelled') return { toLoanCents: await refundedCents(tx, { policyNumber }) };
  const toLoanCents = refund === null ? 0 : Math.min(refund.refundCents, owedOnLoan(contract, refund.cancelledOn));
  await cancel(tx, { policyNumber, now, cancelledOn: refund?.cancelledOn ?? null, toLoanCents });
  return { toLoanCents };
}

const refundedCents = read.onlyValue<Cents, [{ readonly policyNumber: string }]>(
  null,
  'SELECT refunded_cents FROM sandbox_lender.contract WHERE policy_number = :policyNumber',
);

const cancel = write.runs<
  [
    {
      readonly policyNumber: string;
      readonly now: Date;
      readonly cancelledOn: PlainDate | null;
      readonly toLoanCents: Cents;
    },
  ]
>(
  null,
  'UPDATE sandbox_lender.contract SET cancelled_at = :now, cancelled_on = :cancelledOn, refunded_cents = :toLoanCents WHERE policy_number = :policyNumber',
);

const close = write.runs<[{ readonly policyNumber: string; readonly now: Date }]>(
  null,
  'INSERT INTO sandbox_lender.closed_number (policy_number, closed_at) VALUES (:policyNumber, :now) ON CONFLICT DO NOTHING',
);

export const isClosed = read.findsRow<[{ readonly policyNumber: string }]>(
  null,
  'SELECT FROM sandbox_lender.closed_number WHERE policy_number = :policyNumber',
);

export interface Loan {
  readonly loanNumber: string;
  /** What the lender has paid for the customer: the total less the down payment. */
  readonly amountCents: Cents;
  readonly status: Contract['status'];
  /** The first day that it does not run. Null of one that runs on, and of one that no policy came of. */
  readonly cancelledOn: PlainDate | null;
  /** What of the policy's refund went to the lender. */
  readonly refundedCents: Cents;
}

/** More loans than one application can have. */
const loansMax = 100;

/** Returns what the lender has on record for a customer, oldest first, as it stands on a day. */
export const listLoans = read.allRows<Loan, [{ readonly customerReference: string; readonly day: PlainDate }]>(
  'sandbox-lender-by-customer',
  `SELECT loan_number AS "loanNumber",
          premium_cents - down_payment_cents AS "amountCents",
          CASE WHEN cancelled_at IS NULL OR cancelled_on > :day THEN 'Active' ELSE 'Cancelled' END AS status,
          cancelled_on AS "cancelledOn",
          refunded_cents AS "refundedCents"
   FROM sandbox_lender.contract
   WHERE customer_reference = :customerReference
   ORDER BY created_at, loan_number
   LIMIT ${loansMax}`,
);
