-- migration: no transaction
-- What waits for its link, and the chain in its order; two writers can't give the same place.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_unlinked ON audit (id) WHERE place IS NULL;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS audit_chain ON audit (place) WHERE place IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS operator_act_unlinked ON operator_act (id) WHERE place IS NULL;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS operator_act_chain ON operator_act (place) WHERE place IS NOT NULL;

-- What is kept for a time: quotes that may be over it, and policies by the end of their cover.
CREATE INDEX CONCURRENTLY IF NOT EXISTS application_kept ON application (revised_at) WHERE erased_by IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS policy_by_expiry ON policy (expiry_date);

-- A person is also found by telephone number, by its digits.
CREATE INDEX CONCURRENTLY IF NOT EXISTS application_by_phone
  ON application ((regexp_replace(inputs #>> '{applicant,phoneNumber}', '\D', '', 'g') COLLATE "C"));
