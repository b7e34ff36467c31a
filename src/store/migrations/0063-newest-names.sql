-- migration: no transaction
-- A part of a name that many have is looked for among the newest names, of all sellers or of one, from the index alone.
DROP INDEX CONCURRENTLY IF EXISTS application_newest;
CREATE INDEX CONCURRENTLY application_newest ON application (id DESC) INCLUDE (applicant_name, seller_id);
DROP INDEX CONCURRENTLY IF EXISTS application_newest_of_seller;
CREATE INDEX CONCURRENTLY application_newest_of_seller ON application (seller_id, id DESC) INCLUDE (applicant_name);
DROP INDEX CONCURRENTLY IF EXISTS application_by_seller;
