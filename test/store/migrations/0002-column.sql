-- migration: locks sold
ALTER TABLE sold ADD COLUMN short_name text;
