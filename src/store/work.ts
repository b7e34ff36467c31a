import { statement, type Tx } from './database.ts';

/*
 * Durable work: what must happen after a commit, surely, whoever dies meanwhile. A piece of work is a row of its kind's own
 * table, written in the statement that it follows from, with the columns of `durable_work`:
 *
 *   due_at       when it is to be tried; null: it is over, or a person's
 *   lease_until  until when nobody else may act on it; null: no try is under way, and how the last one ended is known
 *   owner        who has it, as a fencing token: whoever takes it draws a new one, and later writes of the old one find no row
 *   attempts     how often it was taken
 *   last_error   why the last try did not succeed
 *   given_up_at  since when it is a person's
 *
 * Take it, act, then finish it, postpone it or give it up. What commits with an ending (the journal, a mail, the audit row)
 * differs by kind, so that these are statements of the kind's own, made of the parts at the end of this file.
 */

/** Null: the database's own time, which is the same for all instances. Tests hand one in. */
export type Moment = Date | null;

/** A piece of work that is ours, as long as nobody else has taken it since. */
export interface TakenWork<Id extends string = string> {
  readonly id: Id;
  readonly owner: string;
  /** Which try it is, from 1. */
  readonly attempts: number;
}

export interface WorkKind {
  readonly table: string;
  readonly key: string;
  /** What a try must know of it, as a RETURNING list; `old` is the row as it was found. */
  readonly facts: string;
  /** A further table that the facts are in. */
  readonly from?: { readonly table: string; readonly on: string };
  /** Which of the due ones may be taken; its parameters count from $3. */
  readonly only?: { readonly join?: string; readonly where: string };
  /** Which is taken first; the one that is due longest unless said. */
  readonly order?: string;
  /** The lease, where it differs within the kind. */
  readonly leaseSeconds?: string;
}

export interface Postponed {
  readonly cause: string;
  readonly waitSeconds: number;
  /** The try may yet come through: for so long nobody may act, neither a job nor a person. Left out: it surely did nothing. */
  readonly unclearSeconds?: number | undefined;
}

export interface Work<Taken extends TakenWork> {
  /** Takes one that is due and that nobody has; null when there is none. */
  readonly take: (tx: Tx, leaseSeconds: number, now?: Moment, only?: readonly unknown[]) => Promise<Taken | null>;
  /** Has it tried again after a wait. False when it is no longer ours. */
  readonly postpone: (tx: Tx, work: TakenWork, postponed: Postponed, now?: Moment) => Promise<boolean>;
  /** Leaves it to a person. False when it is no longer ours. */
  readonly giveUp: (tx: Tx, work: TakenWork, cause: string) => Promise<boolean>;
  /** A person wants it tried at once. False while somebody has it, and when it is over. */
  readonly hasten: (tx: Tx, id: string) => Promise<boolean>;
}

export function defineWork<Taken extends TakenWork>({ table, key, facts, from, only, ...kind }: WorkKind): Work<Taken> {
  const time = 'coalesce($1::timestamptz, now())';
  const take = statement(
    `take_${table}`,
    `WITH next AS (
       SELECT ${table}.${key} AS id
       FROM ${table}
       ${only?.join ?? ''}
       WHERE ${table}.due_at <= ${time} AND ${isFree(table, time)} AND ${only?.where ?? 'true'}
       ORDER BY ${kind.order ?? `${table}.due_at`}
       LIMIT 1
       FOR UPDATE OF ${table} SKIP LOCKED
     )
     UPDATE ${table}
     SET owner = gen_random_uuid(), attempts = ${table}.attempts + 1,
         lease_until = ${time} + make_interval(secs => ${kind.leaseSeconds ?? '$2'})
     FROM next${from === undefined ? '' : ` JOIN ${from.table} ON true`}
     WHERE ${table}.${key} = next.id AND ${from?.on ?? 'true'}
     RETURNING ${table}.${key} AS id, ${table}.owner, ${table}.attempts, ${facts}`,
  );
  const postpone = statement(
    `postpone_${table}`,
    `UPDATE ${table}
     SET owner = NULL, last_error = $3, due_at = coalesce($6::timestamptz, now()) + make_interval(secs => $4),
         lease_until = coalesce($6::timestamptz, now()) + make_interval(secs => $5)
     WHERE ${key} = $1 AND ${heldBy('$2')}`,
  );
  const giveUp = statement(
    `give_up_${table}`,
    `UPDATE ${table} SET ${givenUp}, last_error = $3 WHERE ${key} = $1 AND ${heldBy('$2')}`,
  );
  const hasten = statement(
    `hasten_${table}`,
    `UPDATE ${table} SET ${dueNow} WHERE ${key} = $1 AND ${isOpen(table)} AND ${isFree(table)}`,
  );
  return {
    take: async (tx, leaseSeconds, now = null, values = []) =>
      (await tx.query<Taken>(take(now, leaseSeconds, ...values))).rows[0] ?? null,
    postpone: async (tx, { id, owner }, { cause, waitSeconds, unclearSeconds = null }, now = null) =>
      (await tx.query(postpone(id, owner, cause, waitSeconds, unclearSeconds, now))).rowCount === 1,
    giveUp: async (tx, { id, owner }, cause) => (await tx.query(giveUp(id, owner, cause))).rowCount === 1,
    hasten: async (tx, id) => (await tx.query(hasten(id))).rowCount === 1,
  };
}

/** Still to be done, by the service or by a person. */
export const isOpen = (table: string): string => `(${table}.due_at IS NOT NULL OR ${table}.given_up_at IS NOT NULL)`;

/** Nobody acts on it, and nothing that was sent may yet come through. */
export const isFree = (table: string, time = 'now()'): string =>
  `(${table}.lease_until IS NULL OR ${table}.lease_until <= ${time})`;

/** Whether it is still ours, as a condition. */
export const heldBy = (owner: string): string => `owner = ${owner} AND due_at IS NOT NULL`;

/** What an UPDATE sets when the work is over: done, settled or of no use any more. */
export const ended = 'due_at = NULL, lease_until = NULL, given_up_at = NULL, owner = NULL, last_error = NULL';

/** What an UPDATE sets when it is a person's, beside `last_error`. The owner stays: what it says late may still count. */
export const givenUp = 'due_at = NULL, lease_until = NULL, given_up_at = now()';

/** What an UPDATE sets when it is to be tried at once, whoever has had it. */
export const dueNow = 'due_at = now(), lease_until = NULL, given_up_at = NULL, owner = NULL';
