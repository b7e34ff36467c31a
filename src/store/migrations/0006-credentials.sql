-- Credentials that can be rotated while the partner changes over: the one before stays good until its overlap ends.

ALTER TABLE integration
  ADD COLUMN secret_issued_at      timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN previous_secret_hash  text,
  ADD COLUMN previous_secret_until timestamptz,
  ADD CONSTRAINT a_previous_secret_has_an_end
    CHECK ((previous_secret_hash IS NULL) = (previous_secret_until IS NULL));

ALTER TABLE seller
  ADD COLUMN password_issued_at      timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN previous_password_hash  text,
  ADD COLUMN previous_password_until timestamptz,
  ADD CONSTRAINT a_previous_password_has_an_end
    CHECK ((previous_password_hash IS NULL) = (previous_password_until IS NULL));

-- The operator's lists go by name. In the order of bytes, so that the index also finds a name by its beginning.
CREATE INDEX dealer_by_name ON dealer ((lower(name) COLLATE "C"), id);
CREATE INDEX lien_holder_by_name ON lien_holder ((lower(name) COLLATE "C"), id);
CREATE INDEX seller_by_name ON seller ((lower(name) COLLATE "C"), id);
CREATE INDEX integration_by_name ON integration ((lower(name) COLLATE "C"), id);
CREATE INDEX dealer_link_by_dealer ON dealer_link (dealer_id) WHERE is_active;
