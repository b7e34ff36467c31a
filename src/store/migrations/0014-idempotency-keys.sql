-- == Idempotency keys ==
-- A partner's key of a call that makes something: its repeat within 24 hours gets the same answer, and nothing more is
-- made. A running call holds the key by a lease; its owner is a fencing token, so that a call that took too long can't
-- keep an answer any more. The answer is kept in the transaction of what it tells.

CREATE TABLE idempotency_key (
  seller_id   uuid NOT NULL REFERENCES seller,
  operation   text NOT NULL,
  key_hash    bytea NOT NULL,
  body_hash   bytea NOT NULL,
  -- Encrypted: that of a card start has a ticket. Null while the call runs.
  answer      bytea,
  owner       uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (seller_id, operation, key_hash)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);
