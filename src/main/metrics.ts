import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from '../api/kit/http-server.ts';
import type { PrinterEvent } from '../documents/document-printer.ts';
import type { Clock } from '../domain/calendar.ts';
import { shortages } from '../domain/unavailable.ts';
import { type WorkKind, workKinds } from '../domain/work/needs-person.ts';
import type { OpenDatabase } from '../store/database.ts';
import { readDatabaseTime } from '../store/doctor/database-facts.ts';
import { readWebhookBacklog } from '../store/event/webhook.ts';
import { countNeedsPerson, readOpenWork, readRefundsToPay } from '../store/work/needs-person.ts';
import { makeLastKnown } from './last-known.ts';
import { makeLeastOf } from './least-of.ts';

/** What Prometheus reads at `/metrics` on the operator's port. */
export type Metrics = ReturnType<typeof makeMetrics>;

export interface MetricsParts {
  /** How many secrets are waiting to be checked. */
  readonly hashQueueDepth: () => number;
  /** Seconds since each job last succeeded. */
  readonly jobAges: () => ReadonlyMap<string, number>;
  /** Lines of the log that could not be written. */
  readonly logLinesLost: () => number;
}

// A collector waits 10 s. Without the database it gets the last known figures instead, with their age.
const figuresLimits = { waitMs: 2_000, readingMs: 30_000 };

