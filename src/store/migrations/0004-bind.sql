-- The bind: one claim per application, the policy it ends in, and everything that commits with it.

-- A policy number is NB, eight digits and a check digit (Luhn). Drawn in the statement that claims, so it costs no round trip.
CREATE SEQUENCE policy_number_seq START 10000001;

CREATE FUNCTION next_policy_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  WITH drawn AS (SELECT lpad(nextval('policy_number_seq')::text, 8, '0') AS digits),
  doubled AS (
    SELECT digits, CASE WHEN place % 2 = 0 THEN digit * 2 ELSE digit END AS value
    FROM drawn, LATERAL (
      SELECT place, substr(digits, place, 1)::integer AS digit FROM generate_series(1, 8) AS place
    ) AS each_digit
  )
  SELECT 'NB' || min(digits) || ((10 - sum(value / 10 + value % 10) % 10) % 10)::text FROM doubled
$$;

-- The claim. `owner` is the fencing token of whoever carries the bind; whoever takes over sets a new one, and all later
-- writes of the old one find no row.
--
--   running   somebody carries it, or carried it until the lease ran out
--   released  nothing moved, or what moved was given back: the application is quoted again
--   bound     there is a policy
--
-- `step` says what may have happened outside: claimed (nothing), charging (the card may have been charged), lending (the
-- loan may have been written).
CREATE TABLE bind (
  application_id uuid PRIMARY KEY REFERENCES application,
  attempt        integer NOT NULL DEFAULT 1,
  state          text NOT NULL,
  step           text NOT NULL,
  owner          uuid NOT NULL,
  lease_until    timestamptz NOT NULL,
  policy_number  text NOT NULL,
  -- What was asked, without bank details, as it is to be carried through by whoever comes next.
  agreed         json NOT NULL,
  step_at        timestamptz NOT NULL DEFAULT now(),
  takeovers      integer NOT NULL DEFAULT 0,
  CONSTRAINT a_bind_has_a_known_state CHECK (state IN ('running', 'released', 'bound')),
  CONSTRAINT a_bind_has_a_known_step CHECK (step IN ('claimed', 'charging', 'lending'))
);
CREATE INDEX bind_running ON bind (lease_until) WHERE state = 'running';

CREATE TABLE policy (
  policy_number  text PRIMARY KEY,
  application_id uuid NOT NULL REFERENCES application,
  seller_id      uuid NOT NULL REFERENCES seller,
  effective_date date NOT NULL,
  expiry_date    date NOT NULL,
  total_cents    integer NOT NULL,
  payment_method text NOT NULL,
  card_payment_id uuid REFERENCES card_payment,
  -- The partner's reference, or the card's approval code once it is charged.
  reference      text,
  snapshot       json NOT NULL,
  bound_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT an_application_has_one_policy UNIQUE (application_id),
  CONSTRAINT a_card_payment_pays_one_policy UNIQUE (card_payment_id),
  CONSTRAINT cover_ends_after_it_begins CHECK (expiry_date > effective_date)
);

-- A document's row is there as soon as the policy is; its bytes are made once, by whoever needs them first.
CREATE TABLE document (
  id             uuid PRIMARY KEY,
  policy_number  text NOT NULL REFERENCES policy,
  seller_id      uuid NOT NULL REFERENCES seller,
  kind           text NOT NULL,
  CONSTRAINT a_document_has_a_known_kind CHECK (kind IN ('declaration', 'financing-letter', 'receipt')),
  CONSTRAINT a_policy_has_each_document_once UNIQUE (policy_number, kind)
);

