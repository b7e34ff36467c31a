import { mkdir, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import pg from 'pg';
import type { ApplicationId } from '../src/domain/ids.ts';
import { isOperatorRefusal } from '../src/domain/operator/operator-refusal.ts';
import { stuckKinds } from '../src/domain/work/needs-person.ts';
import { readDashboard } from '../src/flows/dashboard/read-dashboard.ts';
import { rollUpAnswers } from '../src/flows/dashboard/roll-up-answers.ts';
import { rollUpSales } from '../src/flows/dashboard/roll-up-sales.ts';
import { type ListRequest, readFilter, seesAll } from '../src/flows/list/read-filter.ts';
import { openDatabase } from '../src/store/database.ts';
import { readHistory } from '../src/store/history/read-history.ts';
import type { ListFilter } from '../src/store/list/filter.ts';
import { documentList } from '../src/store/list/list-documents.ts';
import { paymentList } from '../src/store/list/list-payments.ts';
import { policyList } from '../src/store/list/list-policies.ts';
import { saleList } from '../src/store/list/list-sales.ts';
import { type Listing, listSql, readList } from '../src/store/list/listing.ts';
import { readSellers } from '../src/store/reference/sellers.ts';
import { countStuck, listStuck } from '../src/store/work/list-stuck.ts';
import { openEnvironment } from './kit/environment.ts';
import { fillSales } from './kit/fill-sales.ts';
import { makePartner } from './kit/partner.ts';
import { openSales } from './kit/sales.ts';

/**
 * How long the operator's lists and searches take with 1,000,000 applications and 300,000 policies stored: median and
 * slowest of each. The chapter has those that take longer than their target; all of them, and the plans of the slow
 * ones, are in a file of their own. `--quick` fills a tenth; `--database=<url>` takes a database that is filled
 * already.
 */
const isQuick = process.argv.includes('--quick');
const size = isQuick ? { applications: 100_000, policies: 30_000 } : { applications: 1_000_000, policies: 300_000 };
/** A search is typed and waited for. */
const targetMs = (name: string): number => (isSearch(name) ? 50 : 100);
const isSearch = (name: string): boolean =>
  /number|id$|VIN|e-mail|name|letters|part of|a part/.test(name) && /^(sales|policies|payments|documents):/.test(name);
const rounds = 15;

// The most common, a rare and the rarest kind of payment; all of the others.
const states = {
  sales: saleList.states,
  policies: policyList.states,
  payments: ['Captured', 'Declined', 'Pending'],
  documents: [],
} as const;
const listings = { sales: saleList, policies: policyList, payments: paymentList, documents: documentList } as const;

const given = process.argv.find((option) => option.startsWith('--database='))?.slice('--database='.length);
if (given === undefined) await onOwnDatabase();
else await measureOn(given);

async function onOwnDatabase(): Promise<void> {
  const environment = await openEnvironment();
  try {
    const url = await environment.createDatabase('operator_lists');
    const service = await environment.startService(url);
    const filler = new pg.Pool({ connectionString: url, max: 1 });
    await sellOne(service.url, filler);
    await service.stop();
    const seconds = await fillSales(filler, size);
    await filler.end();
    console.log(`Filled in ${seconds.toFixed(0)} s.\n`);
    await measureOn(url);
  } finally {
    await environment.close();
  }
}

async function measureOn(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, onConnectionLost: () => undefined });
  const { rows } = await database.query<{ table: string; rows: string; mb: string }>(
    `SELECT relname AS "table", n_live_tup AS rows, round(pg_total_relation_size(relid) / 1048576.0) AS mb
     FROM pg_stat_user_tables
     WHERE relname IN ('application', 'policy', 'card_payment', 'document', 'mail') AND schemaname = 'public'
     ORDER BY n_live_tup DESC`,
  );
  const filled = rows.map(({ table, rows, mb }) => `${table}: ${Number(rows).toLocaleString('en')} rows, ${mb} MB`);
  console.log(`${filled.join('; ')}.\n`);
  await measureAll(database);
  await report(filled.join('; '));
  await database.end();
}

/** The one sale of the service of which all others are copies. */
async function sellOne(serviceUrl: string, database: pg.Pool): Promise<void> {
  const sales = await openSales(serviceUrl, database, await makePartner(serviceUrl));
  const [bind] = await sales.referred(1);
  const { method, path, headers, body } = bind!;
  const answer = await fetch(serviceUrl + path, { method, headers, body });
  if (!answer.ok) throw new Error(`The sale was refused: ${await answer.text()}`);
}

