import pg from 'pg';
import type { Environment, RunningServer } from './environment.ts';
import { type LoadGenerator, startLoadGenerator } from './load.ts';
import type { Effort, MeasureContext, Subject } from './measure.ts';
import { onceOnly } from './once-only.ts';
import { type Operation, operationsOf } from './operations.ts';
import { makePartner, type Partner } from './partner.ts';
import { openSales, type Sales } from './sales.ts';

/** A database with a service on it, and the requests that can be sent there. */
export interface BenchSetup {
  readonly databaseUrl: string;
  readonly service: RunningServer;
  readonly context: MeasureContext;
  readonly partner: Partner;
  readonly sales: Sales;
  readonly operations: readonly Operation[];
  readonly close: () => Promise<void>;
}

export const connections = 32;

export async function openBenchSetup(
  environment: Environment,
  load: LoadGenerator,
  databaseUrl: string,
): Promise<BenchSetup> {
  const service = await environment.startService(databaseUrl);
  const partner = await makePartner(service.url);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // When a part fails, PostgreSQL stops before this pool is closed; the part's own error is the one to report.
  database.on('error', () => undefined);
  const sales = await openSales(service.url, database, partner);
  return {
    databaseUrl,
    service,
    context: { load, postgresPid: environment.postgresPid, database },
    partner,
    sales,
    operations: operationsOf(service.url, partner, sales, database),
    close: async () => {
      await database.end();
      await service.stop();
    },
  };
}

/** Runs `work` with a load generator, and always stops it. */
export async function withLoad<T>(work: (load: LoadGenerator) => Promise<T>): Promise<T> {
  const load = startLoadGenerator();
  try {
    return await work(load);
  } finally {
    load.stop();
  }
}

const primeCount = 300;

/** A subject with its own requests, so that none that can be sent only once is sent by another. */
export async function subjectOf(
  name: string,
  servers: Subject['servers'],
  operation: Operation,
  { rounds, roundMs, warmUpMs }: Effort,
): Promise<Subject> {
  const seconds = (rounds * roundMs + warmUpMs) / 1_000;
  const requests = await operation.requests(Math.ceil(seconds * (operation.perSecondMax ?? 0)) + primeCount);
  return { name, servers, requests, status: 200, connections };
}

/** For an operation whose requests can be sent only once, a generator that sends nothing twice. */
export function loadFor({ load }: MeasureContext, { perSecondMax }: Operation): LoadGenerator {
  return perSecondMax === null ? load : onceOnly(load, perSecondMax);
}

/**
 * Sends requests before the measurement. PostgreSQL caches plans: one made while the tables were empty scans them, and
 * the subject that planned first would be slower until the next ANALYZE.
 */
export async function prime(databases: readonly pg.Pool[], load: LoadGenerator, subjects: readonly Subject[]) {
  for (const { servers, ...subject } of subjects)
    await load.run({ ...subject, urls: servers.map(({ url }) => url), durationMs: 10_000, countMax: primeCount });
  for (const database of databases) await settle(database);
}

/** Does now what PostgreSQL would do in the background during the measurement. */
export async function settle(database: pg.Pool): Promise<void> {
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
}

/** Mails are stored but not due, so that no subject typesets and sends them during a measurement. */
export async function holdMailsBack(database: pg.Pool, isHeld: boolean): Promise<void> {
  await database.query(`ALTER TABLE mail ALTER due_at SET DEFAULT ${isHeld ? "'infinity'" : 'now()'}`);
}
