-- migration: no transaction
-- Whether a vehicle is covered was looked up among all applications of its VIN: one that is quoted again and again made
-- each further quote slower. From the policy itself, so that every version of the service writes it.
DROP INDEX CONCURRENTLY IF EXISTS policy_by_vehicle;
CREATE INDEX CONCURRENTLY policy_by_vehicle ON policy ((coalesce(amended, snapshot) #>> '{inputs,vehicle,vin}'), seller_id);
-- How many policies a vehicle has is not known of an expression before.
ANALYZE policy;
