-- The whole schema, in the order in which a sale meets it. Later migrations stand beside this file and go forward only.
--
-- Legend
--
--   who sells        integration, seller, dealer, dealer_link, lien_holder, licence, licence_requirement
--   with what secret oauth_client, oauth_assertion (the other secrets are columns of integration and seller)
--   what is sold     rate_book, rate_book_activation, tax_table, disclosure_texts, wording, customer_texts,
--                    rescission_rules, vin_pattern, unresolved_vin
--   the sale         application, application_words, application_revision, disclosure, card_payment, bind
--   the cover        policy, amendment, document, document_content, document_fetch
--   sale by a link   sale_link, sale_link_purchase, sale_link_mail
--   money later      due_charge, payment_link, cancellation_request, cancellation, withdrawn_cancellation
--   refunds          reversal: each refund that is owed, under way or made, and each loan to be ended. What was given
--                    back is an entry of the books, too: a ledger_entry of the kind refund or loan-ended
--   who is told      mail, operator_mail, event, webhook_endpoint, webhook_delivery
--   the books        ledger_entry, entry_reference, ledger_posting (read together by the view posted), account_day,
--                    account_day_until, settlement_file, settlement_match, settlement_difference
--   partners' calls  idempotency_key, partner_request, rate_limit_count
--   the operator     operator_account, operator_wrong_try, operator_session, operator_act
--   the record       audit, erasure
--   figures          daily_sales, daily_sales_done, answer_error, answer_time, daily_answers
--   the machine      reference_topic, durable_work, periodic_job, database_mode, secret_key, sandbox_key, sandbox_seed;
--                    migration and migration_progress are made by whoever migrates
--
-- Reading it
--
-- * Ids of our own are UUIDs of version 7: they begin with their time, so lists go by id.
-- * Amounts are integer cents. A `date` is a day in the seller's province, a `timestamptz` a moment.
-- * A constraint has the name of the rule that it keeps. An index has the name of its table and of what it serves; one that
--   serves something not plain says it.
-- * A set of known values is a CHECK; a test holds each beside the list in the code.
-- * Searches and prefixes go in the order of bytes (COLLATE "C"): such an index also finds what begins with some letters.
-- * JSON holds what is only printed or shown. What is looked for, sorted or decided by is a column.

CREATE FUNCTION rfc3339(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- For tables that are append only.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END
$$;


-- == Durable work ==
-- What must happen after a commit, surely: tables that are made LIKE this one, which itself stays empty. `store/work/work.ts`
-- has the verbs.
--
--   due_at       when it is tried next; null once it is over or given up
--   lease_until  until when nobody else may act on it. It says three things:
--                ahead: whoever took it has it, or its last try had no answer and may yet come through
--                past: it may be taken, and whoever takes it asks first what the last try has done
--                null: no try is running, and the last one surely did nothing
--                So NOT NULL, ahead or past, says that the other party may have done it: `charging` of a charge and
--                `begun` of a refund mean that, and nothing more
--   owner        who took it last. A fencing token: the writes of an owner that was replaced find no row
--   attempts     how often it was tried
--   failure      why it is not done: the last try failed, something else has to end first (waiting), or it was a person's
--                from the start (to-pay, to-collect). Everything that decides looks at this
--   last_error   the same in words, for a person to read
--   given_up_at  since when it is a person's
--
-- What is over is in neither index.

CREATE TABLE durable_work (
  due_at      timestamptz DEFAULT now(),
  lease_until timestamptz,
  owner       uuid,
  attempts    integer NOT NULL DEFAULT 0,
  failure     text,
  last_error  text,
  given_up_at timestamptz,
  CONSTRAINT work_is_the_services_or_a_persons CHECK (due_at IS NULL OR given_up_at IS NULL),
  CONSTRAINT a_failure_is_known CHECK (failure IN (
    'unavailable', 'refused', 'refused-for-good', 'refused-before-tax-change', 'unknown', 'tax-changed', 'link-expired',
    'document-not-made', 'interrupted', 'waiting', 'to-pay', 'to-collect', 'unreconciled', 'error')),
  CONSTRAINT a_failure_has_a_cause CHECK ((failure IS NULL) = (last_error IS NULL)),
  CONSTRAINT work_that_was_given_up_says_why CHECK (given_up_at IS NULL OR failure IS NOT NULL)
);
CREATE INDEX ON durable_work (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ON durable_work (given_up_at) WHERE given_up_at IS NOT NULL;

-- What runs every minute, hour or day, once over all instances: work that is due again after it has ended. The service
-- adds the rows when it starts.
CREATE TABLE periodic_job (
  name         text PRIMARY KEY,
  LIKE durable_work INCLUDING ALL,
  -- When the first try since the last success began.
  tried_since  timestamptz,
  succeeded_at timestamptz
);


-- == Reference data ==
-- They live in every instance's memory. Each topic has a version; a change of any of its tables raises it and tells all
-- instances. The version is what they poll, in case a notice was missed.

CREATE TABLE reference_topic (
  topic   text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO reference_topic (topic)
VALUES ('sellers'), ('dealers'), ('lien_holders'), ('tariffs'), ('vin_patterns'), ('disclosures'), ('wordings'), ('customer_texts'),
       ('rescission_rules'), ('licences');

/*
 * Who changes reference data takes the lock alone, until its commit; who decides by them shares it, until its own. So a
 * change that was committed before a decision commits is seen by it. An advisory lock writes nothing: rows that every
 * sale shares would be locked a thousand times a second, which PostgreSQL has to remember and clean up.
 *
 * While a change waits for a sale, all others wait for the change. So an instance that stands still in the middle of
 * either loses its session after 5 seconds, and with it the lock: before a statement that waits for it is given up.
 */
CREATE FUNCTION reference_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '5s', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('reference data', 0));
  UPDATE reference_topic SET version = version + 1 WHERE topic = TG_ARGV[0];
  PERFORM pg_notify('reference_changed', TG_ARGV[0]);
  RETURN NULL;
END
$$;

/*
 * The version of all reference data, which stays as it is until the transaction ends. Read by a snapshot of its own,
 * since that of the statement may be older than the lock. What decides by reference data that an instance has in memory
 * names the version that it was judged by.
 */
CREATE FUNCTION reference_version() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '5s', true);
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('reference data', 0));
  RETURN (SELECT sum(version) FROM reference_topic);
END
$$;


