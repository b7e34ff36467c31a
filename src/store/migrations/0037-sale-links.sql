-- migration: locks application, seller
-- == Sale links ==
-- A customer buys on a page of ours. The operator turns it on for a seller.
ALTER TABLE seller ADD COLUMN sells_by_link boolean NOT NULL DEFAULT false;

-- A link has one sale, with at most one application, which makes at most one policy. The secret is in the URL alone: its
-- hash finds the link, and sealed it is kept for whoever may name the URL. What the partner has filled in and what the
-- customer does on the page are the sale. Its id begins with its time.
CREATE TABLE sale_link (
  id                uuid PRIMARY KEY,
  seller_id         uuid NOT NULL REFERENCES seller,
  secret_hash       bytea NOT NULL UNIQUE,
  sealed_secret     bytea NOT NULL,
  created_at        timestamptz NOT NULL,
  -- The last day on which it can be used, in the seller's province.
  valid_until       date NOT NULL,
  withdrawn_at      timestamptz,
  partner_reference text,
  language          text CONSTRAINT a_sale_link_has_a_known_language CHECK (language IN ('en', 'fr')),
  payment_methods   text[] NOT NULL CONSTRAINT a_sale_link_can_be_paid CHECK (payment_methods <@ '{CC,PFF}' AND payment_methods <> '{}'),
  application_id    uuid UNIQUE REFERENCES application,
  -- As the page keeps it; json and not jsonb, as nothing looks into it.
  sale              json NOT NULL,
  -- Counts the writes, so that two windows can't overwrite each other.
  revision          integer NOT NULL DEFAULT 0,
  state             text NOT NULL DEFAULT 'shopping'
                    CONSTRAINT a_sale_by_link_has_a_known_state CHECK (state IN ('shopping', 'binding', 'bound'))
);
CREATE INDEX sale_link_by_seller ON sale_link (seller_id, id);
CREATE INDEX sale_link_by_partner_reference ON sale_link (seller_id, partner_reference COLLATE "C", id)
  WHERE partner_reference IS NOT NULL;
