import pg from 'pg';
import { type BenchSetup, holdMailsBack, loadFor, openBenchSetup, prime, subjectOf } from './bench-setup.ts';
import { countSent, longest } from './compare.ts';
import type { Environment, RunningServer } from './environment.ts';
import { fillSales } from './fill-sales.ts';
import type { LoadGenerator } from './load.ts';
import { type Effort, type Measured, measure, type Subject } from './measure.ts';
import type { Operation } from './operations.ts';
import { openRelay } from './relay.ts';
import type { Counted } from './round-trip.ts';
import { sellSamples } from './sales.ts';

export interface Growth {
  /** The fullest of the databases. */
  readonly databaseUrl: string;
  readonly sizes: readonly Filled[];
  /** By operation, then by the size's name. */
  readonly operations: readonly { readonly name: string; readonly measured: Measured }[];
  readonly instances: readonly Instances[];
}

export interface Filled {
  readonly name: string;
  readonly applications: number;
  readonly megabytes: number;
  readonly seconds: number;
}

export interface Instances {
  readonly operation: string;
  /** By the number of instances. */
  readonly measured: Measured;
  readonly sent: ReadonlyMap<string, readonly Counted[]>;
}

const instanceCounts = [1, 2, 4];
/** These do not use the database. */
const withoutDatabase: ReadonlySet<string> = new Set(['authenticate', 'vehicle look-up']);
const onInstances: ReadonlySet<string> = new Set(['quote', 'bind REF']);

export interface GrowthAsked {
  /** Of applications, the smallest first. */
  readonly counts: readonly number[];
  /** Null: all that use the database. */
  readonly operations: readonly string[] | null;
  readonly effort: Effort;
}

/**
 * The same operations with few and with many sales stored, in turns; then several instances on the fullest database.
 */
export async function measureGrowth(
  environment: Environment,
  load: LoadGenerator,
  { counts, operations: names, effort }: GrowthAsked,
): Promise<Growth> {
  await prepareTemplate(environment);
  const [sizes, setups]: [Filled[], BenchSetup[]] = [[], []];
  for (const applications of counts) {
    const { setup, filled } = await fillSetup(environment, load, applications);
    sizes.push(filled);
    setups.push(setup);
  }
  const operations = await measureSizes(setups, sizes, { names, effort });
  for (const setup of setups.slice(0, -1)) await setup.close();
  const largest = setups.at(-1)!;
  const instances = await measureInstances(environment, largest, effort);
  await largest.close();
  return { databaseUrl: largest.databaseUrl, sizes, operations, instances };
}

const templateName = 'sold_samples';

/** A database with the sandbox's data and the sales of the service of which all others are copies. */
async function prepareTemplate(environment: Environment): Promise<void> {
  const url = await environment.createDatabase(templateName);
  const service = await environment.startService(url);
  const database = new pg.Pool({ connectionString: url, max: 1 });
  await holdMailsBack(database, true);
  await database.end();
  await sellSamples(service.url, url);
  await service.stop();
}

/** Filled before the service starts: the filling must not bind what the service sells. */
async function fillSetup(environment: Environment, load: LoadGenerator, applications: number) {
  const name = `${applications.toLocaleString('en')} applications`;
  console.log(`${name}: filling`);
  const url = await environment.createDatabase(`sales_${applications}`, templateName);
  const seconds = await fillSales(url, applications);
  const database = new pg.Pool({ connectionString: url, max: 1 });
  const { rows } = await database.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  await database.end();
  const megabytes = Number(rows[0]!.bytes) / 2 ** 20;
  console.log(`  ${megabytes.toFixed(0)} MB in ${seconds.toFixed(0)} s`);
  const filled: Filled = { name, applications, megabytes, seconds };
  return { setup: await openBenchSetup(environment, load, url), filled };
}

/** Each operation on each of the databases, in turns. */
async function measureSizes(
  setups: readonly BenchSetup[],
  sizes: readonly Filled[],
  { names, effort }: { readonly names: readonly string[] | null; readonly effort: Effort },
) {
  const found: { readonly name: string; readonly measured: Measured }[] = [];
  for (const [place, operation] of setups[0]!.operations.entries()) {
    if (withoutDatabase.has(operation.name) || names?.includes(operation.name) === false) continue;
    console.log(`${operation.name}, by size`);
    const subjects: Subject[] = [];
    for (const [at, setup] of setups.entries())
      subjects.push(await subjectOf(sizes[at]!.name, [setup.service], setup.operations[place]!, effort));
    const load = loadFor(setups[0]!.context, operation);
    const databases = setups.map(({ context }) => context.database);
    await prime([], load, subjects);
    for (const database of databases) await database.query('CHECKPOINT');
    found.push({ name: operation.name, measured: await measure({ ...setups[0]!.context, load }, subjects, effort) });
  }
  return found;
}

/** All instances run the whole time; requests go to the first, the first two or all of them. */
async function measureInstances(
  environment: Environment,
  setup: BenchSetup,
  effort: Effort,
): Promise<readonly Instances[]> {
  const servers: RunningServer[] = [setup.service];
  while (servers.length < Math.max(...instanceCounts)) servers.push(await environment.startService(setup.databaseUrl));
  const operations = setup.operations.filter(({ name }) => onInstances.has(name));
  const found: Omit<Instances, 'sent'>[] = [];
  for (const operation of operations) {
    console.log(`${operation.name}, by instances`);
    const subjects: Subject[] = [];
    for (const count of instanceCounts)
      subjects.push(await subjectOf(instancesName(count), servers.slice(0, count), operation, effort));
    const load = loadFor(setup.context, operation);
    await prime([], load, subjects);
    await warmAll(load, servers, operation, effort);
    await setup.context.database.query('CHECKPOINT');
    found.push({ operation: operation.name, measured: await measure({ ...setup.context, load }, subjects, effort) });
  }
  for (const server of servers.slice(1)) await server.stop();
  const sent = await countOnInstances(environment, setup);
  return found.map((one) => ({ ...one, sent: sent.get(one.operation)! }));
}

/** Each instance compiles its own hot code and gets only a share of the requests; the first one is already warm. */
async function warmAll(load: LoadGenerator, servers: Subject['servers'], operation: Operation, { warmUpMs }: Effort) {
  const durationMs = warmUpMs * servers.length * (operation.name === longest ? 4 : 3);
  const subject = await subjectOf('', servers, operation, { rounds: 0, roundMs: 0, warmUpMs: durationMs });
  await load.run({ ...subject, urls: servers.map(({ url }) => url), durationMs, countMax: Number.MAX_SAFE_INTEGER });
}

export const instancesName = (count: number): string => (count === 1 ? '1 instance' : `${count} instances`);

async function countOnInstances(environment: Environment, setup: BenchSetup) {
  const relay = await openRelay(setup.databaseUrl);
  const servers: RunningServer[] = [];
  while (servers.length < Math.max(...instanceCounts)) servers.push(await environment.startService(relay.url));
  const found = new Map<string, Map<string, readonly Counted[]>>();
  for (const operation of setup.operations.filter(({ name }) => onInstances.has(name))) {
    const sent = new Map<string, readonly Counted[]>();
    for (const count of instanceCounts)
      sent.set(instancesName(count), await countSent(relay, servers.slice(0, count), setup, operation));
    found.set(operation.name, sent);
  }
  for (const server of servers) await server.stop();
  relay.close();
  return found;
}