export function makeMetrics({ hashQueueDepth, jobAges, logLinesLost }: MetricsParts) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // Memory, CPU, garbage collection, event-loop delay.
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] });
  /** Read anew for each collection: by the value of the label, or a single figure. */
  const gauge: AddGauge = (name, help, read, label) => {
    const one: Gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const found = await read();
        if (typeof found === 'number') one.set(found);
        else for (const [value, figure] of found) one.labels(value).set(figure);
      },
    });
  };

  const requests = histogram(
    'northbind_request_seconds',
    'Requests by operation and status, with their duration.',
    ['operation', 'status'],
    [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  const refusals = counter('northbind_refusals_total', 'Error codes answered, by operation.', ['operation', 'code']);
  const limiterFaults = counter(
    'northbind_rate_limit_faults_total',
    'Times the shared rate limit could not be counted and this instance counted alone.',
    [],
  );
  const printerEvents = counter(
    'northbind_documents_events_total',
    'Deaths of the typesetter, and documents that it could not set.',
    ['event'],
  );
  for (const event of ['typesetter died', 'document not set'] satisfies PrinterEvent[])
    printerEvents.labels(event).inc(0); // An alert on an increase needs a zero before it.
  const previousKeyUses = counter(
    'northbind_previous_key_uses_total',
    'Values that only the second key of SECRET_KEY could read, by use. When it stays, that key can go.',
    ['use'],
  );
  const partyCalls = histogram(
    'northbind_party_call_seconds',
    'Calls to the card processor, the lender and the mail server by outcome, with their duration.',
    ['party', 'call', 'outcome'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
  );
  const jobRuns = histogram(
    'northbind_job_seconds',
    'Runs of background jobs by outcome, with their duration.',
    ['name', 'outcome'], // Not `job`, which a collector sets itself.
    [0.01, 0.1, 1, 10, 60, 300],
  );
  new Counter({
    name: 'northbind_log_lines_lost_total',
    help: 'Lines of the log that could not be written: its disk is full, or nobody reads its pipe.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(logLinesLost());
    },
  });
  gauge('northbind_secret_check_queue', 'Secrets that wait to be checked.', hashQueueDepth);
  gauge(
    'northbind_job_age_seconds',
    'Seconds since the job last succeeded; for a periodic one, on any instance.',
    jobAges,
    'name',
  );
  return {
    registry,
    observe: ({ operation, status, durationMs, codes }: Answered) => {
      requests.labels(operation, String(status)).observe(durationMs / 1_000);
      for (const code of codes) refusals.labels(operation, code).inc();
    },
    limiterFault: () => limiterFaults.inc(),
    printerEvent: (event: PrinterEvent) => printerEvents.labels(event).inc(),
    previousKeyUsed: (use: 'tokens' | 'vehicleIds') => previousKeyUses.labels(use).inc(),
    partyCalled: (party: string, call: string, outcome: string, seconds: number) =>
      partyCalls.labels(party, call, outcome).observe(seconds),
    /** Returns the function to call when the run has ended. */
    jobBegan: (name: string) => {
      const end = jobRuns.startTimer({ name });
      return (outcome: 'done' | 'failed') => void end({ outcome });
    },
    /** Adds what is read of the database. */
    watchDatabase: (database: OpenDatabase, clock: Clock) => watchDatabase(gauge, database, clock),
    watchJobs: (read: () => Promise<ReadonlyMap<string, number>>) => {
      const readWaiting = makeLastKnown({ read, ...figuresLimits });
      gauge(
        'northbind_jobs_waiting',
        'Whether a periodic job is due and no instance begins it.',
        async () => (await readWaiting())?.value ?? [],
        'name',
      );
    },
  };
}

function watchDatabase(gauge: AddGauge, database: OpenDatabase, clock: Clock): void {
  gauge('northbind_database_connections', 'Open connections to PostgreSQL.', () => database.totalCount);
  gauge('northbind_database_connections_idle', 'Open connections that nobody uses.', () => database.idleCount);
  gauge(
    'northbind_database_waiting',
    'Statements that waited for a connection all the time in the last five seconds.',
    makeLeastOf(database.waiting, { everyMs: 500, samples: 10 }),
  );
  const madeAtMs = performance.now(); // Figures that were never read are older than this.
  const readWork = makeLastKnown({
    read: async () => ({
      needsPerson: await countNeedsPerson(database),
      open: await readOpenWork(database),
      webhooks: await readWebhookBacklog(database),
      skewSeconds: await readSkew(database, clock),
      toPay: await readRefundsToPay(database),
    }),
    ...figuresLimits,
  });
  type Work = NonNullable<Awaited<ReturnType<typeof readWork>>>['value'];
  const ofWork = (name: string, help: string, of: (work: Work, kind: WorkKind) => number): void =>
    gauge(
      name,
      help,
      async () => {
        const known = await readWork();
        return known === null ? [] : workKinds.map((kind) => [kind, of(known.value, kind)] as const);
      },
      'kind',
    );
  ofWork(
    'northbind_needs_person',
    'What the service could not do by itself, by kind of work.',
    // What a person has to pay from the start has figures of its own: it must not wake anybody.
    ({ needsPerson, toPay }, kind) => needsPerson[kind] - (kind === 'reversals' ? toPay.count : 0),
  );
  ofWork('northbind_work_open', 'Work that the service has yet to finish.', ({ open }, kind) => open[kind].count);
  ofWork(
    'northbind_work_oldest_seconds',
    'How long the oldest of it has been waiting; retries do not start it again.',
    ({ open }, kind) => open[kind].oldestSeconds,
  );
  const ofRefundsToPay = (name: string, help: string, of: (toPay: Work['toPay']) => number): void =>
    gauge(name, help, async () => {
      const known = await readWork();
      return known === null ? [] : of(known.value.toPay);
    });
  ofRefundsToPay('northbind_refunds_to_pay', 'Refunds that a person has to pay.', ({ count }) => count);
  ofRefundsToPay(
    'northbind_refund_to_pay_oldest_seconds',
    'How long the oldest refund that a person has to pay has been owed.',
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge(
    'northbind_figures_age_seconds',
    'How long ago the figures of work were read. Grows while the database does not answer.',
    async () => (await readWork())?.ageSeconds ?? (performance.now() - madeAtMs) / 1_000,
  );
  gauge(
    'northbind_webhooks_waiting',
    'Webhook deliveries that have yet to arrive.',
    async () => (await readWork())?.value.webhooks.waiting ?? [],
  );
  gauge(
    'northbind_webhooks_late_seconds',
    'For how long the webhook endpoint that waits longest for its turn has been due; an endpoint that does not answer is due later.',
    async () => (await readWork())?.value.webhooks.lateSeconds ?? [],
  );
  gauge(
    'northbind_webhook_failing_seconds',
    'For how long the webhook endpoint that has failed for longest has taken nothing.',
    async () => (await readWork())?.value.webhooks.failingSeconds ?? [],
  );
  gauge(
    'northbind_clock_skew_seconds',
    'By how much the clock of this instance and that of PostgreSQL differ.',
    async () => (await readWork())?.value.skewSeconds ?? [],
  );
  gauge(
    'northbind_database_short',
    'Whether PostgreSQL has refused within the last half minute because it has run out of something, or its data are damaged.',
    () => shortages.map((of) => [of, database.shortage() === of ? 1 : 0] as const),
    'of',
  );
}

/** The statement's own time is taken as spent half on the way there, half on the way back. */
async function readSkew(database: OpenDatabase, clock: Clock): Promise<number> {
  const askedAt = clock().getTime();
  const databaseAt = (await readDatabaseTime(database)).getTime();
  return Math.abs(databaseAt - (askedAt + clock().getTime()) / 2) / 1_000;
}

type Figures = number | Iterable<readonly [label: string, figure: number]>;
type AddGauge = (name: string, help: string, read: () => Promise<Figures> | Figures, label?: string) => void;
