-- migration: no transaction
ALTER TABLE sold DROP CONSTRAINT IF EXISTS sold_has_a_short_name;
ALTER TABLE sold ADD CONSTRAINT sold_has_a_short_name CHECK (short_name IS NOT NULL) NOT VALID;
ALTER TABLE sold VALIDATE CONSTRAINT sold_has_a_short_name;
