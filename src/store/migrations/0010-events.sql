-- == Events ==
-- What partners hear about their policies. An event is written by the statement that writes the fact: each such statement
-- writes an audit row, and the trigger makes the event of it. Publication, one at a time over all instances, then gives it
-- its place in the feed and its body: places become visible in their order, however late a transaction commits, so that a
-- reader that follows them misses none.

CREATE TABLE event (
  id             uuid PRIMARY KEY DEFAULT uuidv7(),
  type           text NOT NULL,
  seller_id      uuid NOT NULL,
  application_id uuid NOT NULL,
  policy_number  text NOT NULL,
  -- What the policy itself does not tell.
  facts          json NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  -- Null until it is published.
  place          bigint,
  body           json,
  CONSTRAINT a_published_event_has_a_body CHECK (place IS NULL OR body IS NOT NULL)
) WITH (fillfactor = 80);
CREATE SEQUENCE event_place_seq OWNED BY event.place;
CREATE INDEX event_unpublished ON event (id) WHERE place IS NULL;
CREATE UNIQUE INDEX event_by_seller ON event (seller_id, place) WHERE place IS NOT NULL;

CREATE FUNCTION tell_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told_type text := CASE NEW.event
    WHEN 'policy issued' THEN 'policy.issued'
    WHEN 'policy cancelled' THEN 'policy.cancelled'
    WHEN 'scheduled card charged' THEN 'payment.captured'
    WHEN 'scheduled card refused' THEN 'payment.refused'
    ELSE CASE NEW.facts ->> 'kind' WHEN 'loan' THEN 'loan.cancelled' ELSE 'payment.refunded' END
  END;
BEGIN
  INSERT INTO event (type, seller_id, application_id, policy_number, facts)
  SELECT told_type, policy.seller_id, policy.application_id, policy.policy_number,
         CASE told_type WHEN 'payment.refused' THEN json_build_object('nextAttemptOn', NEW.facts ->> 'nextDay') ELSE '{}' END
  FROM policy
  WHERE policy.policy_number = NEW.facts ->> 'policyNumber'
    -- What was charged twice by mistake and given back is no refund of the policy.
    AND (NEW.event NOT IN ('reversed', 'reversal settled')
         OR EXISTS (SELECT FROM cancellation WHERE cancellation.policy_number = policy.policy_number));
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_tells_events AFTER INSERT ON audit FOR EACH ROW
  WHEN (NEW.event IN ('policy issued', 'policy cancelled', 'scheduled card charged', 'scheduled card refused', 'reversed',
                      'reversal settled'))
  EXECUTE FUNCTION tell_event();
