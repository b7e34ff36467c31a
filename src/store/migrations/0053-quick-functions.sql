-- Every quote calls name_parts for its index and every bind next_policy_number. As one query each they took 0.3 and 0.1 ms,
-- most of it to set the query up; what they return is the same.

CREATE OR REPLACE FUNCTION name_parts(name text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
DECLARE
  parts text[] := '{}';
  word  text;
  mark  text := '^';
  first integer := 2;
BEGIN
  FOREACH word IN ARRAY string_to_array(name, ' ') LOOP
    IF word <> '' THEN
      parts := parts || (mark || word);
      FOR start IN first .. length(word) - 2 LOOP
        parts := parts || substr(word, start);
      END LOOP;
    END IF;
    mark := '_';
    first := 1;
  END LOOP;
  RETURN array_to_tsvector(parts);
END
$$;

CREATE OR REPLACE FUNCTION next_policy_number() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  digits text := lpad(nextval('policy_number_seq')::text, 8, '0');
  total  integer := 0;
  value  integer;
BEGIN
  FOR place IN 1 .. 8 LOOP
    value := substr(digits, place, 1)::integer * (CASE WHEN place % 2 = 0 THEN 2 ELSE 1 END);
    total := total + value / 10 + value % 10;
  END LOOP;
  RETURN 'NB' || digits || (10 - total % 10) % 10;
END
$$;
