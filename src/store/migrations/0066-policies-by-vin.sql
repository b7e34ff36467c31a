-- migration: no transaction
-- In place of the index of the same VIN without its cost.
DROP INDEX CONCURRENTLY IF EXISTS policy_by_vin;
CREATE INDEX CONCURRENTLY policy_by_vin ON policy (vin_of(coalesce(amended, snapshot)), seller_id);
DROP INDEX CONCURRENTLY IF EXISTS policy_by_vehicle;
ANALYZE policy;
