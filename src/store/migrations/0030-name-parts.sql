-- migration: no transaction
-- The operator's search: any part of a name, of three letters or more. Every end of every word is in the index, so that a
-- part is the beginning of one of them; that needs no extension of PostgreSQL's. The first word as a whole has a mark
-- before it: names that begin as was typed are found by application_by_name, and are as many as a common name has. The
-- cost keeps the function from being called for each row of a table.
CREATE OR REPLACE FUNCTION name_parts(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT CASE WHEN place = 1 AND start = 1 THEN '^' ELSE '' END || substr(word, start)), '{}'))
  FROM unnest(string_to_array(name, ' ')) WITH ORDINALITY AS one (word, place), generate_series(1, greatest(length(word) - 2, 1)) AS start
  WHERE word <> ''
$$;
DROP INDEX CONCURRENTLY IF EXISTS application_by_name_parts;
CREATE INDEX CONCURRENTLY application_by_name_parts ON application USING gin (name_parts(applicant_name));

-- A phone number that was corrected, by its digits; application_by_phone has the one that was quoted.
DROP INDEX CONCURRENTLY IF EXISTS policy_by_amended_phone;
CREATE INDEX CONCURRENTLY policy_by_amended_phone ON policy (
  left(regexp_replace(regexp_replace(amended #>> '{inputs,applicant,phoneNumber}', '\D', '', 'g'), '^1', ''), 10))
  WHERE amended IS NOT NULL;
