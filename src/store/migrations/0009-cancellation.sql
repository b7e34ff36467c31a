-- Cancelling a policy, and correcting what got stuck.

-- A policy is cancelled once. `terms` is what the notice is printed from: each product's days and parts, and who gives the
-- money back.
CREATE TABLE cancellation (
  policy_number      text PRIMARY KEY REFERENCES policy,
  kind               text NOT NULL,
  cancelled_on       date NOT NULL,
  premium_back_cents integer NOT NULL,
  tax_back_cents     integer NOT NULL,
  refund_cents       integer NOT NULL,
  settlement         text NOT NULL,
  terms              json NOT NULL,
  reason             text NOT NULL,
  actor_kind         text NOT NULL,
  actor_name         text NOT NULL,
  created_at         timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_cancellation_is_of_a_known_kind CHECK (kind IN ('flat', 'pro-rata')),
  CONSTRAINT a_cancellation_has_a_known_settlement CHECK (
    settlement IN ('card-refund', 'charge-stopped', 'loan-cancelled', 'outside', 'nothing')),
  CONSTRAINT a_refund_is_premium_and_tax CHECK (refund_cents = premium_back_cents + tax_back_cents),
  CONSTRAINT a_refund_takes_nothing CHECK (premium_back_cents >= 0 AND tax_back_cents >= 0),
  CONSTRAINT a_card_refund_has_an_amount CHECK (settlement <> 'card-refund' OR refund_cents > 0)
);

ALTER TABLE document
  DROP CONSTRAINT a_document_has_a_known_kind,
  ADD CONSTRAINT a_document_has_a_known_kind CHECK (kind IN ('declaration', 'financing-letter', 'receipt', 'cancellation'));

ALTER TABLE mail
  DROP CONSTRAINT a_mail_is_of_a_known_kind,
  ADD CONSTRAINT a_mail_is_of_a_known_kind CHECK (kind IN ('policy', 'receipt', 'cancellation'));
-- What a policy's mails are, for whoever sends them again or to another address, is answered by an_address_gets_a_mail_once.

-- Where mails about the policy go since the operator corrected it; null: to the address that the policy was bound with.
ALTER TABLE policy ADD COLUMN email_address text;

-- A reversal is also how a cancelled policy's money or loan is given back: `policy_number` then says whose.
--
--   due      tried until done; `trying_until` says that somebody is at it right now
--   done     the other party has given it back
--   settled  a person has put it right outside; `settled_reference` says where to find it
ALTER TABLE reversal
  ADD COLUMN policy_number text REFERENCES policy,
  ADD COLUMN trying_until timestamptz,
  ADD COLUMN settled_reference text,
  DROP CONSTRAINT a_reversal_has_a_known_state,
  ADD CONSTRAINT a_reversal_has_a_known_state CHECK (state IN ('due', 'done', 'settled')),
  ADD CONSTRAINT a_settled_reversal_says_where CHECK ((state = 'settled') = (settled_reference IS NOT NULL));
-- Whoever was at it when this was applied may still be.
UPDATE reversal SET trying_until = next_attempt_at WHERE state = 'due';

-- A due charge also ends as `stopped` (its policy was cancelled before) or `settled` (paid outside).
ALTER TABLE due_charge
  ADD COLUMN settled_reference text,
  DROP CONSTRAINT a_due_charge_has_a_known_state,
  ADD CONSTRAINT a_due_charge_has_a_known_state CHECK (
    state IN ('due', 'charging', 'charged', 'refused', 'stopped', 'settled')),
  ADD CONSTRAINT a_settled_charge_says_where CHECK ((state = 'settled') = (settled_reference IS NOT NULL));
CREATE INDEX due_charge_by_policy ON due_charge (policy_number);

-- A bind that is unclear because a party is away: why, how often it was tried, and when the job tries again. A partner's
-- repeat does not wait for it.
ALTER TABLE bind
  ADD COLUMN unclear_cause text,
  ADD COLUMN unclear_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN next_try_at timestamptz NOT NULL DEFAULT now();
