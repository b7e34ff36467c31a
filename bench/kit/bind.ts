import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startBareBindServer } from './bare-bind.ts';
import { type BindFindings, bindReport, type Cost, type Disturbed, type SentBy } from './bind-report.ts';
import { type LoadGenerator, type SampleRequest, startLoadGenerator } from './load.ts';
import { type Effort, measure, type Subject, type Surroundings } from './measure.ts';
import { onceOnly } from './once-only.ts';
import { percentile, sendSteadily } from './pace.ts';
import { makePartner, type Partner } from './partner.ts';
import type { Measured } from './report.ts';
import { openSales, type Sales } from './sales.ts';
import { openStage, type RunningService, type Stage } from './stage.ts';
import { type Counted, countStatements } from './statements.ts';
import { familyCpuMs, usageOf } from './usage.ts';

const connections = 32;
// No more than these can be sent in a second of a round: so many are prepared.
const bindsPerSecondMax = 1_000;
const bareBindsPerSecondMax = 2_000;
const primeCount = 500;
const wireCount = 400;
const mailsCount = 200;
const quotesPerSecond = 100;
const bindsPerSecond = 30;

interface Scene {
  readonly stage: Stage;
  readonly around: Surroundings;
  readonly databaseUrl: string;
  readonly service: RunningService;
  readonly partner: Partner;
  readonly sales: Sales;
  readonly effort: Effort;
}

/** What a bind, its mail and its documents cost, and what they do to a quote. Answers its section of the report. */
export async function measureBind(asked: Effort): Promise<string> {
  const effort = { ...asked, rounds: Math.min(asked.rounds, 9), warmUpMs: Math.min(asked.warmUpMs, 4_000) };
  const stage = await openStage();
  const load = startLoadGenerator();
  try {
    const databaseUrl = await stage.createDatabase('binds');
    const service = await stage.startService(databaseUrl);
    const partner = await makePartner(service.url);
    const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    database.on('error', () => undefined); // When a part fails, the server ends first: the part's own fault is the one to tell.
    const around: Surroundings = { load, postgresPid: stage.postgresPid, database };
    const sales = await openSales(service.url, database, partner);
    return bindReport(await measureAll({ stage, around, databaseUrl, service, partner, sales, effort }));
  } finally {
    load.stop();
    await stage.close();
  }
}

async function measureAll(scene: Scene): Promise<BindFindings> {
  // Mails are written but not due: on both sides of a comparison, nothing is printed and sent behind the binds.
  await holdMailsBack(scene, true);
  const referred = await measureReferred(scene);
  const moneyMoved = await measureMoneyMoved(scene);
  const sent = await measureWire(scene);
  const documents = await measureDocuments(scene);
  const mail = await measureMails(scene);
  await holdMailsBack(scene, false);
  return { referred, moneyMoved, sent, ...documents, mail, disturbed: await measureDisturbed(scene) };
}

async function holdMailsBack({ around }: Scene, isHeld: boolean): Promise<void> {
  await around.database.query(`ALTER TABLE mail ALTER next_attempt_at SET DEFAULT ${isHeld ? "'infinity'" : 'now()'}`);
}

/** Beside the bare server, on the same tables. */
async function measureReferred(scene: Scene): Promise<Measured> {
  const { around, service, sales, effort } = scene;
  const binds = await sales.referred(stockFor(effort, bindsPerSecondMax) + 1);
  const bareBinds = await sales.referred(stockFor(effort, bareBindsPerSecondMax));
  const load = onceOnly(around.load, bareBindsPerSecondMax);
  const subject = subjectOf('bind REF', service, binds.slice(1));
  await prime(around, load, [subject]);
  console.log('bind REF, beside a bare server');
  const ids = bareBinds.map(({ body }) => (JSON.parse(body!) as { applicationId: string }).applicationId);
  const sample = { url: service.url, request: binds[0]! };
  const bare = await startBareBindServer(scene.databaseUrl, around.database, sample, ids);
  try {
    return await measure(
      { ...around, load },
      [subject, { ...subject, name: 'bare server', url: bare.url, pid: bare.pid, requests: bareBinds }],
      effort,
    );
  } finally {
    bare.stop();
  }
}

async function measureMoneyMoved({ around, service, sales, effort }: Scene): Promise<Measured> {
  const perSecondMax = bindsPerSecondMax / 2;
  const subjects = [
    subjectOf('bind CC, hold captured', service, await sales.charged(stockFor(effort, perSecondMax))),
    subjectOf('bind PFF', service, await sales.financed(stockFor(effort, perSecondMax))),
  ];
  const load = onceOnly(around.load, perSecondMax);
  await prime(around, load, subjects);
  console.log('bind CC and PFF');
  return measure({ ...around, load }, subjects, effort);
}