CREATE TABLE document_content (
  document_id uuid PRIMARY KEY REFERENCES document,
  filename    text NOT NULL,
  bytes       bytea NOT NULL,
  made_at     timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE document_content ALTER COLUMN bytes SET STORAGE EXTERNAL; -- A PDF is packed already.

-- Each fetch is a reprint.
CREATE TABLE document_fetch (
  document_id uuid NOT NULL REFERENCES document,
  fetched_at  timestamptz NOT NULL DEFAULT now(),
  request_id  text NOT NULL
);
CREATE INDEX document_fetch_by_document ON document_fetch (document_id);

-- What happened to an application, in order. Append only.
CREATE TABLE audit (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id uuid NOT NULL,
  event          text NOT NULL,
  facts          json NOT NULL,
  happened_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_by_application ON audit (application_id, id);

-- Money that moved by card. Append only: for every payment, captured minus reversed is what the customer has paid.
CREATE TABLE journal (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id  uuid NOT NULL,
  card_payment_id uuid NOT NULL REFERENCES card_payment,
  entry           text NOT NULL,
  amount_cents    integer NOT NULL,
  reference       text NOT NULL,
  happened_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT money_is_captured_or_reversed CHECK (entry IN ('captured', 'reversed')),
  CONSTRAINT an_entry_has_an_amount CHECK (amount_cents > 0),
  CONSTRAINT a_charge_is_entered_once UNIQUE (card_payment_id, entry, reference)
);
CREATE INDEX journal_by_application ON journal (application_id);

-- Append only means just that.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_is_append_only BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Money or loans that must be given back, tried until done.
CREATE TABLE reversal (
  id              uuid PRIMARY KEY DEFAULT uuidv7(),
  application_id  uuid NOT NULL,
  kind            text NOT NULL,
  -- Under which the other party knows it: the charge's key, or the policy number.
  key             text NOT NULL UNIQUE,
  card_payment_id uuid REFERENCES card_payment,
  reference       text,
  amount_cents    integer NOT NULL,
  state           text NOT NULL DEFAULT 'due',
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_cause      text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_reversal_is_of_a_known_kind CHECK (kind IN ('charge', 'loan')),
  CONSTRAINT a_reversal_has_a_known_state CHECK (state IN ('due', 'done')),
  CONSTRAINT a_charge_names_its_payment CHECK ((kind = 'charge') = (card_payment_id IS NOT NULL))
);
CREATE INDEX reversal_due ON reversal (next_attempt_at) WHERE state = 'due';

-- Charges that come later: due on a day of the seller's. `charging` is the intent, with a lease; whoever finds it run out
-- asks the processor before charging again. The key of a try is the payment's id and the number of tries before it.
CREATE TABLE due_charge (
  card_payment_id uuid PRIMARY KEY REFERENCES card_payment,
  application_id  uuid NOT NULL REFERENCES application,
  policy_number   text NOT NULL REFERENCES policy,
  seller_id       uuid NOT NULL REFERENCES seller,
  amount_cents    integer NOT NULL,
  due_on          date NOT NULL,
  tries           integer NOT NULL DEFAULT 1,
  state           text NOT NULL DEFAULT 'due',
  lease_until     timestamptz NOT NULL DEFAULT now(),
  -- Once charged: what the processor said, for the receipt.
  charge          json,
  CONSTRAINT a_due_charge_has_a_known_state CHECK (state IN ('due', 'charging', 'charged', 'refused'))
);
CREATE INDEX due_charge_open ON due_charge (due_on) WHERE state IN ('due', 'charging');
CREATE INDEX due_charge_refused ON due_charge (due_on) WHERE state = 'refused';

-- Mail to send: each document to each address once, unless the operator asks again.
--
--   due            to be tried at next_attempt_at. Whoever takes it draws a new claim and moves next_attempt_at on; when it
--                  dies while the documents are made, the mail is due again by then, and the old claim is worth nothing
--   sending        committed before the mail server is spoken to, so from here on the mail may arrive. Left so by a dead
--                  instance, it is never tried again by itself: after next_attempt_at it is undeliverable
--   sent           the mail server has taken it
--   undeliverable  refused, or tried for three days, or nobody can say whether it arrived (the cause then begins with
--                  "unknown"): the operator's to handle
CREATE TABLE mail (
  id              uuid PRIMARY KEY DEFAULT uuidv7(),
  seller_id       uuid NOT NULL REFERENCES seller,
  policy_number   text NOT NULL REFERENCES policy,
  kind            text NOT NULL,
  to_address      text NOT NULL,
  document_ids    uuid[] NOT NULL,
  state           text NOT NULL DEFAULT 'due',
  -- Counts the times it was asked for: 1, and one more whenever the operator asks again. Each has a message id of its own.
  round           integer NOT NULL DEFAULT 1,
  -- Tries of this round.
  attempts        integer NOT NULL DEFAULT 0,
  claim           uuid,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_cause      text,
  subject         text,
  sent_at         timestamptz,
  CONSTRAINT a_mail_is_of_a_known_kind CHECK (kind IN ('policy', 'receipt')),
  CONSTRAINT a_mail_has_a_known_state CHECK (state IN ('due', 'sending', 'sent', 'undeliverable')),
  CONSTRAINT a_mail_is_sent_by_its_claim CHECK (state <> 'sending' OR claim IS NOT NULL),
  CONSTRAINT a_sent_mail_says_what_and_when CHECK (state <> 'sent' OR (subject IS NOT NULL AND sent_at IS NOT NULL)),
  CONSTRAINT an_undeliverable_mail_says_why CHECK (state <> 'undeliverable' OR last_cause IS NOT NULL),
  CONSTRAINT an_address_gets_a_mail_once UNIQUE (policy_number, kind, to_address)
);
CREATE INDEX mail_due ON mail (next_attempt_at) WHERE state = 'due';
CREATE INDEX mail_sending ON mail (next_attempt_at) WHERE state = 'sending';
CREATE INDEX mail_undeliverable ON mail (id) WHERE state = 'undeliverable';
CREATE INDEX mail_sent_by_seller ON mail (seller_id, sent_at, id) WHERE sent_at IS NOT NULL;

-- A card payment goes on: Binding while a bind holds it, then Captured or Scheduled; Reversing and Reversed when a bind
-- failed after the charge.
ALTER TABLE card_payment
  ADD COLUMN was_declined boolean NOT NULL DEFAULT false, -- By the issuer, at the charge.
  DROP CONSTRAINT a_card_payment_has_a_known_status,
  ADD CONSTRAINT a_card_payment_has_a_known_status CHECK (status IN (
    'Pending', 'Authorized', 'Declined', 'Cancelled', 'Lapsing', 'Lapsed',
    'Binding', 'Captured', 'Scheduled', 'Reversing', 'Reversed'));

-- Revises a quote, unless a bind runs or has ended in a policy. A function, because each of its statements sees what was
-- committed before it: the application is locked first, and only then is the claim looked at. A claim locks the application
-- too, and takes only the revision that was judged, so neither can slip past the other.
CREATE FUNCTION revise_application(
  the_id uuid, the_seller uuid, new_series text, new_effective_date date, new_quoted_on date, new_vin text,
  new_rate_book text, new_tax_table text, new_inputs json, new_options json
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
      options = new_options, revised_at = now()
  WHERE id = the_id;
  RETURN 'revised';
END
$$;
