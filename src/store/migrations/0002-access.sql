-- Access to the service: which world a database belongs to, and what an operator may see.

-- The mode of the service that first used this database. One row, written once: the other mode refuses to start on it.
CREATE TABLE database_mode (
  is_one     boolean PRIMARY KEY DEFAULT true,
  mode       text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_database_has_one_mode CHECK (is_one),
  CONSTRAINT a_mode_is_known CHECK (mode IN ('sandbox', 'production'))
);
CREATE TRIGGER a_database_keeps_its_mode BEFORE UPDATE OR DELETE ON database_mode
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Also for an instance of the version before, which knows no modes: production's database takes no sample data.
CREATE FUNCTION refuse_sample_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM database_mode WHERE mode = 'production') THEN
    RAISE EXCEPTION 'This database belongs to production and takes no sample data.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER production_has_no_sample_data BEFORE INSERT ON sandbox_seed
  FOR EACH ROW EXECUTE FUNCTION refuse_sample_data();

-- An operator may be limited to integrations; null is no limit, and an empty list lets nothing be seen. An account of the
-- identity provider is known by its subject there, and its password hash is of nothing.
ALTER TABLE operator_account
  ADD COLUMN integration_ids uuid[],
  ADD COLUMN oidc_subject text;
CREATE UNIQUE INDEX an_operator_has_one_subject ON operator_account (oidc_subject) WHERE oidc_subject IS NOT NULL;
