-- migration: locks policy, document, audit, journal, reversal, due_charge, mail, cancellation, event, payment_link, journal_entry
-- == Money after the sale ==
-- Instances of earlier versions can't run beside this one.

-- The day on which no product covers any more; a product may outlast the term that is paid for.
ALTER TABLE policy ADD COLUMN cover_ends_on date;
UPDATE policy SET cover_ends_on = greatest(expiry_date, (
  SELECT max(effective_date + make_interval(years => (product ->> 'coverageTermInYears')::integer))::date
  FROM json_array_elements(snapshot -> 'products') AS product));
ALTER TABLE policy ALTER COLUMN cover_ends_on SET NOT NULL;

-- A cancellation is durable work until its day, on which it takes effect. `money` is what the refund plan says of the
-- policy's money; null: the cancellation has not changed it.
ALTER TABLE cancellation
  DROP CONSTRAINT a_cancellation_has_a_known_settlement,
  DROP CONSTRAINT a_card_refund_has_an_amount,
  DROP COLUMN settlement,
  -- The notice.
  ADD COLUMN document_id uuid,
  -- What becomes of the cost of used days that nobody has paid.
  ADD COLUMN used_days text NOT NULL DEFAULT 'write-off',
  ADD COLUMN in_effect_at timestamptz,
  ADD COLUMN money text,
  ADD COLUMN due_at timestamptz DEFAULT now(),
  ADD COLUMN lease_until timestamptz,
  ADD COLUMN owner uuid,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN last_error text,
  ADD COLUMN given_up_at timestamptz,
  ADD CONSTRAINT used_days_are_written_off_or_owed CHECK (used_days IN ('write-off', 'owe')),
  ADD CONSTRAINT work_is_the_services_or_a_persons CHECK (due_at IS NULL OR given_up_at IS NULL),
  ADD CONSTRAINT work_that_was_given_up_says_why CHECK (given_up_at IS NULL OR last_error IS NOT NULL);
UPDATE cancellation SET due_at = NULL, in_effect_at = created_at, document_id = (
  SELECT id FROM document WHERE document.policy_number = cancellation.policy_number AND document.kind = 'cancellation');
ALTER TABLE cancellation ALTER COLUMN document_id SET NOT NULL;
CREATE INDEX cancellation_by_day ON cancellation (cancelled_on) WHERE due_at IS NOT NULL;
CREATE INDEX cancellation_given_up ON cancellation (given_up_at) WHERE given_up_at IS NOT NULL;

-- Those that were withdrawn before their day: their notices are still printed from here.
CREATE TABLE withdrawn_cancellation (
  LIKE cancellation INCLUDING DEFAULTS,
  withdrawn_at timestamptz NOT NULL DEFAULT now(),
  -- The customer has paid what was unpaid, or the operator has taken it back.
  withdrawn_by text NOT NULL,
  PRIMARY KEY (document_id),
  CONSTRAINT a_cancellation_is_withdrawn_by_payment_or_operator CHECK (withdrawn_by IN ('payment', 'operator'))
);
CREATE INDEX withdrawn_cancellation_by_policy ON withdrawn_cancellation (policy_number);

-- `operator`: what a person gives the customer, never tried by the service. `is_refund`: of a cancellation; else it gives
-- back what paid for nothing.
ALTER TABLE reversal
  ADD COLUMN is_refund boolean NOT NULL DEFAULT false,
  -- The seller's day on which it was given back.
  ADD COLUMN done_on date,
  -- Of a cancelled loan: what the lender said that goes to it.
  ADD COLUMN to_loan_cents integer,
  DROP CONSTRAINT a_reversal_is_of_a_known_kind,
  ADD CONSTRAINT a_reversal_is_of_a_known_kind CHECK (kind IN ('charge', 'loan', 'operator'));
CREATE INDEX reversal_by_policy ON reversal (policy_number) WHERE policy_number IS NOT NULL;

-- Since when it has not been known whether the card was charged.
ALTER TABLE due_charge ADD COLUMN unclear_since timestamptz;

ALTER TABLE document
  DROP CONSTRAINT a_document_has_a_known_kind,
  ADD CONSTRAINT a_document_has_a_known_kind CHECK (
    kind IN ('declaration', 'amended-declaration', 'financing-letter', 'receipt', 'refund-receipt', 'cancellation'));
-- A policy whose cancellation was withdrawn may be cancelled again.
DROP INDEX a_policy_has_each_of_its_documents_once;
CREATE UNIQUE INDEX a_policy_has_each_of_its_documents_once ON document (policy_number, kind)
  WHERE kind NOT IN ('amended-declaration', 'cancellation');

-- A link is also made when a charge is refused; it can be used as long as there is something to pay. Its secret is kept
-- encrypted, too, so that the partner and each mail can name the same page.
ALTER TABLE payment_link
  ALTER COLUMN expires_at DROP NOT NULL,
  ADD COLUMN sealed_secret bytea;

-- == One ledger ==
-- What moved by card is a line of the books; the payment is named there.
ALTER TABLE journal_entry
  ADD COLUMN card_payment_id uuid,
  DROP CONSTRAINT a_line_has_a_known_account,
  ADD CONSTRAINT a_line_has_a_known_account CHECK (account IN (
    'partner', 'card', 'processor', 'lender', 'outside', 'refund', 'write-off', 'premium', 'tax', 'commission', 'commission-due'));
DROP TRIGGER journal_entry_is_append_only ON journal_entry;
UPDATE journal_entry SET card_payment_id = journal.card_payment_id
FROM journal
WHERE journal_entry.application_id = journal.application_id AND journal_entry.account = 'processor'
  AND journal_entry.reference = journal.reference;
-- What a version before the books has charged and given back.
INSERT INTO journal_entry (application_id, fact, line, seller_id, day, account, amount_cents, reference, card_payment_id)
SELECT journal.application_id, CASE entry WHEN 'captured' THEN 'charge ' ELSE 'refund ' END || journal.reference, line.number,
       application.seller_id, (journal.happened_at AT TIME ZONE 'UTC')::date, line.account,
       line.sign * CASE entry WHEN 'captured' THEN amount_cents ELSE -amount_cents END, journal.reference,
       CASE line.account WHEN 'processor' THEN journal.card_payment_id END
FROM journal
JOIN application ON application.id = journal.application_id,
     (VALUES (1, 'processor', 1), (2, 'card', -1)) AS line (number, account, sign)
WHERE NOT EXISTS (SELECT FROM journal_entry WHERE journal_entry.application_id = journal.application_id);
CREATE TRIGGER journal_entry_is_append_only
  BEFORE DELETE OR UPDATE OF application_id, fact, line, policy_number, day, account, amount_cents, product, insurer, authority,
                             province, rate_ppm, reference, card_payment_id, entered_at
  ON journal_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
DROP TABLE journal;
DROP TABLE books_pass;
DROP FUNCTION seller_day(uuid, timestamptz);
DROP FUNCTION day_in(text, timestamptz);

-- == Events with their body ==
-- Written with their fact; publication only gives them their place.
DROP TRIGGER audit_tells_events ON audit;
DROP TRIGGER audit_tells_changes ON audit;
DROP FUNCTION tell_event();
DROP FUNCTION tell_change();
DELETE FROM event WHERE body IS NULL;
ALTER TABLE event
  DROP CONSTRAINT a_published_event_has_a_body,
  DROP COLUMN facts,
  ALTER COLUMN body SET NOT NULL;
