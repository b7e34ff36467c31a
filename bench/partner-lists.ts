import pg from 'pg';
import { dateIn } from '../src/domain/calendar.ts';
import { type PolicyFilter, policyListSql } from '../src/store/policy/policy-view.ts';
import { sendRead } from '../src/store/statement.ts';
import { openEnvironment } from './kit/environment.ts';
import { fillPolicies } from './kit/fill-policies.ts';
import { makePartner } from './kit/partner.ts';
import { applicationFilters, partnerFilters, saleLinkFilters } from './kit/partner-filters.ts';
import { sellSamples } from './kit/sales.ts';

/**
 * How long a partner's lists take with 1,000,000 policies and 500,000 open quotes stored, half of them the caller's:
 * each filter, its first page and a later one, beside the health check, which reads nothing. A list of policies that
 * takes longer than the target shows its plan. `--quick` fills a tenth; `--database=<url>` takes a database that is
 * filled already.
 */
const isQuick = process.argv.includes('--quick');
const policyCount = isQuick ? 100_000 : 1_000_000;
const targetMs = 20;
const rounds = 15;
const slow: string[] = [];

const given = process.argv.find((option) => option.startsWith('--database='))?.slice('--database='.length);

const environment = await openEnvironment();
try {
  const databaseUrl = given ?? (await environment.createDatabase('partner_lists'));
  const service = await environment.startService(databaseUrl);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const partner = await makePartner(service.url);
  if (given === undefined) {
    await sellSamples(service.url, databaseUrl);
    console.log(`Filled in ${(await fillPolicies(database, policyCount)).toFixed(0)} s.`);
  }
  const { rows } = await database.query('SELECT count(*)::int AS count FROM policy');
  console.log(`${rows[0].count.toLocaleString('en')} policies.\n`);
  console.log(
    '| | first page: median ms | slowest ms | sixth page on: median ms | slowest ms |\n|---|---:|---:|---:|---:|',
  );
  await measureAll({ url: service.url, database, authorization: partner.lookUps[0]!.headers.authorization! });
  await database.end();
  console.log(
    slow.length === 0 ? `\nEvery median is under ${targetMs} ms.` : `\nOver ${targetMs} ms: ${slow.join('; ')}.`,
  );
} finally {
  await environment.close();
}

interface Bench {
  readonly url: string;
  readonly database: pg.Pool;
  readonly authorization: string;
}

async function measureAll(bench: Bench): Promise<void> {
  await measure(bench, 'health check', '/healthcheck', null);
  for (const [path, filters] of [
    ['/v1/policies', await partnerFilters(bench.database)],
    ['/v1/applications', await applicationFilters(bench.database)],
    ['/v1/sale-links', saleLinkFilters],
  ] as const)
    for (const filter of filters) {
      const query = new URLSearchParams(filter).toString();
      await measure(bench, `${path.slice('/v1/'.length)}: ${query || 'all'}`, `${path}?${query}`, filter);
    }
}

async function measure(
  { url, authorization, database }: Bench,
  name: string,
  path: string,
  filter: Record<string, string> | null,
): Promise<void> {
  const read = async (one: string): Promise<{ nextCursor?: string | null }> => {
    const answer = await fetch(url + one, { headers: { authorization } });
    if (!answer.ok) throw new Error(`${one}: ${await answer.text()}`);
    return (await answer.json()) as { nextCursor?: string | null };
  };
  const first = await timesOf(() => read(path));
  let cursor = filter && ((await read(path)).nextCursor ?? null);
  for (let page = 0; cursor !== null && page < 5; page += 1)
    cursor = (await read(`${path}&cursor=${encodeURIComponent(cursor)}`)).nextCursor ?? null;
  const later = cursor === null ? null : await timesOf(() => read(`${path}&cursor=${encodeURIComponent(cursor!)}`));
  const shown = [first, later].map((times) =>
    times === null ? '– | –' : `${times.median.toFixed(1)} | ${times.slowest.toFixed(1)}`,
  );
  console.log(`| ${name} | ${shown.join(' | ')} |`);
  if (first.median <= targetMs && (later === null || later.median <= targetMs)) return;
  slow.push(name);
  if (filter !== null && path.startsWith('/v1/policies'))
    console.error(`${name}\n${await explain(database, filter)}\n`);
}

async function timesOf(run: () => Promise<unknown>): Promise<{ readonly median: number; readonly slowest: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const since = performance.now();
    await run();
    times.push(performance.now() - since);
    // What takes seconds is known well enough.
    if (times.at(-1)! > 2_000) break;
  }
  times.sort((one, other) => one - other);
  return { median: times[Math.floor(times.length / 2)]!, slowest: times.at(-1)! };
}

async function explain(database: pg.Pool, asked: Record<string, string>): Promise<string> {
  const { rows: sellers } = await database.query(`SELECT id FROM seller WHERE username = 'ontario'`);
  const nothing: PolicyFilter = {
    partnerReference: null,
    vin: null,
    status: null,
    moneyStatus: null,
    boundFrom: null,
    boundTo: null,
    boundWithin: { since: null, until: null },
    after: null,
    limit: 25,
  };
  const { text, values } = policyListSql([{ sellerId: sellers[0].id, today: dateIn('ON', new Date()) }], {
    ...nothing,
    ...asked,
    limit: 25,
  });
  const { rows } = await sendRead<Record<string, string>>(database, `EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
