import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Log } from '../domain/log.ts';
import type { Database } from '../store/database.ts';
import { SchemaBehindError } from '../store/postgres/migrate.ts';

/** A scheduled job: at most one run at a time over all instances. */
export interface Job {
  readonly name: string;
  /** A cron expression; the smallest step is a minute. */
  readonly cron: string;
  /** After how long without a success it is late; ten minutes by default. */
  readonly lateMs?: number;
  /** Must end soon after the signal is aborted: the service is stopping, or another instance has taken the run. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

export interface JobEngine {
  /** Runs that are due and not started, by job. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  readonly close: () => Promise<void>;
}

export interface JobEngineParts {
  /** Connections of the engine's own, so that it never waits for those of requests. */
  readonly database: Database;
  readonly log: Log;
  readonly jobs: readonly Job[];
  /** Whether the engine may make and change its own tables. */
  readonly mayMigrate: boolean;
}

/** Makes the engine's tables, for an instance whose role may not. */
export async function prepareJobEngine(database: Database): Promise<void> {
  const boss = new PgBoss({ ...connectionOf(database), schedule: false, supervise: false });
  boss.on('error', () => undefined); // `start` throws it.
  await boss.start();
  await boss.stop({ graceful: false });
}

function connectionOf(database: Database): ConstructorOptions {
  return { db: { executeSql: (text, values) => database.query(text, values) } };
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
export async function startJobEngine({ database, log, jobs, mayMigrate }: JobEngineParts): Promise<JobEngine> {
  const boss = new PgBoss({ ...connectionOf(database), migrate: mayMigrate, createSchema: mayMigrate });
  boss.on('error', (error) => log.warn('job engine fault', { error: error.message }));
  await boss.start().catch((error: unknown) => {
    throw mayMigrate ? error : new SchemaBehindError();
  });
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
