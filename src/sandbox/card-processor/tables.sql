-- The sandbox card processor's tables. They are in place of a third party's database: the service never reads them.
-- No card number, no security code and no ticket is ever written here: cards are masked, tickets are hashed.
-- Run at every start, so every statement must have no effect when the object exists.

CREATE SCHEMA IF NOT EXISTS sandbox_cards;

CREATE TABLE IF NOT EXISTS sandbox_cards.merchant (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  api_token text NOT NULL
);

-- A card that was verified and saved. The token identifies it; the number is not stored.
CREATE TABLE IF NOT EXISTS sandbox_cards.saved_card (
  token              text PRIMARY KEY,
  order_key          text NOT NULL UNIQUE,
  masked_card_number text NOT NULL CONSTRAINT saved_card_number_is_masked CHECK (masked_card_number ~ '^\d{4}\*{4,11}\d{4}$'),
  card_type          text NOT NULL,
  is_refused_later   boolean NOT NULL,
  saved_at           timestamptz NOT NULL
);

-- One order of the merchant: a checkout (hold or verify), or a charge on a saved card.
--   hold    open -> held -> captured | released;   open -> declined | cancelled
--   verify  open -> verified;                      open -> declined | cancelled
--   charge  captured | declined, from the start
CREATE TABLE IF NOT EXISTS sandbox_cards.payment (
  order_key          text PRIMARY KEY,
  reference          text NOT NULL UNIQUE,
  customer_reference text NOT NULL,
  mode               text NOT NULL,
  status             text NOT NULL,
  amount_cents       integer NOT NULL,
  language           text NOT NULL DEFAULT 'en' CONSTRAINT language_is_known CHECK (language IN ('en', 'fr')),
  ticket_hash        bytea UNIQUE,
  ticket_expires_at  timestamptz,
  masked_card_number text CONSTRAINT card_number_is_masked CHECK (masked_card_number ~ '^\d{4}\*{4,11}\d{4}$'),
  card_type          text,
  is_refused_later   boolean NOT NULL DEFAULT false,
  card_token         text REFERENCES sandbox_cards.saved_card (token),
  has_lapsed         boolean NOT NULL DEFAULT false CONSTRAINT only_a_released_hold_lapsed CHECK (NOT has_lapsed OR status = 'released'),
  created_at         timestamptz NOT NULL,
  CONSTRAINT status_fits_mode CHECK (
    mode = 'hold' AND status IN ('open', 'cancelled', 'declined', 'held', 'captured', 'released')
    OR mode = 'verify' AND status IN ('open', 'cancelled', 'declined', 'verified')
    OR mode = 'charge' AND status IN ('captured', 'declined')
  ),
  CONSTRAINT only_a_verification_is_free CHECK ((mode = 'verify') = (amount_cents = 0) AND amount_cents >= 0),
  CONSTRAINT only_a_checkout_has_a_ticket CHECK (
    (mode <> 'charge') = (ticket_hash IS NOT NULL) AND (ticket_hash IS NULL) = (ticket_expires_at IS NULL)
  ),
  CONSTRAINT what_was_approved_has_a_card CHECK (
    status IN ('open', 'cancelled', 'declined') OR masked_card_number IS NOT NULL AND card_type IS NOT NULL
  )
);

CREATE INDEX IF NOT EXISTS payment_of_customer ON sandbox_cards.payment (customer_reference, created_at);

-- Money taken, at most once for an order.
CREATE TABLE IF NOT EXISTS sandbox_cards.charge (
  order_key            text PRIMARY KEY REFERENCES sandbox_cards.payment (order_key),
  reference            text NOT NULL UNIQUE,
  amount_cents         integer NOT NULL CONSTRAINT charge_is_positive CHECK (amount_cents > 0),
  refunded_cents       integer NOT NULL DEFAULT 0,
  authorization_number text NOT NULL,
  charged_at           timestamptz NOT NULL,
  CONSTRAINT refunds_stay_within_the_charge CHECK (refunded_cents BETWEEN 0 AND amount_cents)
);

-- Money given back, at most once for a refund key.
CREATE TABLE IF NOT EXISTS sandbox_cards.refund (
  order_key    text NOT NULL REFERENCES sandbox_cards.charge (order_key),
  refund_key   text NOT NULL,
  amount_cents integer NOT NULL CONSTRAINT refund_is_positive CHECK (amount_cents > 0),
  refunded_at  timestamptz NOT NULL,
  PRIMARY KEY (order_key, refund_key)
);

-- The codes of a card that is refused later: the issuer's own and, after a space, the scheme's advice.
ALTER TABLE sandbox_cards.saved_card ADD COLUMN IF NOT EXISTS refusal_codes text;
ALTER TABLE sandbox_cards.payment ADD COLUMN IF NOT EXISTS refusal_codes text;

-- What a customer disputes of a charge at the issuer, and how it ended for the merchant.
CREATE TABLE IF NOT EXISTS sandbox_cards.dispute (
  order_key    text PRIMARY KEY REFERENCES sandbox_cards.charge (order_key),
  reference    text NOT NULL UNIQUE,
  amount_cents integer NOT NULL CONSTRAINT dispute_is_positive CHECK (amount_cents > 0),
  status       text NOT NULL CONSTRAINT dispute_status_is_known CHECK (status IN ('Open', 'Won', 'Lost')),
  opened_at    timestamptz NOT NULL,
  decided_at   timestamptz CONSTRAINT only_an_ended_dispute_is_decided CHECK ((status = 'Open') = (decided_at IS NULL))
);

-- The account of the card is closed: no refund of the charge arrives. A fault that a partner has asked for.
ALTER TABLE sandbox_cards.charge ADD COLUMN IF NOT EXISTS is_account_closed boolean NOT NULL DEFAULT false;

-- The processor answers no question about the order: a fault that a partner has asked for.
ALTER TABLE sandbox_cards.payment ADD COLUMN IF NOT EXISTS is_silent boolean NOT NULL DEFAULT false;

-- A fault that the next refund of a customer meets, once.
CREATE TABLE IF NOT EXISTS sandbox_cards.refund_fault (
  customer_reference text PRIMARY KEY,
  fault              text NOT NULL
);
