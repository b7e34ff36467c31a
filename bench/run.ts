import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { measureBehind } from './kit/behind.ts';
import { holdMailsBack, openBenchSetup, withLoad } from './kit/bench-setup.ts';
import { behindChapters, comparisonChapters, growthChapters, startUpChapter } from './kit/chapters.ts';
import { compareAll } from './kit/compare.ts';
import { type Environment, openEnvironment } from './kit/environment.ts';
import { measureGrowth } from './kit/growth.ts';
import type { Effort } from './kit/measure.ts';
import type { Operation } from './kit/operations.ts';
import { preparePeers } from './kit/peers.ts';
import { drawPlot } from './kit/plot.ts';
import { type Findings, reportOf } from './kit/report.ts';
import { measureStartUp } from './kit/start-up.ts';

/**
 * `npm run bench`: what each operation costs, compared with a bare server and with other frameworks; then with many
 * sales stored and on several instances. Under twenty minutes. `npm run bench -- operations growth` runs only these
 * parts, `--only=quote` only that operation, `--quick` takes a few minutes. A full run writes bench/RESULTS.md and
 * bench/results.svg.
 */
const alone: Readonly<Record<string, string>> = {
  'older-version': 'Beside the version before events and books',
  vin: 'VIN decoding',
  documents: 'Document setting',
  'lienholder-search': 'Lienholder search',
  caches: 'What is remembered between requests',
  'operator-lists': 'The operator’s lists',
  'partner-lists': 'The partner’s lists',
  webhooks: 'Webhooks',
};
const lists = 'operator-lists';
const partNames = ['operations', 'start-up', 'behind', 'growth', ...Object.keys(alone)];

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

async function main(): Promise<void> {
  const unknown = named.filter((name) => !partNames.includes(name));
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are: ${partNames.join(', ')}.`);
  const since = performance.now();
  const missingPeers =
    wanted('operations') || wanted('documents') || wanted('lienholder-search') ? await preparedPeers() : null;
  const environment = await openEnvironment();
  const parts: Findings[] = [];
  try {
    if (wanted('operations') || wanted('behind') || wanted('start-up'))
      parts.push(...(await onOneDatabase(environment, missingPeers)));
    if (wanted('growth')) {
      const grown = await withLoad((load) => measureGrowth(environment, load, growth));
      parts.push(growthChapters(grown));
      // On the database that is full already.
      if (wanted(lists)) parts.push(await runAlone(lists, alone[lists]!, [`--database=${grown.databaseUrl}`]));
    }
  } finally {
    await environment.close();
  }
  for (const [part, title] of Object.entries(alone))
    if (wanted(part) && !(part === lists && wanted('growth'))) parts.push(await runAlone(part, title));
  const took = `${((performance.now() - since) / 60_000).toFixed(1)} minutes`;
  const report = reportOf(parts, { postgresVersion: environment.postgresVersion, took });
  console.log(`\n${report}`);
  if (isQuick || named.length > 0 || only !== undefined) return;
  await writeFile(new URL('RESULTS.md', import.meta.url), report);
  await writeFile(new URL('results.svg', import.meta.url), drawPlot(parts.flatMap(({ bars }) => bars)));
}

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

async function onOneDatabase(environment: Environment, missingPeers: string | null): Promise<readonly Findings[]> {
  const parts: Findings[] = [];
  const databaseUrl = await environment.createDatabase('sales');
  await withLoad(async (load) => {
    const setup = await openBenchSetup(environment, load, databaseUrl);
    await holdMailsBack(setup.context.database, true);
    if (wanted('operations')) {
      const asked = { ...setup, operations: setup.operations.filter(isAsked) };
      const comparisons = await compareAll(environment, asked, { effort, hasPeers: missingPeers === null });
      parts.push(comparisonChapters(comparisons, missingPeers));
    }
    if (wanted('behind')) parts.push(behindChapters(await measureBehind(setup, effort)));
    await setup.close();
  });
  if (wanted('start-up')) parts.push(startUpChapter(await measureStartUp(environment, databaseUrl, isQuick ? 2 : 5)));
  return parts;
}

/** A measurement that needs no service prints its own tables. */
async function runAlone(part: string, title: string, more: readonly string[] = []): Promise<Findings> {
  console.log(part);
  const path = new URL(`${part}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [path, ...more, ...(isQuick ? ['--quick'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { chapters: [{ title, body: (await text(child.stdout)).trim() }], targets: [], bars: [] };
}

await main();
