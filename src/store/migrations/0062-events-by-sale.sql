-- migration: no transaction
-- An erasure takes the events of its sales and their deliveries: without these indexes it read all that there are, for
-- each batch of sales. Neither is written while a partner waits: an event has its place, and a delivery is written, when it
-- is published.
DROP INDEX CONCURRENTLY IF EXISTS event_by_sale;
CREATE INDEX CONCURRENTLY event_by_sale ON event (application_id) WHERE place IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS webhook_delivery_by_event;
CREATE INDEX CONCURRENTLY webhook_delivery_by_event ON webhook_delivery (event_id);

-- Rows of the audit are written in the order of time: the summary of each range of pages finds those that are over theirs.
DROP INDEX CONCURRENTLY IF EXISTS audit_by_time;
CREATE INDEX CONCURRENTLY audit_by_time ON audit USING brin (happened_at) WITH (pages_per_range = 32, autosummarize = on);
