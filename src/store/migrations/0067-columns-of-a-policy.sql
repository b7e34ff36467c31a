-- What is read of many policies at once: every minute the dashboard adds up the premiums of the last ones, and a partner
-- asks for those of some days of the seller. Reading it from the snapshot took nearly all of their time. Null for a
-- policy from before, of which the snapshot alone has it.
ALTER TABLE policy ADD COLUMN premium_cents integer, ADD COLUMN bound_on date;