async function measureAll(database: pg.Pool): Promise<void> {
  const { sellers, sale, middle } = await pick(database);
  const [busy, quiet] = sellers as [string, string];
  const asked: Readonly<Record<string, ListRequest>> = {
    'newest first': {},
    'newest first, from the middle on': { cursor: 'middle' },
    'of a busy seller': { sellerId: busy },
    'of a quiet seller': { sellerId: quiet },
    'of a month': { from: `${middle.slice(0, 8)}01`, to: `${middle.slice(0, 8)}28`, zone: 'America/Toronto' },
    'of a quiet seller, in a month': {
      sellerId: quiet,
      from: `${middle.slice(0, 8)}01`,
      to: `${middle.slice(0, 8)}28`,
    },
    'policy number': { search: sale.policyNumber },
    'application id': { search: sale.applicationId },
    VIN: { search: sale.vin },
    'beginning of a VIN, 5': { search: sale.vin.slice(0, 5) },
    'e-mail address': { search: sale.email },
    'beginning of an e-mail address': { search: sale.email.slice(0, -'@example.ca'.length + 1) },
    'common last name': { search: 'tremblay' },
    'two letters': { search: 'tr' },
    'common last name of a quiet seller': { search: 'tremblay', sellerId: quiet },
    'common last name in a month': {
      search: 'tremblay',
      from: `${middle.slice(0, 8)}01`,
      to: `${middle.slice(0, 8)}28`,
    },
    'rare last name': { search: 'hachey' },
    'first and last name': { search: 'Jean Tremblay' },
    'a name that nobody has': { search: 'zzyzx' },
    'part of a common last name': { search: 'rembla' },
    'part of many names': { search: 'ier' },
    'part of many names of a quiet seller': { search: 'ier', sellerId: quiet },
    'part of a rare last name': { search: 'ache' },
    'a part that nobody has': { search: 'yzx' },
    'phone number': { search: '(416) 555-9999' },
    'loan number': { search: 'SB-0000-0001' },
  };
  const month = { from: `${middle.slice(0, 8)}01`, to: `${middle.slice(0, 8)}28` };
  const inState = (state: string): Readonly<Record<string, ListRequest>> => ({
    [state]: { state },
    [`${state}, from the middle on`]: { state, cursor: 'middle' },
    [`${state}, of a busy seller`]: { state, sellerId: busy },
    [`${state}, of a quiet seller`]: { state, sellerId: quiet },
    [`${state}, of a month`]: { state, ...month },
    [`${state}, of a quiet seller, in a month`]: { state, sellerId: quiet, ...month },
    [`${state}, common last name`]: { state, search: 'tremblay' },
    [`${state}, two letters`]: { state, search: 'tr' },
    [`${state}, two letters of a quiet seller`]: { state, search: 'tr', sellerId: quiet },
    [`${state}, common last name in a month`]: { state, search: 'tremblay', ...month },
  });
  for (const [list, listing] of Object.entries(listings) as [keyof typeof listings, Listing<unknown>][]) {
    const ofStates = states[list].map(inState);
    for (const [name, one] of Object.entries(Object.assign({}, asked, ...ofStates) as typeof asked)) {
      const cursor = one.cursor === undefined ? {} : { cursor: sale.cursors[list]! };
      const filter = readFilter(listing, { ...one, ...cursor }, seesAll(new Date()));
      if (isOperatorRefusal(filter)) throw new Error(`${name}: ${filter.code}`);
      await measure(
        `${list}: ${name}`,
        () => readList(database, listing, filter),
        () => explain(database, listing, filter),
      );
    }
  }
  await measure('the whole history of a sale', () => readHistory(database, sale.applicationId, new Date()));
  const today = new Date().toISOString().slice(0, 10);
  await measure('what needs a person: counts', () => countStuck(database, { today, visibleIntegrations: null }));
  for (const kind of stuckKinds)
    await measure(`what needs a person: ${kind}`, () =>
      listStuck(database, { kind, today, cursor: null, limit: 50, visibleIntegrations: null }),
    );
  const everyone = [...(await readSellers(database)).byId.values()];
  const since = performance.now();
  for (let run = 0; run < 2; run += 1) await rollUpSales({ database }, everyone, new Date());
  const rolledUpMs = performance.now() - since;
  await measure('roll-up of a minute', async () => {
    await rollUpSales({ database }, everyone, new Date());
    await rollUpAnswers({ database }, new Date());
  });
  for (const days of [1, 30, 365]) {
    const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    await measure(`dashboard of ${days} days`, () =>
      readDashboard({ reads: database }, { from, to: today, sellerId: null, visibleIntegrations: null }),
    );
  }
  console.log(`\nThe first roll-up of two years took ${(rolledUpMs / 1_000).toFixed(1)} s.`);
}

