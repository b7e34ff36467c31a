import { read, write } from '../statement.ts';

/** Up to when what was recorded is added up; null if nothing is. */
export const readAddedUntil = read.firstValue<Date | null>(null, 'SELECT until FROM account_day_until');

/** The moment of the first application, by the clock of the instance that quoted it; null without one. */
export const readFirstMoment = read.firstValue<Date>(
  null,
  'SELECT uuid_extract_timestamp(id) FROM application ORDER BY id LIMIT 1',
);

/**
 * The moment before which nothing is recorded any more. An entry is dated by the start of its transaction, and the time
 * limits of our connections end one long before `heldBackSeconds`. One that runs even longer holds back what follows,
 * where its start is seen: a role does not see those of all others.
 */
export const readSettledMoment = read.onlyValue<Date, [{ readonly heldBackSeconds: number }]>(
  null,
  `SELECT least(now() - make_interval(secs => :heldBackSeconds), min(xact_start))
   FROM pg_stat_activity
   WHERE datname = current_database() AND backend_type = 'client backend'`,
);

/**
 * The days of each account, of each seller and, without one, of all: from the postings that fulfil a condition. What a
 * payout file says of the party itself is no seller's: only that of all has it.
 */
export const accountDaysSql = (condition: string): string => `
     SELECT booked_on AS day, seller_id, account, coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0)::bigint AS debit_cents,
            coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0), 0)::bigint AS credit_cents
     FROM posted
     WHERE ${condition}
     GROUP BY GROUPING SETS ((booked_on, account, seller_id), (booked_on, account))
     HAVING seller_id IS NOT NULL OR grouping(seller_id) = 1`;

/**
 * Adds what was recorded since it was added up `before`, null for all, and moves on to `to`. Returns false, and adds
 * nothing, if another run has moved on meanwhile.
 */
export const addAccountDays = write.onlyValue<boolean, [{ readonly before: Date | null; readonly to: Date }]>(
  null,
  `WITH moved AS (
     UPDATE account_day_until SET until = :to WHERE until IS NOT DISTINCT FROM :before::timestamptz RETURNING until
   ), added AS (
     INSERT INTO account_day (day, seller_id, account, debit_cents, credit_cents)
     ${accountDaysSql(`recorded_at >= coalesce(:before::timestamptz, '-infinity') AND recorded_at < :to::timestamptz AND EXISTS (SELECT FROM moved)`)}
     ON CONFLICT ON CONSTRAINT an_account_has_a_day_once DO UPDATE
     SET debit_cents = account_day.debit_cents + excluded.debit_cents,
         credit_cents = account_day.credit_cents + excluded.credit_cents
   )
   SELECT EXISTS (SELECT FROM moved)`,
);
