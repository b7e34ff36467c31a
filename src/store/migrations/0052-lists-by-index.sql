-- migration: no transaction
-- One index finds parts of names and the beginnings of their words, and an index of words alone is not kept beside it.
-- Every end of every word, of three letters or more, is in it; each word as a whole has a mark before it, as it may be
-- shorter: `^` for the first word (names that begin as was typed are found by application_by_name, and are as many as a
-- common name has), `_` for the others.
DROP INDEX CONCURRENTLY IF EXISTS application_by_name_words;
DROP INDEX CONCURRENTLY IF EXISTS application_by_name_parts;
CREATE OR REPLACE FUNCTION name_parts(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT CASE WHEN start > 0 THEN substr(word, start) WHEN place = 1 THEN '^' || word ELSE '_' || word END
    FROM unnest(string_to_array(name, ' ')) WITH ORDINALITY AS one (word, place), generate_series(0, greatest(length(word) - 2, 0)) AS start
    WHERE word <> '' AND NOT (place = 1 AND start = 1)))
$$;
CREATE INDEX CONCURRENTLY application_by_name_parts ON application USING gin (name_parts(applicant_name));

-- A state that only time changes is a range of days: cover that has ended, which retention asks for, too, and cover that
-- has not begun. The latter is near the day of the bind, so the summary of each range of pages is enough.
DROP INDEX CONCURRENTLY IF EXISTS policy_by_cover_end;
CREATE INDEX CONCURRENTLY policy_by_cover_end ON policy (cover_ends_on);
DROP INDEX CONCURRENTLY IF EXISTS policy_by_expiry;
DROP INDEX CONCURRENTLY IF EXISTS policy_by_start;
CREATE INDEX CONCURRENTLY policy_by_start ON policy USING brin (effective_date) WITH (pages_per_range = 16, autosummarize = on);
