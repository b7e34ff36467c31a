import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from '../api/kit/http-server.ts';
import type { Database } from '../store/database.ts';
import { countNeedsPerson } from '../store/needs-person.ts';

/** What Prometheus reads at `/metrics` on the operator's port. */
export interface Metrics {
  readonly registry: Registry;
  readonly observe: (answered: Answered) => void;
  readonly limiterFault: () => void;
  readonly watchJobs: (waiting: () => Promise<ReadonlyMap<string, number>>) => void;
}

export interface MetricsParts {
  readonly database: Database;
  /** How many secrets are waiting to be checked. */
  readonly hashQueueDepth: () => number;
  /** Seconds since each job last succeeded. */
  readonly jobAges: () => ReadonlyMap<string, number>;
}

export function makeMetrics({ database, hashQueueDepth, jobAges }: MetricsParts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // Memory, CPU, garbage collection, event-loop delay.
  const registers = [registry];
  const requests = new Histogram({
    name: 'northbind_request_seconds',
    help: 'Requests by operation and status, with their duration.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const refusals = new Counter({
    name: 'northbind_refusals_total',
    help: 'Error codes answered, by operation.',
    labelNames: ['operation', 'code'],
    registers,
  });
  const limiterFaults = new Counter({
    name: 'northbind_rate_limit_faults_total',
    help: 'Times the shared rate limit could not be counted and this instance counted alone.',
    registers,
  });
  new Gauge({
    name: 'northbind_needs_person',
    help: 'What the service could not settle by itself, by kind: reversals, charges, mails, binds.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const counts = await whileThere(countNeedsPerson(database));
      this.reset();
      for (const [kind, count] of Object.entries(counts ?? {})) this.labels(kind).set(count);
    },
  });
  gauge(registry, 'northbind_database_connections', 'Open connections to PostgreSQL.', () => database.totalCount);
  gauge(
    registry,
    'northbind_database_connections_idle',
    'Open connections that nobody uses.',
    () => database.idleCount,
  );
  gauge(registry, 'northbind_database_waiting', 'Requests that wait for a connection.', () => database.waitingCount);
  gauge(registry, 'northbind_secret_check_queue', 'Secrets that wait to be checked.', hashQueueDepth);
  new Gauge({
    name: 'northbind_job_age_seconds',
    help: 'Seconds since the job last succeeded; for one that runs every minute, on any instance.',
    labelNames: ['job'],
    registers,
    collect() {
      for (const [job, seconds] of jobAges()) this.labels(job).set(seconds);
    },
  });
  return {
    registry,
    observe: ({ operation, status, durationMs, codes }) => {
      requests.labels(operation, String(status)).observe(durationMs / 1_000);
      for (const code of codes) refusals.labels(operation, code).inc();
    },
    limiterFault: () => limiterFaults.inc(),
    watchJobs: (waiting) => {
      new Gauge({
        name: 'northbind_jobs_waiting',
        help: 'Runs of background jobs that are due and not begun.',
        labelNames: ['job'],
        registers,
        async collect() {
          const counts = await whileThere(waiting());
          this.reset();
          for (const [job, count] of counts ?? []) this.labels(job).set(count);
        },
      });
    },
  };
}

// Less than a collector waits.
const databaseMs = 2_000;

/** Null while the database is away: the other figures are wanted most then. */
function whileThere<T>(read: Promise<T>): Promise<T | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), databaseMs);
  return Promise.race([read.catch(() => null), tooLate]).finally(() => clearTimeout(timer));
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
