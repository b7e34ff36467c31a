import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { startBareServer } from './kit/bare.ts';
import { measureBind } from './kit/bind.ts';
import { fillApplications } from './kit/fill.ts';
import { startLoadGenerator } from './kit/load.ts';
import { type Effort, measure, type Subject, type Surroundings } from './kit/measure.ts';
import { makePartner, type Partner } from './kit/partner.ts';
import { drawPlot } from './kit/plot.ts';
import { type Findings, type Growth, type Measured, reportOf, type Wire } from './kit/report.ts';
import { countRoundTrips } from './kit/round-trips.ts';
import { openStage, poolSize, type RunningService, type Stage } from './kit/stage.ts';

/**
 * `npm run bench`: what each operation costs, a quote beside the least that its work can cost, and a quote with many
 * applications stored beside one with few. About ten minutes. `npm run bench -- quote growth` runs only these parts,
 * `--quick` is a look in a minute and a half. A full run writes bench/RESULTS.md and bench/results.svg.
 */
const partNames = [
  'quote',
  'operations',
  'growth',
  'vin',
  'lienholder-search',
  'bind',
  'documents',
  'operator',
] as const;
type PartName = (typeof partNames)[number];

const options = process.argv.slice(2);
const isQuick = options.includes('--quick');
const named = options.filter((option) => !option.startsWith('--'));
// Corgi alone, beside which the VIN decoder is measured, takes twenty seconds.
const quickParts: readonly string[] = ['quote', 'operations', 'growth'];
const wanted = (part: PartName): boolean =>
  named.length === 0 ? !isQuick || quickParts.includes(part) : named.includes(part);

const effort: Effort = isQuick
  ? { rounds: 3, roundMs: 1_000, warmUpMs: 1_500 }
  : { rounds: 21, roundMs: 1_500, warmUpMs: 8_000 };
// A service starts cold: before its hot code is compiled, which takes some thousand requests, it is half as fast.
const connections = 32;
// Both secrets are hashed one after the other, on one core: more callers would only queue, and be refused in the end.
const hashConnections = 4;
const growth = { fewRows: 1_000, manyRows: isQuick ? 50_000 : 1_000_000 };

