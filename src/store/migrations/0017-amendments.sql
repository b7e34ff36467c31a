-- migration: no transaction
-- == Amendments ==
-- What the operator corrected of a policy. The policy as it was bound stays in `snapshot`; each amendment has the whole
-- policy from then on, so that every version is kept, and `amended` is the latest of them.

CREATE TABLE IF NOT EXISTS amendment (
  policy_number  text NOT NULL REFERENCES policy,
  -- Counts from one.
  number         integer NOT NULL,
  application_id uuid NOT NULL,
  seller_id      uuid NOT NULL REFERENCES seller,
  snapshot       json NOT NULL,
  -- Which facts differ from the version before.
  changed        text[] NOT NULL,
  -- The amended declaration.
  document_id    uuid NOT NULL UNIQUE,
  made_on        date NOT NULL,
  -- The day of the declaration that it replaces.
  replaces_of    date NOT NULL,
  reason         text NOT NULL,
  actor_kind     text NOT NULL,
  actor_name     text NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (policy_number, number),
  CONSTRAINT an_amendment_changes_something CHECK (cardinality(changed) > 0)
);
CREATE INDEX IF NOT EXISTS amendment_by_sale ON amendment (application_id);
CREATE OR REPLACE TRIGGER amendment_is_kept BEFORE DELETE ON amendment
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE policy
  ADD COLUMN IF NOT EXISTS amended json,
  ADD COLUMN IF NOT EXISTS amendment_count integer NOT NULL DEFAULT 0;

-- A policy has each document once, and an amended declaration for each amendment. An index that a crash left unfinished is
-- built again.
DROP INDEX CONCURRENTLY IF EXISTS a_policy_has_each_of_its_documents_once;
CREATE UNIQUE INDEX CONCURRENTLY a_policy_has_each_of_its_documents_once ON document (policy_number, kind)
  WHERE kind <> 'amended-declaration';
DROP INDEX CONCURRENTLY IF EXISTS document_by_policy;
CREATE INDEX CONCURRENTLY document_by_policy ON document (policy_number);
ALTER TABLE document
  DROP CONSTRAINT IF EXISTS a_document_has_a_known_kind,
  DROP CONSTRAINT IF EXISTS a_policy_has_each_document_once,
  ADD CONSTRAINT a_document_has_a_known_kind
    CHECK (kind IN ('declaration', 'amended-declaration', 'financing-letter', 'receipt', 'cancellation')) NOT VALID;

-- The operator's search: any word of a name, a phone number, a loan's number. Other than the names, they are as they were
-- quoted.
DROP INDEX CONCURRENTLY IF EXISTS application_by_name_words;
CREATE INDEX CONCURRENTLY application_by_name_words ON application USING gin (to_tsvector('simple', applicant_name));
DROP INDEX CONCURRENTLY IF EXISTS application_by_phone;
CREATE INDEX CONCURRENTLY application_by_phone ON application (
  left(regexp_replace(regexp_replace(inputs #>> '{applicant,phoneNumber}', '\D', '', 'g'), '^1', ''), 10));
DROP INDEX CONCURRENTLY IF EXISTS policy_by_loan;
CREATE INDEX CONCURRENTLY policy_by_loan ON policy (
  upper(regexp_replace(snapshot #>> '{payment,loan,loanNumber}', '[^A-Za-z0-9]', '', 'g')))
  WHERE payment_method = 'PFF';
