-- The full texts of the forms that policies are sold on, as PDFs of the operator's. They are only added: a policy keeps
-- the ones that it was bound with.
CREATE TABLE wording (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  -- As declarations name it: Q.P.F. No. 5.
  form       text NOT NULL,
  version    text NOT NULL,
  language   text NOT NULL CONSTRAINT a_wording_is_in_one_language CHECK (language IN ('en', 'fr')),
  -- NULL: all of them.
  products   text[],
  provinces  text[],
  -- The first day on which policies are bound with it.
  holds_from date NOT NULL,
  filename   text NOT NULL,
  bytes      bytea STORAGE EXTERNAL NOT NULL, -- A PDF is packed already.
  CONSTRAINT a_wording_has_one_version UNIQUE (form, language, version)
);

INSERT INTO reference_topic (topic) VALUES ('wordings');
CREATE TRIGGER wording_changed AFTER INSERT OR UPDATE OR DELETE ON wording
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('wordings');
