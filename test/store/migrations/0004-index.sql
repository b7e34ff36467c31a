-- migration: no transaction
CREATE UNIQUE INDEX CONCURRENTLY sold_by_code ON sold (code);
CREATE INDEX CONCURRENTLY sold_by_short_name ON sold (short_name);
