import { columnsOf, read, write } from '../statement.ts';
import { defineWork, heldBySql, isFreeSql, notFailedSql, type TakenWork } from './work.ts';

/** A job that is due once in each period, at the same time of it. */
export interface Period {
  readonly everySeconds: number;
  /** When in the period, from its beginning in UTC. */
  readonly atSeconds: number;
}

export interface NamedPeriod extends Period {
  readonly name: string;
}

/** The first time of the period that is still to come: a late or long run moves none of those after it. */
const nextTimeSql = (everySeconds: string, atSeconds: string): string =>
  `(date_bin(make_interval(secs => ${everySeconds}), now(), to_timestamp(0) + make_interval(secs => ${atSeconds}))
    + make_interval(secs => ${everySeconds}))`;

/** Adds the jobs that are not there yet, and brings one forward whose period has become shorter. */
export const addJobs = write.runs(
  null,
  `INSERT INTO periodic_job (name, due_at)
   SELECT name, ${nextTimeSql('every_seconds', 'at_seconds')}
   FROM unnest(:name::text[], :everySeconds::integer[], :atSeconds::integer[]) AS job (name, every_seconds, at_seconds)
   ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at WHERE periodic_job.due_at > excluded.due_at`,
  (jobs: readonly NamedPeriod[]) => columnsOf(jobs, 'name', 'everySeconds', 'atSeconds'),
);

/** Takes one of the named jobs. Its `attempts` are those since the last success. */
export const jobWork = defineWork<TakenWork>({
  table: 'periodic_job',
  key: 'name',
  only: { where: 'periodic_job.name = ANY (:names::text[])' },
  sets: (time) => `tried_since = CASE periodic_job.attempts WHEN 0 THEN ${time} ELSE periodic_job.tried_since END`,
});

/** Returns false if another run has taken the job. */
export const renewJob = write.findsRow(
  'renew_periodic_job',
  `UPDATE periodic_job SET lease_until = now() + make_interval(secs => :leaseSeconds) WHERE name = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }: TakenWork, leaseSeconds: number) => ({ id, owner, leaseSeconds }),
);

/** The run has succeeded: the job is due at the next time of its period. Returns false if another run has taken it. */
export const finishJob = write.findsRow(
  'finish_periodic_job',
  `UPDATE periodic_job
   SET owner = NULL, lease_until = NULL, attempts = 0, ${notFailedSql}, tried_since = NULL, succeeded_at = now(),
       due_at = ${nextTimeSql(':everySeconds::integer', ':atSeconds::integer')}
   WHERE name = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }: TakenWork, { everySeconds, atSeconds }: Period) => ({ id, owner, everySeconds, atSeconds }),
);

/** The run was cut short: another instance may take the job at once. */
export const releaseJob = write.findsRow(
  'release_periodic_job',
  `UPDATE periodic_job SET owner = NULL, lease_until = NULL WHERE name = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }: TakenWork) => ({ id, owner }),
);

/** Says of each job how long ago it last succeeded, on any instance, and whether it is due and no instance takes it. */
export const readJobs = read.allRows<
  { readonly name: string; readonly succeededMsAgo: number | null; readonly isWaiting: boolean },
  [{ readonly names: readonly string[]; readonly waitSeconds: number }]
>(
  'read_periodic_jobs',
  `SELECT name, (extract(epoch FROM now() - succeeded_at) * 1000)::float8 AS "succeededMsAgo",
          due_at < now() - make_interval(secs => :waitSeconds) AND ${isFreeSql('periodic_job')} AS "isWaiting"
   FROM periodic_job
   WHERE name = ANY (:names)`,
);

/** When one of them last succeeded, and when the first is due; null if none ever has, or none is known. */
export const readPulse = read.onlyRow<{ readonly last: Date | null; readonly due: Date | null }>(
  null,
  'SELECT max(succeeded_at) AS last, min(due_at) AS due FROM periodic_job',
);
