-- Who may sell: an integration (the partner's software) and its sellers.

CREATE TABLE integration (
  id          uuid PRIMARY KEY DEFAULT uuidv7(),
  client_id   text NOT NULL UNIQUE,
  secret_hash text NOT NULL,
  name        text NOT NULL,
  rate_limit  integer,
  is_disabled boolean NOT NULL DEFAULT false,
  created_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_rate_limit_is_positive CHECK (rate_limit > 0)
);

CREATE TABLE seller (
  id                     uuid PRIMARY KEY DEFAULT uuidv7(),
  integration_id         uuid NOT NULL REFERENCES integration,
  username               text NOT NULL,
  password_hash          text NOT NULL,
  name                   text NOT NULL,
  province               text NOT NULL,
  series                 text[] NOT NULL,
  payment_methods        text[] NOT NULL,
  requires_producer_code boolean NOT NULL DEFAULT false,
  is_disabled            boolean NOT NULL DEFAULT false,
  -- The sandbox's test clock: this seller's "today" is never before it. Null in production.
  today_floor            date,
  created_at             timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_username_is_unique_in_its_integration UNIQUE (integration_id, username),
  CONSTRAINT a_seller_sells_in_a_canadian_province
    CHECK (province IN ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT')),
  CONSTRAINT a_seller_sells_known_series CHECK (series <@ ARRAY['Prime', 'Plus'] AND cardinality(series) > 0),
  CONSTRAINT a_seller_takes_known_payment_methods
    CHECK (payment_methods <@ ARRAY['REF', 'FIN', 'PW', 'PFF', 'CC'])
);

CREATE TABLE dealer (
  id            text PRIMARY KEY,
  name          text NOT NULL,
  address_line1 text NOT NULL,
  city          text NOT NULL,
  postal_code   text NOT NULL,
  province      text NOT NULL,
  is_sample     boolean NOT NULL DEFAULT false
);

CREATE TABLE dealer_link (
  seller_id uuid NOT NULL REFERENCES seller,
  dealer_id text NOT NULL REFERENCES dealer,
  is_active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (seller_id, dealer_id)
);

CREATE TABLE lien_holder (
  id            text PRIMARY KEY,
  name          text NOT NULL,
  address_line1 text NOT NULL,
  city          text NOT NULL,
  postal_code   text NOT NULL,
  is_sample     boolean NOT NULL DEFAULT false
);

-- Reference data live in every instance's memory. Each topic has a version; a change of any of its tables raises it
-- and tells all instances. The version is what they poll, in case a notice was missed.

CREATE TABLE reference_topic (
  topic   text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO reference_topic (topic) VALUES ('sellers'), ('dealers'), ('lien_holders');

CREATE FUNCTION reference_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reference_topic SET version = version + 1 WHERE topic = TG_ARGV[0];
  PERFORM pg_notify('reference_changed', TG_ARGV[0]);
  RETURN NULL;
END
$$;

CREATE TRIGGER integration_changed AFTER INSERT OR UPDATE OR DELETE ON integration
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('sellers');
CREATE TRIGGER seller_changed AFTER INSERT OR UPDATE OR DELETE ON seller
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('sellers');
CREATE TRIGGER dealer_changed AFTER INSERT OR UPDATE OR DELETE ON dealer
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('dealers');
CREATE TRIGGER dealer_link_changed AFTER INSERT OR UPDATE OR DELETE ON dealer_link
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('dealers');
CREATE TRIGGER lien_holder_changed AFTER INSERT OR UPDATE OR DELETE ON lien_holder
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('lien_holders');

-- Counts of the rate limit, shared by all instances. Unlogged: a crash may forget a minute's counts, and a request
-- must not wait for a disk flush to be counted. The columns are those the rate-limiter-flexible library uses.
CREATE UNLOGGED TABLE rate_limit_count (
  key    text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
) WITH (fillfactor = 50); -- Room for updates in place: a busy row is counted many times a second.
CREATE INDEX rate_limit_count_by_expiry ON rate_limit_count (expire);

-- Keys that the sandbox makes for itself on first start, so that all its instances share them. In production they come
-- from the configuration and this table stays empty.
CREATE TABLE sandbox_key (
  name  text PRIMARY KEY,
  value bytea NOT NULL
);

-- What was loaded once, so that a restart does not load it again.
CREATE TABLE sandbox_seed (
  name      text PRIMARY KEY,
  seeded_at timestamptz NOT NULL DEFAULT now()
);