-- == Integrations and sellers ==
-- Who may sell: an integration (the partner's software) and its sellers. A credential can be rotated while the partner
-- changes over: the one before stays good until its overlap ends.

CREATE TABLE integration (
  id                    uuid PRIMARY KEY DEFAULT uuidv7(),
  client_id             text NOT NULL UNIQUE,
  secret_hash           text NOT NULL,
  secret_issued_at      timestamptz NOT NULL DEFAULT now(),
  previous_secret_hash  text,
  previous_secret_until timestamptz,
  name                  text NOT NULL,
  rate_limit            integer,
  -- What customers see instead of the operator's name, address, logo, colours, languages and texts; null: the operator's.
  brand                 jsonb,
  -- Whether a vehicle that a policy of the integration covers can't be sold another one.
  refuses_second_policy boolean NOT NULL DEFAULT false,
  is_disabled           boolean NOT NULL DEFAULT false,
  created_at            timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_rate_limit_is_positive CHECK (rate_limit > 0),
  CONSTRAINT a_previous_secret_has_an_end CHECK ((previous_secret_hash IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX integration_by_name ON integration ((lower(name) COLLATE "C"), id);
CREATE TRIGGER integration_changed AFTER INSERT OR UPDATE OR DELETE ON integration
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('sellers');

CREATE TABLE seller (
  id                        uuid PRIMARY KEY DEFAULT uuidv7(),
  integration_id            uuid NOT NULL REFERENCES integration,
  username                  text NOT NULL,
  password_hash             text NOT NULL,
  password_issued_at        timestamptz NOT NULL DEFAULT now(),
  previous_password_hash    text,
  previous_password_until   timestamptz,
  name                      text NOT NULL,
  province                  text NOT NULL,
  series                    text[] NOT NULL,
  payment_methods           text[] NOT NULL,
  requires_producer_code    boolean NOT NULL DEFAULT false,
  requires_acknowledgements boolean NOT NULL DEFAULT false,
  sells_by_link             boolean NOT NULL DEFAULT false,
  is_disabled               boolean NOT NULL DEFAULT false,
  -- The sandbox's test clock: this seller's "today" is never before it. Null in production.
  today_floor               date,
  created_at                timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_username_is_unique_in_its_integration UNIQUE (integration_id, username),
  CONSTRAINT a_previous_password_has_an_end
    CHECK ((previous_password_hash IS NULL) = (previous_password_until IS NULL)),
  CONSTRAINT a_seller_sells_in_a_canadian_province
    CHECK (province IN ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT')),
  CONSTRAINT a_seller_sells_known_series CHECK (series <@ ARRAY['Prime', 'Plus'] AND cardinality(series) > 0),
  CONSTRAINT a_seller_takes_known_payment_methods CHECK (payment_methods <@ ARRAY['REF', 'FIN', 'PW', 'PFF', 'CC'])
);
CREATE INDEX seller_by_name ON seller ((lower(name) COLLATE "C"), id);
CREATE TRIGGER seller_changed AFTER INSERT OR UPDATE OR DELETE ON seller
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('sellers');

-- A client of OAuth 2.0 belongs to an integration and acts for its sellers: for those named, or for all. It proves itself
-- by its secret or by its own key, of which we keep the public half.
CREATE TABLE oauth_client (
  id                    uuid PRIMARY KEY DEFAULT uuidv7(),
  integration_id        uuid NOT NULL REFERENCES integration,
  client_id             text NOT NULL UNIQUE,
  name                  text NOT NULL,
  secret_hash           text NOT NULL,
  secret_issued_at      timestamptz NOT NULL DEFAULT now(),
  previous_secret_hash  text,
  previous_secret_until timestamptz,
  -- JSON Web Keys; null: the client proves itself by its secret alone.
  public_keys           jsonb,
  -- Null: all sellers of the integration.
  seller_ids            uuid[],
  scopes                text[] NOT NULL,
  is_disabled           boolean NOT NULL DEFAULT false,
  created_at            timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_client_has_known_scopes CHECK (scopes <@ ARRAY['sell', 'read', 'manage'] AND cardinality(scopes) > 0),
  CONSTRAINT a_previous_client_secret_has_an_end
    CHECK ((previous_secret_hash IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX oauth_client_by_integration ON oauth_client (integration_id, id);
CREATE TRIGGER oauth_client_changed AFTER INSERT OR UPDATE OR DELETE ON oauth_client
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('sellers');

-- Assertions that were taken: each is good once. What has expired can go.
CREATE TABLE oauth_assertion (
  client_id  uuid NOT NULL,
  jti        text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, jti)
);
CREATE INDEX oauth_assertion_by_expiry ON oauth_assertion (expires_at);


-- == Dealers, lienholders, licences ==

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

-- A seller's or dealer's licence of each class in a province. To renew it is to change it.
CREATE TABLE licence (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  seller_id  uuid REFERENCES seller,
  dealer_id  text REFERENCES dealer,
  province   text NOT NULL,
  class      text NOT NULL,
  number     text NOT NULL,
  -- The last day on which it is valid.
  expires_on date NOT NULL,
  -- How many days ahead the operator was last told of this expiry; null: not yet.
  told_days  integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_licence_is_of_a_seller_or_a_dealer CHECK (num_nonnulls(seller_id, dealer_id) = 1),
  CONSTRAINT a_holder_has_one_licence_of_a_class_in_a_province
    UNIQUE NULLS NOT DISTINCT (seller_id, dealer_id, province, class),
  CONSTRAINT a_licence_is_of_a_canadian_province
    CHECK (province IN ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'))
);
CREATE INDEX licence_by_expiry ON licence (expires_on, id);
CREATE INDEX licence_by_dealer ON licence (dealer_id) WHERE dealer_id IS NOT NULL;
-- Not of told_days: what the operator was told changes nothing in memory.
CREATE TRIGGER licence_changed AFTER INSERT OR DELETE OR UPDATE OF province, expires_on ON licence
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('licences');

-- From which day on a licence is needed in a province, or is not any more. The latest day that has begun counts.
CREATE TABLE licence_requirement (
  province  text NOT NULL,
  from_day  date NOT NULL,
  is_needed boolean NOT NULL,
  PRIMARY KEY (province, from_day),
  CONSTRAINT a_licence_is_required_in_a_canadian_province
    CHECK (province IN ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'))
);
CREATE TRIGGER licence_requirement_changed AFTER INSERT OR UPDATE OR DELETE ON licence_requirement
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('licences');


-- == Vehicles that the public data lack ==
-- What the operator knows of VINs that begin so; it overrides the public data, in every instance's memory.

CREATE TABLE vin_pattern (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  -- The first eight characters; a star is any character.
  pattern    text NOT NULL,
  year_from  integer NOT NULL,
  year_to    integer NOT NULL,
  make       text NOT NULL,
  model      text NOT NULL,
  trim       text,
  body_class text,
  drive_type text,
  fuel_type  text,
  engine     text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_vin_pattern_has_a_maker_and_five_more
    CHECK (pattern ~ '^[A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9*]{5}$'),
  CONSTRAINT a_vin_pattern_has_a_span_of_model_years CHECK (year_from BETWEEN 1980 AND year_to AND year_to <= 2039)
);
CREATE TRIGGER vin_pattern_changed AFTER INSERT OR UPDATE OR DELETE ON vin_pattern
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('vin_patterns');

-- VINs that partners looked up and that could not be read, or not with certainty, without their serial numbers.
CREATE TABLE unresolved_vin (
  -- The first eight characters.
  beginning     text NOT NULL,
  model_year    integer NOT NULL,
  -- The make and model that all patterns near it have; null: not resolved at all.
  guess         text,
  seen_count    bigint NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (beginning, model_year)
);
CREATE INDEX unresolved_vin_by_count ON unresolved_vin (seen_count DESC, beginning, model_year);
CREATE INDEX unresolved_vin_by_time ON unresolved_vin (last_seen_at);


-- == Prices, taxes, texts ==
-- As the operator loaded them. A version is never changed; a new one is loaded beside it. Lists are paged, the one loaded
-- last first.

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
  version      text PRIMARY KEY,
  document     jsonb NOT NULL,
  loaded_at    timestamptz NOT NULL DEFAULT now(),
  -- When an admin said that its rates are those of the law; until then `doctor` asks for it in production.
  confirmed_at timestamptz
);
CREATE INDEX tax_table_by_time ON tax_table (loaded_at DESC, version DESC);
CREATE TRIGGER tax_table_changed AFTER INSERT OR UPDATE OR DELETE ON tax_table
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('tariffs');

-- What customers are given before they agree. The one loaded last is in force.
CREATE TABLE disclosure_texts (
  version   text PRIMARY KEY,
  document  jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER disclosure_texts_changed AFTER INSERT OR UPDATE OR DELETE ON disclosure_texts
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('disclosures');

-- The operator's own words in place of built-in ones on papers, in mails and on the payment page. The one loaded last is
-- in force.
CREATE TABLE customer_texts (
  version   text PRIMARY KEY,
  document  jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER customer_texts_changed AFTER INSERT OR UPDATE OR DELETE ON customer_texts
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('customer_texts');

-- For how many days customers may rescind, and the holidays that move the last of them. The one loaded last is in force;
-- without one the built-in rules are.
CREATE TABLE rescission_rules (
  version   text PRIMARY KEY,
  document  jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER rescission_rules_changed AFTER INSERT OR UPDATE OR DELETE ON rescission_rules
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('rescission_rules');

-- The full texts of the forms that policies are sold on, as PDFs of the operator's. They are only added: a policy keeps
-- the ones that it was bound with.
CREATE TABLE wording (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  -- As declarations name it: Q.P.F. No. 5.
  form       text NOT NULL,
  version    text NOT NULL,
  language   text NOT NULL,
  -- Null: all of them.
  products   text[],
  provinces  text[],
  -- The first day on which policies are bound with it.
  holds_from date NOT NULL,
  loaded_at  timestamptz NOT NULL DEFAULT now(),
  filename   text NOT NULL,
  bytes      bytea STORAGE EXTERNAL NOT NULL, -- A PDF is packed already.
  digest     bytea NOT NULL GENERATED ALWAYS AS (sha256(bytes)) STORED,
  CONSTRAINT a_wording_has_one_version UNIQUE (form, language, version),
  CONSTRAINT a_wording_is_in_one_language CHECK (language IN ('en', 'fr'))
);
CREATE TRIGGER wording_changed AFTER INSERT OR UPDATE OR DELETE ON wording
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('wordings');


-- == Applications ==
-- An application is a sale in the making: the newest revision of its quote. `inputs` is what was asked, with the dealer
-- and the lienholder as they were on the day; `options` is every price that was shown, so that a later rate book or tax
-- rate can't touch it. The partner's reference names the sale and not its quote: it is no part of either.

CREATE TABLE application (
  id                uuid PRIMARY KEY DEFAULT uuidv7(),
  seller_id         uuid NOT NULL REFERENCES seller,
  revision          integer NOT NULL DEFAULT 1,
  series            text NOT NULL,
  effective_date    date NOT NULL,
  quoted_on         date NOT NULL,
  vin               text COLLATE "C" NOT NULL,
  partner_reference text COLLATE "C",
  rate_book_version text NOT NULL,
  tax_table_version text NOT NULL,
  inputs            json NOT NULL,
  options           json NOT NULL,
  created_at        timestamptz NOT NULL DEFAULT now(),
  revised_at        timestamptz NOT NULL DEFAULT now(),
  -- The erasure that took the person out of the sale: partners do not find it any more.
  erased_by         uuid,
  CONSTRAINT an_application_has_a_known_series CHECK (series IN ('Prime', 'Plus')),
  CONSTRAINT a_revision_counts_from_one CHECK (revision >= 1),
  CONSTRAINT a_policy_never_starts_before_its_quote CHECK (effective_date >= quoted_on)
);
-- "Has any quote used this VIN?"
CREATE INDEX application_by_vin ON application (vin);
-- The operator's lists.
CREATE INDEX application_by_seller ON application (seller_id, id);
-- The partner's lists: by reference, and by the day of the quote.
CREATE INDEX application_by_partner_reference ON application (seller_id, partner_reference, id)
  WHERE partner_reference IS NOT NULL;
CREATE INDEX application_by_quote_day ON application (seller_id, quoted_on, id);
-- Retention: what may be over its time.
CREATE INDEX application_kept ON application (revised_at) WHERE erased_by IS NULL;

-- What the operator finds a sale by. A search for a word looks through the newest sales, of all or of one seller; if they
-- are too few that have it, it asks the index for all sales that have it, and sorts them by id, which is by time. The rows
-- are apart from their applications, which take some kilobytes each, so that many are read at once.
-- `domain/list/sale-words.ts` writes the words, each after the letter of what it is:
--
--   n  a word of the name, without case and accents    v  the VIN
--   f  the full name, its words in order               b  the VIN backwards: its end is what begins so
--   e  the e-mail address, in small letters            p  a telephone number's digits backwards
--
-- What is corrected after the bind is added to what the sale was bound with: the customer may name either.
CREATE TABLE application_words (
  application_id uuid PRIMARY KEY REFERENCES application,
  seller_id      uuid NOT NULL REFERENCES seller,
  words          tsvector NOT NULL
);
CREATE INDEX application_words_by_word ON application_words USING gin (words);
CREATE INDEX application_words_by_seller ON application_words (seller_id, application_id);

-- What a revision replaced. Nothing changes it but an erasure.
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

-- A paper that the customer is given before agreeing: a text of disclosure_texts filled in for an application. The same
-- text with the same figures is one row, however often it is asked for.
CREATE TABLE disclosure (
  id             uuid PRIMARY KEY DEFAULT uuidv7(),
  application_id uuid NOT NULL REFERENCES application ON DELETE CASCADE,
  seller_id      uuid NOT NULL REFERENCES seller,
  -- The policy that it came with, filled in with its number and day; null: it was given before.
  policy_number  text,
  kind           text NOT NULL,
  version        text NOT NULL,
  -- What it says of the coverage and of the loan; null where its kind says nothing of that.
  coverage_category    text,
  payment_term         integer,
  product_types        text[],
  price_cents          integer,
  loan_term            integer,
  down_payment_cents   integer,
  first_installment_on date,
  -- What it is printed from.
  request        jsonb NOT NULL,
  digest         bytea NOT NULL,
  -- Once it was printed.
  bytes          bytea,
  -- When it was given first, and last.
  created_at     timestamptz NOT NULL DEFAULT now(),
  last_given_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_disclosure_is_made_once UNIQUE (application_id, digest),
  CONSTRAINT a_paper_says_all_of_the_coverage_or_nothing
    CHECK ((coverage_category IS NULL) = (payment_term IS NULL) AND (coverage_category IS NULL) = (product_types IS NULL)),
  CONSTRAINT a_paper_says_all_of_the_loan_or_nothing
    CHECK (num_nulls(price_cents, loan_term, down_payment_cents, first_installment_on) IN (0, 4))
);


-- == Card payments ==
-- A card payment, from its start to its end. The ticket is kept only as a hash; card numbers never reach this database.
--
--   Pending    the customer has the checkout; nothing decided
--   Authorized the card was accepted: a hold (charge date today) or a saved card (charge date later)
--   Declined, Cancelled   final; a new payment is started
--   Releasing  the deadline has passed and the hold is being released: no bind may take it any more
--   Released   final; the hold was released
--   Binding    a bind holds it
--   Captured, Scheduled   it pays a policy, now or on its charge date
--   Reversing, Reversed   the bind failed after the charge

CREATE TABLE card_payment (
  id                 uuid PRIMARY KEY,
  application_id     uuid NOT NULL REFERENCES application,
  seller_id          uuid NOT NULL REFERENCES seller,
  -- Where it was made, as the processor's adapter is named: nobody else is ever asked for its money. Its later charge and
  -- its reversals have it from here.
  processor          text NOT NULL,
  status             text NOT NULL,
  ticket_hash        bytea NOT NULL,
  ticket_expires_at  timestamptz NOT NULL,
  -- Started by the customer on the page of a payment link, not by the partner.
  is_by_link         boolean NOT NULL DEFAULT false,
  -- Started by a customer on the page of a sale link, not by the partner: it goes with the link.
  is_of_page         boolean NOT NULL DEFAULT false,
  coverage_category  text NOT NULL,
  payment_term       integer NOT NULL,
  product_types      text[] NOT NULL,
  total_cents        integer NOT NULL,
  hold_cents         integer NOT NULL,
  charge_date        date NOT NULL,
  -- The columns from here on hold what the processor said.
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
    'Pending', 'Authorized', 'Declined', 'Cancelled', 'Releasing', 'Released',
    'Binding', 'Captured', 'Scheduled', 'Reversing', 'Reversed')),
  CONSTRAINT a_hold_is_for_the_whole_total_or_for_nothing CHECK (hold_cents IN (0, total_cents)),
  CONSTRAINT an_authorized_payment_names_its_card
    CHECK (status <> 'Authorized' OR (reference IS NOT NULL AND masked_card_number IS NOT NULL AND expires_at IS NOT NULL)),
  CONSTRAINT a_masked_card_number_is_masked CHECK (masked_card_number !~ '[0-9]{7}')
);
CREATE INDEX card_payment_by_application ON card_payment (application_id);
-- What the sweep looks for: payments that time decides about.
CREATE INDEX card_payment_undecided ON card_payment (ticket_expires_at) WHERE status = 'Pending';
CREATE INDEX card_payment_releasing ON card_payment (expires_at) WHERE status IN ('Authorized', 'Releasing');
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
  payment_method text NOT NULL,
  -- The card that pays; null if none does.
  card_payment_id uuid REFERENCES card_payment,
  -- What was asked, without bank details, as it is to be carried through by whoever comes next.
  agreed         json NOT NULL,
  step_at        timestamptz NOT NULL DEFAULT now(),
  takeovers      integer NOT NULL DEFAULT 0,
  -- Named as the columns of durable work are. When it is unclear because a party is away: when the job tries again (a
  -- partner's repeat does not wait for it), how often that was so, and why.
  due_at         timestamptz NOT NULL DEFAULT now(),
  lease_until    timestamptz NOT NULL,
  owner          uuid NOT NULL,
  attempts       integer NOT NULL DEFAULT 0,
  failure        text,
  last_error     text,
  CONSTRAINT a_failure_is_known CHECK (failure IN (
    'unavailable', 'refused', 'refused-for-good', 'refused-before-tax-change', 'unknown', 'tax-changed', 'link-expired',
    'document-not-made', 'interrupted', 'waiting', 'to-pay', 'to-collect', 'unreconciled', 'error')),
  CONSTRAINT a_failure_has_a_cause CHECK ((failure IS NULL) = (last_error IS NULL)),
  CONSTRAINT a_bind_has_a_known_state CHECK (state IN ('running', 'released', 'bound')),
  CONSTRAINT a_bind_has_a_known_step CHECK (step IN ('claimed', 'charging', 'lending')),
  CONSTRAINT a_payment_method_is_known CHECK (payment_method IN ('REF', 'FIN', 'PW', 'PFF', 'CC'))
);
CREATE INDEX bind_running ON bind (lease_until) WHERE state = 'running';

-- Revises a quote, unless a bind runs or has ended in a policy; one that was erased is unknown. A function, because each of
-- its statements sees what was committed before it: the application is locked first, and only then is the claim looked at. A
-- claim locks the application too, and takes only the revision that was judged, so neither can slip past the other.
-- A revision that leaves the partner's reference out keeps it.
CREATE FUNCTION revise_application(
  the_id uuid, the_seller uuid, new_series text, new_effective_date date, new_quoted_on date, new_vin text,
  new_partner_reference text, new_rate_book text, new_tax_table text, new_inputs json, new_options json, new_words text[]
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
      vin = new_vin, partner_reference = coalesce(new_partner_reference, partner_reference),
      rate_book_version = new_rate_book, tax_table_version = new_tax_table, inputs = new_inputs, options = new_options,
      revised_at = now()
  WHERE id = the_id;
  UPDATE application_words SET words = array_to_tsvector(new_words) WHERE application_id = the_id;
  RETURN 'revised';
END
$$;


-- == Policies ==

-- A policy number is NB, eight digits and a check digit (Luhn). Drawn in the statement that claims, so it costs no
-- round trip. A ninth digit would be cut off and the number given to two policies: past the last one, the claim fails
-- before any money moves.
CREATE SEQUENCE policy_number_seq START 10000001 MAXVALUE 99999999;

CREATE FUNCTION next_policy_number() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  digits text := lpad(nextval('policy_number_seq')::text, 8, '0');
  total  integer := 0;
  value  integer;
BEGIN
  FOR place IN 1 .. 8 LOOP
    value := substr(digits, place, 1)::integer * (CASE WHEN place % 2 = 0 THEN 2 ELSE 1 END);
    total := total + value / 10 + value % 10;
  END LOOP;
  RETURN 'NB' || digits || (10 - total % 10) % 10;
END
$$;

-- `snapshot` is the policy as it was bound, `amended` as it stands since it was corrected.
CREATE TABLE policy (
  policy_number     text PRIMARY KEY,
  application_id    uuid NOT NULL REFERENCES application,
  seller_id         uuid NOT NULL REFERENCES seller,
  partner_reference text COLLATE "C",
  -- Of the policy as it stands.
  vin               text COLLATE "C" NOT NULL,
  effective_date    date NOT NULL,
  expiry_date       date NOT NULL,
  -- The day on which no product covers any more; a product may outlast the term that is paid for.
  cover_ends_on     date NOT NULL,
  premium_cents     integer NOT NULL,
  total_cents       integer NOT NULL,
  payment_method    text NOT NULL,
  card_payment_id   uuid REFERENCES card_payment,
  -- The partner's reference of the payment, or the card's approval code once it is charged.
  reference         text,
  -- What the card was charged during the bind; null: on a later day, or no card pays.
  charged_cents     integer,
  -- The loan's, in capitals and digits alone, as it is looked for.
  loan_number       text,
  -- What was agreed of the loan: the papers that said the same come with the policy.
  loan_term            integer,
  down_payment_cents   integer,
  first_installment_on date,
  -- Where mails about the policy go since the operator corrected it; null: to the address that the policy was bound
  -- with.
  email_address     text,
  snapshot          json NOT NULL,
  amended           json,
  amendment_count   integer NOT NULL DEFAULT 0,
  -- What its account says of the money; flows/account/ sets it with everything that changes the account.
  money_status      text NOT NULL,
  bound_at          timestamptz NOT NULL,
  bound_on          date NOT NULL,
  CONSTRAINT an_application_has_one_policy UNIQUE (application_id),
  CONSTRAINT a_card_payment_pays_one_policy UNIQUE (card_payment_id),
  CONSTRAINT a_policys_money_has_a_known_status CHECK (money_status IN (
    'CollectedByPartner', 'Paid', 'Scheduled', 'Unpaid', 'Financed', 'Disputed', 'RefundPending', 'PartRefunded', 'Refunded',
    'WrittenOff', 'NothingOwed')),
  CONSTRAINT a_payment_method_is_known CHECK (payment_method IN ('REF', 'FIN', 'PW', 'PFF', 'CC')),
  CONSTRAINT what_was_charged_was_charged_to_a_card CHECK (charged_cents IS NULL OR card_payment_id IS NOT NULL),
  CONSTRAINT a_policy_says_all_of_its_loan_or_nothing
    CHECK (num_nulls(loan_term, down_payment_cents, first_installment_on) IN (0, 3)),
  CONSTRAINT cover_ends_after_it_begins CHECK (expiry_date > effective_date)
);
CREATE INDEX policy_by_time ON policy (bound_at, policy_number);
CREATE INDEX policy_by_vin ON policy (vin, seller_id);
-- The partner's lists, newest first. A day or several are a range of bound_at, from the seller's
-- midnight at the start of the first day to, but not at, the one after the last.
CREATE INDEX policy_by_seller ON policy (seller_id, bound_at, policy_number);
-- The few that were finished more than a week after their day, which such a range would miss.
CREATE INDEX policy_bound_late ON policy (seller_id, bound_on) WHERE (bound_at AT TIME ZONE 'UTC')::date > bound_on + 7;
CREATE INDEX policy_by_partner_reference ON policy (seller_id, partner_reference, bound_at, policy_number)
  WHERE partner_reference IS NOT NULL;
-- By the state of their money, of a seller and of all.
CREATE INDEX policy_by_money_status ON policy (seller_id, money_status, bound_at, policy_number);
CREATE INDEX policy_by_money_status_of_all ON policy (money_status, bound_at, policy_number);
-- A seller's sales that are bound, in the order of sales.
CREATE INDEX policy_by_seller_and_sale ON policy (seller_id, application_id);
-- Expired and not yet started policies are filtered by their days, since no write marks the change; retention asks for the
-- end of cover, too. Cover starts near the day of the bind, so a summary for each range of pages (BRIN) is enough.
CREATE INDEX policy_by_cover_end ON policy (cover_ends_on);
CREATE INDEX policy_by_start ON policy USING brin (effective_date) WITH (pages_per_range = 16, autosummarize = on);
-- The operator's searches: the end of a policy's number, and a loan's number.
CREATE INDEX policy_by_end ON policy ((reverse(policy_number) COLLATE "C"));
CREATE INDEX policy_by_loan ON policy (loan_number) WHERE loan_number IS NOT NULL;

-- What the operator corrected of a policy. Each has the whole policy from then on, so that every version is kept.
CREATE TABLE amendment (
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
CREATE INDEX amendment_by_sale ON amendment (application_id);
CREATE TRIGGER amendment_is_kept BEFORE DELETE ON amendment
  FOR EACH ROW EXECUTE FUNCTION refuse_change();


-- == The account of a policy, which is the books ==
-- Double entry. An entry is what happened to the money of a sale, once and never changed; domain/books/ledger-entry.ts says of
-- which kinds they are. Its postings say what it means for each account (domain/books/account.ts): a debit is above zero, a
-- credit below, and those of an entry come to zero. Both are written by the statement that writes what they tell.

-- What happened to the money of a policy is written under the policy's lock, so that a number drawn with each row tells the
-- order: of entries, refunds and payout files alike. Ids do not: instances' clocks differ, and those of one millisecond are
-- in no order.
CREATE SEQUENCE account_turn;

CREATE TABLE ledger_entry (
  id              uuid PRIMARY KEY,
  turn            bigint NOT NULL DEFAULT nextval('account_turn'),
  -- Null, as the seller, for what a payout file says of the party itself: its fees and reserves are of no sale.
  application_id  uuid,
  -- Null for money that moved and of which no policy came.
  policy_number   text,
  seller_id       uuid,
  kind            text NOT NULL,
  -- Unique within its sale, so that what is told twice is recorded once.
  key             text NOT NULL,
  -- What moved, or what is owed.
  amount_cents    bigint NOT NULL,
  -- The day of whoever did it: the customer, the processor, the lender.
  happened_on     date NOT NULL,
  -- The seller's day on which it was recorded, by which reports go: a month whose statement is out does not change.
  booked_on       date NOT NULL,
  recorded_at     timestamptz NOT NULL DEFAULT now(),
  recorded_by     text NOT NULL,
  -- What the processor or the lender calls its money, if a posting is theirs.
  party_reference text,
  -- Our key under which the processor or the lender knows it.
  party_key       text,
  -- The card that was charged, or that got back what it paid.
  card_payment_id uuid,
  -- The entry of the payment that this one is about: of a refund, a dispute, a returned payment.
  payment_entry_id uuid REFERENCES ledger_entry,
  -- The entry of the dispute that this one ends.
  dispute_id      uuid REFERENCES ledger_entry,
  -- The entry, made by mistake, that this one takes back.
  voids           uuid REFERENCES ledger_entry,
  CONSTRAINT an_entry_is_recorded_once UNIQUE NULLS NOT DISTINCT (application_id, key),
  CONSTRAINT only_a_payout_file_is_of_no_sale CHECK (
    (application_id IS NULL) = (seller_id IS NULL) AND (application_id IS NOT NULL OR recorded_by = 'bank file' OR voids IS NOT NULL)),
  CONSTRAINT an_entry_is_of_a_known_kind CHECK (kind IN
    ('sale', 'charge', 'payment', 'payment-returned', 'loan', 'cancellation', 'goodwill', 'write-off', 'refund',
     'refund-returned', 'loan-ended', 'dispute-opened', 'dispute-won', 'dispute-lost', 'fee', 'reserve', 'void')),
  CONSTRAINT an_entry_is_recorded_by_somebody_known CHECK (recorded_by IN
    ('processor', 'lender', 'bank file', 'operator', 'partner', 'service')),
  CONSTRAINT an_entry_has_no_amount_below_zero CHECK (amount_cents >= 0)
);
CREATE INDEX ledger_entry_by_policy ON ledger_entry (policy_number) WHERE policy_number IS NOT NULL;
CREATE UNIQUE INDEX an_entry_is_voided_once ON ledger_entry (voids) WHERE voids IS NOT NULL;
-- Statements, bordereaux and tax reports are of some days; a seller's are of its own.
CREATE INDEX ledger_entry_by_day ON ledger_entry (booked_on, seller_id);
-- What a settlement file is compared with.
CREATE INDEX ledger_entry_by_reference ON ledger_entry (party_reference) WHERE party_reference IS NOT NULL;
-- Entries are recorded in the order of time, so the summary of each range of pages finds the latest ones.
CREATE INDEX ledger_entry_by_moment ON ledger_entry USING brin (recorded_at) WITH (pages_per_range = 16, autosummarize = on);
-- All columns but the seller: the sandbox's reset gives a seller's sales to another.
CREATE TRIGGER ledger_entry_is_append_only
  BEFORE DELETE OR UPDATE OF id, turn, application_id, policy_number, kind, key, amount_cents, happened_on, booked_on, recorded_at,
    recorded_by, party_reference, party_key, card_payment_id, payment_entry_id, dispute_id, voids
  ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What an operator typed of an entry, such as the number of a cheque: kept apart, so that it can be erased.
CREATE TABLE entry_reference (
  entry_id  uuid PRIMARY KEY REFERENCES ledger_entry,
  reference text NOT NULL
);

CREATE TABLE ledger_posting (
  entry_id     uuid NOT NULL REFERENCES ledger_entry,
  line         smallint NOT NULL,
  account      text NOT NULL,
  amount_cents bigint NOT NULL,
  product      text,
  insurer      text,
  authority    text,
  province     text,
  rate_ppm     integer,
  -- What another party calls the money, or a key of ours.
  reference    text,
  PRIMARY KEY (entry_id, line),
  CONSTRAINT a_posting_is_to_a_known_account CHECK (account IN
    ('partner', 'customer', 'processor', 'lender', 'outside', 'dispute', 'write-off', 'goodwill', 'fee', 'reserve', 'premium', 'tax',
     'commission', 'commission-due')),
  CONSTRAINT a_posting_has_an_amount CHECK (amount_cents <> 0),
  CONSTRAINT a_tax_is_owed_to_an_authority CHECK (account <> 'tax' OR (authority IS NOT NULL AND province IS NOT NULL))
);
CREATE TRIGGER ledger_posting_is_append_only BEFORE UPDATE OR DELETE ON ledger_posting
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Once for a statement, whose postings of an entry are all of them: to sum them row by row would cost each bind 16 times.
CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added GROUP BY entry_id HAVING sum(amount_cents) <> 0) THEN
    RAISE EXCEPTION 'the postings of an entry do not come to zero'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER an_entry_balances AFTER INSERT ON ledger_posting
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced();

-- Each posting with its entry: reports, balances, payout files and the check of the books all ask for accounts by day.
CREATE VIEW posted AS
SELECT entry.id AS entry_id, entry.turn, posting.line, entry.application_id, entry.policy_number, entry.seller_id, entry.kind, entry.key, entry.booked_on,
       entry.recorded_at, entry.party_reference, posting.account, posting.amount_cents, posting.product, posting.insurer, posting.authority,
       posting.province, posting.rate_ppm, posting.reference
FROM ledger_entry AS entry
JOIN ledger_posting AS posting ON posting.entry_id = entry.id;


-- == Documents ==
-- A document's row is there as soon as the policy is; its bytes are made once, by whoever needs them first.

CREATE TABLE document (
  id            uuid PRIMARY KEY,
  policy_number text NOT NULL REFERENCES policy,
  seller_id     uuid NOT NULL REFERENCES seller,
  kind          text NOT NULL,
  -- Of a receipt: what happened to the money; null for that of the bind's own charge.
  entry_id      uuid REFERENCES ledger_entry,
  -- The customer texts in force when the row was made, which it is printed in whenever that is; null: the built-in words.
  -- No reference: its lock would be shared by every bind, and no version is ever removed.
  texts_version text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  -- The erasure that took its bytes: it is never printed again.
  erased_by     uuid,
  CONSTRAINT a_document_has_a_known_kind CHECK (kind IN (
    'declaration', 'amended-declaration', 'financing-letter', 'receipt', 'refund-receipt', 'cancellation'))
);
CREATE INDEX document_by_seller ON document (seller_id, id);
CREATE INDEX document_by_policy ON document (policy_number);
-- Each amendment has a declaration, each payment and refund after the bind a receipt, and a policy whose cancellation was
-- withdrawn may be cancelled again.
CREATE UNIQUE INDEX a_policy_has_each_of_its_documents_once ON document (policy_number, kind)
  WHERE kind NOT IN ('amended-declaration', 'cancellation') AND entry_id IS NULL;
CREATE UNIQUE INDEX an_entry_has_one_receipt ON document (entry_id) WHERE entry_id IS NOT NULL;

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


-- == Sale links ==
-- A customer buys on a page of ours. A link has one sale, with at most one application, which makes at most one policy. The
-- secret is in the URL alone: its hash finds the link, and sealed it is kept for whoever may name the URL. What the partner
-- has filled in and what the customer does on the page are the sale.

CREATE TABLE sale_link (
  id                uuid PRIMARY KEY,
  seller_id         uuid NOT NULL REFERENCES seller,
  secret_hash       bytea NOT NULL UNIQUE,
  sealed_secret     bytea NOT NULL,
  created_at        timestamptz NOT NULL,
  -- The last day on which it can be used, in the seller's province.
  valid_until       date NOT NULL,
  withdrawn_at      timestamptz,
  partner_reference text,
  language          text,
  payment_methods   text[] NOT NULL,
  application_id    uuid UNIQUE REFERENCES application,
  -- As the page keeps it; json and not jsonb, as nothing looks into it.
  sale              json NOT NULL,
  -- The e-mail addresses and telephone numbers in it, marked as in `application_words`: whom it is about is found by them.
  words             text[] NOT NULL DEFAULT '{}',
  -- Counts the writes, so that two windows can't overwrite each other.
  revision          integer NOT NULL DEFAULT 0,
  state             text NOT NULL DEFAULT 'shopping',
  -- What the customer gives the seller at once if they take a loan; the seller collects it.
  down_payment_cents integer NOT NULL DEFAULT 0,
  -- How many it has opened.
  card_forms        integer NOT NULL DEFAULT 0,
  -- When its page first asked for the sale. Opening the address alone does not count: mail programs do that, too.
  opened_at         timestamptz,
  CONSTRAINT a_sale_link_has_a_known_language CHECK (language IN ('en', 'fr')),
  CONSTRAINT a_sale_link_can_be_paid CHECK (payment_methods <@ '{CC,PFF}' AND payment_methods <> '{}'),
  CONSTRAINT a_sale_by_link_has_a_known_state CHECK (state IN ('shopping', 'binding', 'bound')),
  CONSTRAINT a_down_payment_is_for_a_loan CHECK (down_payment_cents = 0 OR down_payment_cents > 0 AND 'PFF' = ANY (payment_methods)),
  CONSTRAINT card_forms_are_counted_from_zero CHECK (card_forms >= 0)
);
CREATE INDEX sale_link_by_seller ON sale_link (seller_id, id);
CREATE INDEX sale_link_by_partner_reference ON sale_link (seller_id, partner_reference COLLATE "C", id)
  WHERE partner_reference IS NOT NULL;
CREATE INDEX sale_link_by_words ON sale_link USING gin (words);
-- Few links are withdrawn: a list of them would look at all links of the seller.
CREATE INDEX sale_link_withdrawn ON sale_link (seller_id, id) WHERE withdrawn_at IS NOT NULL;

-- The mail that brings a customer the address of a link: durable work, at most one of a link, which may be asked for again.
-- Whom it goes to and what it says are read from the link when it is sent, so that nothing here names a person.
CREATE TABLE sale_link_mail (
  sale_link_id uuid PRIMARY KEY REFERENCES sale_link,
  asked_at     timestamptz NOT NULL,
  sent_at      timestamptz,
  LIKE durable_work INCLUDING ALL
);

-- What a customer has bought on a page of ours, with what they agreed to: the revision of the quote, the price, how it is paid,
-- which papers were acknowledged. It is written before the page says so, and is durable work until a policy is made, or until a
-- letter has told the customer that nothing was bought. Bank details are never here: a purchase with a loan is bound by the
-- instance that took it, and by no other.
--
--   buying   due; `refusals` is null
--   telling  nothing was bought, and `refusals` says why; due until the letter is sent
--   over     a policy was made, or the letter was sent; not due
CREATE TABLE sale_link_purchase (
  id             uuid PRIMARY KEY DEFAULT uuidv7(),
  sale_link_id   uuid NOT NULL REFERENCES sale_link,
  application_id uuid NOT NULL REFERENCES application,
  revision       integer NOT NULL,
  total_cents    integer NOT NULL,
  -- The card that was accepted for it; null: it is paid by a loan.
  card_payment_id uuid,
  -- The bind that the customer asked for, without a bank account.
  form           json NOT NULL,
  to_address     text NOT NULL,
  accepted_at    timestamptz NOT NULL DEFAULT now(),
  refusals       json,
  subject        text,
  content        json,
  sent_at        timestamptz,
  LIKE durable_work INCLUDING ALL,
  CONSTRAINT a_letter_says_that_nothing_was_bought CHECK (sent_at IS NULL OR refusals IS NOT NULL)
);
-- A link sells once at a time.
CREATE UNIQUE INDEX a_link_has_one_open_purchase ON sale_link_purchase (sale_link_id)
  WHERE refusals IS NULL AND due_at IS NOT NULL;
CREATE INDEX sale_link_purchase_by_link ON sale_link_purchase (sale_link_id, id);
CREATE INDEX sale_link_purchase_by_application ON sale_link_purchase (application_id);


-- == Charges that come later ==
-- On a day of the seller's. The key of a try is the payment's id and the number of the try.
--
--   due       waits for its day or for its next try
--   charging  the intent: whoever finds it without a carrier asks the processor before charging again
--   reported  was charging, and an operator has seen it made at the processor: it is only asked about until that answers
--   charged   `charge` has what the processor said
--   refused   on all its days, or owed again: it is a person's
--   stopped   the customer does not owe it any more

CREATE TABLE due_charge (
  card_payment_id     uuid PRIMARY KEY REFERENCES card_payment,
  application_id      uuid NOT NULL REFERENCES application,
  policy_number       text NOT NULL REFERENCES policy,
  seller_id           uuid NOT NULL REFERENCES seller,
  -- What the customer owes, as the account of the policy says.
  amount_cents        integer NOT NULL,
  -- The price, or what the used days of a cancelled policy cost.
  purpose             text NOT NULL DEFAULT 'price',
  due_on              date NOT NULL,
  LIKE durable_work INCLUDING ALL,
  -- One for each refusal; a try may take several attempts, until it is clear how it ended.
  tries               integer NOT NULL DEFAULT 1,
  -- The seller's day of the last refusal, from which the days until the notice are counted.
  refused_on          date,
  -- The issuer has said that the card must never be charged again (stolen, closed, revoked): neither the job nor the
  -- operator tries it any more.
  is_refused_for_good boolean NOT NULL DEFAULT false,
  -- The day on which the customer was told that the cover may end.
  lapse_noticed_on    date,
  -- Since when it has not been known whether the card was charged.
  unclear_since       timestamptz,
  -- Once charged: what the processor said, for the receipt; or an operator in its place.
  charge              json,
  -- What it took: the books have the same.
  charged_cents       integer,
  -- The entry by which an operator has recorded it while the processor had not answered. Voided, it is charging as before.
  reported_as         uuid REFERENCES ledger_entry,
  state               text GENERATED ALWAYS AS (
    CASE WHEN given_up_at IS NOT NULL THEN 'refused'
         WHEN due_at IS NOT NULL AND reported_as IS NOT NULL THEN 'reported'
         WHEN due_at IS NOT NULL AND lease_until IS NOT NULL THEN 'charging'
         WHEN due_at IS NOT NULL THEN 'due'
         WHEN charge IS NOT NULL THEN 'charged'
         ELSE 'stopped'
    END) VIRTUAL,
  CONSTRAINT a_charge_has_a_known_purpose CHECK (purpose IN ('price', 'used days')),
  CONSTRAINT a_charge_that_was_made_has_an_amount CHECK ((charge IS NULL) = (charged_cents IS NULL))
);
CREATE INDEX due_charge_by_day ON due_charge (due_on) WHERE due_at IS NOT NULL;
CREATE INDEX due_charge_by_application ON due_charge (application_id);
CREATE INDEX due_charge_by_policy ON due_charge (policy_number);
CREATE INDEX due_charge_by_report ON due_charge (reported_as) WHERE reported_as IS NOT NULL;
-- A seller's charges that are still to be made or were refused, which are few.
CREATE INDEX due_charge_open_by_seller ON due_charge (seller_id, policy_number)
  WHERE due_at IS NOT NULL OR given_up_at IS NOT NULL;

-- A policy whose charge was refused can be paid by its customer on a page of ours, as long as there is something to pay.
-- One link per policy: sending another replaces it. Its secret is kept encrypted, too, so that the partner and each mail
-- can name the same page.
CREATE TABLE payment_link (
  policy_number   text PRIMARY KEY REFERENCES policy,
  secret_hash     bytea UNIQUE,
  sealed_secret   bytea,
  -- The day on which the new card is charged; null: at once.
  charge_on       date,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  -- The payment whose card was taken; the policy's due charge is of this card then.
  card_payment_id uuid REFERENCES card_payment,
  made_at         timestamptz NOT NULL
);


-- == Cancellations ==

-- What partners ask for and the operator decides: a cancellation accepts what is open, whatever its terms. `terms` is what
-- the partner was told, and a repeat is told again. A request for something else replaces what is open.
CREATE TABLE cancellation_request (
  id              uuid PRIMARY KEY DEFAULT uuidv7(),
  policy_number   text NOT NULL REFERENCES policy,
  application_id  uuid NOT NULL,
  seller_id       uuid NOT NULL REFERENCES seller,
  ground          text NOT NULL,
  -- The first day without cover that was asked for; the terms of what gives everything back may name an earlier one.
  effective_date  date NOT NULL,
  note            text,
  terms           json NOT NULL,
  -- What the terms give back.
  refund_cents    integer NOT NULL,
  -- The seller's day by which it is judged whether a rescission is in time: of the first, when one replaces another.
  counts_from     date NOT NULL,
  -- A rescission in time: while it is open, the card is not charged.
  holds_charge    boolean NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- Null while it is open.
  decision        text,
  decided_at      timestamptz,
  -- For the partner, when it was declined.
  decision_reason text,
  CONSTRAINT a_request_names_a_known_ground
    CHECK (ground IN ('Rescission', 'VehicleSold', 'TotalLoss', 'Refinanced', 'Other')),
  CONSTRAINT a_request_has_a_known_ending CHECK (decision IN ('accepted', 'declined', 'withdrawn', 'replaced')),
  CONSTRAINT only_a_rescission_holds_the_charge CHECK (NOT holds_charge OR ground = 'Rescission'),
  CONSTRAINT a_decision_has_a_time CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT a_declined_request_says_why CHECK (decision IS DISTINCT FROM 'declined' OR decision_reason IS NOT NULL)
);
CREATE UNIQUE INDEX a_policy_has_one_open_request ON cancellation_request (policy_number) WHERE decision IS NULL;
CREATE INDEX cancellation_request_by_policy ON cancellation_request (policy_number, id);
CREATE INDEX cancellation_request_open ON cancellation_request (id) WHERE decision IS NULL;

-- A policy has one cancellation at a time: one that was withdrawn is moved to withdrawn_cancellation. `terms` is what the
-- notice is printed from: each product's days and parts, and who gives the money back. It is durable work until its day,
-- on which it takes effect.
CREATE TABLE cancellation (
  policy_number      text PRIMARY KEY REFERENCES policy,
  -- A copy of what sales and policies are ordered and filtered by; none of it ever changes. So the few that are
  -- cancelled are read in the list's order, however many are not.
  application_id     uuid NOT NULL,
  seller_id          uuid NOT NULL,
  bound_at           timestamptz NOT NULL,
  kind               text NOT NULL,
  ground             text,
  requested_by       text,
  -- The days of notice that the law asked for, when the insurer cancelled.
  notice_days        integer,
  cancelled_on       date NOT NULL,
  premium_back_cents integer NOT NULL,
  tax_back_cents     integer NOT NULL,
  refund_cents       integer NOT NULL,
  -- What becomes of the cost of used days that nobody has paid.
  used_days          text NOT NULL DEFAULT 'write-off',
  terms              json NOT NULL,
  -- The notice.
  document_id        uuid NOT NULL,
  reason             text NOT NULL,
  actor_kind         text NOT NULL,
  actor_name         text NOT NULL,
  created_at         timestamptz NOT NULL DEFAULT now(),
  in_effect_at       timestamptz,
  -- Without its indexes: what is due is looked for by `cancelled_on`, which is in the seller's province.
  LIKE durable_work INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT a_cancellation_is_of_a_known_kind CHECK (kind IN ('flat', 'pro-rata')),
  CONSTRAINT a_cancellation_has_a_known_ground CHECK (ground IN (
    'Rescission', 'VehicleSold', 'TotalLoss', 'Refinanced', 'Other', 'NonPayment', 'AggravatedRisk')),
  CONSTRAINT a_known_party_asks_for_a_cancellation CHECK (requested_by IN ('customer', 'insurer', 'seller')),
  CONSTRAINT a_refund_is_premium_and_tax CHECK (refund_cents = premium_back_cents + tax_back_cents),
  CONSTRAINT a_refund_takes_nothing CHECK (premium_back_cents >= 0 AND tax_back_cents >= 0),
  CONSTRAINT used_days_are_written_off_or_owed CHECK (used_days IN ('write-off', 'owe'))
);
CREATE INDEX cancellation_by_sale ON cancellation (application_id);
CREATE INDEX cancellation_by_seller_and_sale ON cancellation (seller_id, application_id);
CREATE INDEX cancellation_by_time ON cancellation (bound_at, policy_number);
CREATE INDEX cancellation_by_seller ON cancellation (seller_id, bound_at, policy_number);
CREATE INDEX cancellation_by_day ON cancellation (cancelled_on) WHERE due_at IS NOT NULL;
CREATE INDEX cancellation_given_up ON cancellation (given_up_at) WHERE given_up_at IS NOT NULL;

-- Those that were withdrawn before their day: their notices are still printed from here.
CREATE TABLE withdrawn_cancellation (
  LIKE cancellation INCLUDING DEFAULTS,
  withdrawn_at timestamptz NOT NULL DEFAULT now(),
  -- The customer has paid what was unpaid, or the operator has taken it back.
  withdrawn_by text NOT NULL,
  PRIMARY KEY (document_id),
  CONSTRAINT a_cancellation_is_withdrawn_by_payment_or_operator CHECK (withdrawn_by IN ('payment', 'operator'))
);
CREATE INDEX withdrawn_cancellation_by_policy ON withdrawn_cancellation (policy_number);


-- == Refunds ==
-- A refund is a row of reversal from when it is owed: money to give back, and loans to end, because no policy came of them,
-- or because the account of the policy says so, which `policy_number` then names. Once it was given back it is an entry of
-- the books, too. `payee` says who gets it, and so who gives it and how: a card from the processor, a lender from the
-- operator through the books, and the customer from a person, by cheque or transfer.
--
--   idle     to be tried, or a person's: the account may still change or drop it
--   begun    the other party was asked and may have given it back. Its lease outlasts a try by as long as a refund may take
--            to show
--   replaced was begun, and a person has given it back another way since: it is only asked about until it is known
--   done     it is back
--   refused  the card's issuer takes no refund: another reversal gives it back another way

CREATE TABLE reversal (
  id                uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Its place among the entries and refunds of its policy.
  turn              bigint NOT NULL DEFAULT nextval('account_turn'),
  application_id    uuid NOT NULL,
  policy_number     text REFERENCES policy,
  payee             text NOT NULL,
  -- The entry of the payment that it gives back; null for a loan, and for what a loan's customer gets.
  payment_entry_id  uuid REFERENCES ledger_entry,
  -- Under which the other party knows it: the charge's key, or the policy number. Null for what a person gives.
  key               text UNIQUE,
  card_payment_id   uuid REFERENCES card_payment,
  reference         text,
  amount_cents      integer NOT NULL,
  -- What the books have of it: of a loan that made no policy, what was advanced.
  booked_cents      integer NOT NULL,
  -- Of a loan: the day on which what is owed on it is reckoned; null: nothing was lent.
  ends_on           date,
  -- Of a loan that is ended: what the lender said that goes to it, and what it gives the customer back itself.
  to_loan_cents     integer,
  by_lender_cents   integer,
  LIKE durable_work INCLUDING ALL,
  -- The day of whoever gave it back.
  done_on           date,
  is_refused        boolean NOT NULL DEFAULT false,
  -- What a person has given back in its place while nobody knew whether the other party had. Undone, it is as it was before.
  replaced_by       uuid REFERENCES reversal ON DELETE SET NULL,
  -- What of it a person gave back beyond what was owed then: the customer owes it.
  not_owed_cents    integer NOT NULL DEFAULT 0,
  -- What a person typed of how it was given back.
  settled_reference text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  progress          text GENERATED ALWAYS AS (
    CASE WHEN is_refused THEN 'refused'
         WHEN due_at IS NULL AND given_up_at IS NULL THEN 'done'
         WHEN replaced_by IS NOT NULL THEN 'replaced'
         WHEN lease_until IS NOT NULL THEN 'begun'
         ELSE 'idle'
    END) VIRTUAL,
  CONSTRAINT a_reversal_has_a_known_payee CHECK (payee IN ('Card', 'Lender', 'Customer')),
  CONSTRAINT a_refund_to_a_card_names_its_payment CHECK ((payee = 'Card') = (card_payment_id IS NOT NULL))
);
CREATE INDEX reversal_by_application ON reversal (application_id);
CREATE INDEX reversal_by_policy ON reversal (policy_number) WHERE policy_number IS NOT NULL;
CREATE INDEX reversal_by_replacement ON reversal (replaced_by) WHERE replaced_by IS NOT NULL;


-- == Mail ==
-- Mail to customers: each document to each address once, unless the operator asks again.
--
--   due            to be tried; whoever takes it makes the documents
--   sending        committed before the mail server is spoken to, so from here on the mail may arrive. Left so by a dead
--                  instance, it is never tried again by itself: when its lease has run out, it is undeliverable
--   sent           the mail server has taken it
--   undeliverable  refused, or tried for three days, or nobody can say whether it arrived (its failure is then
--                  unknown): the operator's to handle
--   dropped        its address was corrected before it went out or arrived, and the new address has it or gets it

CREATE TABLE mail (
  id            uuid PRIMARY KEY,
  seller_id     uuid NOT NULL REFERENCES seller,
  policy_number text NOT NULL REFERENCES policy,
  kind          text NOT NULL,
  -- Of an amendment or a refusal, which of the policy's it is: an address gets each once.
  number        integer NOT NULL DEFAULT 1,
  -- Null once it was erased.
  to_address    text,
  erased_at     timestamptz,
  document_ids  uuid[] NOT NULL,
  -- What a mail without documents says.
  facts         json,
  -- When it was asked for: first with its policy, again when the operator sends it once more.
  asked_at      timestamptz NOT NULL DEFAULT now(),
  LIKE durable_work INCLUDING ALL, -- Its attempts are those of this round.
  -- Counts the times it was asked for: 1, and one more whenever the operator asks again. Each has a message id of its own.
  round         integer NOT NULL DEFAULT 1,
  -- The owner that began to speak to the mail server.
  sender        uuid,
  is_dropped    boolean NOT NULL DEFAULT false,
  subject       text,
  -- What it said, as text and as HTML, without the secret of a payment link.
  content       json,
  sent_at       timestamptz,
  state         text GENERATED ALWAYS AS (
    CASE WHEN is_dropped THEN 'dropped'
         WHEN given_up_at IS NOT NULL THEN 'undeliverable'
         WHEN due_at IS NULL THEN 'sent'
         WHEN sender = owner THEN 'sending'
         ELSE 'due'
    END) VIRTUAL,
  CONSTRAINT a_mail_is_of_a_known_kind CHECK (kind IN (
    'policy', 'receipt', 'refund receipt', 'refund by cheque', 'amendment', 'cancellation', 'withdrawal', 'refusal',
    'payment link', 'lapse', 'correction', 'cover ended')),
  CONSTRAINT a_numbered_mail_is_of_a_known_kind
    CHECK (number = 1 OR kind IN ('amendment', 'refusal', 'receipt', 'refund receipt', 'refund by cheque', 'correction')),
  CONSTRAINT a_mail_has_an_address_until_it_is_erased CHECK ((to_address IS NULL) = (erased_at IS NOT NULL)),
  CONSTRAINT an_erased_mail_is_over CHECK (erased_at IS NULL OR (due_at IS NULL AND given_up_at IS NULL)),
  CONSTRAINT a_dropped_mail_is_over CHECK (NOT is_dropped OR (due_at IS NULL AND given_up_at IS NULL)),
  CONSTRAINT a_sent_mail_says_what_and_when CHECK (
    is_dropped OR due_at IS NOT NULL OR given_up_at IS NOT NULL OR (subject IS NOT NULL AND sent_at IS NOT NULL)),
  -- Also finds a policy's mails, for whoever sends them again or to another address.
  CONSTRAINT an_address_gets_a_mail_once UNIQUE (policy_number, kind, number, to_address)
);
-- What is being sent: few, however many are due.
CREATE INDEX mail_leased ON mail (lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX mail_sent_by_seller ON mail (seller_id, sent_at, id) WHERE sent_at IS NOT NULL;

-- What the operator is told by mail, in both languages. Unlike a customer's mail it may arrive twice.
CREATE TABLE operator_mail (
  id         uuid PRIMARY KEY,
  subject    text NOT NULL,
  body       text NOT NULL,
  LIKE durable_work INCLUDING ALL,
  created_at timestamptz NOT NULL DEFAULT now()
);


-- == Events and webhooks ==

-- What partners hear about their policies, written with its fact, body included. Publication, one at a time over all
-- instances, gives it its place in the feed: places become visible in their order, however late a transaction commits, so
-- that a reader that follows them misses none.
CREATE TABLE event (
  id             uuid PRIMARY KEY,
  -- In the order in which they were written: instances' clocks differ, and ids of one millisecond are in no order.
  turn           bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  type           text NOT NULL,
  seller_id      uuid NOT NULL,
  application_id uuid NOT NULL,
  policy_number  text NOT NULL,
  created_at     timestamptz NOT NULL,
  -- Null until it is published.
  place          bigint,
  body           json NOT NULL,
  CONSTRAINT an_event_is_of_a_known_type CHECK (type IN (
    'policy.issued', 'policy.amended', 'policy.cancelled', 'payment.captured', 'payment.refused', 'payment.refunded',
    'payment.received', 'payment.returned', 'refund.returned', 'dispute.opened', 'dispute.won', 'dispute.lost',
    'entry.voided', 'loan.cancelled',
    'cancellation.requested', 'cancellation.declined', 'cancellation.withdrawn'))
) WITH (fillfactor = 80);
CREATE SEQUENCE event_place_seq OWNED BY event.place;
CREATE INDEX event_unpublished ON event (turn) WHERE place IS NULL;
CREATE UNIQUE INDEX event_by_seller ON event (seller_id, place) WHERE place IS NOT NULL;
-- An erasure takes the events of its sales.
CREATE INDEX event_by_sale ON event (application_id) WHERE place IS NOT NULL;

-- Where events are sent: those of a seller, of an integration (the operator's) or of all sellers of an OAuth client. The
-- endpoint is the durable work: it is due when one of its deliveries is, and whoever takes it sends what is due, one after
-- the other. So a slow endpoint holds up nobody but itself. Its secrets are encrypted.
CREATE TABLE webhook_endpoint (
  id                    uuid PRIMARY KEY DEFAULT uuidv7(),
  seller_id             uuid REFERENCES seller,
  integration_id        uuid REFERENCES integration,
  oauth_client_id       uuid REFERENCES oauth_client,
  url                   text NOT NULL,
  types                 text[] NOT NULL,
  description           text,
  is_disabled           boolean NOT NULL DEFAULT false,
  secret                bytea NOT NULL,
  previous_secret       bytea,
  previous_secret_until timestamptz,
  -- Since when no delivery has succeeded; null while they do.
  failing_since         timestamptz,
  LIKE durable_work INCLUDING ALL,
  created_at            timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT an_endpoint_hears_known_types CHECK (types <@ ARRAY[
    'policy.issued', 'policy.amended', 'policy.cancelled', 'payment.captured', 'payment.refused', 'payment.refunded',
    'payment.received', 'payment.returned', 'refund.returned', 'dispute.opened', 'dispute.won', 'dispute.lost',
    'entry.voided', 'loan.cancelled',
    'cancellation.requested', 'cancellation.declined', 'cancellation.withdrawn']),
  CONSTRAINT an_endpoint_has_one_owner CHECK (num_nonnulls(seller_id, integration_id, oauth_client_id) = 1),
  CONSTRAINT a_previous_webhook_secret_has_an_end CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
-- A new endpoint has nothing to send.
ALTER TABLE webhook_endpoint ALTER COLUMN due_at DROP DEFAULT;
CREATE INDEX webhook_endpoint_by_seller ON webhook_endpoint (seller_id, id);
CREATE INDEX webhook_endpoint_by_integration ON webhook_endpoint (integration_id, id) WHERE integration_id IS NOT NULL;
CREATE INDEX webhook_endpoint_by_oauth_client ON webhook_endpoint (oauth_client_id, id) WHERE oauth_client_id IS NOT NULL;

-- An event on its way to an endpoint, written when the event gets its place. It waits while one of these is so:
--
--   webhook_endpoint.is_disabled          switched off, by a person or because nothing had arrived for days
--   webhook_endpoint.lease_until is ahead an instance serves the endpoint, one delivery after the other
--   webhook_endpoint.due_at is ahead      its server did not answer: all its deliveries wait (failure says why)
--   due_at is ahead                       this one was refused, and is tried again at its own time (the waits are those of
--                                         `deliveryRetrySeconds` in flows/event/deliver-webhooks.ts)
--   its owner is shut out                 seller, integration or client may not sell any more: `mayReceiveSql` of webhook.ts
CREATE TABLE webhook_delivery (
  id              uuid PRIMARY KEY DEFAULT uuidv7(),
  endpoint_id     uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  event_id        uuid NOT NULL,
  type            text NOT NULL,
  -- Of a test message; an event has its own.
  body            json,
  attempts        integer NOT NULL DEFAULT 0,
  response_status integer,
  last_error      text,
  last_attempt_at timestamptz,
  -- When it is tried next; null: it has arrived or is not tried again.
  due_at          timestamptz DEFAULT now(),
  delivered_at    timestamptz,
  CONSTRAINT a_delivery_that_arrived_is_over CHECK (delivered_at IS NULL OR due_at IS NULL)
);
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id, id);
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_delivery_by_event ON webhook_delivery (event_id);


-- == Books ==
-- What accounts came to, by day. A balance is of all days: what was entered before `until` is added up here, by seller and,
-- without one, of all; only what came since is read from the entries.
CREATE TABLE account_day (
  day          date NOT NULL,
  seller_id    uuid,
  account      text NOT NULL,
  debit_cents  bigint NOT NULL,
  credit_cents bigint NOT NULL,
  -- A balance reads the index alone.
  CONSTRAINT an_account_has_a_day_once UNIQUE NULLS NOT DISTINCT (seller_id, day, account) INCLUDE (debit_cents, credit_cents)
);

-- One row. Null: nothing is added up yet.
CREATE TABLE account_day_until (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  until  timestamptz
);
INSERT INTO account_day_until DEFAULT VALUES;

-- What the processor and the lender say that they have paid, compared with the books. A file is taken once.
CREATE TABLE settlement_file (
  id          uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Its place among the entries.
  turn        bigint NOT NULL DEFAULT nextval('account_turn'),
  party       text NOT NULL,
  name        text NOT NULL,
  sha256      bytea NOT NULL,
  from_day    date NOT NULL,
  to_day      date NOT NULL,
  lines       integer NOT NULL,
  matched     integer NOT NULL,
  -- What the party keeps (below zero), and what it holds back or lets go: entries of the books of no sale.
  fee_cents      bigint NOT NULL,
  reserve_cents  bigint NOT NULL,
  -- What it has paid out by this file; null: the file does not say.
  paid_out_cents bigint,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_settlement_file_is_of_a_known_party CHECK (party IN ('processor', 'lender')),
  CONSTRAINT a_settlement_file_is_taken_once UNIQUE (party, sha256),
  CONSTRAINT a_settlement_file_is_of_some_days CHECK (from_day <= to_day)
);

-- The entries that a line of a file has confirmed, or that were recorded because of one.
CREATE TABLE settlement_match (
  entry_id uuid PRIMARY KEY REFERENCES ledger_entry,
  file_id  uuid NOT NULL REFERENCES settlement_file
);

-- What a person has to find out. Never tried: it is the operator's from the start.
--
--   missing    the books have it, no file has
--   different  both have it, with different amounts
--   unknown    the file has it, the books do not, or less often
--
-- Without a file it is of the daily comparison with the party's own ledger: `settled_cents` is what the party says, and
-- it is over when a later comparison agrees.
--
--   taken, given back, disputed    by which amount they differ

CREATE TABLE settlement_difference (
  id                uuid PRIMARY KEY DEFAULT uuidv7(),
  file_id           uuid REFERENCES settlement_file,
  party             text NOT NULL,
  kind              text NOT NULL,
  -- What the line is, or what of the books is missing: a charge, a refund, a dispute and so on. Null without a file.
  money_kind        text,
  -- Of the file; null for what is missing there, and without a file.
  line              integer,
  -- Of a charge: the processor's. Without a file, of a loan: its policy number.
  reference         text NOT NULL,
  -- Of the books; null for what is unknown to them.
  entry_id          uuid REFERENCES ledger_entry,
  application_id    uuid,
  policy_number     text,
  seller_id         uuid,
  booked_cents      bigint,
  settled_cents     bigint,
  LIKE durable_work INCLUDING ALL,
  settled_reference text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_difference_is_of_known_money CHECK (money_kind IN
    ('charge', 'refund', 'refund returned', 'dispute', 'dispute won', 'dispute lost', 'fee', 'reserve', 'payout')),
  CONSTRAINT a_difference_of_a_file_says_what_it_is CHECK ((file_id IS NULL) = (money_kind IS NULL)),
  CONSTRAINT a_difference_is_of_a_known_kind CHECK (kind IN
    ('missing', 'different', 'unknown', 'taken', 'given back', 'disputed', 'back twice')),
  CONSTRAINT a_settled_difference_is_over CHECK (settled_reference IS NULL OR (due_at IS NULL AND given_up_at IS NULL))
);
CREATE INDEX settlement_difference_by_entry ON settlement_difference (entry_id);
CREATE INDEX settlement_difference_by_application ON settlement_difference (application_id);
CREATE INDEX settlement_difference_by_file ON settlement_difference (file_id) WHERE given_up_at IS NOT NULL;
CREATE UNIQUE INDEX ledgers_differ_once ON settlement_difference (party, kind, reference) WHERE file_id IS NULL;


-- == Partners' calls ==

-- A partner's key of a call that makes something: its repeat within 24 hours gets the same answer, and nothing more is
-- made. A running call holds the key by a lease; its owner is a fencing token, so that a call that took too long can't
-- keep an answer any more. The answer is kept in the transaction of what it tells.
CREATE TABLE idempotency_key (
  seller_id   uuid NOT NULL REFERENCES seller,
  operation   text NOT NULL,
  key_hash    bytea NOT NULL,
  body_hash   bytea NOT NULL,
  -- Encrypted: that of a card start has a ticket. Null while the call runs.
  answer      bytea,
  owner       uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (seller_id, operation, key_hash)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);

-- A seller's calls, for the partner to look at; kept for 7 days. Neither a body nor a token nor a name is in it.
CREATE TABLE partner_request (
  id          uuid PRIMARY KEY,
  seller_id   uuid NOT NULL,
  request_id  text NOT NULL,
  at          timestamptz NOT NULL,
  operation   text NOT NULL,
  status      integer NOT NULL,
  codes       text[] NOT NULL,
  duration_ms integer NOT NULL
);
CREATE INDEX partner_request_by_seller ON partner_request (seller_id, id);
-- By hash: a request's id is long and random.
CREATE INDEX partner_request_by_request_id ON partner_request USING hash (request_id);

-- Counts of the rate limit. Unlogged: a crash may forget a minute's counts, and a request must not wait for a disk
-- flush to be counted. The columns are those the rate-limiter-flexible library uses.
CREATE UNLOGGED TABLE rate_limit_count (
  key    text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
) WITH (fillfactor = 50); -- Room for updates in place: a busy row is counted many times a second.
CREATE INDEX rate_limit_count_by_expiry ON rate_limit_count (expire);


-- == The operator ==

CREATE TABLE operator_account (
  id                   uuid PRIMARY KEY DEFAULT uuidv7(),
  name                 text NOT NULL,
  role                 text NOT NULL,
  -- Null: not limited. An empty list lets nothing be seen.
  integration_ids      uuid[],
  -- Of a clerk of this seller, who has the seller's desk and nothing else; null for an operator.
  seller_id            uuid REFERENCES seller,
  -- An account of the identity provider is known by its subject there, and its password hash is of nothing.
  oidc_subject         text,
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
  -- Whatever a route forgets to ask, to the operator's side of the console it is an account that may see nothing.
  CONSTRAINT a_clerk_of_a_seller_is_no_operator CHECK (seller_id IS NULL OR (role = 'viewer' AND integration_ids = '{}')),
  CONSTRAINT an_authenticator_has_a_secret CHECK (NOT is_totp_on OR totp_secret IS NOT NULL)
);
CREATE UNIQUE INDEX an_operator_name_is_unique ON operator_account (lower(name));
CREATE UNIQUE INDEX an_operator_has_one_subject ON operator_account (oidc_subject) WHERE oidc_subject IS NOT NULL;

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


-- == The record ==

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

-- Two records are append only: `audit` has what happened to an application, `operator_act` what operators did, with who and
-- why. A row gets its link in a hash chain soon after its commit, from one writer at a time:
--
--   place   its place in the chain; null until it is linked
--   digest  a salted digest of what may name a person
--   hash    over the hash before it, over what never changes, and over `digest`
--
-- To erase what names a person, it is emptied together with its salt: the chain stays as it was, and nobody can try out
-- what stood there.
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

CREATE TABLE audit (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id uuid NOT NULL,
  event          text NOT NULL,
  facts          json NOT NULL,
  happened_at    timestamptz NOT NULL DEFAULT now(),
  place          bigint,
  salt           bytea,
  digest         bytea,
  hash           bytea,
  erased_by      uuid,
  CONSTRAINT an_audited_event_is_known CHECK (event IN (
    'bind began', 'bind step', 'bind taken over', 'bind unclear', 'bind released', 'bind failed after money moved',
    'policy issued', 'policy amended', 'policy cancelled', 'cancellation requested', 'cancellation declined',
    'request withdrawn', 'cancellation withdrawn', 'cancellation took effect', 'scheduled card charged', 'scheduled card refused',
    'scheduled card not charged', 'scheduled card rescheduled', 'payment recorded', 'payment returned', 'lapse noticed',
    'payment link made', 'payment link revoked', 'card replaced by link', 'used days written off', 'goodwill given',
    'money given back', 'refund refused', 'refund returned', 'loan ended', 'dispute opened', 'dispute won', 'dispute lost', 'entry voided',
    'stray money found', 'reversed', 'reversal settled'))
);
CREATE INDEX audit_by_application ON audit (application_id, id);
CREATE INDEX audit_unlinked ON audit (id) WHERE place IS NULL;
CREATE UNIQUE INDEX audit_chain ON audit (place) WHERE place IS NOT NULL;
-- Rows are written in the order of time: the summary of each range of pages finds those that are over theirs.
CREATE INDEX audit_by_time ON audit USING brin (happened_at) WITH (pages_per_range = 32, autosummarize = on);
-- Two or three rows of each sale are linked. That a link alone was added is told by the condition, which costs a tenth of a
-- call of the function.
CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit FOR EACH ROW
  WHEN (OLD.place IS NOT NULL OR NEW.place IS NULL OR OLD.facts::text <> NEW.facts::text
        OR (OLD.id, OLD.application_id, OLD.event, OLD.happened_at, OLD.erased_by)
           IS DISTINCT FROM (NEW.id, NEW.application_id, NEW.event, NEW.happened_at, NEW.erased_by))
  EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

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
  place          bigint,
  salt           bytea,
  digest         bytea,
  hash           bytea,
  erased_by      uuid,
  CONSTRAINT an_act_is_of_a_known_kind_of_actor CHECK (actor_kind IN ('account', 'command line')),
  CONSTRAINT an_act_is_known CHECK (action IN (
    'activate rate book', 'amend policy', 'cancel policy', 'change account', 'change brand', 'change dealer',
    'change integration', 'change licence', 'change lienholder', 'change OAuth client', 'change own password',
    'change seller', 'change webhook endpoint', 'confirm tax rates', 'correct e-mail address', 'create account', 'create dealer',
    'create integration', 'create licence', 'create lienholder', 'create OAuth client', 'create sale link',
    'create seller', 'create VIN pattern', 'create webhook endpoint', 'decline cancellation', 'disable integration',
    'disable OAuth client', 'disable seller', 'disable webhook endpoint', 'enable integration', 'enable OAuth client',
    'enable seller', 'enable webhook endpoint', 'enter policy', 'erase person', 'export acts', 'export documents', 'export payments',
    'export person', 'export policies', 'export sales', 'forget secret key', 'give goodwill', 'import dealers', 'import lienholders', 'link dealer',
    'load customer texts', 'load disclosure texts', 'load rate book', 'load rescission rules', 'load tax table', 'load wording', 'mail sale link', 'move charge',
    'ping webhook endpoint', 'read document', 'read mail', 'reconcile settlement file', 'record money', 'reinstate policy', 'remove licence',
    'remove VIN pattern', 'remove webhook endpoint', 'replay webhooks', 'request cancellation', 'require licences', 'rescind policy',
    'resend documents', 'resend mail', 'reset password', 'retry bind', 'retry charge', 'retry difference',
    'retry reversal', 'revoke payment link', 'revoke previous client secret', 'revoke previous OAuth client secret',
    'revoke previous password', 'rotate client secret', 'rotate OAuth client secret', 'rotate password',
    'rotate webhook secret', 'run retention', 'send payment link', 'settle charge', 'settle difference',
    'settle mail', 'settle reversal', 'turn authenticator off', 'turn authenticator on', 'unlink dealer', 'view sale', 'void entry',
    'waive licences', 'withdraw cancellation', 'withdraw cancellation request', 'withdraw sale link', 'withdraw settlement file', 'write note',
    'write off'))
);
CREATE INDEX operator_act_by_application ON operator_act (application_id, id) WHERE application_id IS NOT NULL;
CREATE INDEX operator_act_by_subject ON operator_act (subject, id);
-- Operators look at far more sales than they change: their acts are listed without the views.
CREATE INDEX operator_act_without_views ON operator_act (id) WHERE action <> 'view sale';
CREATE INDEX operator_act_unlinked ON operator_act (id) WHERE place IS NULL;
CREATE UNIQUE INDEX operator_act_chain ON operator_act (place) WHERE place IS NOT NULL;
CREATE TRIGGER operator_act_is_append_only BEFORE UPDATE OR DELETE ON operator_act
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();


-- == Figures ==

-- Sales by the seller's own day. One job counts each minute only what is new: `settled_*` is what was counted up to
-- `daily_sales_done.counted_until`, when every transaction that could still add to it had ended; the figures shown are that
-- and the last minutes.
CREATE TABLE daily_sales (
  day                   date NOT NULL,
  seller_id             uuid NOT NULL REFERENCES seller,
  quotes                integer NOT NULL,
  binds                 integer NOT NULL,
  premium_cents         bigint NOT NULL,
  total_cents           bigint NOT NULL,
  settled_quotes        integer NOT NULL DEFAULT 0,
  settled_binds         integer NOT NULL DEFAULT 0,
  settled_premium_cents bigint NOT NULL DEFAULT 0,
  settled_total_cents   bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, seller_id)
);

-- The last day that will not change any more; one row.
CREATE TABLE daily_sales_done (
  is_one        boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  day           date NOT NULL,
  -- Null: nothing of the days after `day` is settled yet.
  counted_until timestamptz
);

-- Errors that the API has answered, by seller. Instances count in memory and add what they have every few seconds. Days and
-- hours are UTC's. Without a seller: calls without a valid token.
CREATE TABLE answer_error (
  day       date NOT NULL,
  seller_id uuid,
  code      text NOT NULL,
  count     bigint NOT NULL,
  CONSTRAINT errors_are_counted_once UNIQUE NULLS NOT DISTINCT (day, code, seller_id)
);

-- How long answers took. `bucket` is a step of durations, each a fifth longer than the one before:
-- domain/operator/answer-time.ts. Kept for weeks.
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


-- == The installation ==

-- The mode of the service that first used this database. One row, written once: the other mode refuses to start on it.
CREATE TABLE database_mode (
  is_one     boolean PRIMARY KEY DEFAULT true,
  mode       text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_database_has_one_mode CHECK (is_one),
  CONSTRAINT a_mode_is_known CHECK (mode IN ('sandbox', 'production', 'rehearsal'))
);
CREATE TRIGGER a_database_keeps_its_mode BEFORE UPDATE OR DELETE ON database_mode
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Which values of `SECRET_KEY` instances have started with, by a fingerprint of each: an instance with a key that no other
-- has would answer every token of theirs with 401. Empty in the sandbox.
CREATE TABLE secret_key (
  fingerprint text PRIMARY KEY,
  known_at    timestamptz NOT NULL DEFAULT now()
);

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

CREATE FUNCTION refuse_sample_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM database_mode WHERE mode = 'production') THEN
    RAISE EXCEPTION 'This database belongs to production and takes no sample data.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER production_has_no_sample_data BEFORE INSERT ON sandbox_seed
  FOR EACH ROW EXECUTE FUNCTION refuse_sample_data();
