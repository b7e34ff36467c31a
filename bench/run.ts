import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { holdMailsBack, openBenchSetup, withLoad } from './kit/bench-setup.ts';
import { comparisonChapters, growthChapters, startUpChapter } from './kit/chapters.ts';
import { compareAll } from './kit/compare.ts';
import { type Environment, openEnvironment } from './kit/environment.ts';
import { measureGrowth } from './kit/growth.ts';
import { keepPart, writeResults } from './kit/kept.ts';
import type { Effort } from './kit/measure.ts';
import type { Operation } from './kit/operations.ts';
import { preparePeers } from './kit/peers.ts';
import { type Findings, reportOf } from './kit/report.ts';
import { measureStartUp } from './kit/start-up.ts';
import { measureWholeSales } from './kit/whole-sale.ts';
import { measureYardstick } from './kit/yardstick.ts';

/**
 * `npm run bench`: what each operation costs, compared with a bare server and with other frameworks; then with many
 * sales stored and on several instances. `npm run bench -- operations growth` runs only these parts, `--only=quote`
 * only that operation, `--quick` takes a few minutes. Each part replaces its own chapter of bench/RESULTS.md; `--quick`
 * and `--only` write nothing.
 */
const lists = 'operator-lists';
const alone: Readonly<Record<string, string>> = {
  [lists]: 'The operator’s lists',
  'partner-lists': 'The partner’s lists',
};
const partNames = ['whole-sale', 'operations', 'start-up', 'growth', ...Object.keys(alone)];

const options = process.argv.slice(2);
const isQuick = options.includes('--quick');
const named = options.filter((option) => !option.startsWith('--'));
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length);
const isAsked = ({ name }: Operation): boolean => only === undefined || name === only || name.startsWith(`${only} `);
// Slow, so `--quick` leaves them out.
const quickParts: readonly string[] = ['operations', 'start-up', 'growth'];
const wanted = (part: string): boolean => {
  if (named.length > 0) return named.includes(part);
  if (only !== undefined) return part === 'operations';
  return !isQuick || quickParts.includes(part);
};

// A service starts cold: before its hot code is compiled, which takes some thousand requests, it is half as fast.
const effort: Effort = isQuick
  ? { rounds: 3, roundMs: 500, warmUpMs: 700 }
  : { rounds: 7, roundMs: 1_000, warmUpMs: 3_000 };
const growth = isQuick
  ? { counts: [1_000, 20_000], operations: ['quote', 'bind REF'], effort }
  : { counts: [1_000, 100_000, 1_000_000], operations: null, effort: { rounds: 4, roundMs: 800, warmUpMs: 2_500 } };

const whole = isQuick ? { salesOf: 60, starts: 2 } : { salesOf: 400, starts: 5 };

async function main(): Promise<void> {
  const unknown = named.filter((name) => !partNames.includes(name));
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are: ${partNames.join(', ')}.`);
  let since = performance.now();
  let beforeMs = measureYardstick();
  const missingPeers = wanted('whole-sale') || wanted('operations') ? await preparedPeers() : null;
  const environment = await openEnvironment();
  const { postgresVersion } = environment;
  const parts: Findings[] = [];
  const found: Keep = async (part, findings) => {
    parts.push(findings);
    const minutes = (performance.now() - since) / 60_000;
    const yardstick = { beforeMs, afterMs: measureYardstick() };
    since = performance.now();
    beforeMs = yardstick.afterMs;
    console.log(
      `${part}: the yardstick took ${yardstick.beforeMs.toFixed(0)} ms before and ${yardstick.afterMs.toFixed(0)} after`,
    );
    if (isQuick || only !== undefined) return;
    await keepPart(part, findings, { postgresVersion, minutes, yardstick });
    await writeResults(partNames);
  };
  try {
    if (wanted('whole-sale')) await found('whole-sale', await measureSales(environment, missingPeers === null));
    if (onOne.some(wanted)) await onOneDatabase(environment, missingPeers, found);
    if (wanted('growth')) {
      const grown = await withLoad((load) => measureGrowth(environment, load, growth));
      await found('growth', growthChapters(grown));
      // On the database that is full already.
      if (wanted(lists)) await found(lists, await runAlone(lists, alone[lists]!, [`--database=${grown.databaseUrl}`]));
    }
  } finally {
    await environment.close();
  }
  for (const [part, title] of Object.entries(alone))
    if (wanted(part) && !(part === lists && wanted('growth'))) await found(part, await runAlone(part, title));
  console.log(`\n${reportOf(parts)}`);
}

/** Takes what a part has found as soon as it ends: a later one may fail. */
type Keep = (part: string, findings: Findings) => Promise<void>;
const onOne = ['operations', 'start-up'];

/**
 * Returns null when they are ready, otherwise a text for the report: without a package registry the rest can be
 * measured.
 */
async function preparedPeers(): Promise<string | null> {
  try {
    await preparePeers();
    return null;
  } catch (error) {
    console.error(error);
    return 'The peers in `bench/peers` could not be installed here, so they were not measured.';
  }
}

/** On a database of its own: the vehicles that it sells would be quoted with their policies afterwards. */
async function measureSales(environment: Environment, hasPeers: boolean): Promise<Findings> {
  const databaseUrl = await environment.createDatabase('whole_sales');
  return withLoad(async (load) => {
    const setup = await openBenchSetup(environment, load, databaseUrl);
    const findings = await measureWholeSales(environment, setup, { ...whole, hasPeers });
    await setup.close();
    return findings;
  });
}

async function onOneDatabase(environment: Environment, missingPeers: string | null, found: Keep): Promise<void> {
  const databaseUrl = await environment.createDatabase('sales');
  await withLoad(async (load) => {
    const setup = await openBenchSetup(environment, load, databaseUrl);
    await holdMailsBack(setup.context.database, true);
    if (wanted('operations')) {
      const asked = { ...setup, operations: setup.operations.filter(isAsked) };
      const comparisons = await compareAll(environment, asked, { effort, hasPeers: missingPeers === null });
      await found('operations', comparisonChapters(comparisons, missingPeers));
    }
    await setup.close();
  });
  if (wanted('start-up'))
    await found('start-up', startUpChapter(await measureStartUp(environment, databaseUrl, isQuick ? 2 : 5)));
}

/** A measurement that needs no service prints its own tables. */
async function runAlone(part: string, title: string, more: readonly string[] = []): Promise<Findings> {
  console.log(part);
  const path = new URL(`${part}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [path, ...more, ...(isQuick ? ['--quick'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [body, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${part} failed: its chapter stays as it was.`);
  return { chapters: [{ title, body: body.trim() }], targets: [], bars: [] };
}

await main();
