-- Prices: rate books and tax tables as the operator loaded them. A version is never changed; a new one is loaded beside it.

CREATE TABLE rate_book (
  version   text PRIMARY KEY,
  document  jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tax_table (
  version   text PRIMARY KEY,
  document  jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

INSERT INTO reference_topic (topic) VALUES ('tariffs');

CREATE TRIGGER rate_book_changed AFTER INSERT OR UPDATE OR DELETE ON rate_book
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('tariffs');
CREATE TRIGGER tax_table_changed AFTER INSERT OR UPDATE OR DELETE ON tax_table
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('tariffs');

-- An application is a sale in the making: the newest revision of its quote. `inputs` is what was asked, with the dealer
-- and the lienholder as they were on the day; `options` is every price that was shown, so that a later rate book or tax
-- rate can't touch it.

CREATE TABLE application (
  id                uuid PRIMARY KEY DEFAULT uuidv7(),
  seller_id         uuid NOT NULL REFERENCES seller,
  revision          integer NOT NULL DEFAULT 1,
  series            text NOT NULL,
  effective_date    date NOT NULL,
  quoted_on         date NOT NULL,
  vin               text NOT NULL,
  rate_book_version text NOT NULL,
  tax_table_version text NOT NULL,
  inputs            json NOT NULL,
  options           json NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  revised_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT an_application_has_a_known_series CHECK (series IN ('Prime', 'Plus')),
  CONSTRAINT a_revision_counts_from_one CHECK (revision >= 1),
  CONSTRAINT a_policy_never_starts_before_its_quote CHECK (effective_date >= quoted_on)
);

-- "Has any quote used this VIN?"
CREATE INDEX application_by_vin ON application (vin);

-- What a revision replaced. Append only.
CREATE TABLE application_revision (
  application_id    uuid NOT NULL REFERENCES application,
  revision          integer NOT NULL,
  series            text NOT NULL,
  effective_date    date NOT NULL,
  quoted_on         date NOT NULL,
  vin               text NOT NULL,
  rate_book_version text NOT NULL,
  tax_table_version text NOT NULL,
  inputs            json NOT NULL,
  options           json NOT NULL,
  revised_at        timestamptz NOT NULL,
  PRIMARY KEY (application_id, revision)
);
CREATE INDEX application_revision_by_vin ON application_revision (vin);
