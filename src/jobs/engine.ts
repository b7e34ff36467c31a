import { PgBoss } from 'pg-boss';
import type { Log } from '../domain/log.ts';

/** Work that happens without a request: at most one run at a time over all instances, whichever of them is free. */
export interface Job {
  readonly name: string;
  /** When it runs, in cron's words; a minute is the smallest step. */
  readonly cron: string;
  /** Ends soon once the signal is aborted: the service is stopping, or another instance has the run. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export interface JobEngine {
  /** Runs that are due and not begun, by job. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  readonly close: () => Promise<void>;
}

export interface JobEngineParts {
  readonly url: string;
  readonly log: Log;
  readonly jobs: readonly Job[];
}

const queueOptions = {
  policy: 'stately', // One waiting, one running: a slow run does not pile up runs behind it.
  retryLimit: 2,
  retryBackoff: true,
  expireInSeconds: 300,
  heartbeatSeconds: 20, // A run whose instance died is taken over after this long.
  deleteAfterSeconds: 24 * 60 * 60,
} as const;

/** Starts the engine on PostgreSQL, where it keeps its own tables. Any number of instances may start it at once. */
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
        throw error; // The engine tries it again.
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
