import type { Log } from '../domain/log.ts';
import { leaseFor } from '../flows/work/run-due-work.ts';
import type { Database } from '../store/database.ts';
import { finishJob, jobWork, type NamedPeriod, releaseJob, renewJob } from '../store/work/periodic-job.ts';
import type { TakenWork } from '../store/work/work.ts';
import { withDeadline } from './deadline.ts';

/** A job that runs once in each period: at most one run at a time over all instances. */
export interface PeriodicJob extends NamedPeriod {
  /** After how long without a success it is late; ten minutes by default. */
  readonly lateMs?: number;
  /** Must end soon after the signal is aborted: the service is stopping, or another instance may have taken the job. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

export interface PeriodicJobsParts {
  readonly database: Database;
  readonly log: Log;
  readonly jobs: readonly PeriodicJob[];
}

// Another instance takes over a crashed instance's job after this long, and as long as it takes it to look. A run that
// goes on for longer renews it.
const leaseSeconds = 10;
const renewEveryMs = (leaseSeconds * 1_000) / 4;
// Longer than any flow takes more work in one run.
const runMsMax = 300_000;
const retrySeconds = [10, 20, 40, 80, 120] as const;

/**
 * Runs periodic jobs. Each is a row of durable work: whichever instance looks first after it has fallen due takes it. A
 * run may be repeated on another instance after this one was suspended, so that each job has to allow it.
 */
export function makePeriodicJobs({ database, log, jobs }: PeriodicJobsParts) {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  return {
    /** Takes what is due and begins it. A long run keeps none of the other jobs waiting. */
    look: async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        const idle = jobs.filter(({ name }) => !running.has(name));
        const taken = await jobWork.take(database, leaseSeconds, null, { names: idle.map(({ name }) => name) });
        if (taken === null) return;
        const job = idle.find(({ name }) => name === taken.id)!;
        const run = runTaken({ database, log, job, taken, stopping: stopping.signal });
        running.set(
          job.name,
          run.finally(() => running.delete(job.name)),
        );
      }
    },
    /** Cuts the runs short and waits for them: another instance does the rest. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

interface Run {
  readonly database: Database;
  readonly log: Log;
  readonly job: PeriodicJob;
  readonly taken: TakenWork;
  readonly stopping: AbortSignal;
}

/** Never throws: what can't be written is taken again when the lease has expired. */
async function runTaken({ database, log, job, taken, stopping }: Run): Promise<void> {
  const lease = keepLease(database, taken);
  const cut = AbortSignal.any([stopping, lease.lost]);
  const failure = cut.aborted ? null : await failureOf(withDeadline(runMsMax, cut, job.run));
  lease.end();
  if (failure !== null) log.error('job failed', { job: job.name, error: failure.stack });
  const end = (): Promise<boolean> => {
    if (cut.aborted) return releaseJob(database, taken);
    if (failure === null) return finishJob(database, taken, job);
    const waitSeconds = Math.min(job.everySeconds, retrySeconds[taken.attempts - 1] ?? retrySeconds.at(-1)!);
    return jobWork.postpone(database, taken, { failure: 'error', cause: failure.message, waitSeconds });
  };
  await end().then(
    (isOurs) => {
      if (!isOurs) log.warn('job taken by another instance', { job: job.name });
    },
    (error: unknown) => log.warn('end of job not written', { job: job.name, error: String(error) }),
  );
}

function failureOf(run: Promise<void>): Promise<Error | null> {
  return run.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
}

/** Renews the lease while the job runs. `lost` is aborted when it may have expired, or another instance has the job. */
function keepLease(database: Database, taken: TakenWork) {
  const lost = new AbortController();
  let lease = leaseFor(leaseSeconds);
  const timer = setInterval(() => {
    if (lease.endedReason() !== null) lost.abort();
    const renewed = leaseFor(leaseSeconds);
    renewJob(database, taken, leaseSeconds).then(
      (isOurs) => {
        lease = renewed;
        if (!isOurs) lost.abort();
      },
      () => undefined, // Tried again at the next renewal; if none succeeds, the lease expires.
    );
  }, renewEveryMs);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
