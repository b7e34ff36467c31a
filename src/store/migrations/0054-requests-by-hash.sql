-- migration: no transaction
-- A request's id is long and random: each request wrote more bytes for this index than for its row.
DROP INDEX CONCURRENTLY IF EXISTS partner_request_by_request_id;
CREATE INDEX CONCURRENTLY partner_request_by_request_id ON partner_request USING hash (request_id);
