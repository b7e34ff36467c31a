import type { PlainDate } from '../../domain/calendar.ts';
import { advanceOf } from '../../domain/financing/loan-apr.ts';
import type { FinancingOption } from '../../domain/financing/offer.ts';
import { collectedOnLoan, owedOnLoan, type RunningLoan, waivedOnLoan } from '../../domain/financing/owed-on-loan.ts';
import type { Cents } from '../../domain/money.ts';
import {
  type CancelledLoan,
  type Contract,
  type ContractRequest,
  type LoanRefund,
  type LoanStatus,
  nothingLent,
} from '../../ports/lender.ts';
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
  const { effectiveDate, inDefaultSince: _, ...contract } = found;
  const { firstInstallmentDate } = contract;
  return {
    ...contract,
    creditTerms: sandboxCreditTerms(contract, { advancedOn: effectiveDate, firstInstallmentDate }),
  };
}

type ContractRow = Omit<Contract, 'creditTerms'> & {
  readonly effectiveDate: PlainDate;
  readonly inDefaultSince: PlainDate | null;
};

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
          CASE
            WHEN cancelled_at IS NOT NULL THEN 'Cancelled'
            WHEN in_default_since IS NOT NULL THEN 'InDefault'
            ELSE 'Active'
          END AS status,
          CASE WHEN cancelled_at IS NOT NULL THEN json_build_object(
            'toLoanCents', refunded_cents, 'collectedCents', collected_cents, 'givenBackCents', given_back_cents
          ) END AS cancelled,
          in_default_since AS "inDefaultSince"
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
  /** A fault: how much more than is owed the lender takes for the loan; below zero, less. */
  readonly tooMuchCents?: Cents;
}

/** A contract that was cancelled before stays as it is, and its answer too; without a contract the number is closed. */
export async function cancelContract(tx: Tx, request: CancelRequest): Promise<CancelledLoan> {
  const { policyNumber, refund, now, tooMuchCents = 0 } = request;
  await lockNumber(tx, { policyNumber });
  const contract = await readContract(tx, { policyNumber });
  if (contract === null) {
    await close(tx, { policyNumber, now });
    return nothingLent;
  }
  if (contract.cancelled !== null) return contract.cancelled;
  const cancelled = refund === null ? nothingLent : reckon(contract, refund, tooMuchCents);
  await cancel(tx, { policyNumber, now, cancelledOn: refund?.cancelledOn ?? null, ...cancelled });
  return cancelled;
}

/** Whatever fault was asked for: the loan takes no more than was lent, nor than the refund. */
function reckon(
  contract: ContractRow,
  { cancelledOn, refundCents, isRescinded = false }: LoanRefund,
  tooMuchCents: Cents,
): CancelledLoan {
  const paidUntil = lastPaidDay(contract, cancelledOn);
  const takenCents = Math.min(refundCents, owedOnLoan(contract, paidUntil)) + tooMuchCents;
  return {
    toLoanCents: Math.max(0, Math.min(takenCents, refundCents, advanceOf(contract))),
    collectedCents: collectedOnLoan(contract, paidUntil),
    givenBackCents: isRescinded ? waivedOnLoan(contract, paidUntil) : 0,
  };
}

/** From the day of its default on no installment of a loan is paid. */
function lastPaidDay({ inDefaultSince }: Pick<ContractRow, 'inDefaultSince'>, day: PlainDate): PlainDate {
  return inDefaultSince !== null && inDefaultSince < day ? inDefaultSince : day;
}

/** Where it stands: from a day on in default, or null. Returns false where no loan runs under the number. */
export const setDefault = write.findsRow<
  [{ readonly policyNumber: string; readonly inDefaultSince: PlainDate | null }]
>(
  null,
  `UPDATE sandbox_lender.contract
   SET in_default_since = CASE WHEN :inDefaultSince::date IS NOT NULL THEN coalesce(in_default_since, :inDefaultSince) END
   WHERE policy_number = :policyNumber AND cancelled_at IS NULL`,
);

const cancel = write.runs<
  [
    {
      readonly policyNumber: string;
      readonly now: Date;
      readonly cancelledOn: PlainDate | null;
    } & CancelledLoan,
  ]
>(
  null,
  `UPDATE sandbox_lender.contract
   SET cancelled_at = :now,
       cancelled_on = :cancelledOn,
       refunded_cents = :toLoanCents,
       collected_cents = :collectedCents,
       given_back_cents = :givenBackCents
   WHERE policy_number = :policyNumber`,
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
  readonly status: LoanStatus;
  /** The first day that it does not run. Null of one that runs on, and of one that no policy came of. */
  readonly cancelledOn: PlainDate | null;
  /** What of the policy's refund went to the lender. */
  readonly refundedCents: Cents;
  /** The installments that were collected before the day, and what of them the lender gave back itself. */
  readonly collectedCents: Cents;
  readonly givenBackCents: Cents;
}

/** More loans than one application can have. */
const loansMax = 100;

interface LoanAsked {
  readonly customerReference: string;
  readonly day: PlainDate;
}

/** Returns what the lender has on record for a customer, oldest first, as it stands on a day. */
export async function listLoans(tx: Tx, asked: LoanAsked): Promise<readonly Loan[]> {
  const rows = await readLoans(tx, asked);
  return rows.map(({ isCancelled, inDefaultSince, running, ...loan }) => {
    const { cancelledOn } = loan;
    const status = isCancelled && (cancelledOn === null || cancelledOn <= asked.day) ? 'Cancelled' : null;
    const isInDefault = inDefaultSince !== null && inDefaultSince <= asked.day;
    return {
      ...loan,
      status: status ?? (isInDefault ? 'InDefault' : 'Active'),
      collectedCents:
        status === 'Cancelled'
          ? loan.collectedCents
          : collectedOnLoan(running, lastPaidDay({ inDefaultSince }, asked.day)),
    };
  });
}

interface LoanRow extends Omit<Loan, 'status'> {
  readonly isCancelled: boolean;
  readonly inDefaultSince: PlainDate | null;
  readonly running: RunningLoan;
}

const readLoans = read.allRows<LoanRow, [LoanAsked]>(
  'sandbox-lender-by-customer',
  `SELECT loan_number AS "loanNumber",
          premium_cents - down_payment_cents AS "amountCents",
          cancelled_at IS NOT NULL AS "isCancelled",
          cancelled_on AS "cancelledOn",
          in_default_since AS "inDefaultSince",
          refunded_cents AS "refundedCents",
          collected_cents AS "collectedCents",
          given_back_cents AS "givenBackCents",
          json_build_object(
            'loanTermInMonths', loan_term_in_months,
            'installmentCents', installment_cents,
            'financeChargeCents', finance_charge_cents,
            'applicationFeeCents', application_fee_cents,
            'totalPayableCents', total_payable_cents,
            'firstInstallmentDate', first_installment_date
          ) AS running
   FROM sandbox_lender.contract
   WHERE customer_reference = :customerReference
   ORDER BY created_at, loan_number
   LIMIT ${loansMax}`,
);
