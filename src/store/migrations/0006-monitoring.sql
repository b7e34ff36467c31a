-- When a mail was asked for: first with its policy, again when the operator sends it once more. How long one has been waiting
-- is counted from here, not from the first mail. Rows from before count from this migration on.
ALTER TABLE mail ADD COLUMN asked_at timestamptz NOT NULL DEFAULT now();

-- Operators look at far more sales than they change: their acts are listed without the views.
CREATE INDEX operator_act_without_views ON operator_act (id) WHERE action <> 'view sale';
