-- What the operator's lists go by when they are narrowed to a state.

-- What is cancelled, with a copy of what sales and policies are ordered and filtered by; none of it ever changes. So the few that are
-- cancelled are read in the list's order, however many are not. A table of its own: in new columns of cancellation, statements of
-- the version before that join it would not know which table's application_id is meant.
CREATE TABLE cancelled_policy (
  policy_number  text PRIMARY KEY REFERENCES cancellation,
  application_id uuid NOT NULL,
  seller_id      uuid NOT NULL,
  bound_at       timestamptz NOT NULL
);
INSERT INTO cancelled_policy (policy_number, application_id, seller_id, bound_at)
SELECT policy.policy_number, policy.application_id, policy.seller_id, policy.bound_at
FROM cancellation
JOIN policy ON policy.policy_number = cancellation.policy_number;

-- Whoever cancels: also the version before, which does not know this table.
CREATE FUNCTION list_the_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO cancelled_policy (policy_number, application_id, seller_id, bound_at)
  SELECT policy_number, application_id, seller_id, bound_at
  FROM policy
  WHERE policy_number = NEW.policy_number;
  RETURN NULL;
END
$$;
CREATE TRIGGER a_cancelled_policy_is_listed AFTER INSERT ON cancellation
  FOR EACH ROW EXECUTE FUNCTION list_the_cancelled();

CREATE INDEX cancelled_policy_by_sale ON cancelled_policy (application_id);
CREATE INDEX cancelled_policy_by_seller_and_sale ON cancelled_policy (seller_id, application_id);
CREATE INDEX cancelled_policy_by_time ON cancelled_policy (bound_at, policy_number);
CREATE INDEX cancelled_policy_by_seller ON cancelled_policy (seller_id, bound_at, policy_number);

-- A seller's sales that are bound, in the order of sales.
CREATE INDEX policy_by_seller_and_sale ON policy (seller_id, application_id);

-- With the sale, so that a search by name reads the index alone.
CREATE INDEX card_payment_by_status ON card_payment (status, id) INCLUDE (application_id);
CREATE INDEX card_payment_by_seller_and_status ON card_payment (seller_id, status, id);
