-- The whole schema, one aggregate after the other: who sells, prices, applications, card payments, binds, policies,
-- what follows from them, the operator, and what instances share. Later migrations stand beside this file and go
-- forward only.

CREATE FUNCTION rfc3339(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- For tables that are append only.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END
$$;


-- == Reference data ==
-- They live in every instance's memory. Each topic has a version; a change of any of its tables raises it and tells all
-- instances. The version is what they poll, in case a notice was missed.

CREATE TABLE reference_topic (
  topic   text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO reference_topic (topic) VALUES ('sellers'), ('dealers'), ('lien_holders'), ('tariffs');

CREATE FUNCTION reference_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reference_topic SET version = version + 1 WHERE topic = TG_ARGV[0];
  PERFORM pg_notify('reference_changed', TG_ARGV[0]);
  RETURN NULL;
END
$$;


-- == Integrations and sellers ==
-- Who may sell: an integration (the partner's software) and its sellers. A credential can be rotated while the partner
-- changes over: the one before stays good until its overlap ends.
--
-- Lists go by name, here and below. In the order of bytes, so that the index also finds a name by its beginning.

CREATE TABLE integration (
  id                    uuid PRIMARY KEY DEFAULT uuidv7(),
  client_id             text NOT NULL UNIQUE,
  secret_hash           text NOT NULL,
  secret_issued_at      timestamptz NOT NULL DEFAULT now(),
  previous_secret_hash  text,
  previous_secret_until timestamptz,
  name                  text NOT NULL,
  rate_limit            integer,
  is_disabled           boolean NOT NULL DEFAULT false,
  created_at            timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_rate_limit_is_positive CHECK (rate_limit > 0),
  CONSTRAINT a_previous_secret_has_an_end CHECK ((previous_secret_hash IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX integration_by_name ON integration ((lower(name) COLLATE "C"), id);
CREATE TRIGGER integration_changed AFTER INSERT OR UPDATE OR DELETE ON integration
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('sellers');

CREATE TABLE seller (
  id                      uuid PRIMARY KEY DEFAULT uuidv7(),
  integration_id          uuid NOT NULL REFERENCES integration,
  username                text NOT NULL,
  password_hash           text NOT NULL,
  password_issued_at      timestamptz NOT NULL DEFAULT now(),
  previous_password_hash  text,
  previous_password_until timestamptz,
  name                    text NOT NULL,
  province                text NOT NULL,
  series                  text[] NOT NULL,
  payment_methods         text[] NOT NULL,
  requires_producer_code  boolean NOT NULL DEFAULT false,
  is_disabled             boolean NOT NULL DEFAULT false,
  -- The sandbox's test clock: this seller's "today" is never before it. Null in production.
  today_floor             date,
  created_at              timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_username_is_unique_in_its_integration UNIQUE (integration_id, username),
  CONSTRAINT a_previous_password_has_an_end
    CHECK ((previous_password_hash IS NULL) = (previous_password_until IS NULL)),
  CONSTRAINT a_seller_sells_in_a_canadian_province
    CHECK (province IN ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT')),
  CONSTRAINT a_seller_sells_known_series CHECK (series <@ ARRAY['Prime', 'Plus'] AND cardinality(series) > 0),
  CONSTRAINT a_seller_takes_known_payment_methods
    CHECK (payment_methods <@ ARRAY['REF', 'FIN', 'PW', 'PFF', 'CC'])
);
CREATE INDEX seller_by_name ON seller ((lower(name) COLLATE "C"), id);
CREATE TRIGGER seller_changed AFTER INSERT OR UPDATE OR DELETE ON seller
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('sellers');


-- == Dealers and lienholders ==

CREATE TABLE dealer (
  id            text PRIMARY KEY,
  name          text NOT NULL,
  address_line1 text NOT NULL,
  city          text NOT NULL,
  postal_code   text NOT NULL,
  province      text NOT NULL,
  is_sample     boolean NOT NULL DEFAULT false
);
CREATE INDEX dealer_by_name ON dealer ((lower(name) COLLATE "C"), id);
CREATE TRIGGER dealer_changed AFTER INSERT OR UPDATE OR DELETE ON dealer
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('dealers');

CREATE TABLE dealer_link (
  seller_id uuid NOT NULL REFERENCES seller,
  dealer_id text NOT NULL REFERENCES dealer,
  is_active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (seller_id, dealer_id)
);
CREATE INDEX dealer_link_by_dealer ON dealer_link (dealer_id) WHERE is_active;
CREATE TRIGGER dealer_link_changed AFTER INSERT OR UPDATE OR DELETE ON dealer_link
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('dealers');

CREATE TABLE lien_holder (
  id            text PRIMARY KEY,
  name          text NOT NULL,
  address_line1 text NOT NULL,
  city          text NOT NULL,
  postal_code   text NOT NULL,
  is_sample     boolean NOT NULL DEFAULT false
);
CREATE INDEX lien_holder_by_name ON lien_holder ((lower(name) COLLATE "C"), id);
CREATE TRIGGER lien_holder_changed AFTER INSERT OR UPDATE OR DELETE ON lien_holder
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('lien_holders');


-- == Prices ==
-- Rate books and tax tables as the operator loaded them. A version is never changed; a new one is loaded beside it.
-- Lists are paged, the one loaded last first.

CREATE TABLE rate_book (
  version   text PRIMARY KEY,
  document  jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now(),
  -- A book that waits is not in force by its own dates alone: an activation puts it there.
  waits     boolean NOT NULL DEFAULT false
);
CREATE INDEX rate_book_by_time ON rate_book (loaded_at DESC, version DESC);
CREATE TRIGGER rate_book_changed AFTER INSERT OR UPDATE OR DELETE ON rate_book
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('tariffs');

-- Each row is a decision: quotes made on `active_from` or later are priced by this book. The latest decision that has
-- begun counts, so to go back is a decision too. Append only.
CREATE TABLE rate_book_activation (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version     text NOT NULL REFERENCES rate_book,
  active_from date NOT NULL,
  actor_kind  text NOT NULL,
  actor_name  text NOT NULL,
  reason      text NOT NULL,
  decided_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX rate_book_activation_by_version ON rate_book_activation (version, id);
CREATE TRIGGER rate_book_activation_is_append_only BEFORE UPDATE OR DELETE ON rate_book_activation
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rate_book_activation_changed AFTER INSERT ON rate_book_activation
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('tariffs');

CREATE TABLE tax_table (
  version   text PRIMARY KEY,
  document  jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tax_table_by_time ON tax_table (loaded_at DESC, version DESC);
CREATE TRIGGER tax_table_changed AFTER INSERT OR UPDATE OR DELETE ON tax_table
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('tariffs');


-- == Applications ==
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
  vin               text COLLATE "C" NOT NULL,
  rate_book_version text NOT NULL,
  tax_table_version text NOT NULL,
  inputs            json NOT NULL,
  options           json NOT NULL,
  -- Who applied, as a search writes it: `tremblay jean`, without case, accents and punctuation. In the order of bytes,
  -- so that an index also finds a beginning.
  applicant_name    text COLLATE "C" NOT NULL,
  applicant_email   text COLLATE "C" NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  revised_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT an_application_has_a_known_series CHECK (series IN ('Prime', 'Plus')),
  CONSTRAINT a_revision_counts_from_one CHECK (revision >= 1),
  CONSTRAINT a_policy_never_starts_before_its_quote CHECK (effective_date >= quoted_on)
-- Searches read the indexes alone where the pages are known to be visible to all; keep that so for new rows, too.
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Each holds what a search filters and orders by: of thousands that match, only a page is read from the table, where an
-- application takes some kilobytes.
CREATE INDEX application_by_vin ON application (vin, id DESC) INCLUDE (seller_id);
CREATE INDEX application_by_name ON application (applicant_name, id DESC) INCLUDE (seller_id);
CREATE INDEX application_by_email ON application (applicant_email, id DESC) INCLUDE (seller_id);
CREATE INDEX application_by_seller ON application (seller_id, id);

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
-- "Has any quote used this VIN?"
CREATE INDEX application_revision_by_vin ON application_revision (vin);


-- == Card payments ==
-- A card payment, from its start to its end. The ticket is kept only as a hash; card numbers never reach this database.
--
--   Pending    the customer has the checkout; nothing decided
--   Authorized the card was accepted: a hold (charge date today) or a saved card (charge date later)
--   Declined, Cancelled   final; a new payment is started
--   Lapsing    the deadline has passed and the hold is being released: no bind may take it any more
--   Lapsed     final; the hold was released
--   Binding    a bind holds it
--   Captured, Scheduled   it pays a policy, now or on its charge date
--   Reversing, Reversed   the bind failed after the charge

CREATE TABLE card_payment (
  id                 uuid PRIMARY KEY,
  application_id     uuid NOT NULL REFERENCES application,
  seller_id          uuid NOT NULL REFERENCES seller,
  -- Where it was made, as the processor's adapter is named: nobody else is ever asked for its money. Its later charge and its
  -- reversals have it from here.
  processor          text NOT NULL,
  status             text NOT NULL,
  ticket_hash        bytea NOT NULL,
  ticket_expires_at  timestamptz NOT NULL,
  coverage_category  text NOT NULL,
  payment_term       integer NOT NULL,
  product_types      text[] NOT NULL,
  total_cents        integer NOT NULL,
  hold_cents         integer NOT NULL,
  charge_date        date NOT NULL,
  -- From here on: what the processor said.
  authorized_at      timestamptz,
  expires_at         timestamptz,
  reference          text,
  card_token         text,
  masked_card_number text,
  card_type          text,
  was_declined       boolean NOT NULL DEFAULT false, -- By the issuer, at the charge.
  started_at         timestamptz NOT NULL,
  decided_at         timestamptz,
  CONSTRAINT a_card_payment_has_a_known_status CHECK (status IN (
    'Pending', 'Authorized', 'Declined', 'Cancelled', 'Lapsing', 'Lapsed',
    'Binding', 'Captured', 'Scheduled', 'Reversing', 'Reversed')),
  CONSTRAINT a_hold_is_for_the_whole_total_or_for_nothing CHECK (hold_cents IN (0, total_cents)),
  CONSTRAINT an_authorized_payment_names_its_card
    CHECK (status <> 'Authorized' OR (reference IS NOT NULL AND masked_card_number IS NOT NULL AND expires_at IS NOT NULL)),
  CONSTRAINT a_masked_card_number_is_masked CHECK (masked_card_number !~ '[0-9]{7}')
);
CREATE INDEX card_payment_by_application ON card_payment (application_id);
-- What the sweep looks for: payments that time decides about.
CREATE INDEX card_payment_undecided ON card_payment (ticket_expires_at) WHERE status = 'Pending';
CREATE INDEX card_payment_lapsing ON card_payment (expires_at) WHERE status IN ('Authorized', 'Lapsing');
-- The operator's lists. By status with the sale, so that a search by name reads the index alone.
CREATE INDEX card_payment_by_seller ON card_payment (seller_id, id);
CREATE INDEX card_payment_by_status ON card_payment (status, id) INCLUDE (application_id);
CREATE INDEX card_payment_by_seller_and_status ON card_payment (seller_id, status, id);


-- == Binds ==
-- The claim of a bind, one per application. `owner` is the fencing token of whoever carries the bind; whoever takes
-- over sets a new one, and all later writes of the old one find no row.
--
--   running   somebody carries it, or carried it until the lease ran out
--   released  nothing moved, or what moved was given back: the application is quoted again
--   bound     there is a policy
--
-- `step` says what may have happened outside: claimed (nothing), charging (the card may have been charged), lending
-- (the loan may have been written).

CREATE TABLE bind (
  application_id uuid PRIMARY KEY REFERENCES application,
  attempt        integer NOT NULL DEFAULT 1,
  state          text NOT NULL,
  step           text NOT NULL,
  policy_number  text NOT NULL,
  -- What was asked, without bank details, as it is to be carried through by whoever comes next.
  agreed         json NOT NULL,
  step_at        timestamptz NOT NULL DEFAULT now(),
  takeovers      integer NOT NULL DEFAULT 0,
  -- Named as the columns of durable work are. When it is unclear because a party is away: when the job tries again (a partner's
  -- repeat does not wait for it), how often that was so, and why.
  due_at         timestamptz NOT NULL DEFAULT now(),
  lease_until    timestamptz NOT NULL,
  owner          uuid NOT NULL,
  attempts       integer NOT NULL DEFAULT 0,
  last_error     text,
  CONSTRAINT a_bind_has_a_known_state CHECK (state IN ('running', 'released', 'bound')),
  CONSTRAINT a_bind_has_a_known_step CHECK (step IN ('claimed', 'charging', 'lending'))
);
CREATE INDEX bind_running ON bind (lease_until) WHERE state = 'running';

-- Revises a quote, unless a bind runs or has ended in a policy. A function, because each of its statements sees what
-- was committed before it: the application is locked first, and only then is the claim looked at. A claim locks the
-- application too, and takes only the revision that was judged, so neither can slip past the other.
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


-- == Policies ==

-- A policy number is NB, eight digits and a check digit (Luhn). Drawn in the statement that claims, so it costs no
-- round trip. A ninth digit would be cut off and the number given to two policies: past the last one, the claim fails
-- before any money moves.
CREATE SEQUENCE policy_number_seq START 10000001 MAXVALUE 99999999;

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

CREATE TABLE policy (
  policy_number   text PRIMARY KEY,
  application_id  uuid NOT NULL REFERENCES application,
  seller_id       uuid NOT NULL REFERENCES seller,
  effective_date  date NOT NULL,
  expiry_date     date NOT NULL,
  total_cents     integer NOT NULL,
  payment_method  text NOT NULL,
  card_payment_id uuid REFERENCES card_payment,
  -- The partner's reference, or the card's approval code once it is charged.
  reference       text,
  -- Where mails about the policy go since the operator corrected it; null: to the address that the policy was bound
  -- with.
  email_address   text,
  snapshot        json NOT NULL,
  bound_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT an_application_has_one_policy UNIQUE (application_id),
  CONSTRAINT a_card_payment_pays_one_policy UNIQUE (card_payment_id),
  CONSTRAINT cover_ends_after_it_begins CHECK (expiry_date > effective_date)
);
CREATE INDEX policy_by_time ON policy (bound_at, policy_number);
CREATE INDEX policy_by_seller ON policy (seller_id, bound_at, policy_number);
-- A seller's sales that are bound, in the order of sales.
CREATE INDEX policy_by_seller_and_sale ON policy (seller_id, application_id);


-- == Documents ==
-- A document's row is there as soon as the policy is; its bytes are made once, by whoever needs them first.

CREATE TABLE document (
  id             uuid PRIMARY KEY,
  policy_number  text NOT NULL REFERENCES policy,
  seller_id      uuid NOT NULL REFERENCES seller,
  kind           text NOT NULL,
  CONSTRAINT a_document_has_a_known_kind CHECK (kind IN ('declaration', 'financing-letter', 'receipt', 'cancellation')),
  CONSTRAINT a_policy_has_each_document_once UNIQUE (policy_number, kind)
);
CREATE INDEX document_by_seller ON document (seller_id, id);

CREATE TABLE document_content (
  document_id uuid PRIMARY KEY REFERENCES document,
  filename    text NOT NULL,
  bytes       bytea STORAGE EXTERNAL NOT NULL, -- A PDF is packed already.
  made_at     timestamptz NOT NULL DEFAULT now()
);

-- Each fetch is a reprint.
CREATE TABLE document_fetch (
  document_id uuid NOT NULL REFERENCES document,
  fetched_at  timestamptz NOT NULL DEFAULT now(),
  request_id  text NOT NULL
);
CREATE INDEX document_fetch_by_document ON document_fetch (document_id);


-- == Audit and journal ==

-- What happened to an application, in order. Append only.
CREATE TABLE audit (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id uuid NOT NULL,
  event          text NOT NULL,
  facts          json NOT NULL,
  happened_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_by_application ON audit (application_id, id);
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();

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
CREATE TRIGGER journal_is_append_only BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();


-- == Durable work ==
-- What must happen after a commit, surely: tables that are made LIKE this one, which itself stays empty. store/work.ts tells
-- what the columns mean and how work is taken, postponed and given up. What is over is in neither index.

CREATE TABLE durable_work (
  due_at      timestamptz DEFAULT now(),
  lease_until timestamptz,
  owner       uuid,
  attempts    integer NOT NULL DEFAULT 0,
  last_error  text,
  given_up_at timestamptz,
  CONSTRAINT work_is_the_services_or_a_persons CHECK (due_at IS NULL OR given_up_at IS NULL),
  CONSTRAINT work_that_was_given_up_says_why CHECK (given_up_at IS NULL OR last_error IS NOT NULL)
);
CREATE INDEX ON durable_work (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ON durable_work (given_up_at) WHERE given_up_at IS NOT NULL;


-- == Reversals ==
-- Money or loans that must be given back: because no policy came of them, or because the policy was cancelled, which
-- `policy_number` then names.
--
--   due      tried until done. Its lease outlasts a try by as long as a refund may take to show
--   done     the other party has given it back
--   settled  a person has put it right outside; `settled_reference` says where to find it

CREATE TABLE reversal (
  id                uuid PRIMARY KEY DEFAULT uuidv7(),
  application_id    uuid NOT NULL,
  policy_number     text REFERENCES policy,
  kind              text NOT NULL,
  -- Under which the other party knows it: the charge's key, or the policy number.
  key               text NOT NULL UNIQUE,
  card_payment_id   uuid REFERENCES card_payment,
  reference         text,
  amount_cents      integer NOT NULL,
  LIKE durable_work INCLUDING ALL,
  settled_reference text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  state             text GENERATED ALWAYS AS (
    CASE WHEN settled_reference IS NOT NULL THEN 'settled'
         WHEN due_at IS NULL AND given_up_at IS NULL THEN 'done'
         ELSE 'due'
    END) VIRTUAL,
  CONSTRAINT a_reversal_is_of_a_known_kind CHECK (kind IN ('charge', 'loan')),
  CONSTRAINT a_settled_reversal_is_over CHECK (settled_reference IS NULL OR (due_at IS NULL AND given_up_at IS NULL)),
  CONSTRAINT a_charge_names_its_payment CHECK ((kind = 'charge') = (card_payment_id IS NOT NULL))
);
CREATE INDEX reversal_by_application ON reversal (application_id);


-- == Due charges ==
-- Charges that come later, on a day of the seller's. `charging` is the intent: whoever finds it without a carrier asks the
-- processor before charging again. The key of a try is the payment's id and the number of the try. `refused` on all its days, it
-- is a person's. It also ends as `stopped` (its policy was cancelled before) or `settled` (paid outside).

CREATE TABLE due_charge (
  card_payment_id   uuid PRIMARY KEY REFERENCES card_payment,
  application_id    uuid NOT NULL REFERENCES application,
  policy_number     text NOT NULL REFERENCES policy,
  seller_id         uuid NOT NULL REFERENCES seller,
  amount_cents      integer NOT NULL,
  due_on            date NOT NULL,
  LIKE durable_work INCLUDING ALL,
  -- One for each refusal; a try may take several attempts, until it is clear how it ended.
  tries             integer NOT NULL DEFAULT 1,
  -- Once charged: what the processor said, for the receipt.
  charge            json,
  settled_reference text,
  state             text GENERATED ALWAYS AS (
    CASE WHEN charge IS NOT NULL THEN 'charged'
         WHEN settled_reference IS NOT NULL THEN 'settled'
         WHEN given_up_at IS NOT NULL THEN 'refused'
         WHEN due_at IS NULL THEN 'stopped'
         WHEN lease_until IS NOT NULL THEN 'charging'
         ELSE 'due'
    END) VIRTUAL,
  CONSTRAINT a_charge_that_was_made_or_settled_is_over CHECK (
    (charge IS NULL AND settled_reference IS NULL) OR (due_at IS NULL AND given_up_at IS NULL)),
  CONSTRAINT a_charge_is_made_or_settled CHECK (charge IS NULL OR settled_reference IS NULL)
);
CREATE INDEX due_charge_by_day ON due_charge (due_on) WHERE due_at IS NOT NULL;
CREATE INDEX due_charge_by_application ON due_charge (application_id);
CREATE INDEX due_charge_by_policy ON due_charge (policy_number);


-- == Mail ==
-- Mail to send: each document to each address once, unless the operator asks again.
--
--   due            to be tried; whoever takes it makes the documents
--   sending        committed before the mail server is spoken to, so from here on the mail may arrive. Left so by a dead
--                  instance, it is never tried again by itself: when its lease has run out, it is undeliverable
--   sent           the mail server has taken it
--   undeliverable  refused, or tried for three days, or nobody can say whether it arrived (the error then begins with
--                  "unknown"): the operator's to handle
--   dropped        its address was corrected before it went out or arrived, and the new address has it or gets it

CREATE TABLE mail (
  id            uuid PRIMARY KEY DEFAULT uuidv7(),
  seller_id     uuid NOT NULL REFERENCES seller,
  policy_number text NOT NULL REFERENCES policy,
  kind          text NOT NULL,
  to_address    text NOT NULL,
  document_ids  uuid[] NOT NULL,
  LIKE durable_work INCLUDING ALL, -- Its attempts are those of this round.
  -- Counts the times it was asked for: 1, and one more whenever the operator asks again. Each has a message id of its own.
  round         integer NOT NULL DEFAULT 1,
  -- The owner that began to speak to the mail server.
  sender        uuid,
  is_dropped    boolean NOT NULL DEFAULT false,
  subject       text,
  sent_at       timestamptz,
  state         text GENERATED ALWAYS AS (
    CASE WHEN is_dropped THEN 'dropped'
         WHEN given_up_at IS NOT NULL THEN 'undeliverable'
         WHEN due_at IS NULL THEN 'sent'
         WHEN sender = owner THEN 'sending'
         ELSE 'due'
    END) VIRTUAL,
  CONSTRAINT a_mail_is_of_a_known_kind CHECK (kind IN ('policy', 'receipt', 'cancellation')),
  CONSTRAINT a_dropped_mail_is_over CHECK (NOT is_dropped OR (due_at IS NULL AND given_up_at IS NULL)),
  CONSTRAINT a_sent_mail_says_what_and_when CHECK (
    is_dropped OR due_at IS NOT NULL OR given_up_at IS NOT NULL OR (subject IS NOT NULL AND sent_at IS NOT NULL)),
  -- Also finds a policy's mails, for whoever sends them again or to another address.
  CONSTRAINT an_address_gets_a_mail_once UNIQUE (policy_number, kind, to_address)
);
-- What is being sent: few, however many are due.
CREATE INDEX mail_leased ON mail (lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX mail_sent_by_seller ON mail (seller_id, sent_at, id) WHERE sent_at IS NOT NULL;


-- == Cancellations ==
-- A policy is cancelled once. `terms` is what the notice is printed from: each product's days and parts, and who gives
-- the money back.

CREATE TABLE cancellation (
  policy_number      text PRIMARY KEY REFERENCES policy,
  -- A copy of what sales and policies are ordered and filtered by; none of it ever changes. So the few that are
  -- cancelled are read in the list's order, however many are not.
  application_id     uuid NOT NULL,
  seller_id          uuid NOT NULL,
  bound_at           timestamptz NOT NULL,
  kind               text NOT NULL,
  cancelled_on       date NOT NULL,
  premium_back_cents integer NOT NULL,
  tax_back_cents     integer NOT NULL,
  refund_cents       integer NOT NULL,
  settlement         text NOT NULL,
  terms              json NOT NULL,
  reason             text NOT NULL,
  actor_kind         text NOT NULL,
  actor_name         text NOT NULL,
  created_at         timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_cancellation_is_of_a_known_kind CHECK (kind IN ('flat', 'pro-rata')),
  CONSTRAINT a_cancellation_has_a_known_settlement
    CHECK (settlement IN ('card-refund', 'charge-stopped', 'loan-cancelled', 'outside', 'nothing')),
  CONSTRAINT a_refund_is_premium_and_tax CHECK (refund_cents = premium_back_cents + tax_back_cents),
  CONSTRAINT a_refund_takes_nothing CHECK (premium_back_cents >= 0 AND tax_back_cents >= 0),
  CONSTRAINT a_card_refund_has_an_amount CHECK (settlement <> 'card-refund' OR refund_cents > 0)
);
CREATE INDEX cancellation_by_sale ON cancellation (application_id);
CREATE INDEX cancellation_by_seller_and_sale ON cancellation (seller_id, application_id);
CREATE INDEX cancellation_by_time ON cancellation (bound_at, policy_number);
CREATE INDEX cancellation_by_seller ON cancellation (seller_id, bound_at, policy_number);


-- == The operator ==

CREATE TABLE operator_account (
  id                   uuid PRIMARY KEY DEFAULT uuidv7(),
  name                 text NOT NULL,
  role                 text NOT NULL,
  password_hash        text NOT NULL,
  -- A password that somebody else has chosen or read: the first sign-in asks for another.
  must_change_password boolean NOT NULL DEFAULT true,
  -- Encrypted; null without an authenticator. It counts from the first right code on.
  totp_secret          bytea,
  is_totp_on           boolean NOT NULL DEFAULT false,
  -- The step of the last code that was taken: a code is good once.
  totp_step            bigint NOT NULL DEFAULT 0,
  is_disabled          boolean NOT NULL DEFAULT false,
  created_at           timestamptz NOT NULL DEFAULT now(),
  signed_in_at         timestamptz,
  CONSTRAINT an_operator_has_a_known_role CHECK (role IN ('viewer', 'support', 'admin')),
  CONSTRAINT an_authenticator_has_a_secret CHECK (NOT is_totp_on OR totp_secret IS NOT NULL)
);
CREATE UNIQUE INDEX an_operator_name_is_unique ON operator_account (lower(name));

-- Wrong sign-ins by the name that was typed, whether or not there is such an account: a lock tells nothing.
CREATE TABLE operator_wrong_try (
  name     text PRIMARY KEY,
  tries    integer NOT NULL,
  tried_at timestamptz NOT NULL
);

-- Known by the hash of the token in the browser's cookie.
CREATE TABLE operator_session (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES operator_account,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at    timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX operator_session_by_account ON operator_session (account_id);
CREATE INDEX operator_session_by_expiry ON operator_session (expires_at);

-- What operators did, with who and why. Append only.
CREATE TABLE operator_act (
  id             uuid PRIMARY KEY DEFAULT uuidv7(),
  actor_kind     text NOT NULL,
  actor_name     text NOT NULL,
  action         text NOT NULL,
  subject        text NOT NULL,
  application_id uuid,
  reason         text NOT NULL,
  facts          json NOT NULL,
  acted_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT an_act_is_of_a_known_kind_of_actor CHECK (actor_kind IN ('account', 'command line'))
);
CREATE INDEX operator_act_by_application ON operator_act (application_id, id) WHERE application_id IS NOT NULL;
CREATE INDEX operator_act_by_subject ON operator_act (subject, id);
CREATE TRIGGER operator_act_is_append_only BEFORE UPDATE OR DELETE ON operator_act
  FOR EACH ROW EXECUTE FUNCTION refuse_change();


-- == Figures ==

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

-- Errors that the API has answered, by seller, and how long its answers took. Instances count in memory and add what
-- they have every few seconds. Days and hours are UTC's. Without a seller: calls without a valid token.
CREATE TABLE answer_error (
  day       date NOT NULL,
  seller_id uuid,
  code      text NOT NULL,
  count     bigint NOT NULL,
  CONSTRAINT errors_are_counted_once UNIQUE NULLS NOT DISTINCT (day, code, seller_id)
);

-- `bucket` is a step of durations, each a fifth longer than the one before: domain/operator/answer-time.ts. Kept for
-- weeks.
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


-- == What instances share ==

-- Counts of the rate limit. Unlogged: a crash may forget a minute's counts, and a request must not wait for a disk
-- flush to be counted. The columns are those the rate-limiter-flexible library uses.
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
