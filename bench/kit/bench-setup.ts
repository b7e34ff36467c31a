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
  // When a part fails, the server ends first: the part's own fault is the one to tell.
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

/** Runs `work` with a load generator of its own, and stops it whatever happens. */
export async function withLoad<T>(work: (load: LoadGenerator) => Promise<T>): Promise<T> {
  const load = startLoadGenerator();
  try {
    return await work(load);
  } finally {
    load.stop();
  }
}

const primeCount = 300;

/** A subject with requests of its own: none that can be sent only once is sent by another. */
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

/** The generator that an operation needs: one that sends nothing twice when it can be done only once. */
export function loadFor({ load }: MeasureContext, { perSecondMax }: Operation): LoadGenerator {
  return perSecondMax === null ? load : onceOnly(load, perSecondMax);
}

/**
 * Requests before the clock runs. PostgreSQL keeps a statement's plan: one made while the tables were empty reads them
 * whole, and whoever was first to plan would be the slower one until they are next analysed.
 */
export async function prime(databases: readonly pg.Pool[], load: LoadGenerator, subjects: readonly Subject[]) {
  for (const { servers, ...subject } of subjects)
    await load.run({ ...subject, urls: servers.map(({ url }) => url), durationMs: 10_000, countMax: primeCount });
  for (const database of databases) await settle(database);
}

/** What would follow by itself in the background is done now, before the clock runs. */
export async function settle(database: pg.Pool): Promise<void> {
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
}

/** Mails are written but not due: on all sides of a comparison, nothing is printed and sent meanwhile. */
export async function holdMailsBack(database: pg.Pool, isHeld: boolean): Promise<void> {
  await database.query(`ALTER TABLE mail ALTER due_at SET DEFAULT ${isHeld ? "'infinity'" : 'now()'}`);
}
