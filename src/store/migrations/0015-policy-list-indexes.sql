-- migration: no transaction
-- A seller's policies by the way they were paid, in the order of lists: each policy is in one of these.
CREATE INDEX CONCURRENTLY policy_paid_by_partner ON policy (seller_id, bound_at, policy_number)
  WHERE payment_method IN ('REF', 'FIN', 'PW');
CREATE INDEX CONCURRENTLY policy_paid_by_loan ON policy (seller_id, bound_at, policy_number)
  WHERE payment_method IN ('PFF');
CREATE INDEX CONCURRENTLY policy_paid_by_card ON policy (seller_id, bound_at, policy_number)
  WHERE payment_method IN ('CC');
