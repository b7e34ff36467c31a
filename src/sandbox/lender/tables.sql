-- The sandbox lender's tables. They are in place of a third party's, so they have their own schema and are never joined
-- with ours. Run at every start, so every statement must have no effect when the object exists.

CREATE SCHEMA IF NOT EXISTS sandbox_lender;

-- One token for all instances of the lender, created by the first.
CREATE TABLE IF NOT EXISTS sandbox_lender.access (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_token CHECK (is_only),
  token   text NOT NULL
);

CREATE SEQUENCE IF NOT EXISTS sandbox_lender.loan_serial;

-- A contract is never deleted: a cancelled one keeps its policy number, so that a late request can't write it again.
-- Of the bank account there are only the last three digits, and nothing of the borrower: a sandbox collects no debts.
CREATE TABLE IF NOT EXISTS sandbox_lender.contract (
  policy_number          text PRIMARY KEY,
  loan_number            text NOT NULL CONSTRAINT a_loan_number_is_given_once UNIQUE,
  attempt_key            text NOT NULL,
  customer_reference     text NOT NULL,
  premium_cents          integer NOT NULL,
  down_payment_cents     integer NOT NULL CONSTRAINT a_down_payment_is_not_negative CHECK (down_payment_cents >= 0),
  payment_term_in_years  integer NOT NULL,
  effective_date         date NOT NULL,
  first_installment_date date NOT NULL,
  loan_term_in_months    integer NOT NULL,
  installment_cents      integer NOT NULL,
  finance_charge_cents   integer NOT NULL,
  application_fee_cents  integer NOT NULL,
  apr_percent            numeric(5, 2) NOT NULL,
  total_payable_cents    integer NOT NULL,
  account_ending         text NOT NULL CONSTRAINT only_three_digits_of_an_account_are_kept CHECK (account_ending ~ '^[0-9]{3}$'),
  created_at             timestamptz NOT NULL,
  cancelled_at           timestamptz,
  CONSTRAINT something_is_lent CHECK (premium_cents > down_payment_cents),
  CONSTRAINT the_total_is_premium_fee_and_charge_less_down_payment CHECK (
    total_payable_cents = premium_cents - down_payment_cents + application_fee_cents + finance_charge_cents
  )
);

-- The first day that the loan no longer runs, and what of the policy's refund went to it. A cancelled contract without a
-- day is one that no policy came of.
ALTER TABLE sandbox_lender.contract ADD COLUMN IF NOT EXISTS cancelled_on date;
ALTER TABLE sandbox_lender.contract
  ADD COLUMN IF NOT EXISTS refunded_cents integer NOT NULL DEFAULT 0
  CONSTRAINT a_refund_stays_within_what_was_lent CHECK (refunded_cents BETWEEN 0 AND premium_cents - down_payment_cents);

-- What its cancellation was answered beside that: the installments that were collected until then, and what of them the
-- lender gave back itself. From the day of a default on no installment is collected.
ALTER TABLE sandbox_lender.contract ADD COLUMN IF NOT EXISTS in_default_since date;
ALTER TABLE sandbox_lender.contract ADD COLUMN IF NOT EXISTS collected_cents integer NOT NULL DEFAULT 0;
ALTER TABLE sandbox_lender.contract
  ADD COLUMN IF NOT EXISTS given_back_cents integer NOT NULL DEFAULT 0
  CONSTRAINT no_more_is_given_back_than_was_collected CHECK (given_back_cents BETWEEN 0 AND collected_cents);

-- Numbers that were cancelled before anything was written under them: a request that comes late finds them closed.
CREATE TABLE IF NOT EXISTS sandbox_lender.closed_number (
  policy_number text PRIMARY KEY,
  closed_at     timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS contract_by_customer_reference
  ON sandbox_lender.contract (customer_reference);

-- A fault that the next cancellation of a policy's loan meets, once.
CREATE TABLE IF NOT EXISTS sandbox_lender.cancel_fault (
  policy_number text PRIMARY KEY,
  fault         text NOT NULL
);
