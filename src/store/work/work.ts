import type { Failed } from '../../domain/work/failure.ts';
import { write } from '../statement.ts';

/*
 * Durable work: what must happen after a commit, even if an instance crashes. A piece of work is a row in its kind's
 * own table, inserted in the same statement as its cause, with the columns of `durable_work`:
 *
 *   due_at       when to try it next; null: it has ended, or is left to the operator
 *   lease_until  until when no one else may act on it; null: no try is running, and the outcome of the last is known
 *   owner        a fencing token: each run that takes the work sets a new one, and writes with the old one match no row
 *   attempts     how often it was taken
 *   failure      why the last try failed: a value that the code knows
 *   last_error   the same in words, for a person; nothing is decided by it
 *   given_up_at  since when it is left to the operator
 *
 * A run takes the work, acts, then finishes it, postpones it or gives it up. What commits with the end (books, mail,
 * audit row) differs by kind, so each kind writes those statements from the parts at the end of this file.
 */

/** Null means the database's time, which is the same for all instances. Tests pass a time. */
export type Moment = Date | null;

/** A piece of work taken by this run, until another run takes it. */
export interface TakenWork<Id extends string = string> {
  readonly id: Id;
  readonly owner: string;
  /** The number of this try, from 1. */
  readonly attempts: number;
}

/** What one kind of durable work is: its table, and how it is taken from it. */
export interface WorkDefinition {
  readonly table: string;
  readonly key: string;
  /** The columns that a try needs, as a RETURNING list; `old` is the row before the update. */
  readonly facts?: string;
  /** Another table to read the facts from. */
  readonly from?: { readonly table: string; readonly on: string };
  /** Restricts which due work may be taken, by values of its own. */
  readonly only?: { readonly join?: string; readonly where: string };
  /** The order in which work is taken; by default the longest due first. */
  readonly order?: string;
  /** The lease as SQL, if it varies within the kind. */
  readonly leaseSeconds?: string;
  /** What else an UPDATE sets when the work is taken, as SQL over the time. */
  readonly sets?: (time: string) => string;
}

export interface Postponed extends Failed {
  readonly waitSeconds: number;
  /**
   * How long the try may still succeed: until then neither a job nor the operator may act. Omit it if the try surely
   * did nothing.
   */
  readonly unclearSeconds?: number | undefined;
}

export function defineWork<Taken extends TakenWork>({ table, key, facts, from, only, ...kind }: WorkDefinition) {
  const time = 'coalesce(:now::timestamptz, now())';
  const takeBy = (name: string, ifLocked: string) =>
    write.firstRow<Taken, [leaseSeconds: number, now?: Moment, only?: Readonly<Record<string, unknown>>]>(
      name,
      `WITH next AS (
         SELECT ${table}.${key} AS id
         FROM ${table}
         ${only?.join ?? ''}
         WHERE ${table}.due_at <= ${time} AND ${isFreeSql(table, time)} AND ${only?.where ?? 'true'}
         ORDER BY ${kind.order ?? `${table}.due_at`}
         LIMIT 1
         FOR UPDATE OF ${table} ${ifLocked}
       )
       UPDATE ${table}
       SET owner = gen_random_uuid(), attempts = ${table}.attempts + 1,
           lease_until = ${time} + make_interval(secs => ${kind.leaseSeconds ?? ':leaseSeconds'})${kind.sets === undefined ? '' : `, ${kind.sets(time)}`}
       FROM next${from === undefined ? '' : ` JOIN ${from.table} ON true`}
       WHERE ${table}.${key} = next.id AND ${from?.on ?? 'true'}
       RETURNING ${table}.${key} AS id, ${table}.owner, ${table}.attempts${facts === undefined ? '' : `, ${facts}`}`,
      (leaseSeconds, now, only = {}) => ({ now, leaseSeconds, ...only }),
    );
  return {
    /** Takes one piece of due work without a valid lease; null if there is none. */
    take: takeBy(`take_${table}`, 'SKIP LOCKED'),
    /**
     * The same of work that `only` names: waits for a transaction that has locked it. `take` would pass it over, to be
     * done by the next run.
     */
    takeNamed: takeBy(`take_named_${table}`, ''),
    /** Schedules another try. Returns false if another run has taken the work. */
    postpone: write.findsRow<[work: TakenWork, postponed: Postponed, now?: Moment]>(
      `postpone_${table}`,
      `UPDATE ${table}
       SET owner = NULL, ${failedSql}, due_at = coalesce(:now::timestamptz, now()) + make_interval(secs => :waitSeconds),
           lease_until = coalesce(:now::timestamptz, now()) + make_interval(secs => :unclearSeconds)
       WHERE ${key} = :id AND ${heldBySql(':owner')}`,
      ({ id, owner }, { failure, cause, waitSeconds, unclearSeconds }, now) => ({
        id,
        owner,
        failure,
        cause,
        waitSeconds,
        unclearSeconds,
        now,
      }),
    ),
    /** Leaves the work to the operator. Returns false if another run has taken it. */
    giveUp: write.findsRow<[work: TakenWork, failed: Failed]>(
      `give_up_${table}`,
      `UPDATE ${table} SET ${givenUpSql}, ${failedSql} WHERE ${key} = :id AND ${heldBySql(':owner')}`,
      ({ id, owner }, { failure, cause }) => ({ id, owner, failure, cause }),
    ),
    /** Makes the work due now, for the operator. Returns false if a run is working on it or it has ended. */
    makeDue: write.findsRow<[{ readonly id: string }]>(
      `make_due_${table}`,
      // Its lease stays: what an earlier try may have done is asked about first.
      `UPDATE ${table} SET due_at = now(), given_up_at = NULL, owner = NULL
       WHERE ${key} = :id AND ${isOpenSql(table)} AND ${isFreeSql(table)}`,
    ),
  };
}

/** Still to be done, by a job or by the operator. */
export const isOpenSql = (table: string): string => `(${table}.due_at IS NOT NULL OR ${table}.given_up_at IS NOT NULL)`;

/** No run is working on it, and no earlier try can still succeed. */
export const isFreeSql = (table: string, time = 'now()'): string =>
  `(${table}.lease_until IS NULL OR ${table}.lease_until <= ${time})`;

/** Whether this owner still has the work. */
export const heldBySql = (owner: string): string => `owner = ${owner} AND due_at IS NOT NULL`;

/** What an UPDATE sets when a try has failed, from the values of a `Failed`. */
export const failedSql = 'failure = :failure, last_error = :cause';

/** What an UPDATE sets when nothing has failed any more. */
export const notFailedSql = 'failure = NULL, last_error = NULL';

/** What an UPDATE sets when the work has ended: done, settled or no longer needed. */
export const endedSql = `due_at = NULL, lease_until = NULL, given_up_at = NULL, owner = NULL, ${notFailedSql}`;

/**
 * What an UPDATE sets, beside why, when the work is left to the operator. The owner is kept, so that a try
 * that is still running can record its result.
 */
export const givenUpSql = 'due_at = NULL, lease_until = NULL, given_up_at = now()';

/** What an UPDATE sets when the work is to be tried at once. */
export const dueNowSql = 'due_at = now(), lease_until = NULL, given_up_at = NULL, owner = NULL';
