import { mkdir, rm, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import pg from 'pg';
import { applyRetention } from '../../src/flows/person/apply-retention.ts';
import { longLimits, openDatabase } from '../../src/store/database.ts';
import { applyMigrations } from '../../src/store/postgres/migrate.ts';
import type { BenchSetup } from './bench-setup.ts';
import { growthTargets } from './chapters.ts';
import type { Environment } from './environment.ts';
import { type Filled, fillSetup, measureSizes, prepareTemplate } from './growth.ts';
import { jobCases, reportCases } from './job-cases.ts';
import type { LoadGenerator } from './load.ts';
import { type Effort, type Measured, median, ratios } from './measure.ts';
import { operatorCases } from './operator-cases.ts';
import { percentile } from './pace.ts';
import { applicationFilters, partnerFilters } from './partner-filters.ts';
import type { Findings } from './report.ts';
import { range, table } from './table.ts';
import { type Case, isAbove, plansOf, type Timed, timeCase } from './timed.ts';

/**
 * Growth to ten million applications: operations, lists, searches, jobs, reports, the newest migrations and retention,
 * each beside the same with a thousand, and how many bytes a sale takes in each table.
 */
export interface TenMillionAsked {
  /** Of applications. */
  readonly count: number;
  /** Null: all. */
  readonly operations: readonly string[] | null;
  readonly effort: Effort;
  /** Of each list, job and report. */
  readonly rounds?: number;
}

const fewCount = 1_000;
const growthMax = 1.3;
/** Below it, a multiple tells of the clock and not of the size. */
const noticedMs = 5;

export async function measureTenMillion(
  environment: Environment,
  load: LoadGenerator,
  { count, ...asked }: TenMillionAsked,
): Promise<Findings> {
  await whileUnsafe(environment, true);
  await prepareTemplate(environment);
  const few = await fillSetup(environment, load, fewCount);
  const many = await fillSetup(environment, load, count);
  await whileUnsafe(environment, false);
  const found = await measureAtSizes(few, many, asked);
  await few.setup.close();
  await many.setup.close();
  return found;
}

/** A server that dies while it is filled is filled anew. */
async function whileUnsafe(environment: Environment, isUnsafe: boolean): Promise<void> {
  const admin = new pg.Client({ connectionString: environment.adminUrl });
  await admin.connect();
  for (const name of ['fsync', 'full_page_writes', 'autovacuum'])
    await admin.query(isUnsafe ? `ALTER SYSTEM SET ${name} = off` : `ALTER SYSTEM RESET ${name}`);
  await admin.query('SELECT pg_reload_conf()');
  await admin.end();
}

export interface AtSize {
  readonly setup: BenchSetup;
  readonly filled: Filled;
}

export async function measureAtSizes(
  few: AtSize,
  many: AtSize,
  { operations: names, effort, rounds }: Omit<TenMillionAsked, 'count'>,
): Promise<Findings> {
  const sizes = await readSizes(many.setup.context.database);
  const compared = await compareCases(few.setup, many.setup, rounds);
  const operations = await measureSizes([few.setup, many.setup], [few.filled, many.filled], { names, effort });
  const migrations = await measureMigrations(many.setup);
  const retention = await measureRetention(many.setup, many.filled.applications);
  const found = { few: few.filled, many: many.filled, sizes, compared, operations, migrations, retention };
  await writeAll(found);
  return findingsOf(found);
}

interface Found {
  readonly few: Filled;
  readonly many: Filled;
  readonly sizes: readonly TableSize[];
  readonly compared: readonly Compared[];
  readonly operations: readonly { readonly name: string; readonly measured: Measured }[];
  readonly migrations: readonly Migrated[];
  readonly retention: readonly Retained[];
}

interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
}

async function readSizes(database: pg.Pool): Promise<readonly TableSize[]> {
  const { rows } = await database.query<TableSize>(
    `SELECT relname AS name, greatest(reltuples, 0)::float8 AS rows, pg_table_size(oid)::float8 AS "tableBytes",
            pg_indexes_size(oid)::float8 AS "indexBytes"
     FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_total_relation_size(oid) > 1048576
     ORDER BY pg_total_relation_size(oid) DESC`,
  );
  return rows;
}

interface Compared {
  readonly few: Timed;
  readonly many: Timed;
}

