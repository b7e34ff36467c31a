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
  let wasUsed = false;
  const isUsed = (): boolean => performance.now() - asOfMs < staleMsMax;

  const look = async (samples: readonly Sample[]): Promise<readonly Sample[]> => {
    const atMs = performance.now();
    const { rows } = await primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
    const kept = [...samples, { lsn: rows[0]!.lsn, atMs }].filter((one) => atMs - one.atMs < staleMsMax);
    const replayed = await withinTime(
      replica.query<{ place: number }>(
        `SELECT coalesce(max(place), 0)::int AS place FROM unnest($1::pg_lsn[]) WITH ORDINALITY AS sample (lsn, place)
          WHERE pg_is_in_recovery() AND lsn <= pg_last_wal_replay_lsn()`,
        [kept.map(({ lsn }) => lsn)],
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
