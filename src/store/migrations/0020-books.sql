-- == Books ==
-- Double entry: each line debits an account (its amount is above zero) or credits it (below zero), and the lines of a
-- fact come to zero. domain/books/account.ts says what the accounts are. Lines are written by the statement that writes
-- their fact; what a version before this one has written is entered by a job.

CREATE TABLE journal_entry (
  application_id uuid NOT NULL,
  -- What happened, once for each application: bind, charge and its reference, refund and its key, cancellation, ...
  fact           text NOT NULL,
  line           smallint NOT NULL,
  -- Null for money that moved and of which no policy came.
  policy_number  text,
  seller_id      uuid NOT NULL,
  -- The seller's day.
  day            date NOT NULL,
  account        text NOT NULL,
  amount_cents   bigint NOT NULL,
  product        text,
  insurer        text,
  -- Of a tax: whose it is. Its rate, or that of a commission.
  authority      text,
  province       text,
  rate_ppm       integer,
  -- What the other party calls the money: the processor's reference, the loan number, the key of a refund.
  reference      text,
  entered_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_fact_is_entered_once PRIMARY KEY (application_id, fact, line),
  CONSTRAINT a_line_has_an_amount CHECK (amount_cents <> 0),
  CONSTRAINT a_line_has_a_known_account CHECK (account IN (
    'partner', 'card', 'processor', 'lender', 'outside', 'refund', 'premium', 'tax', 'commission', 'commission-due')),
  CONSTRAINT a_tax_has_an_authority CHECK (account <> 'tax' OR (authority IS NOT NULL AND province IS NOT NULL))
);
-- Statements, bordereaux and tax reports are of some days.
CREATE INDEX journal_entry_by_seller ON journal_entry (seller_id, day);
CREATE INDEX journal_entry_by_day ON journal_entry (day);
-- What a settlement file is compared with.
CREATE INDEX journal_entry_by_reference ON journal_entry (account, reference) WHERE account IN ('processor', 'lender');

-- All columns but the seller: the sandbox's reset gives a seller's sales to another.
CREATE TRIGGER journal_entry_is_append_only
  BEFORE DELETE OR UPDATE OF application_id, fact, line, policy_number, day, account, amount_cents, product, insurer, authority,
                             province, rate_ppm, reference, entered_at
  ON journal_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM entered GROUP BY application_id, fact, day HAVING sum(amount_cents) <> 0) THEN
    RAISE EXCEPTION 'a fact must balance';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER a_fact_balances AFTER INSERT ON journal_entry REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced();

-- The seller's day at a moment, as domain/seller.ts has it: statements that know no clock date their lines by it. Zones
-- that are only other names of these are not in every PostgreSQL.
CREATE FUNCTION day_in(province text, moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (moment AT TIME ZONE CASE province
    WHEN 'AB' THEN 'America/Edmonton'
    WHEN 'BC' THEN 'America/Vancouver'
    WHEN 'MB' THEN 'America/Winnipeg'
    WHEN 'NB' THEN 'America/Moncton'
    WHEN 'NL' THEN 'America/St_Johns'
    WHEN 'NS' THEN 'America/Halifax'
    WHEN 'NT' THEN 'America/Edmonton'
    WHEN 'NU' THEN 'America/Iqaluit'
    WHEN 'PE' THEN 'America/Halifax'
    WHEN 'SK' THEN 'America/Regina'
    WHEN 'YT' THEN 'America/Whitehorse'
    ELSE 'America/Toronto'
  END)::date
$$;

CREATE FUNCTION seller_day(the_seller uuid, moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT greatest(today_floor, day_in(province, moment))
  FROM seller
  WHERE id = the_seller
$$;

-- How far the job is that enters what an earlier version has written; one row. It begins again each day.
CREATE TABLE books_pass (
  is_one   boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  -- The application after which it goes on; null at the beginning.
  after_id uuid,
  began_at timestamptz NOT NULL,
  ended_at timestamptz
);