async function main(): Promise<void> {
  const unknown = named.filter((name) => !partNames.includes(name as PartName));
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are: ${partNames.join(', ')}.`);
  const findings: Findings = {
    ...(await measureServices()),
    texts: [
      ...(wanted('vin') ? [{ title: 'VIN decoding', body: await runAlone('vin.ts') }] : []),
      ...(wanted('lienholder-search')
        ? [{ title: 'Lienholder search', body: await runAlone('lienholder-search.ts') }]
        : []),
      ...(wanted('documents') ? [{ title: 'Document setting', body: await runAlone('documents.ts') }] : []),
      ...(wanted('operator') ? [{ title: 'The operator’s lists', body: await runAlone('operator-lists.ts') }] : []),
    ],
  };
  const report = reportOf(findings) + (wanted('bind') ? `\n${await measureBind(effort)}` : '');
  console.log(`\n${report}`);
  if (isQuick || named.length > 0) return;
  await writeFile(new URL('RESULTS.md', import.meta.url), report);
  await writeFile(new URL('results.svg', import.meta.url), drawPlot(findings));
}

async function measureServices(): Promise<Omit<Findings, 'texts'>> {
  const stage = await openStage();
  const load = startLoadGenerator();
  try {
    const url = await stage.createDatabase('quotes');
    const service = await stage.startService(url);
    const partner = await makePartner(service.url);
    const database = new pg.Pool({ connectionString: url, max: 1 });
    const around: Surroundings = { load, postgresPid: stage.postgresPid, database };
    const findings = {
      postgresVersion: stage.postgresVersion,
      quote: wanted('quote') ? await measureQuote(around, url, service, partner) : null,
      operations: wanted('operations') ? await measureOperations(around, service, partner) : null,
      wire: wanted('quote') || wanted('operations') ? await measureWire(stage, around, url) : [],
    };
    await database.end();
    await service.stop();
    return { ...findings, growth: wanted('growth') ? await measureGrowth(stage, load) : null };
  } finally {
    load.stop();
    await stage.close();
  }
}

/** Beside the bare server, on the same table. */
async function measureQuote(
  around: Surroundings,
  databaseUrl: string,
  service: RunningService,
  partner: Partner,
): Promise<Measured> {
  console.log('quote, beside a bare server');
  const subject = subjectOf('quote', service, partner.quotes);
  await around.load.run({ ...subject, durationMs: 1_000, countMax: 500 }); // So that there are rows to copy.
  const sample = { url: service.url, request: partner.quotes[0]! };
  const bare = await startBareServer(databaseUrl, poolSize, around.database, sample);
  try {
    return await measure(around, [subject, { ...subject, name: 'bare server', url: bare.url, pid: bare.pid }], effort);
  } finally {
    bare.stop();
  }
}

async function measureOperations(around: Surroundings, service: RunningService, partner: Partner): Promise<Measured> {
  console.log('other operations');
  const subjects: Subject[] = [
    subjectOf('vehicle look-up', service, partner.lookUps),
    subjectOf('quote revision', service, await partner.revisions(500)),
    subjectOf('authenticate, recognised', service, partner.authenticate(true)),
    {
      ...subjectOf('authenticate, new', service, partner.authenticate(false)),
      status: 401,
      connections: hashConnections,
    },
  ];
  const shorter = { ...effort, rounds: Math.min(effort.rounds, 7), warmUpMs: effort.warmUpMs / 2 };
  return measure(around, subjects, shorter);
}

/** How often each operation goes to the database, counted on the wire under the same load. */
async function measureWire(stage: Stage, { load }: Surroundings, databaseUrl: string): Promise<readonly Wire[]> {
  console.log('round trips');
  const counter = await countRoundTrips(databaseUrl);
  const service = await stage.startService(counter.url);
  try {
    const partner = await makePartner(service.url);
    const wires: Wire[] = [];
    for (const subject of [
      subjectOf('quote', service, partner.quotes),
      subjectOf('vehicle look-up', service, partner.lookUps),
      subjectOf('quote revision', service, await partner.revisions(500)),
      subjectOf('authenticate, recognised', service, partner.authenticate(true)),
    ]) {
      const before = counter.count();
      const { count } = await load.run({ ...subject, durationMs: 10_000, countMax: 2_000 });
      const after = counter.count();
      wires.push({
        name: subject.name,
        roundTrips: (after.roundTrips - before.roundTrips) / count,
        transactions: (after.transactions - before.transactions) / count,
      });
    }
    return wires;
  } finally {
    await service.stop();
    counter.close();
  }
}

/** Two databases on one server, a service on each, measured in turns. */
async function measureGrowth(stage: Stage, load: Surroundings['load']): Promise<Growth> {
  const sides = [];
  for (const [name, rowsCount] of [
    ['few', growth.fewRows],
    ['many', growth.manyRows],
  ] as const) {
    console.log(`quote with ${rowsCount.toLocaleString('en')} applications stored: filling`);
    const url = await stage.createDatabase(name);
    const service = await stage.startService(url);
    const partner = await makePartner(service.url);
    await load.run({ ...subjectOf(name, service, partner.quotes), durationMs: 2_000, countMax: 128 });
    const database = new pg.Pool({ connectionString: url, max: 1 });
    const filled = await fillApplications(database, rowsCount);
    console.log(`  ${filled.rows} rows, ${(filled.bytes / 2 ** 20).toFixed(0)} MB, in ${filled.seconds.toFixed(0)} s`);
    sides.push({ name, service, database, filled, subject: subjectOf(name, service, partner.quotes) });
  }
  const [few, many] = sides as [(typeof sides)[number], (typeof sides)[number]];
  const around = { load, postgresPid: stage.postgresPid, database: few.database };
  const measured = await measure(around, [few.subject, many.subject], effort);
  for (const { service, database } of sides) {
    await database.end();
    await service.stop();
  }
  return { measured, few: few.filled, many: many.filled };
}

function subjectOf(name: string, { url, pid }: RunningService, requests: Subject['requests']): Subject {
  return { name, url, pid, requests, status: 200, connections };
}

/** A measurement that needs no service prints its own table. */
async function runAlone(file: string): Promise<string> {
  console.log(file);
  const path = new URL(file, import.meta.url).pathname;
  const child = spawn(process.execPath, [path, ...(isQuick ? ['--quick'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(child.stdout)).trim();
}

await main();
