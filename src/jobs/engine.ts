import { PgBoss } from 'pg-boss';
import type { Log } from '../domain/log.ts';

/** A scheduled job: at most one run at a time over all instances. */
export interface Job {
  readonly name: string;
  /** A cron expression; the smallest step is a minute. */
  readonly cron: string;
  /** Must end soon after the signal is aborted: the service is stopping, or another instance has taken the run. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export interface JobEngine {
  /** Runs that are due and not started, by job. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  readonly close: () => Promise<void>;
}

export interface JobEngineParts {
  readonly url: string;
  readonly log: Log;
  readonly jobs: readonly Job[];
}

const queueOptions = {
  policy: 'stately', // One waiting, one running: a slow run does not queue up more.
  retryLimit: 2,
  retryBackoff: true,
  expireInSeconds: 300,
  heartbeatSeconds: 20, // Another instance takes over a crashed instance's run after this long.
  deleteAfterSeconds: 24 * 60 * 60,
} as const;

/** Starts pg-boss, which has its own tables in PostgreSQL. Any number of instances may start it at once. */
export async function startJobEngine({ url, log, jobs }: JobEngineParts): Promise<JobEngine> {
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: 'northbind jobs' });
  boss.on('error', (error) => log.warn('job engine fault', { error: error.message }));
  await boss.start();
  const stopping = new AbortController();
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, queueOptions);
    await boss.schedule(name, cron);
    await boss.work(name, async (begun) => {
      try {
        await run(AbortSignal.any([stopping.signal, ...begun.map(({ signal }) => signal)]));
      } catch (error) {
        log.error('job failed', { job: name, error: error instanceof Error ? error.stack : String(error) });
        throw error; // pg-boss retries it.
      }
    });
  }
  return {
    waiting: async () => {
      const queues = await boss.getQueues(jobs.map(({ name }) => name));
      return new Map(queues.map(({ name, readyCount }) => [name, readyCount]));
    },
    close: () => {
      stopping.abort();
      return boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
