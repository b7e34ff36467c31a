/** One kind of durable work, as a job sees it: how it is taken, and what is done with it. */
export interface DueWork<Taken> {
  /** Null when none is due. */
  readonly take: () => Promise<Taken | null>;
  readonly handle: (work: Taken, hold: Hold) => Promise<Ending>;
  /** How long a try may wait before it acts. The lease is at least as long. */
  readonly trySeconds: number;
  /** A turn is bounded; what is left is taken by the next one. */
  readonly turnMax: number;
  /** How many are worked on at once; one unless said. */
  readonly lanes?: number;
}

/** `away`: the other party takes nothing now, so that the rest is left for the next turn. */
export type Ending = 'ended' | 'open' | 'away';

/** One turn, on any instance: takes what is due, one after the other, and stops between two when it is told to. */
export async function runDueWork<Taken>(
  { take, handle, trySeconds, turnMax, lanes = 1 }: DueWork<Taken>,
  signal: AbortSignal = neverAborted,
): Promise<{ readonly taken: number; readonly ended: number }> {
  const counts = { taken: 0, ended: 0 };
  let left = turnMax;
  const runLane = async (): Promise<void> => {
    for (; left > 0 && !signal.aborted; ) {
      left -= 1;
      const hold = holdFor(trySeconds, signal);
      const work = await take();
      if (work === null) return;
      counts.taken += 1;
      const ending = await handle(work, hold);
      if (ending === 'ended') counts.ended += 1;
      if (ending === 'away') return;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, runLane));
  // Told when all lanes have ended: nothing runs on behind the caller's back.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return counts;
}

/** Whether something that was taken may still be acted on. */
export interface Hold {
  /** Why not: nothing may be sent any more. Null while it may. */
  readonly whyNot: () => string | null;
}

/**
 * To be called before the work is taken. Whoever stood still for longer than this sends nothing: by a clock that goes on
 * meanwhile and that nobody sets, so that no other clock has to be asked.
 */
export function holdFor(seconds: number, signal: AbortSignal = neverAborted): Hold {
  const heldUntil = performance.now() + seconds * 1_000;
  return {
    whyNot: () => {
      if (signal.aborted) return 'the service is stopping';
      return performance.now() < heldUntil ? null : 'the lease has run out';
    },
  };
}

const neverAborted = new AbortController().signal;
