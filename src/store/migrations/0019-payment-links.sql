-- migration: locks policy, card_payment
-- == Payment links ==
-- A policy whose charge was refused can be paid by its customer on a page of ours. One link per policy: sending another
-- replaces it. The secret is known to the customer alone; it is made when the mail is sent, or shown once, and only its
-- hash is kept. The link is over once the policy is paid: that is the due charge's to say.

CREATE TABLE payment_link (
  policy_number   text PRIMARY KEY REFERENCES policy,
  secret_hash     bytea UNIQUE,
  -- The day on which the new card is charged; null: at once.
  charge_on       date,
  expires_at      timestamptz NOT NULL,
  revoked_at      timestamptz,
  -- The payment whose card was taken; the policy's due charge is of this card then.
  card_payment_id uuid REFERENCES card_payment,
  made_at         timestamptz NOT NULL
);

-- Started by the customer on that page, not by the partner.
ALTER TABLE card_payment ADD COLUMN is_by_link boolean NOT NULL DEFAULT false;