/** Which statements each kind of bind sends, counted on the wire. */
async function measureWire({ stage, around, databaseUrl, sales }: Scene): Promise<readonly SentBy[]> {
  console.log('statements');
  const relay = await countStatements(databaseUrl);
  const service = await stage.startService(relay.url);
  try {
    const found: SentBy[] = [];
    for (const [name, requests] of [
      ['bind REF', await sales.referred(wireCount)],
      ['bind CC, hold captured', await sales.charged(wireCount)],
      ['bind PFF', await sales.financed(wireCount)],
    ] as const) {
      const before = relay.counts();
      const load = { ...subjectOf(name, service, requests), durationMs: 30_000, countMax: wireCount };
      const { count } = await around.load.run(load);
      found.push({ name, statements: perRequest(before, relay.counts(), count) });
    }
    return found;
  } finally {
    await service.stop();
    relay.close();
  }
}

/** A connection tells whose it is only when it is first used, so sums are taken before differences. */
function perRequest(before: readonly Counted[], after: readonly Counted[], count: number): readonly Counted[] {
  const sums = new Map<string, Counted>();
  const add = (counted: readonly Counted[], sign: 1 | -1): void => {
    for (const { owner, statement, ...one } of counted) {
      const key = `${owner} ${statement}`;
      const sum = sums.get(key) ?? { owner, statement, roundTrips: 0, transactions: 0, writes: 0 };
      sums.set(key, {
        ...sum,
        roundTrips: sum.roundTrips + sign * one.roundTrips,
        transactions: sum.transactions + sign * one.transactions,
        writes: sum.writes + sign * one.writes,
      });
    }
  };
  add(after, 1);
  add(before, -1);
  // Divided last: whole numbers add up exactly.
  return [...sums.values()].map((sum) => ({
    ...sum,
    roundTrips: sum.roundTrips / count,
    transactions: sum.transactions / count,
    writes: sum.writes / count,
  }));
}

/** First fetches set the document, later ones read it. The press is a process of its own, counted apart. */
async function measureDocuments(scene: Scene): Promise<Pick<BindFindings, 'documents' | 'pressMs'>> {
  const { around, service, partner, effort } = scene;
  console.log('documents');
  const { rows } = await around.database.query<{ id: string }>(
    `SELECT document.id
     FROM document
     LEFT JOIN document_content ON document_content.document_id = document.id
     WHERE document_content.document_id IS NULL
     ORDER BY document.id DESC`,
  );
  const { authorization } = partner.quotes[0]!.headers;
  const fetches = rows.map(
    ({ id }): SampleRequest => ({
      method: 'GET',
      path: `/v1/document/${id}`,
      headers: { authorization: authorization! },
      body: null,
    }),
  );
  const perSecondMax = Math.floor(fetches.length / secondsOf(effort));
  const first = subjectOf('document, first fetch', service, fetches);
  const press = watchPress(service.pid, onceOnly(around.load, perSecondMax));
  const documents = new Map(await measure({ ...around, load: press.load }, [first], effort));
  const again = await measure(around, [subjectOf('document, later fetch', service, fetches.slice(0, 100))], effort);
  for (const [name, rounds] of again) documents.set(name, rounds);
  return { documents, pressMs: press.msPerRequest() };
}

function watchPress(
  pid: number,
  load: LoadGenerator,
): { readonly load: LoadGenerator; readonly msPerRequest: () => number | null } {
  let pressMs = 0;
  let requests = 0;
  const watched: LoadGenerator = {
    ...load,
    run: async (asked) => {
      const before = childrenCpuMs(pid);
      const result = await load.run(asked);
      pressMs += childrenCpuMs(pid) - before;
      requests += result.count;
      return result;
    },
  };
  return { load: watched, msPerRequest: () => (usageOf(pid) === null ? null : pressMs / requests) };
}

