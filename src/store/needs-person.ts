import { type WorkKind, workKinds } from '../domain/operator/needs-person.ts';
import type { Tx } from './database.ts';
import { longUnclear } from './due-charge.ts';

/** How much of each kind of work the service could not do by itself. Cheap at any size: it reads indexes of what is open. */
export async function countNeedsPerson(tx: Tx): Promise<Readonly<Record<WorkKind, number>>> {
  const { rows } = await tx.query<{ kind: WorkKind; count: number }>(
    `SELECT kind, count(*)::int AS count FROM (${workKinds.map(needsPersonSql).join(' UNION ALL ')}) AS stuck GROUP BY kind`,
  );
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  return Object.fromEntries(workKinds.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<WorkKind, number>;
}

/** What of a kind needs a person, in the one shape that all kinds have. */
export function needsPersonSql(kind: WorkKind): string {
  const { table, where, id, what, applicationId, policyNumber, sellerId, amountCents, since, ...own } = stuckWork[kind];
  const { count = `${table}.attempts`, cause = `${table}.last_error` } = own;
  return `
    SELECT '${kind}' AS kind, ${id} AS id, ${what} AS what, ${applicationId} AS "applicationId", ${policyNumber} AS "policyNumber",
           ${sellerId} AS seller_id, ${amountCents}::integer AS "amountCents", ${since} AS since, ${count} AS count, ${cause} AS cause,
           rfc3339(${table}.due_at) AS "nextAttemptAt"
    FROM ${table}
    WHERE ${where}`;
}

/** A kind in that shape, each part as SQL. */
interface StuckWork {
  readonly table: string;
  /** When it needs a person; an index of what is open answers it, not the table. */
  readonly where: string;
  readonly id: string;
  readonly what: string;
  readonly applicationId: string;
  readonly policyNumber: string;
  readonly sellerId: string;
  readonly amountCents: string;
  readonly since: string;
  /** The attempts unless said. */
  readonly count?: string;
  /** The last error unless said. */
  readonly cause?: string;
}

// The first tries fall on a party that is away for a moment.
const triesBefore = 5;

const stuckWork: Readonly<Record<WorkKind, StuckWork>> = {
  // Money or loans that could not be given back, tried more than a few times.
  reversals: {
    table: 'reversal',
    where: `(reversal.given_up_at IS NOT NULL OR (reversal.due_at IS NOT NULL AND reversal.attempts >= ${triesBefore}))`,
    id: 'reversal.id',
    what: 'reversal.kind',
    applicationId: 'reversal.application_id',
    policyNumber: `coalesce(reversal.policy_number, CASE WHEN reversal.kind = 'loan' THEN reversal.key END)`,
    sellerId: '(SELECT seller_id FROM application WHERE application.id = reversal.application_id)',
    amountCents: 'reversal.amount_cents',
    since: 'rfc3339(reversal.created_at)',
  },
  // Scheduled cards refused on all their days, or charged with an outcome that nobody has known for more than a day.
  charges: {
    table: 'due_charge',
    where: `(due_charge.given_up_at IS NOT NULL OR (due_charge.due_at IS NOT NULL AND ${longUnclear}))`,
    id: 'due_charge.card_payment_id',
    what: `'charge'`,
    applicationId: 'due_charge.application_id',
    policyNumber: 'due_charge.policy_number',
    sellerId: 'due_charge.seller_id',
    amountCents: 'due_charge.amount_cents',
    since: `to_char(due_charge.due_on, 'YYYY-MM-DD"T"00:00:00.000"Z"')`,
    count: `CASE due_charge.state WHEN 'charging' THEN due_charge.tries ELSE due_charge.tries - 1 END`,
    cause: `coalesce(due_charge.last_error, 'unknown')`,
  },
  // Mails that no mail server took, or that may or may not have arrived.
  mails: {
    table: 'mail',
    where: 'mail.given_up_at IS NOT NULL',
    id: 'mail.id',
    what: 'mail.kind',
    applicationId: '(SELECT application_id FROM policy WHERE policy.policy_number = mail.policy_number)',
    policyNumber: 'mail.policy_number',
    sellerId: 'mail.seller_id',
    amountCents: 'NULL',
    since: 'rfc3339(uuid_extract_timestamp(mail.id))',
  },
  // Binds that were begun more than a minute ago and are not finished. Not by the lease alone: it is renewed with every try.
  binds: {
    table: 'bind',
    where: `bind.state = 'running' AND bind.lease_until < now() AND least(bind.lease_until, bind.step_at) < now() - interval '1 minute'`,
    id: 'bind.application_id',
    what: 'bind.step',
    applicationId: 'bind.application_id',
    policyNumber: 'bind.policy_number',
    sellerId: '(SELECT seller_id FROM application WHERE application.id = bind.application_id)',
    amountCents: 'NULL',
    since: 'rfc3339(bind.step_at)',
    count: 'bind.takeovers + bind.attempts',
  },
};
