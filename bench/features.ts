import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchSetup, openBenchSetup, withLoad } from './kit/bench-setup.ts';
import { openEnvironment } from './kit/environment.ts';
import type { SampleRequest } from './kit/load.ts';
import { median } from './kit/measure.ts';
import { olderCommit, olderTree } from './kit/older.ts';
import { table } from './kit/table.ts';
import { countingSettings, countWritten, type Written } from './kit/written.ts';

/**
 * What each later feature costs a quote and a bind in the database: bytes of write-ahead log by table and index, and
 * time by the part of the statement that does it (`auto_explain`). One request at a time, so that a busy machine
 * changes the times and nothing else. Beside it the totals of the version before these features. `--quick` counts
 * fewer.
 */
const requestsCount = process.argv.includes('--quick') ? 32 : 128;

// What is printed to standard output is the chapter.
console.log = console.error;

interface Feature {
  readonly name: string;
  /** Tables and indexes that are only there for it. */
  readonly relations: RegExp;
  /** The part of a statement that does it, by what its plan calls it. */
  readonly node?: (node: PlanNode) => boolean;
  /** Statements that run behind the requests. */
  readonly behind?: RegExp;
}

const cte = (name: string) => (node: PlanNode) => node['Subplan Name'] === `CTE ${name}`;
const features: readonly Feature[] = [
  {
    name: 'events',
    relations: /^event/,
    node: cte('told'),
    behind: /^UPDATE event SET|webhook_delivery|FROM event WHERE place IS NULL/,
  },
  { name: 'books', relations: /^ledger_/, node: (node) => ['entered', 'postings'].some((name) => cte(name)(node)) },
  { name: 'log of requests', relations: /^partner_request/, behind: /partner_request/ },
  {
    name: 'look for other policies of the vehicle',
    relations: /^$/,
    node: (node) => node['Node Type'] === 'Aggregate' && node['Subplan Name']?.startsWith('InitPlan') === true,
  },
  {
    name: 'links of the audit',
    relations: /^audit_(chain|unlinked)/,
    behind: /^UPDATE audit SET|FROM audit WHERE place/,
  },
  {
    name: 'searches and lists of operators',
    relations:
      /application_words|application_by_quote_day|application_kept|policy_(paid_by|by_cover_end|by_start|by_end|by_loan)|document_by_policy/,
  },
];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Total Time': number;
  readonly 'CTE Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const environment = await openEnvironment({
  ...countingSettings,
  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_format': 'json',
});
try {
  const chapters = await withLoad(async (load) => {
    const now = await openBenchSetup(environment, load, await environment.createDatabase('now'));
    const root = await olderTree();
    const beside = { ...environment, startService: (url: string) => environment.startService(url, root) };
    const older = await openBenchSetup(beside, load, await environment.createDatabase('older'));
    await now.context.database.query(`ALTER TABLE mail ALTER due_at SET DEFAULT 'infinity'`);
    await older.context.database.query(`ALTER TABLE mail ALTER next_attempt_at SET DEFAULT 'infinity'`);
    const found: string[] = [];
    for (const name of ['quote', 'bind REF', 'bind CC', 'bind PFF']) {
      const [ofNow, plans] = await countBoth(now, name);
      const ofOlder = await count(older, await someOf(older, name));
      found.push(chapterOf(name, ofNow, ofOlder, plans));
    }
    found.push(await idempotencyChapter(now));
    await now.close();
    await older.close();
    return found;
  });
  process.stdout.write(`${intro()}\n\n${chapters.join('\n\n')}\n`);
} finally {
  await environment.close();
}

function intro(): string {
  return `Counted for ${requestsCount} requests of each, one at a time, without images of whole pages. “Time” is PostgreSQL’s, of the part of the statement or of the statements behind the requests, in the median or on average; what Node.js does for a feature is in the totals of \`older-version\` alone. An index that also serves something older is not counted.`;
}

async function someOf(
  { operations, context: { database } }: BenchSetup,
  name: string,
): Promise<readonly SampleRequest[]> {
  const all = await operations.find((one) => one.name === name)!.requests(requestsCount * 2);
  await database.query('VACUUM (ANALYZE)');
  return all.slice(0, requestsCount * 2);
}

async function count({ context, service }: BenchSetup, requests: readonly SampleRequest[]): Promise<Written> {
  // The first half warms up, so that statements are prepared and pages are there.
  await countWritten(context.database, service.url, requests.slice(0, requestsCount));
  return countWritten(context.database, service.url, requests.slice(requestsCount));
}

