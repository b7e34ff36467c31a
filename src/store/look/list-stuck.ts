import type { StuckKind, StuckRow } from '../../domain/operator/needs-person.ts';
import type { Tx } from '../database.ts';
import { countNeedsPerson, stuckWhere } from '../needs-person.ts';
import type { Page } from './filter.ts';
import { pageOf } from './listing.ts';
import { sellerSql } from './sale-columns.ts';

/** What needs a person, counted by kind. */
export async function countStuck(tx: Tx, today: string): Promise<Readonly<Record<StuckKind, number>>> {
  const { rows } = await tx.query<{ limits: number }>(
    `SELECT count(DISTINCT integration_id)::int AS limits FROM answer_error ${ofIntegrations} WHERE ${refusedOn}`,
    [today],
  );
  const failed = (await hasJobs(tx))
    ? await tx.query<{ jobs: number }>(`SELECT count(*)::int AS jobs ${failedJobs}`)
    : null;
  return { ...(await countNeedsPerson(tx)), limits: rows[0]!.limits, jobs: failed?.rows[0]?.jobs ?? 0 };
}

export interface StuckAsked {
  readonly kind: StuckKind;
  /** The day whose refusals by the rate limit count, in UTC. */
  readonly today: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Longest waiting first: ids begin with their time. Refused integrations and failed jobs are few, and one page. */
export async function listStuck(tx: Tx, { kind, today, cursor, limit }: StuckAsked): Promise<Page<StuckRow>> {
  if (kind === 'jobs' && !(await hasJobs(tx))) return { rows: [], nextCursor: null };
  const isPaged = kind !== 'limits' && kind !== 'jobs';
  const { rows } = await tx.query<StuckRow>(
    lists[kind],
    isPaged ? [cursor, limit + 1] : kind === 'limits' ? [today, limit] : [limit],
  );
  return pageOf(rows, limit, ({ id }) => id);
}

const ofIntegrations = 'JOIN seller ON seller.id = answer_error.seller_id';
const refusedOn = `answer_error.day = $1 AND answer_error.code = 'RateLimitExceeded'`;
// Kept for a day; the engine has tried them three times.
const failedJobs = `FROM pgboss.job WHERE state = 'failed'`;

/** The job engine makes its tables when a service first starts. */
async function hasJobs(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ has: boolean }>(`SELECT to_regclass('pgboss.job') IS NOT NULL AS has`);
  return rows[0]!.has;
}

const lists: Readonly<Record<StuckKind, string>> = {
  reversals: `
    SELECT 'reversals' AS kind, reversal.id, reversal.kind AS what, reversal.application_id AS "applicationId",
           coalesce(reversal.policy_number, CASE WHEN reversal.kind = 'loan' THEN reversal.key END) AS "policyNumber",
           ${sellerSql} AS seller, reversal.amount_cents AS "amountCents", rfc3339(reversal.created_at) AS since,
           reversal.attempts AS count, reversal.last_error AS cause, rfc3339(reversal.due_at) AS "nextAttemptAt"
    FROM reversal
    JOIN application ON application.id = reversal.application_id
    JOIN seller ON seller.id = application.seller_id
    WHERE ${stuckWhere.reversals} AND ($1::uuid IS NULL OR reversal.id > $1)
    ORDER BY reversal.id
    LIMIT $2`,
  charges: `
    SELECT 'charges' AS kind, card_payment_id AS id, 'charge' AS what, application_id AS "applicationId",
           policy_number AS "policyNumber", ${sellerSql} AS seller, amount_cents AS "amountCents",
           to_char(due_on, 'YYYY-MM-DD"T"00:00:00.000"Z"') AS since,
           CASE due_charge.state WHEN 'charging' THEN tries ELSE tries - 1 END AS count,
           coalesce(last_error, 'unknown') AS cause, NULL AS "nextAttemptAt"
    FROM due_charge
    JOIN seller ON seller.id = due_charge.seller_id
    WHERE ${stuckWhere.charges} AND ($1::uuid IS NULL OR card_payment_id > $1)
    ORDER BY card_payment_id
    LIMIT $2`,
  mails: `
    SELECT 'mails' AS kind, mail.id, mail.kind AS what, policy.application_id AS "applicationId",
           mail.policy_number AS "policyNumber", ${sellerSql} AS seller, NULL AS "amountCents",
           rfc3339(uuid_extract_timestamp(mail.id)) AS since, mail.attempts AS count, mail.last_error AS cause, NULL AS "nextAttemptAt"
    FROM mail
    JOIN policy ON policy.policy_number = mail.policy_number
    JOIN seller ON seller.id = mail.seller_id
    WHERE ${stuckWhere.mails} AND ($1::uuid IS NULL OR mail.id > $1)
    ORDER BY mail.id
    LIMIT $2`,
  binds: `
    SELECT 'binds' AS kind, bind.application_id AS id, bind.step AS what, bind.application_id AS "applicationId",
           bind.policy_number AS "policyNumber", ${sellerSql} AS seller, NULL AS "amountCents", rfc3339(bind.step_at) AS since,
           bind.takeovers + bind.attempts AS count, bind.last_error AS cause, rfc3339(bind.due_at) AS "nextAttemptAt"
    FROM bind
    JOIN application ON application.id = bind.application_id
    JOIN seller ON seller.id = application.seller_id
    WHERE ${stuckWhere.binds} AND ($1::uuid IS NULL OR bind.application_id > $1)
    ORDER BY bind.application_id
    LIMIT $2`,
  limits: `
    SELECT 'limits' AS kind, integration.id, integration.name AS what, NULL AS "applicationId", NULL AS "policyNumber", NULL AS seller,
           NULL AS "amountCents", to_char($1::date, 'YYYY-MM-DD"T"00:00:00.000"Z"') AS since, sum(answer_error.count)::int AS count,
           NULL AS cause, NULL AS "nextAttemptAt"
    FROM answer_error
    ${ofIntegrations}
    JOIN integration ON integration.id = seller.integration_id
    WHERE ${refusedOn}
    GROUP BY integration.id
    ORDER BY count DESC, integration.id
    LIMIT $2`,
  jobs: `
    SELECT 'jobs' AS kind, id, name AS what, NULL AS "applicationId", NULL AS "policyNumber", NULL AS seller, NULL AS "amountCents",
           rfc3339(created_on) AS since, retry_count + 1 AS count, left(coalesce(output ->> 'message', output::text), 500) AS cause,
           NULL AS "nextAttemptAt"
    ${failedJobs}
    ORDER BY created_on DESC
    LIMIT $1`,
};
