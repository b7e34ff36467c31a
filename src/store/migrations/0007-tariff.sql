-- The operator decides which rate book prices, and from when on.

-- A book that waits is not in force by its own dates alone: an activation puts it there.
ALTER TABLE rate_book ADD COLUMN waits boolean NOT NULL DEFAULT false;

-- Each row is a decision: quotes made on `active_from` or later are priced by this book. The latest decision that has
-- begun counts, so to go back is a decision too. Append only.
CREATE TABLE rate_book_activation (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version     text NOT NULL REFERENCES rate_book,
  active_from date NOT NULL,
  actor_kind  text NOT NULL,
  actor_name  text NOT NULL,
  reason      text NOT NULL,
  decided_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX rate_book_activation_by_version ON rate_book_activation (version, id);
CREATE TRIGGER rate_book_activation_is_append_only BEFORE UPDATE OR DELETE ON rate_book_activation
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rate_book_activation_changed AFTER INSERT ON rate_book_activation
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('tariffs');

-- Lists are paged, the one loaded last first.
CREATE INDEX rate_book_by_time ON rate_book (loaded_at DESC, version DESC);
CREATE INDEX tax_table_by_time ON tax_table (loaded_at DESC, version DESC);