/** The same cases on both, one after the other, so that other load on the machine affects both. */
async function compareCases(
  few: BenchSetup,
  many: BenchSetup,
  rounds: number | undefined,
): Promise<readonly Compared[]> {
  const ofMany = new Map((await casesOf(many)).map((one) => [one.name, one]));
  const found: Compared[] = [];
  for (const one of await casesOf(few)) {
    const other = ofMany.get(one.name);
    if (other === undefined) continue;
    const compared = { few: await timeCase(one, rounds), many: await timeCase(other, rounds) };
    if (isOver(compared) || readsMore(compared))
      console.log(
        `  ${one.name}: ${compared.few.medianMs.toFixed(1)} → ${compared.many.medianMs.toFixed(1)} ms, ${compared.few.pages} → ${compared.many.pages} pages`,
      );
    found.push(compared);
  }
  return found;
}

async function casesOf({ databaseUrl, service, partner }: BenchSetup): Promise<readonly Case[]> {
  // Reports and exports are given a minute; the rest would fail at the usual limit.
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    onConnectionLost: () => undefined,
    limits: longLimits,
  });
  const headers = { authorization: partner.quotes[0]!.headers.authorization! };
  const get = (path: string): Case => ({
    name: `partner: GET ${path.replace(/=[\w-]*\d[\w-]*/g, '=…')}`,
    limitMs: null,
    run: async () => {
      const answer = await fetch(service.url + path, { headers });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      await answer.arrayBuffer();
    },
  });
  const counted = (one: Case): Case => ({ ...one, pagesSoFar: () => readPages(database) });
  const filters = (await partnerFilters(database)).slice(0, 7 + 12);
  return [
    ...(await operatorCases(database)).map(counted),
    ...filters.map((filter) => get(`/v1/policies?${new URLSearchParams(filter)}`)),
    ...(await applicationFilters(database)).map((filter) => get(`/v1/applications?${new URLSearchParams(filter)}`)),
    ...['/v1/events', '/v1/requests', '/v1/requests?operation=bind'].map(get),
    ...(await reportCases(database)).map(counted),
    ...(await jobCases(database)).map(counted),
  ];
}

/** Of the only connection. What it did is told at the end of a statement, but not each time. */
async function readPages(database: pg.Pool): Promise<number> {
  await database.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await database.query<{ pages: number }>(
    'SELECT coalesce(sum(hits + reads), 0)::float8 AS pages FROM pg_stat_get_backend_io(pg_backend_pid())',
  );
  return rows[0]!.pages;
}

/** Below it, one more level of an index is a large part. */
const noticedPages = 100;
const readsMore = ({ few, many }: Compared): boolean =>
  few.pages !== null && many.pages !== null && many.pages > noticedPages && many.pages > few.pages * growthMax;

const multipleOf = ({ few, many }: Compared): number => many.medianMs / few.medianMs;
/** Above its own limit, or, without one, notably above the few's. */
const isOver = (one: Compared): boolean =>
  one.many.limitMs === null ? multipleOf(one) > growthMax && one.many.medianMs > noticedMs : isAbove(one.many);

interface Migrated {
  readonly name: string;
  readonly seconds: number;
  /** The longest that a quote took meanwhile, and how many were answered. */
  readonly slowestQuoteMs: number;
  readonly quotes: number;
}

/** Of those that may be run again, each by itself, while quotes are asked for. */
const newest = [
  '0053-quick-functions.sql',
  '0054-requests-by-hash.sql',
  '0061-account-days.sql',
  '0062-events-by-sale.sql',
  '0063-newest-names.sql',
];

async function measureMigrations({ databaseUrl, service, partner }: BenchSetup): Promise<readonly Migrated[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  const found: Migrated[] = [];
  for (const name of newest) {
    await database.query('DELETE FROM migration WHERE name = $1', [name]);
    const times: number[] = [];
    let isOver = false;
    const quoting = (async () => {
      for (let turn = 0; !isOver; turn += 1) {
        const { method, path, headers, body } = partner.quotes[turn % partner.quotes.length]!;
        const since = performance.now();
        const answer = await fetch(service.url + path, { method, headers, body });
        await answer.arrayBuffer();
        times.push(performance.now() - since);
      }
    })();
    const since = performance.now();
    await applyMigrations(database);
    const seconds = (performance.now() - since) / 1_000;
    isOver = true;
    await quoting;
    found.push({ name, seconds, slowestQuoteMs: percentile(times, 1), quotes: times.length });
  }
  await database.end();
  return found;
}

