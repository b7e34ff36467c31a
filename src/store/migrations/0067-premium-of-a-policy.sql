-- The dashboard adds it up, for each policy of the last minutes, every minute: reading it from the snapshot took most of
-- that. Null for a policy from before; its premium is in the snapshot alone.
ALTER TABLE policy ADD COLUMN premium_cents integer;
