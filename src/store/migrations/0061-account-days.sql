-- migration: no transaction
-- == What accounts came to, by day ==
-- A balance is of all days: with millions of facts, each of some lines, it took minutes. What was entered before `until`
-- is added up here, by seller and, without one, of all; only what came since is read from the facts.
CREATE TABLE IF NOT EXISTS account_day (
  day          date NOT NULL,
  seller_id    uuid,
  account      text NOT NULL,
  debit_cents  bigint NOT NULL,
  credit_cents bigint NOT NULL,
  -- A balance reads the index alone.
  CONSTRAINT an_account_has_a_day_once UNIQUE NULLS NOT DISTINCT (seller_id, day, account) INCLUDE (debit_cents, credit_cents)
);

-- One row. Null: nothing is added up yet.
CREATE TABLE IF NOT EXISTS account_day_until (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  until  timestamptz
);
INSERT INTO account_day_until DEFAULT VALUES ON CONFLICT DO NOTHING;

-- Facts are entered in the order of time, so the summary of each range of pages finds the latest ones.
DROP INDEX CONCURRENTLY IF EXISTS booked_fact_by_entry;
CREATE INDEX CONCURRENTLY booked_fact_by_entry ON booked_fact USING brin (entered_at) WITH (pages_per_range = 16, autosummarize = on);
