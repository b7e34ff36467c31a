import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase, Tx } from '../database.ts';
import { isUnavailable } from './database-unavailable.ts';

export interface ReplicaParts {
  readonly primary: OpenDatabase;
  readonly replica: OpenDatabase;
  /** What is read is at most this old. */
  readonly staleMsMax: number;
  /** Reads went over to the primary, or back to the replica. */
  readonly onChange: (isUsed: boolean) => void;
}

export interface Replica {
  /** Reads that may be a moment old: from the replica, or from the primary where that is away or too far behind. */
  readonly reads: Tx;
  readonly isUsed: () => boolean;
  readonly close: () => Promise<void>;
}

/** A place in the primary's log, and when it was read: who has replayed it is as old as that moment at most. */
interface Sample {
  readonly lsn: string;
  readonly atMs: number;
}

const lookEveryMs = 250;
/** A read that the replica does not answer by then is asked of the primary, too: it may have been cut off. */
const patienceMs = 1_000;

export function openReplica({ primary, replica, staleMsMax, onChange }: ReplicaParts): Replica {
  let asOfMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let wasUsed: boolean | null = null;
  const since = performance.now();
  const isUsed = (): boolean => performance.now() - asOfMs < staleMsMax;

  const look = async (samples: readonly Sample[]): Promise<readonly Sample[]> => {
    const atMs = performance.now();
    const { lsn, cluster, database } = await readLogPlace(primary);
    const kept = [...samples, { lsn, atMs }].filter((one) => atMs - one.atMs < staleMsMax);
    const replayed = await withinTime(
      replica.query<{ place: number }>(
        `SELECT coalesce(max(place), 0)::int AS place
           FROM pg_control_system(), unnest($1::pg_lsn[]) WITH ORDINALITY AS sample (lsn, place)
          WHERE pg_is_in_recovery() AND lsn <= pg_last_wal_replay_lsn()
            AND system_identifier::text = $2 AND current_database() = $3`,
        [kept.map((sample) => sample.lsn), cluster, database],
      ),
    );
    const newest = kept[(replayed.rows[0]?.place ?? 0) - 1];
    if (newest !== undefined) asOfMs = newest.atMs;
    return kept;
  };
  const watch = async (): Promise<void> => {
    for (let samples: readonly Sample[] = []; !isClosed; await sleep(lookEveryMs)) {
      samples = await look(samples).catch(() => samples);
      if (wasUsed === isUsed() || isClosed) continue;
      if (wasUsed === null && !isUsed() && performance.now() - since < staleMsMax) continue; // It is not judged yet.
      wasUsed = isUsed();
      onChange(wasUsed);
    }
  };
  const watching = watch();

  const ask = (...statement: Parameters<Ask>): ReturnType<Ask> => {
    if (!isUsed()) return (primary.query as Ask)(...statement);
    return withinTime((replica.query as Ask)(...statement)).catch((error: unknown) => {
      if (!(error instanceof TooLate) && !isUnavailable(error) && !isConflict(error)) throw error;
      if (error instanceof TooLate) asOfMs = Number.NEGATIVE_INFINITY;
      return (primary.query as Ask)(...statement);
    });
  };
  return {
    reads: { query: ask as Tx['query'] },
    isUsed,
    close: async () => {
      isClosed = true;
      await watching;
    },
  };
}

/** A place in the log of the primary, and whose log it is: places in that of another cluster mean nothing. */
export async function readLogPlace(primary: Tx): Promise<{ lsn: string; cluster: string; database: string }> {
  const { rows } = await primary.query<{ lsn: string; cluster: string; database: string }>(
    `SELECT pg_current_wal_lsn() AS lsn, system_identifier::text AS cluster, current_database() AS database
       FROM pg_control_system()`,
  );
  return rows[0]!;
}

export interface ReplicaState {
  readonly cluster: string;
  readonly database: string;
  readonly isReplica: boolean;
  readonly hasReplayed: boolean;
}

export async function readReplicaState(replica: Tx, lsn: string): Promise<ReplicaState> {
  const { rows } = await replica.query<ReplicaState>(
    `SELECT system_identifier::text AS cluster, current_database() AS database, pg_is_in_recovery() AS "isReplica",
            coalesce($1::pg_lsn <= pg_last_wal_replay_lsn(), false) AS "hasReplayed"
       FROM pg_control_system()`,
    [lsn],
  );
  return rows[0]!;
}

type Ask = (statement: string, values?: unknown[]) => Promise<unknown>;

class TooLate extends Error {}

function withinTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate()), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What the replica had to replay removed rows that the statement was reading. */
function isConflict(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '40001';
}
