-- migration: locks daily_sales, daily_sales_done
-- The minute's roll-up counts only what is new. `settled_*` is what was counted up to `counted_until`, when every
-- transaction that could still add to it had ended; the figures shown are that and the last minutes.
ALTER TABLE daily_sales
  ADD COLUMN settled_quotes        integer NOT NULL DEFAULT 0,
  ADD COLUMN settled_binds         integer NOT NULL DEFAULT 0,
  ADD COLUMN settled_premium_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN settled_total_cents   bigint NOT NULL DEFAULT 0;

-- Null: nothing of the days after `day` is settled yet.
ALTER TABLE daily_sales_done ADD COLUMN counted_until timestamptz;