async function countBoth(setup: BenchSetup, name: string) {
  const written = await count(setup, await someOf(setup, name));
  const { database } = setup.context;
  const requests = (await someOf(setup, name)).slice(0, requestsCount);
  const from = (await readFile(environment.postgresLog)).length;
  await setMinDuration(database, '0');
  for (const { method, path, headers, body } of requests)
    await (await fetch(setup.service.url + path, { method, headers, body })).arrayBuffer();
  await setMinDuration(database, '-1');
  return [written, plansIn((await readFile(environment.postgresLog)).subarray(from).toString())] as const;
}

async function setMinDuration(database: BenchSetup['context']['database'], value: string): Promise<void> {
  await database.query(`ALTER SYSTEM SET auto_explain.log_min_duration = ${value}`);
  await database.query('SELECT pg_reload_conf()');
  await sleep(300);
}

/** The plans of the statements of quotes and binds, as they were executed. */
function plansIn(log: string): readonly PlanNode[] {
  return log
    .split(/^\d{4}-\d\d-\d\d .*? plan:$/m)
    .slice(1)
    .flatMap((entry) => {
      const json = entry.slice(entry.indexOf('{'), entry.lastIndexOf('\n\t}') + 3);
      const { 'Query Text': text, Plan: plan } = JSON.parse(json.replaceAll('\n\t', '\n')) as {
        'Query Text': string;
        Plan: PlanNode;
      };
      return /^(WITH (bound|quoted)|INSERT INTO application)/.test(text) ? [plan] : [];
    });
}

/** What reading another part's rows took belongs to that part. */
function ownTime(node: PlanNode): number {
  const others = (one: PlanNode): number =>
    one['CTE Name'] !== undefined
      ? one['Actual Total Time']
      : (one.Plans ?? []).reduce((sum, each) => sum + others(each), 0);
  return node['Actual Total Time'] - others(node);
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function chapterOf(name: string, now: Written, older: Written, plans: readonly PlanNode[]): string {
  const rows = features.flatMap(({ name: feature, relations, node, behind }) => {
    const [entries, bytes] = sumOf(now, relations);
    const times = node === undefined ? [] : plans.flatMap((plan) => nodesOf(plan).filter(node).map(ownTime));
    const inside = times.length === 0 ? 0 : median(times);
    const outside = behind === undefined ? 0 : timeOf(now, behind);
    return bytes < 1 && inside + outside < 0.001
      ? []
      : [[feature, entries.toFixed(1), bytes.toFixed(0), (inside + outside).toFixed(3)]];
  });
  const total = (label: string, written: Written) => {
    const [entries, bytes] = sumOf(written, /./);
    return [`**${label}**`, entries.toFixed(1), bytes.toFixed(0), timeOf(written, /./).toFixed(3)];
  };
  rows.push(total('all', now), total(`all, version ${olderCommit.slice(0, 7)}`, older));
  return `### ${name}\n\n${table(['', 'log records', 'log bytes', 'time ms'], rows)}`;
}

function sumOf({ relations }: Written, of: RegExp): readonly [records: number, bytes: number] {
  const those = [...relations].filter(([name]) => of.test(name)).map(([, written]) => written);
  return [those.reduce((sum, { records }) => sum + records, 0), those.reduce((sum, { bytes }) => sum + bytes, 0)];
}

function timeOf({ statements }: Written, of: RegExp): number {
  return statements
    .filter(({ statement }) => of.test(statement))
    .reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** A quote with a key beside one without. */
async function idempotencyChapter(setup: BenchSetup): Promise<string> {
  const requests = await someOf(setup, 'quote');
  const keyed = requests.map((one) => ({ ...one, headers: { ...one.headers, 'idempotency-key': randomUUID() } }));
  const rows: string[][] = [];
  for (const [label, some] of [
    ['without a key', requests],
    ['with a key', keyed],
  ] as const) {
    const written = await count(setup, some);
    const [records, bytes] = sumOf(written, /./);
    const calls = written.statements.reduce((sum, statement) => sum + Math.round(statement.calls), 0);
    rows.push([label, records.toFixed(1), bytes.toFixed(0), timeOf(written, /./).toFixed(3), String(calls)]);
  }
  return `### Idempotency: a quote with a key\n\n${table(['', 'log records', 'log bytes', 'time ms', 'statements'], rows)}`;
}