interface Retained {
  readonly kind: string;
  readonly table: string;
  readonly rows: number;
  readonly seconds: number;
  /** How many a month has. */
  readonly monthRows: number;
  readonly deadRows: number;
  readonly vacuumSeconds: number;
}

const retentionMs = 20_000;
/** The look for them takes most of this. */
const policiesMs = 90_000;
const nothing = { quoteDays: 0, policyYears: 0, mailDays: 0, auditYears: 0, eventDays: 0, deliveryDays: 0 };

/** The oldest month of each kind goes, for some seconds; then what is left behind is vacuumed. */
async function measureRetention({ databaseUrl }: BenchSetup, applications: number): Promise<readonly Retained[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const policies = (applications * 0.3) / 36;
  const kinds = [
    { kind: 'events', table: 'event', periods: { eventDays: 1_065 }, monthRows: policies },
    { kind: 'deliveries', table: 'webhook_delivery', periods: { deliveryDays: 150 }, monthRows: policies * 0.9 },
    { kind: 'mails', table: 'mail', periods: { mailDays: 1_065 }, monthRows: policies * 1.5 },
    { kind: 'audit', table: 'audit', periods: { auditYears: 2 }, monthRows: policies * 2.5 },
    { kind: 'quotes', table: 'application', periods: { quoteDays: 1_065 }, monthRows: (applications * 0.7) / 36 },
    { kind: 'policies', table: 'policy', periods: { policyYears: 1 }, monthRows: policies },
  ] as const;
  const found: Retained[] = [];
  for (const { kind, table: name, periods, monthRows } of kinds) {
    const parts = { database, clock: () => new Date(), retention: { ...nothing, ...periods } };
    const since = performance.now();
    const by = { actor: { kind: 'job', name: 'retention' }, reason: '' } as const;
    const counts = await applyRetention(parts, by, AbortSignal.timeout(kind === 'policies' ? policiesMs : retentionMs));
    const seconds = (performance.now() - since) / 1_000;
    await owner.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await owner.query<{ dead: number }>(
      `SELECT n_dead_tup::float8 AS dead FROM pg_stat_user_tables WHERE relid = $1::regclass`,
      [name],
    );
    const vacuumedSince = performance.now();
    await owner.query(`VACUUM ${name}`);
    const vacuumSeconds = (performance.now() - vacuumedSince) / 1_000;
    found.push({
      kind,
      table: name,
      rows: counts[kind] ?? 0,
      seconds,
      monthRows,
      deadRows: rows[0]!.dead,
      vacuumSeconds,
    });
    console.log(`  retention of ${kind}: ${counts[kind] ?? 0} in ${seconds.toFixed(1)} s`);
  }
  await database.end();
  await owner.end();
  return found;
}