/** Mails that were held back, sent with their documents as fast as the service does. */
async function measureMails({ around, service }: Scene): Promise<Cost> {
  console.log('mails');
  const before = costs(around, service);
  const since = performance.now();
  await around.database.query(
    `UPDATE mail SET next_attempt_at = now() WHERE id IN (SELECT id FROM mail WHERE state = 'due' ORDER BY id LIMIT $1)`,
    [mailsCount],
  );
  await mailsSent(around);
  const seconds = (performance.now() - since) / 1_000;
  const after = costs(around, service);
  const each = (name: keyof typeof after): number => (after[name] - before[name]) / mailsCount;
  return {
    perSecond: mailsCount / seconds,
    serviceMs: each('serviceMs'),
    pressMs: each('pressMs'),
    databaseMs: each('databaseMs'),
  };
}

function costs({ postgresPid }: Surroundings, { pid }: RunningService) {
  return {
    serviceMs: usageOf(pid)?.cpuMs ?? 0,
    pressMs: childrenCpuMs(pid),
    databaseMs: familyCpuMs(postgresPid) ?? 0,
  };
}

function childrenCpuMs(pid: number): number {
  return (familyCpuMs(pid) ?? 0) - (usageOf(pid)?.cpuMs ?? 0);
}

/** Quotes at a constant rate, by themselves and with binds, mails and documents beside them, in turns. */
async function measureDisturbed(scene: Scene): Promise<Disturbed> {
  const { around, service, partner, sales, effort } = scene;
  const roundMs = effort.roundMs * 2;
  // A p99 of one round is the time of two or three requests: many rounds are needed to tell it from the machine's own moods.
  const roundsCount = effort.rounds * 3;
  const quotes = endless(partner.quotes);
  const binds = (
    await sales.referred(Math.ceil((bindsPerSecond * roundMs * (roundsCount + 1)) / 1_000) + 500)
  ).values();
  const quietly = () => steadily(service.url, quotes, quotesPerSecond, roundMs);
  const disturbed = async () => {
    const [times] = await Promise.all([quietly(), steadily(service.url, binds, bindsPerSecond, roundMs)]);
    await mailsSent(around);
    return times;
  };
  await settle(around);
  console.log('quote beside binds');
  const rounds: { readonly alone: readonly number[]; readonly beside: readonly number[] }[] = [];
  for (let round = 0; round < roundsCount; round += 1) {
    // Every other round runs backwards, as elsewhere.
    const first = round % 2 === 0 ? await quietly() : await disturbed();
    const second = round % 2 === 0 ? await disturbed() : await quietly();
    const [alone, beside] = round % 2 === 0 ? [first, second] : [second, first];
    rounds.push({ alone, beside });
    const [one, other] = [percentile(alone, 0.99), percentile(beside, 0.99)];
    console.log(`  round ${round + 1}: p99 ${one.toFixed(1)} ms alone, ${other.toFixed(1)} ms beside binds`);
  }
  return { quotesPerSecond, bindsPerSecond, rounds };
}

async function steadily(
  url: string,
  requests: Iterator<SampleRequest>,
  perSecond: number,
  durationMs: number,
): Promise<readonly number[]> {
  const stop = sendSteadily({ url, requests, perSecond });
  await sleep(durationMs);
  return stop();
}

function* endless(requests: readonly SampleRequest[]): Generator<SampleRequest, never> {
  for (;;) yield* requests;
}

const mailsLimitMs = 60_000;

async function mailsSent({ database }: Surroundings): Promise<void> {
  for (const since = performance.now(); performance.now() - since < mailsLimitMs; await sleep(100)) {
    const { rows } = await database.query<{ open: boolean }>(
      `SELECT EXISTS (SELECT FROM mail WHERE state IN ('due', 'sending') AND next_attempt_at < 'infinity') AS open`,
    );
    if (!rows[0]!.open) return;
  }
  throw new Error('The mails were not sent in time.');
}

/**
 * Binds before the clock runs. PostgreSQL keeps a statement's plan: one made while the tables were empty reads them whole, and
 * whoever was first to plan would be the slower one until they are next analysed.
 */
async function prime(around: Surroundings, load: LoadGenerator, subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) await load.run({ ...subject, durationMs: 10_000, countMax: primeCount });
  await settle(around);
}

/** What would follow by itself in the background is done now, before the clock runs. */
async function settle({ database }: Surroundings): Promise<void> {
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
}

function subjectOf(name: string, { url, pid }: RunningService, requests: readonly SampleRequest[]): Subject {
  return { name, url, pid, requests, status: 200, connections };
}

const secondsOf = ({ rounds, roundMs, warmUpMs }: Effort): number => (rounds * roundMs + warmUpMs) / 1_000;

function stockFor(effort: Effort, perSecondMax: number): number {
  return Math.ceil(secondsOf(effort) * perSecondMax) + primeCount;
}
