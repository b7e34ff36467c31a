-- migration: locks seller, dealer
-- == Licences ==
-- A seller's or dealer's licence of each class in a province. To renew it is to change it.
CREATE TABLE licence (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  seller_id  uuid REFERENCES seller,
  dealer_id  text REFERENCES dealer,
  province   text NOT NULL,
  class      text NOT NULL,
  number     text NOT NULL,
  -- The last day on which it is valid.
  expires_on date NOT NULL,
  -- How many days ahead the operator was last told of this expiry; null: not yet.
  told_days  integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_licence_is_of_a_seller_or_a_dealer CHECK (num_nonnulls(seller_id, dealer_id) = 1),
  CONSTRAINT a_holder_has_one_licence_of_a_class_in_a_province
    UNIQUE NULLS NOT DISTINCT (seller_id, dealer_id, province, class),
  CONSTRAINT a_licence_is_of_a_canadian_province
    CHECK (province IN ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'))
);
CREATE INDEX licence_by_expiry ON licence (expires_on, id);
CREATE INDEX licence_by_dealer ON licence (dealer_id) WHERE dealer_id IS NOT NULL;

-- From which day on a licence is needed in a province, or is not any more. The latest day that has begun counts.
CREATE TABLE licence_requirement (
  province   text NOT NULL,
  from_day   date NOT NULL,
  is_needed  boolean NOT NULL,
  PRIMARY KEY (province, from_day),
  CONSTRAINT a_licence_is_required_in_a_canadian_province
    CHECK (province IN ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'))
);

INSERT INTO reference_topic (topic) VALUES ('licences');
-- Not of told_days: what the operator was told changes nothing in memory.
CREATE TRIGGER licence_changed AFTER INSERT OR DELETE OR UPDATE OF province, expires_on ON licence
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('licences');
CREATE TRIGGER licence_requirement_changed AFTER INSERT OR UPDATE OR DELETE ON licence_requirement
  FOR EACH STATEMENT EXECUTE FUNCTION reference_changed('licences');