interface Timed {
  readonly name: string;
  readonly medianMs: number;
  readonly slowestMs: number;
  /** Of one that takes longer than its target. */
  readonly plan: string | null;
}

const timed: Timed[] = [];

async function measure(name: string, run: () => Promise<unknown>, explainSlow?: () => Promise<string>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const since = performance.now();
    await run();
    times.push(performance.now() - since);
  }
  times.sort((one, other) => one - other);
  const [medianMs, slowestMs] = [times[Math.floor(rounds / 2)]!, times.at(-1)!];
  const isSlow = medianMs > targetMs(name) && explainSlow !== undefined;
  timed.push({ name, medianMs, slowestMs, plan: isSlow ? await explainSlow() : null });
}

async function report(filled: string): Promise<void> {
  const rowsOf = (some: readonly Timed[]): string =>
    ['| | median ms | slowest ms |', '|---|---:|---:|']
      .concat(
        some.map(({ name, medianMs, slowestMs }) => `| ${name} | ${medianMs.toFixed(1)} | ${slowestMs.toFixed(1)} |`),
      )
      .join('\n');
  const slow = timed.filter(({ name, medianMs }) => medianMs > targetMs(name));
  const searches = timed.filter(({ name }) => isSearch(name));
  const worst = (some: readonly Timed[]): string => Math.max(...some.map(({ medianMs }) => medianMs)).toFixed(1);
  const file = `results/operator-lists-${arch()}.md`;
  console.log(
    `${timed.length} lists, searches and figures; the slowest median is ${worst(timed)} ms, of the ${searches.length} searches ${worst(searches)} ms. Wanted: at most 100 ms, searches at most 50 ms. ${slow.length} are above. All of them, with the plans of those, are in [${file}](${file}).`,
  );
  if (slow.length > 0) console.log(`\n${rowsOf(slow)}`);
  if (isQuick) return;
  const plans = slow.map(({ name, plan }) => `## ${name}\n\n\`\`\`\n${plan}\n\`\`\``);
  await mkdir(new URL('results/', import.meta.url), { recursive: true });
  await writeFile(
    new URL(file, import.meta.url),
    `${[`# The operator’s lists\n\n${filled}.\n\n${rowsOf(timed)}`, ...plans].join('\n\n')}\n`,
  );
}

async function explain(database: pg.Pool, listing: Listing<unknown>, filter: ListFilter): Promise<string> {
  const { text, values } = listSql(listing, filter);
  const { rows } = await database.query<Record<string, string>>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

interface Picked {
  /** A busy one and a quiet one. */
  readonly sellers: readonly string[];
  readonly middle: string;
  readonly sale: {
    readonly applicationId: ApplicationId;
    readonly policyNumber: string;
    readonly vin: string;
    readonly email: string;
    readonly cursors: Readonly<Record<string, string>>;
  };
}

/** Picks a sale from the middle of the period, and a busy and a quiet seller. */
async function pick(database: pg.Pool): Promise<Picked> {
  const { rows } = await database.query(
    `SELECT policy.policy_number, application.id, application.vin, application.applicant_email, policy.bound_at::date::text AS day,
            (SELECT id FROM card_payment ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 2 FROM card_payment)) AS payment_id,
            (SELECT id FROM document ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 2 FROM document)) AS document_id
     FROM policy
     JOIN application ON application.id = policy.application_id
     ORDER BY policy.bound_at
     LIMIT 1 OFFSET ${size.policies / 2}`,
  );
  const [row] = rows;
  const sellers = await database.query<{ seller_id: string }>(
    'SELECT seller_id FROM application GROUP BY seller_id HAVING count(*) > 10 ORDER BY count(*) DESC',
  );
  return {
    sellers: [sellers.rows[0]!.seller_id, sellers.rows.at(-1)!.seller_id],
    middle: row.day,
    sale: {
      applicationId: row.id,
      policyNumber: row.policy_number,
      vin: row.vin,
      email: row.applicant_email,
      cursors: { sales: row.id, policies: row.policy_number, payments: row.payment_id, documents: row.document_id },
    },
  };
}
