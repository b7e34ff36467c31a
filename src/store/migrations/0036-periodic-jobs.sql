-- What runs every minute, hour or day, once over all instances: a row of durable work for each job, due again after it has
-- ended. The service adds the rows when it starts.
CREATE TABLE periodic_job (
  name         text PRIMARY KEY,
  LIKE durable_work INCLUDING ALL,
  -- When the first try since the last success began.
  tried_since  timestamptz,
  succeeded_at timestamptz
);

-- The library that ran them before had tables of its own.
DROP SCHEMA IF EXISTS pgboss CASCADE;
