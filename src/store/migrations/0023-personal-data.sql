-- migration: locks document, audit, operator_act, application
-- == Erasures ==
-- Personal data that went: at a person's request, or because the time for which it is kept is over. One row for each
-- transaction that erased something. The record itself names no person.

CREATE TABLE erasure (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  kind       text NOT NULL,
  actor_kind text NOT NULL,
  actor_name text NOT NULL,
  reason     text NOT NULL,
  -- Counts by what was erased; at a person's request also each sale and what became of it.
  report     json NOT NULL,
  made_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT an_erasure_is_of_a_known_kind CHECK (kind IN ('person', 'retention')),
  CONSTRAINT an_erasure_is_of_a_known_kind_of_actor CHECK (actor_kind IN ('account', 'command line', 'job'))
);
CREATE TRIGGER erasure_is_append_only BEFORE UPDATE OR DELETE ON erasure
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The erasure that took the person out of the sale. An erased application is not found by partners any more, and an
-- erased document has no bytes and is never printed again.
ALTER TABLE application ADD COLUMN erased_by uuid;
ALTER TABLE document ADD COLUMN erased_by uuid;


-- == The hash chain of the audit ==
-- A row gets its link soon after its commit, from one writer at a time: its place in the chain, and a hash over the hash
-- before it, over what never changes, and over `digest`, which is a salted digest of what may name a person. To erase
-- that, it is emptied together with its salt: the chain stays as it was, and nobody can try out what stood there.

ALTER TABLE audit
  ADD COLUMN place bigint,
  ADD COLUMN salt bytea,
  ADD COLUMN digest bytea,
  ADD COLUMN hash bytea,
  ADD COLUMN erased_by uuid;
ALTER TABLE operator_act
  ADD COLUMN place bigint,
  ADD COLUMN salt bytea,
  ADD COLUMN digest bytea,
  ADD COLUMN hash bytea,
  ADD COLUMN erased_by uuid;

-- Append only, but for the link and the one exception: an erasure that is on record.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  link   text[] := ARRAY['place', 'salt', 'digest', 'hash'];
  person text[] := ARRAY['facts', 'reason', 'salt', 'erased_by'];
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.place IS NULL AND NEW.place IS NOT NULL AND OLD.facts::text = NEW.facts::text
     AND to_jsonb(OLD) - link = to_jsonb(NEW) - link THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.place IS NOT NULL AND OLD.erased_by IS NULL
     AND NEW.facts::text = '{}' AND coalesce(to_jsonb(NEW) ->> 'reason', '') = '' AND NEW.salt IS NULL
     AND EXISTS (SELECT FROM erasure WHERE id = NEW.erased_by)
     AND to_jsonb(OLD) - person = to_jsonb(NEW) - person THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END
$$;
DROP TRIGGER audit_is_append_only ON audit;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
DROP TRIGGER operator_act_is_append_only ON operator_act;
CREATE TRIGGER operator_act_is_append_only BEFORE UPDATE OR DELETE ON operator_act
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();


-- Revises a quote as before; one that was erased is unknown.
CREATE OR REPLACE FUNCTION revise_application(
  the_id uuid, the_seller uuid, new_series text, new_effective_date date, new_quoted_on date, new_vin text,
  new_rate_book text, new_tax_table text, new_inputs json, new_options json, new_applicant_name text, new_applicant_email text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  bind_state text;
BEGIN
  PERFORM FROM application WHERE id = the_id AND seller_id = the_seller AND erased_by IS NULL FOR UPDATE;
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
