import type { FinancingOption } from '../../domain/financing/offer.ts';
import type { Cents } from '../../domain/money/money.ts';
import type { Contract, ContractRequest } from '../../ports/lender.ts';
import { statement, type Tx } from '../../store/database.ts';
import { loanNumber } from './loan-number.ts';

/**
 * Writes the contract unless its policy number has one; returns whether it did. Of concurrent requests, on any
 * instance, the later one waits for the first to commit and then writes nothing.
 */
export async function insertContract(tx: Tx, { request, plan, now }: NewContract): Promise<boolean> {
  const serial = await tx.query<{ serial: string }>(`SELECT nextval('sandbox_lender.loan_serial') AS serial`);
  const { rowCount } = await tx.query(
    insert(
      request.policyNumber,
      loanNumber(Number(serial.rows[0]!.serial)),
      request.attemptKey,
      request.customerReference,
      request.totalWithTaxCents,
      request.downPaymentCents,
      request.paymentTermInYears,
      request.effectiveDate,
      request.firstInstallmentDate,
      plan.loanTermInMonths,
      plan.installmentCents,
      plan.financeChargeCents,
      plan.applicationFeeCents,
      plan.aprPercent,
      plan.totalPayableCents,
      request.bankAccount.accountNumber.slice(-3),
      now,
    ),
  );
  return rowCount === 1;
}

export interface NewContract {
  readonly request: ContractRequest;
  readonly plan: FinancingOption;
  readonly now: Date;
}

export async function findContract(tx: Tx, policyNumber: string): Promise<Contract | null> {
  const { rows } = await tx.query<ContractRow>(selectByPolicyNumber(policyNumber));
  return rows[0] === undefined ? null : toContract(rows[0]);
}

/** Locks a policy number, so that a concurrent cancel and create run one after the other. */
export async function lockNumber(tx: Tx, policyNumber: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 710526003))', [policyNumber]);
}

/** A contract that was cancelled before keeps its time; without a contract the number is closed. */
export async function cancelContract(tx: Tx, policyNumber: string, now: Date): Promise<void> {
  const { rowCount } = await tx.query(
    'UPDATE sandbox_lender.contract SET cancelled_at = coalesce(cancelled_at, $2) WHERE policy_number = $1',
    [policyNumber, now],
  );
  if (rowCount !== 0) return;
  await tx.query(
    'INSERT INTO sandbox_lender.closed_number (policy_number, closed_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [policyNumber, now],
  );
}

export async function isClosed(tx: Tx, policyNumber: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM sandbox_lender.closed_number WHERE policy_number = $1', [
    policyNumber,
  ]);
  return rowCount === 1;
}

/** Returns what the lender has on record for a customer, oldest first. */
export async function listLoans(tx: Tx, customerReference: string): Promise<readonly Loan[]> {
  const { rows } = await tx.query<Loan>(selectByCustomer(customerReference));
  return rows;
}

export interface Loan {
  readonly loanNumber: string;
  /** What the lender has paid for the customer: the total less the down payment. */
  readonly amountCents: Cents;
  readonly status: Contract['status'];
}

interface ContractRow extends Omit<Contract, 'aprPercent'> {
  readonly aprPercent: string;
}

function toContract(row: ContractRow): Contract {
  return { ...row, aprPercent: Number(row.aprPercent) };
}

const insert = statement(
  'sandbox-lender-insert',
  `INSERT INTO sandbox_lender.contract (
     policy_number, loan_number, attempt_key, customer_reference,
     premium_cents, down_payment_cents, payment_term_in_years, effective_date, first_installment_date,
     loan_term_in_months, installment_cents, finance_charge_cents, application_fee_cents, apr_percent, total_payable_cents,
     account_ending, created_at
   )
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
   ON CONFLICT (policy_number) DO NOTHING`,
);

const status = `CASE WHEN cancelled_at IS NULL THEN 'Active' ELSE 'Cancelled' END AS status`;

const selectByPolicyNumber = statement(
  'sandbox-lender-by-policy-number',
  `SELECT loan_number AS "loanNumber",
          attempt_key AS "attemptKey",
          down_payment_cents AS "downPaymentCents",
          first_installment_date AS "firstInstallmentDate",
          loan_term_in_months AS "loanTermInMonths",
          installment_cents AS "installmentCents",
          finance_charge_cents AS "financeChargeCents",
          application_fee_cents AS "applicationFeeCents",
          apr_percent AS "aprPercent",
          total_payable_cents AS "totalPayableCents",
          ${status}
   FROM sandbox_lender.contract
   WHERE policy_number = $1`,
);

/** More loans than one application can have. */
const loansMax = 100;

const selectByCustomer = statement(
  'sandbox-lender-by-customer',
  `SELECT loan_number AS "loanNumber",
          premium_cents - down_payment_cents AS "amountCents",
          ${status}
   FROM sandbox_lender.contract
   WHERE customer_reference = $1
   ORDER BY created_at, loan_number
   LIMIT ${loansMax}`,
);
