-- == Settlement files ==
-- What the processor and the lender say that they have paid, compared with the books. A file is taken once.

CREATE TABLE settlement_file (
  id          uuid PRIMARY KEY DEFAULT uuidv7(),
  party       text NOT NULL,
  name        text NOT NULL,
  sha256      bytea NOT NULL,
  from_day    date NOT NULL,
  to_day      date NOT NULL,
  lines       integer NOT NULL,
  matched     integer NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_settlement_file_is_of_a_known_party CHECK (party IN ('processor', 'lender')),
  CONSTRAINT a_settlement_file_is_taken_once UNIQUE (party, sha256),
  CONSTRAINT a_settlement_file_is_of_some_days CHECK (from_day <= to_day)
);

-- The facts of the books that a line of a file has confirmed.
CREATE TABLE settlement_match (
  application_id uuid NOT NULL,
  fact           text NOT NULL,
  file_id        uuid NOT NULL REFERENCES settlement_file,
  PRIMARY KEY (application_id, fact)
);

-- What a person has to find out. Never tried: it is the operator's from the start.
--
--   missing    the books have it, no file has
--   different  both have it, with different amounts
--   unknown    the file has it, the books do not, or less often

CREATE TABLE settlement_difference (
  id                uuid PRIMARY KEY DEFAULT uuidv7(),
  file_id           uuid NOT NULL REFERENCES settlement_file,
  party             text NOT NULL,
  kind              text NOT NULL,
  -- Of the file; null for what is missing there.
  line              integer,
  reference         text NOT NULL,
  -- Of the books; null for what is unknown to them.
  application_id    uuid,
  fact              text,
  policy_number     text,
  seller_id         uuid,
  booked_cents      bigint,
  settled_cents     bigint,
  LIKE durable_work INCLUDING ALL,
  settled_reference text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_difference_is_of_a_known_kind CHECK (kind IN ('missing', 'different', 'unknown')),
  CONSTRAINT a_settled_difference_is_over CHECK (settled_reference IS NULL OR (due_at IS NULL AND given_up_at IS NULL))
);
CREATE INDEX settlement_difference_by_fact ON settlement_difference (application_id, fact);
CREATE INDEX settlement_difference_by_file ON settlement_difference (file_id) WHERE given_up_at IS NOT NULL;
