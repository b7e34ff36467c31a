import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from '../api/kit/http-server.ts';
import type { PrinterEvent } from '../documents/document-printer.ts';
import { type WorkKind, workKinds } from '../domain/operator/needs-person.ts';
import type { Database } from '../store/database.ts';
import { countNeedsPerson, type OpenWork, readOpenWork } from '../store/needs-person.ts';
import { makeLastKnown } from './last-known.ts';

/** What Prometheus reads at `/metrics` on the operator's port. */
export interface Metrics {
  readonly registry: Registry;
  readonly observe: (answered: Answered) => void;
  readonly limiterFault: () => void;
  readonly printerEvent: (event: PrinterEvent) => void;
  readonly previousKeyUsed: (use: 'tokens' | 'vehicleIds') => void;
  readonly partyCalled: (call: PartyCall, seconds: number) => void;
  /** Returns the function to call when the run has ended. */
  readonly jobBegan: (job: string) => (outcome: 'done' | 'failed') => void;
  readonly watchJobs: (waiting: () => Promise<ReadonlyMap<string, number>>) => void;
}

export interface PartyCall {
  readonly party: string;
  readonly call: string;
  readonly outcome: string;
}

export interface MetricsParts {
  readonly database: Database;
  /** How many secrets are waiting to be checked. */
  readonly hashQueueDepth: () => number;
}

// A collector waits 10 s. Without the database it gets the last known figures instead, with their age.
const figuresWaitMs = 2_000;
const figuresReadingMs = 30_000;

export function makeMetrics({ database, hashQueueDepth }: MetricsParts): Metrics {
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
  const printerEvents = new Counter({
    name: 'northbind_documents_events_total',
    help: 'Deaths of the typesetter, and documents that had to be printed in plain letters.',
    labelNames: ['event'],
    registers,
  });
  for (const event of ['typesetter died', 'document in plain letters'] satisfies PrinterEvent[])
    printerEvents.labels(event).inc(0); // An alert on an increase needs a zero before it.
  const previousKeyUses = new Counter({
    name: 'northbind_previous_key_uses_total',
    help: 'Values that only the second key of SECRET_KEY could read, by use. When it stays, that key can go.',
    labelNames: ['use'],
    registers,
  });
  const partyCalls = new Histogram({
    name: 'northbind_party_call_seconds',
    help: 'Calls to the card processor, the lender and the mail server by outcome, with their duration.',
    labelNames: ['party', 'call', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
    registers,
  });
  const jobRuns = new Histogram({
    name: 'northbind_job_seconds',
    help: 'Runs of background jobs by outcome, with their duration.',
    labelNames: ['name', 'outcome'], // Not `job`, which a collector sets itself.
    buckets: [0.01, 0.1, 1, 10, 60, 300],
    registers,
  });
  const readFigures = makeLastKnown({
    read: async () => ({ needsPerson: await countNeedsPerson(database), open: await readOpenWork(database) }),
    waitMs: figuresWaitMs,
    readingMs: figuresReadingMs,
  });
  const ofWork = (name: string, help: string, of: (figures: Figures, kind: WorkKind) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      async collect() {
        const known = await readFigures();
        for (const kind of known === null ? [] : workKinds) this.labels(kind).set(of(known!.value, kind));
      },
    });
  };
  ofWork(
    'northbind_needs_person',
    'What the service could not settle by itself, by kind of work.',
    ({ needsPerson }, kind) => needsPerson[kind],
  );
  ofWork('northbind_work_open', 'Work that the service has yet to finish.', ({ open }, kind) => open[kind].count);
  ofWork(
    'northbind_work_oldest_seconds',
    'How long the oldest of it has been waiting; retries do not start it again.',
    ({ open }, kind) => open[kind].oldestSeconds,
  );
  new Gauge({
    name: 'northbind_figures_age_seconds',
    help: 'How long ago the figures of work were read. Grows while the database does not answer.',
    registers,
    async collect() {
      const known = await readFigures();
      if (known !== null) this.set(known.ageSeconds);
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
  return {
    registry,
    observe: ({ operation, status, durationMs, codes }) => {
      requests.labels(operation, String(status)).observe(durationMs / 1_000);
      for (const code of codes) refusals.labels(operation, code).inc();
    },
    limiterFault: () => limiterFaults.inc(),
    printerEvent: (event) => printerEvents.labels(event).inc(),
    previousKeyUsed: (use) => previousKeyUses.labels(use).inc(),
    partyCalled: ({ party, call, outcome }, seconds) => partyCalls.labels(party, call, outcome).observe(seconds),
    jobBegan: (job) => {
      const end = jobRuns.startTimer({ name: job });
      return (outcome) => void end({ outcome });
    },
    watchJobs: (waiting) => {
      const readWaiting = makeLastKnown({ read: waiting, waitMs: figuresWaitMs, readingMs: figuresReadingMs });
      new Gauge({
        name: 'northbind_jobs_waiting',
        help: 'Runs of background jobs that are due and not begun.',
        labelNames: ['name'],
        registers,
        async collect() {
          for (const [job, count] of (await readWaiting())?.value ?? []) this.labels(job).set(count);
        },
      });
    },
  };
}

interface Figures {
  readonly needsPerson: Readonly<Record<WorkKind, number>>;
  readonly open: Readonly<Record<WorkKind, OpenWork>>;
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
