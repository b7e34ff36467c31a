/**
 * When each job last succeeded. A job that hangs or fails again and again shows here; its error alone would be in the
 * log, and a hanging one has none.
 */
export interface JobWatch {
  /** From now on the job has to succeed at least this often. */
  readonly expect: (job: string, withinMs: number) => void;
  /** It succeeded so long ago, perhaps on another instance. */
  readonly succeeded: (job: string, agoMs?: number) => void;
  /** Seconds since the last success; since the start, if there was none. */
  readonly ages: () => ReadonlyMap<string, number>;
  /** Jobs that have not succeeded in time. */
  readonly late: () => readonly string[];
}

interface Watched {
  readonly withinMs: number;
  succeededAt: number;
}

export function watchJobs(): JobWatch {
  const jobs = new Map<string, Watched>();
  return {
    expect: (job, withinMs) => void jobs.set(job, { withinMs, succeededAt: performance.now() }),
    succeeded: (job, agoMs = 0) => {
      const watched = jobs.get(job);
      if (watched !== undefined) watched.succeededAt = Math.max(watched.succeededAt, performance.now() - agoMs);
    },
    ages: () => new Map([...jobs].map(([job, { succeededAt }]) => [job, (performance.now() - succeededAt) / 1_000])),
    late: () =>
      [...jobs]
        .filter(([, { succeededAt, withinMs }]) => performance.now() - succeededAt > withinMs)
        .map(([job]) => job),
  };
}
