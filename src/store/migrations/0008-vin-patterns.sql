-- == Vehicles that the public data lack ==
-- What the operator knows of VINs that begin so; it overrides the public data, in every instance's memory.

CREATE TABLE vin_pattern (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  -- The first eight characters; a star is any character.
  pattern    text NOT NULL,
  year_from  integer NOT NULL,
  year_to    integer NOT NULL,
  make       text NOT NULL,
  model      text NOT NULL,
  trim       text,
  body_class text,
  drive_type text,
  fuel_type  text,
  engine     text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_vin_pattern_has_a_maker_and_five_more
    CHECK (pattern ~ '^[A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9*]{5}$'),
  CONSTRAINT a_vin_pattern_has_a_span_of_model_years CHECK (year_from BETWEEN 1980 AND year_to AND year_to <= 2039)
);
INSERT INTO reference_topic (topic) VALUES ('vin_patterns');
CREATE TRIGGER vin_pattern_changed AFTER INSERT OR UPDATE OR DELETE ON vin_pattern
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('vin_patterns');

-- VINs that partners looked up and that could not be read, or not with certainty, without their serial numbers.
CREATE TABLE unresolved_vin (
  -- The first eight characters.
  beginning     text NOT NULL,
  model_year    integer NOT NULL,
  -- The make and model that all patterns near it have; null: not resolved at all.
  guess         text,
  seen_count    bigint NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (beginning, model_year)
);
CREATE INDEX unresolved_vin_by_count ON unresolved_vin (seen_count DESC, beginning, model_year);
CREATE INDEX unresolved_vin_by_time ON unresolved_vin (last_seen_at);
