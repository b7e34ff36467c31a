-- A card payment, from its start to its end. The ticket is kept only as a hash; card numbers never reach this database.
--
--   Pending    the customer has the checkout; nothing decided
--   Authorized the card was accepted: a hold (charge date today) or a saved card (charge date later)
--   Declined, Cancelled   final; a new payment is started
--   Lapsing    the deadline has passed and the hold is being released: no bind may take it any more
--   Lapsed     final; the hold was released
CREATE TABLE card_payment (
  id                 uuid PRIMARY KEY,
  application_id     uuid NOT NULL REFERENCES application,
  seller_id          uuid NOT NULL REFERENCES seller,
  status             text NOT NULL,
  ticket_hash        bytea NOT NULL,
  ticket_expires_at  timestamptz NOT NULL,
  coverage_category  text NOT NULL,
  payment_term       integer NOT NULL,
  product_types      text[] NOT NULL,
  total_cents        integer NOT NULL,
  hold_cents         integer NOT NULL,
  charge_date        date NOT NULL,
  -- From here on: what the processor said.
  authorized_at      timestamptz,
  expires_at         timestamptz,
  reference          text,
  card_token         text,
  masked_card_number text,
  card_type          text,
  started_at         timestamptz NOT NULL,
  decided_at         timestamptz,
  CONSTRAINT a_card_payment_has_a_known_status
    CHECK (status IN ('Pending', 'Authorized', 'Declined', 'Cancelled', 'Lapsing', 'Lapsed')),
  CONSTRAINT a_hold_is_for_the_whole_total_or_for_nothing CHECK (hold_cents IN (0, total_cents)),
  CONSTRAINT an_authorized_payment_names_its_card
    CHECK (status <> 'Authorized' OR (reference IS NOT NULL AND masked_card_number IS NOT NULL AND expires_at IS NOT NULL)),
  CONSTRAINT a_masked_card_number_is_masked CHECK (masked_card_number !~ '[0-9]{7}')
);

CREATE INDEX card_payment_by_application ON card_payment (application_id);
-- What the sweep looks for: payments that time decides about.
CREATE INDEX card_payment_undecided ON card_payment (ticket_expires_at) WHERE status = 'Pending';
CREATE INDEX card_payment_lapsing ON card_payment (expires_at) WHERE status IN ('Authorized', 'Lapsing');