function findingsOf({ few, many, sizes, compared, operations, migrations, retention }: Found): Findings {
  const slower = (measured: Measured) => ratios(measured.get(few.name)!, measured.get(many.name)!);
  const over = compared.filter(isOver);
  const searches = compared.filter((one) => one.many.limitMs === 50).map((one) => one.many.medianMs);
  const lists = compared.filter((one) => one.many.limitMs === 100).map((one) => one.many.medianMs);
  const file = `results/ten-million-${arch()}.md`;
  const sales = many.applications * 0.3;
  const chapters = [
    {
      title: 'Growth to ten million',
      body: [
        `${many.name} and three policies for each ten of them, with their books, events, audit, mails and documents’ rows: ${(many.megabytes / 1024).toFixed(1)} GB, filled in ${(many.seconds / 60).toFixed(1)} minutes (the bytes of documents are not filled). Beside ${few.name}, in turns.`,
        table(
          ['', `${few.name}: requests/s`, `${many.name}: requests/s`, 'time, × few'],
          operations.map(({ name, measured }) => [
            name,
            ...[few, many].map((size) => median(measured.get(size.name)!.map(({ perSecond }) => perSecond)).toFixed(0)),
            `**${median(slower(measured)).toFixed(2)}** (${range(slower(measured))})`,
          ]),
        ),
        `${compared.length} lists, searches, jobs and reports: the slowest median of ${lists.length} lists is ${Math.max(...lists).toFixed(1)} ms (wanted: at most 100), of ${searches.length} searches ${Math.max(...searches).toFixed(1)} ms (wanted: at most 50). ${over.length} are above their limit or, without one, above ${growthMax} times that of ${few.name} and ${noticedMs} ms. ${compared.filter(readsMore).length} read more than ${growthMax} times as many pages, which a busy machine does not change. All of them, and the plans of the slow lists, are in [${file}](${file}).`,
        ...(over.length === 0 ? [] : [comparedTable(over, few, many)]),
      ].join('\n\n'),
    },
    {
      title: 'Bytes of a sale',
      body: `By table, divided by the ${sales.toLocaleString('en')} policies: a sale has its share of the quotes that came to nothing. Where it says so, only some time is kept.\n\n${table(
        ['', 'rows', 'MB', 'bytes of a sale', 'of them in indexes'],
        sizes.map(({ name, rows, tableBytes, indexBytes }) => [
          name,
          Math.round(rows).toLocaleString('en'),
          ((tableBytes + indexBytes) / 2 ** 20).toFixed(0),
          ((tableBytes + indexBytes) / sales).toFixed(0),
          (indexBytes / sales).toFixed(0),
        ]),
      )}`,
    },
    retentionChapter({ retention, migrations }),
  ];
  return {
    chapters,
    targets: [
      ...growthTargets(operations, [few.name, many.name], growthMax),
      { name: `searches with ${many.name}: slowest`, values: [Math.max(...searches)], unit: ' ms', atMost: 50 },
      { name: `lists with ${many.name}: slowest`, values: [Math.max(...lists)], unit: ' ms', atMost: 100 },
    ],
    bars: [],
  };
}

function retentionChapter({
  retention,
  migrations,
}: Pick<Found, 'retention' | 'migrations'>): Findings['chapters'][number] {
  return {
    title: 'Retention and migrations at size',
    body: [
      `What is over its time goes in batches of 200, each in a transaction of its own, here for ${retentionMs / 1_000} seconds of each kind (${policiesMs / 1_000} of policies, of which the look takes the most); a month at this size follows from that.`,
      table(
        ['', 'rows', 'rows/s', 'a month: rows', 'a month: s', 'dead rows', 'vacuum s'],
        retention.map(({ kind, rows, seconds, monthRows, deadRows, vacuumSeconds }) => [
          kind,
          rows.toLocaleString('en'),
          (rows / seconds).toFixed(0),
          Math.round(monthRows).toLocaleString('en'),
          rows === 0 ? 'none went yet' : ((monthRows / rows) * seconds).toFixed(0),
          deadRows.toLocaleString('en'),
          vacuumSeconds.toFixed(1),
        ]),
      ),
      'The newest migrations, each run again while quotes are asked for, one after the other:',
      table(
        ['', 's', 'quotes meanwhile', 'slowest quote ms'],
        migrations.map(({ name, seconds, quotes, slowestQuoteMs }) => [
          name,
          seconds.toFixed(2),
          String(quotes),
          slowestQuoteMs.toFixed(0),
        ]),
      ),
    ].join('\n\n'),
  };
}

function comparedTable(some: readonly Compared[], few: Filled, many: Filled): string {
  return table(
    ['', `${few.name}: ms`, `${many.name}: ms`, '×', 'pages', 'pages'],
    some.map((one) => [
      one.few.name,
      one.few.medianMs.toFixed(1),
      one.many.medianMs.toFixed(1),
      multipleOf(one).toFixed(1),
      String(one.few.pages ?? ''),
      String(one.many.pages ?? ''),
    ]),
  );
}

async function writeAll({ compared, few, many }: Found): Promise<void> {
  const results = new URL('../results/', import.meta.url);
  await mkdir(results, { recursive: true });
  const plans = plansOf(compared.map((one) => one.many));
  const path = new URL(`ten-million-${arch()}.md`, results);
  await rm(path, { force: true });
  await writeFile(
    path,
    `${[`# With ${many.name}\n\nMedians.\n\n${comparedTable(compared, few, many)}`, ...plans].join('\n\n')}\n`,
  );
}
