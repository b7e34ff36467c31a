import { rollUpAnswers } from '../src/flows/dashboard/roll-up-answers.ts';
import { rollUpSales } from '../src/flows/dashboard/roll-up-sales.ts';
import { longLimits, openDatabase } from '../src/store/database.ts';
import { readSellers } from '../src/store/reference/sellers.ts';
import { openEnvironment } from './kit/environment.ts';
import { fillSales } from './kit/fill-sales.ts';
import { jobCases, reportCases } from './kit/job-cases.ts';
import { listMs, operatorCases, searchMs } from './kit/operator-cases.ts';
import { sellSamples } from './kit/sales.ts';
import { isAbove, plansOf, type Timed, timeCase, timeCases, timedTable } from './kit/timed.ts';

/**
 * How long the operator's lists, searches and reports and the periodic jobs take with 1,000,000 applications and 300,000
 * policies stored: median and slowest of each. The chapter has the searches and what takes longer than its target;
 * `--plans` prints the plans of those, `--all` every list. `--quick` fills a tenth, `--count=<n>` so many;
 * `--database=<url>` takes a database that is filled already.
 */
const optionOf = (name: string): string | undefined =>
  process.argv.find((option) => option.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const isQuick = process.argv.includes('--quick');
const applications = Number(optionOf('count') ?? (isQuick ? 100_000 : 1_000_000));

const given = optionOf('database');
if (given === undefined) await onOwnDatabase();
else await measureOn(given);

async function onOwnDatabase(): Promise<void> {
  const environment = await openEnvironment();
  try {
    const url = await environment.createDatabase('operator_lists');
    const service = await environment.startService(url);
    await sellSamples(service.url, url);
    await service.stop();
    const seconds = await fillSales(url, applications);
    console.log(`Filled in ${seconds.toFixed(0)} s.\n`);
    await measureOn(url);
  } finally {
    await environment.close();
  }
}

async function measureOn(url: string): Promise<void> {
  const database = openDatabase({
    url,
    poolSize: 1,
    onConnectionLost: () => undefined,
    // Reports and exports are given a minute; the rest would fail at the usual limit.
    limits: longLimits,
  });
  const { rows } = await database.query<{ table: string; rows: string; mb: string }>(
    `SELECT relname AS "table", n_live_tup AS rows, round(pg_total_relation_size(relid) / 1048576.0) AS mb
     FROM pg_stat_user_tables
     WHERE relname IN ('application', 'policy', 'card_payment', 'document', 'mail') AND schemaname = 'public'
     ORDER BY n_live_tup DESC`,
  );
  const filled = rows.map(({ table, rows, mb }) => `${table}: ${Number(rows).toLocaleString('en')} rows, ${mb} MB`);
  console.log(`${filled.join('; ')}.\n`);
  const everyone = [...(await readSellers(database)).byId.values()];
  const rollUp = async (): Promise<void> => {
    await rollUpSales({ database }, everyone, new Date());
    await rollUpAnswers({ database }, new Date());
  };
  await rollUp();
  const timed = [
    ...(await timeCases(await operatorCases(database))),
    await timeCase({ name: 'roll-up of a minute', limitMs: listMs, run: rollUp }),
    ...(await timeCases([...(await reportCases(database)), ...(await jobCases(database))])),
  ];
  report(timed);
  await database.end();
}

function report(timed: readonly Timed[]): void {
  const slow = timed.filter(isAbove);
  const searches = timed.filter(({ limitMs }) => limitMs === searchMs);
  const lists = timed.filter(({ limitMs }) => limitMs === listMs);
  const worst = (some: readonly Timed[]): string => Math.max(...some.map(({ medianMs }) => medianMs)).toFixed(1);
  console.log(
    `${timed.length} lists, searches, reports and jobs; of ${lists.length} lists and figures the slowest median is ${worst(lists)} ms, of ${searches.length} searches ${worst(searches)} ms. Wanted: at most ${listMs} ms, searches at most ${searchMs} ms. ${slow.length} are above.`,
  );
  const isShown = (one: Timed): boolean => isAbove(one) || (/^sales: [^,]*$/.test(one.name) && searches.includes(one));
  const shown = process.argv.includes('--all') ? timed : timed.filter(isShown);
  if (shown.length > 0) console.log(`\n${timedTable(shown)}`);
  if (process.argv.includes('--plans')) console.log(['', ...plansOf(timed)].join('\n\n'));
}
