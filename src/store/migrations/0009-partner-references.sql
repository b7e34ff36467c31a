-- The partner's own reference of a sale, by which it looks its policies up; and the charges of a seller that are still
-- to be made or were refused, which are few.
ALTER TABLE policy ADD COLUMN partner_reference text COLLATE "C";
CREATE INDEX policy_by_partner_reference ON policy (seller_id, partner_reference, bound_at, policy_number)
  WHERE partner_reference IS NOT NULL;
CREATE INDEX due_charge_open_by_seller ON due_charge (seller_id, policy_number)
  WHERE due_at IS NOT NULL OR given_up_at IS NOT NULL;
