-- What customers are given before they agree. The texts are the operator's; like rate books, they are only added, and
-- the one loaded last is in force.
CREATE TABLE disclosure_texts (
  version   text PRIMARY KEY,
  document  jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);

INSERT INTO reference_topic (topic) VALUES ('disclosures');
CREATE TRIGGER disclosure_texts_changed AFTER INSERT OR UPDATE OR DELETE ON disclosure_texts
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('disclosures');

-- A text filled in for an application. The same text with the same figures is one row, however often it is asked for.
CREATE TABLE disclosure (
  id             uuid PRIMARY KEY DEFAULT uuidv7(),
  application_id uuid NOT NULL REFERENCES application ON DELETE CASCADE,
  seller_id      uuid NOT NULL REFERENCES seller,
  -- What it is printed from.
  request        jsonb NOT NULL,
  digest         bytea NOT NULL,
  -- Once it was printed.
  bytes          bytea,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_disclosure_is_made_once UNIQUE (application_id, digest)
);

ALTER TABLE seller ADD COLUMN requires_acknowledgements boolean NOT NULL DEFAULT false;
