-- The issuer has said that the card must never be charged again (stolen, closed, revoked): neither the job nor the
-- operator tries it any more.
ALTER TABLE due_charge ADD COLUMN is_refused_for_good boolean NOT NULL DEFAULT false;
