-- migration: locks policy, cancellation, audit
-- == Cancellation requests ==
-- What partners ask for and the operator decides: a cancellation accepts what is open, whatever its terms. `terms` is what
-- the partner was told, and a repeat is told again.

CREATE TABLE cancellation_request (
  id              uuid PRIMARY KEY DEFAULT uuidv7(),
  policy_number   text NOT NULL REFERENCES policy,
  application_id  uuid NOT NULL,
  seller_id       uuid NOT NULL REFERENCES seller,
  ground          text NOT NULL,
  note            text,
  terms           json NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- Null while it is open.
  decision        text,
  decided_at      timestamptz,
  -- For the partner, when it was declined.
  decision_reason text,
  CONSTRAINT a_request_names_a_known_ground
    CHECK (ground IN ('Rescission', 'VehicleSold', 'TotalLoss', 'Refinanced', 'Other')),
  CONSTRAINT a_request_is_accepted_or_declined CHECK (decision IN ('accepted', 'declined')),
  CONSTRAINT a_decision_has_a_time CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT a_declined_request_says_why CHECK (decision IS DISTINCT FROM 'declined' OR decision_reason IS NOT NULL)
);
CREATE UNIQUE INDEX a_policy_has_one_open_request ON cancellation_request (policy_number) WHERE decision IS NULL;
CREATE INDEX cancellation_request_by_policy ON cancellation_request (policy_number, id);
CREATE INDEX cancellation_request_open ON cancellation_request (id) WHERE decision IS NULL;

-- Who asked for a cancellation and on what ground; null in those from before. The days of notice that the law asked for,
-- when the insurer cancelled.
ALTER TABLE cancellation
  ADD COLUMN requested_by text,
  ADD COLUMN ground text,
  ADD COLUMN notice_days integer,
  ADD CONSTRAINT a_known_party_asks_for_a_cancellation CHECK (requested_by IN ('customer', 'insurer', 'seller')),
  ADD CONSTRAINT a_cancellation_has_a_known_ground
    CHECK (ground IN ('Rescission', 'VehicleSold', 'TotalLoss', 'Refinanced', 'Other', 'NonPayment'));

-- Events of requests and of amendments, as those of 0010.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event (type, seller_id, application_id, policy_number, facts)
  SELECT CASE NEW.event WHEN 'cancellation requested' THEN 'cancellation.requested'
                        WHEN 'cancellation declined' THEN 'cancellation.declined'
                        ELSE 'policy.amended'
         END,
         policy.seller_id, policy.application_id, policy.policy_number,
         CASE NEW.event WHEN 'cancellation declined' THEN json_build_object('declineReason', (
           SELECT decision_reason FROM cancellation_request WHERE id = (NEW.facts ->> 'requestId')::uuid)) ELSE '{}' END
  FROM policy
  WHERE policy.policy_number = NEW.facts ->> 'policyNumber';
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_tells_changes AFTER INSERT ON audit FOR EACH ROW
  WHEN (NEW.event IN ('cancellation requested', 'cancellation declined', 'policy amended'))
  EXECUTE FUNCTION tell_change();
