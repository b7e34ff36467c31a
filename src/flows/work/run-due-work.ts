import { TimedOut, Unavailable } from '../../domain/unavailable.ts';

/** One kind of durable work: how to take it and what to do. */
export interface DueWork<Taken> {
  /** Returns null if nothing is due. */
  readonly take: () => Promise<Taken | null>;
  readonly handle: (work: Taken, lease: Lease) => Promise<Ending>;
  /** How long after taking the work a try may still act. The lease is at least as long. */
  readonly trySeconds: number;
  /** The most work taken in one run; the next run takes the rest. */
  readonly batchMax: number;
  /** After this long a run takes no more; 30 seconds by default. */
  readonly runSeconds?: number;
  /** How many are processed at once; 1 by default. */
  readonly lanes?: number;
}

/** `unreachable`: the other party is unavailable, so the rest is left to the next run. */
export type Ending = 'ended' | 'open' | 'unreachable';

/**
 * One run, on any instance: takes what is due, one after the other, until `batchMax`, its time is up or the signal. Work
 * whose handling throws keeps its lease, and the rest goes on; only a database that is away stops the run.
 */
export async function runDueWork<Taken>(
  { take, handle, trySeconds, batchMax, runSeconds = 30, lanes = 1 }: DueWork<Taken>,
  signal: AbortSignal = neverAborted,
): Promise<{ readonly taken: number; readonly ended: number }> {
  const counts = { taken: 0, ended: 0 };
  const failed: unknown[] = [];
  const thrown: unknown[] = [];
  const until = performance.now() + runSeconds * 1_000;
  let left = batchMax;
  // A further lane begins with each piece of work that is taken, until the other party is away: where nothing is due,
  // the database is asked once.
  const running = new Set<Promise<void>>();
  let isUnreachable = false;
  const startLane = (): void => {
    if (running.size >= lanes || isUnreachable) return;
    const lane: Promise<void> = runLane()
      .catch((error: unknown) => void thrown.push(error))
      .finally(() => running.delete(lane));
    running.add(lane);
  };
  const runLane = async (): Promise<void> => {
    for (; left > 0 && !signal.aborted && performance.now() < until; ) {
      left -= 1;
      const lease = leaseFor(trySeconds, signal);
      const work = await take();
      if (work === null) return;
      counts.taken += 1;
      startLane();
      const ending = await handle(work, lease).catch((error: unknown) => {
        // What waits too long for a lock fails alone; the others may not need it.
        if (error instanceof Unavailable && !(error instanceof TimedOut)) throw error;
        failed.push(error);
        return 'open' as const;
      });
      if (ending === 'ended') counts.ended += 1;
      if (ending === 'unreachable') {
        isUnreachable = true;
        return;
      }
    }
  };
  startLane();
  // Thrown after all lanes have ended, so that nothing is still running.
  while (running.size > 0) await Promise.all(running);
  if (thrown.length > 0) throw thrown[0];
  if (failed.length === 1) throw failed[0];
  if (failed.length > 1) throw new AggregateError(failed, `${failed.length} of ${counts.taken} could not be handled.`);
  return counts;
}

/** This process's own part of the lease on the row: whether work that was taken may still be acted on. */
export interface Lease {
  /** Returns why nothing may be sent any more; null while it may. */
  readonly endedReason: () => string | null;
}

/**
 * Call it before taking the work. A process that was suspended for longer than this sends nothing. Uses a monotonic
 * clock, so that clock changes do not matter.
 */
export function leaseFor(seconds: number, signal: AbortSignal = neverAborted): Lease {
  const leasedUntil = performance.now() + seconds * 1_000;
  return {
    endedReason: () => {
      if (signal.aborted) return 'the run was stopped';
      return performance.now() < leasedUntil ? null : 'the lease has run out';
    },
  };
}

const neverAborted = new AbortController().signal;
