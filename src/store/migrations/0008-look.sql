-- What the operator's lists and searches go by, and the roll-ups of the dashboard.

-- Who applied, as a search writes it: `tremblay jean`, without case, accents and punctuation. In the order of bytes, so that
-- an index also finds a beginning.
DROP INDEX application_by_vin; -- Before the order of its column changes, which would build it again.
ALTER TABLE application
  ADD COLUMN applicant_name  text COLLATE "C",
  ADD COLUMN applicant_email text COLLATE "C",
  ALTER COLUMN vin TYPE text COLLATE "C";

-- The same words as domain/applicant/search-name.ts makes, for what is there already and for what the version before writes
-- while instances are replaced.
CREATE FUNCTION search_name_of(inputs json) RETURNS text LANGUAGE sql AS $$
  SELECT left(btrim(regexp_replace(
    replace(replace(replace(translate(
      regexp_replace(lower(normalize(concat_ws(' ', inputs #>> '{applicant,lastName}', inputs #>> '{applicant,firstOrCompanyName}'), NFKD)
                           COLLATE pg_c_utf8), '[\u0300-\u036f''’‘ʼ`´]', '', 'g'),
      'øłđı', 'oldi'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'),
    '[^[:alnum:]]+', ' ', 'g')), 120)
$$;
UPDATE application SET applicant_name = search_name_of(inputs), applicant_email = lower(inputs #>> '{applicant,emailAddress}');

CREATE FUNCTION name_the_applicant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.applicant_name := search_name_of(NEW.inputs);
  NEW.applicant_email := lower(NEW.inputs #>> '{applicant,emailAddress}');
  RETURN NEW;
END
$$;
CREATE TRIGGER the_version_before_names_no_applicant BEFORE INSERT ON application
  FOR EACH ROW WHEN (NEW.applicant_name IS NULL) EXECUTE FUNCTION name_the_applicant();

ALTER TABLE application
  ALTER COLUMN applicant_name SET NOT NULL,
  ALTER COLUMN applicant_email SET NOT NULL,
  -- Searches read the indexes alone where the pages are known to be visible to all; keep that so for new rows, too.
  SET (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Each holds what a search filters and orders by: of thousands that match, only a page is read from the table, where an
-- application takes some kilobytes.
CREATE INDEX application_by_vin ON application (vin, id DESC) INCLUDE (seller_id);
CREATE INDEX application_by_name ON application (applicant_name, id DESC) INCLUDE (seller_id);
CREATE INDEX application_by_email ON application (applicant_email, id DESC) INCLUDE (seller_id);
CREATE INDEX application_by_seller ON application (seller_id, id);
CREATE INDEX policy_by_time ON policy (bound_at, policy_number);
CREATE INDEX policy_by_seller ON policy (seller_id, bound_at, policy_number);
CREATE INDEX card_payment_by_seller ON card_payment (seller_id, id);
CREATE INDEX document_by_seller ON document (seller_id, id);
CREATE INDEX reversal_by_application ON reversal (application_id);
CREATE INDEX due_charge_by_application ON due_charge (application_id);

CREATE FUNCTION rfc3339(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- As in 0004, with the applicant as a search writes it.
CREATE FUNCTION revise_application(
  the_id uuid, the_seller uuid, new_series text, new_effective_date date, new_quoted_on date, new_vin text,
  new_rate_book text, new_tax_table text, new_inputs json, new_options json, new_applicant_name text, new_applicant_email text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  bind_state text;
BEGIN
  PERFORM FROM application WHERE id = the_id AND seller_id = the_seller FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'unknown';
  END IF;
  SELECT state INTO bind_state FROM bind WHERE application_id = the_id AND state <> 'released';
  IF FOUND THEN
    RETURN bind_state;
  END IF;
  INSERT INTO application_revision (application_id, revision, series, effective_date, quoted_on, vin,
                                    rate_book_version, tax_table_version, inputs, options, revised_at)
  SELECT id, revision, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version, inputs, options, revised_at
  FROM application
  WHERE id = the_id;
  UPDATE application
  SET revision = revision + 1, series = new_series, effective_date = new_effective_date, quoted_on = new_quoted_on,
      vin = new_vin, rate_book_version = new_rate_book, tax_table_version = new_tax_table, inputs = new_inputs,
      options = new_options, applicant_name = new_applicant_name, applicant_email = new_applicant_email, revised_at = now()
  WHERE id = the_id;
  RETURN 'revised';
END
$$;

-- As the version before calls it.
CREATE OR REPLACE FUNCTION revise_application(
  the_id uuid, the_seller uuid, new_series text, new_effective_date date, new_quoted_on date, new_vin text,
  new_rate_book text, new_tax_table text, new_inputs json, new_options json
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN revise_application(the_id, the_seller, new_series, new_effective_date, new_quoted_on, new_vin, new_rate_book,
                            new_tax_table, new_inputs, new_options, search_name_of(new_inputs),
                            lower(new_inputs #>> '{applicant,emailAddress}'));
END
$$;

-- Sales by the seller's own day. Made again each minute for the days that are not over, by one job.
CREATE TABLE daily_sales (
  day           date NOT NULL,
  seller_id     uuid NOT NULL REFERENCES seller,
  quotes        integer NOT NULL,
  binds         integer NOT NULL,
  premium_cents bigint NOT NULL,
  total_cents   bigint NOT NULL,
  PRIMARY KEY (day, seller_id)
);

-- The last day that will not change any more; one row.
CREATE TABLE daily_sales_done (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  day    date NOT NULL
);

-- Errors that the API has answered, by seller, and how long its answers took. Instances count in memory and add what they have
-- every few seconds. Days and hours are UTC's. Without a seller: calls without a valid token.
CREATE TABLE answer_error (
  day       date NOT NULL,
  seller_id uuid,
  code      text NOT NULL,
  count     bigint NOT NULL,
  CONSTRAINT errors_are_counted_once UNIQUE NULLS NOT DISTINCT (day, code, seller_id)
);

-- `bucket` is a step of durations, each a fifth longer than the one before: domain/operator/answer-time.ts. Kept for weeks.
CREATE TABLE answer_time (
  hour      timestamptz NOT NULL,
  operation text NOT NULL,
  bucket    smallint NOT NULL,
  count     bigint NOT NULL,
  PRIMARY KEY (hour, operation, bucket)
);

-- What the hours of a day come to. Kept.
CREATE TABLE daily_answers (
  day       date NOT NULL,
  operation text NOT NULL,
  count     bigint NOT NULL,
  p50_ms    float8 NOT NULL,
  p99_ms    float8 NOT NULL,
  PRIMARY KEY (day, operation)
);
