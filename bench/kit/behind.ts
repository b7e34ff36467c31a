import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchSetup, connections, holdMailsBack, settle } from './bench-setup.ts';
import type { LoadGenerator, SampleRequest } from './load.ts';
import { type Effort, type Measured, measure } from './measure.ts';
import { onceOnly } from './once-only.ts';
import { fetchesOf } from './operations.ts';
import { percentile, sendSteadily } from './pace.ts';
import { processTreeCpuMs, usageOf } from './usage.ts';

/** The cost of background work (hashing secrets, typesetting, sending mails) and its effect on quotes. */
export interface Behind {
  /** Wrong credentials, and the first fetch of a document. */
  readonly measured: Measured;
  /** CPU of the typesetter for a first fetch; null where the system has no /proc. */
  readonly typesetterMs: number | null;
  readonly mail: Cost;
  readonly disturbed: Disturbed;
}

/** CPU milliseconds each. */
export interface Cost {
  readonly perSecond: number;
  readonly serviceMs: number;
  readonly typesetterMs: number;
  readonly databaseMs: number;
}

/** Times of quotes in milliseconds, round by round. */
export interface Disturbed {
  readonly quotesPerSecond: number;
  readonly bindsPerSecond: number;
  readonly rounds: readonly { readonly alone: readonly number[]; readonly beside: readonly number[] }[];
}

export const wrongSecretName = 'authenticate, credentials not seen before (refused)';
export const firstFetchName = 'document, first fetch';

// Both secrets are hashed one after the other, on one core: more callers would queue, and finally be refused.
const hashConnections = 4;
const mailsCount = 200;
const quotesPerSecond = 100;
const bindsPerSecond = 30;

/** Needs policies whose mails are held back and whose documents were never fetched. */
export async function measureBehind(setup: BenchSetup, effort: Effort): Promise<Behind> {
  const { context, service, partner } = setup;
  const short = { ...effort, rounds: Math.min(effort.rounds, 5), warmUpMs: effort.warmUpMs / 4 };
  console.log('what happens behind the requests');
  const servers = [service];
  const wrong = { name: wrongSecretName, servers, requests: partner.authenticate(false), status: 401 };
  const hashed = await measure(context, [{ ...wrong, connections: hashConnections }], short);
  const fetches = fetchesOf(await documentsNotSet(setup), partner);
  const perSecondMax = Math.floor((fetches.length * 1_000) / (short.rounds * short.roundMs + short.warmUpMs));
  const typesetter = watchTypesetter(service.pid, onceOnly(context.load, perSecondMax));
  const first = { name: firstFetchName, servers, requests: fetches, status: 200, connections };
  const set = await measure({ ...context, load: typesetter.load }, [first], short);
  const mail = await measureMails(setup);
  await holdMailsBack(context.database, false);
  const disturbed = await measureDisturbed(setup, effort);
  return { measured: new Map([...hashed, ...set]), typesetterMs: typesetter.msPerRequest(), mail, disturbed };
}

const documentsMax = 3_000;

async function documentsNotSet({ context, partner, sales, service }: BenchSetup) {
  // The bare servers' and the peers' binds have documents, too; when none were measured, some are bound now.
  const sql = `SELECT document.id
    FROM document
    LEFT JOIN document_content ON document_content.document_id = document.id
    WHERE document_content.document_id IS NULL AND document.kind = 'declaration'
    ORDER BY document.id DESC
    LIMIT ${documentsMax}`;
  const { rows } = await context.database.query<{ id: string }>(sql);
  if (rows.length >= documentsMax || partner.quotes.length === 0) return rows;
  const requests = await sales.referred(documentsMax);
  const load = {
    urls: [service.url],
    requests,
    connections,
    status: 200,
    durationMs: 60_000,
    countMax: requests.length,
  };
  await context.load.run(load);
  return (await context.database.query<{ id: string }>(sql)).rows;
}

function watchTypesetter(pid: number, load: LoadGenerator) {
  let typesetterMs = 0;
  let requests = 0;
  const watched: LoadGenerator = {
    ...load,
    run: async (asked) => {
      const before = childrenCpuMs(pid);
      const result = await load.run(asked);
      typesetterMs += childrenCpuMs(pid) - before;
      requests += result.count;
      return result;
    },
  };
  return { load: watched, msPerRequest: () => (usageOf(pid) === null ? null : typesetterMs / requests) };
}

/** Mails that were held back, sent with their documents as fast as the service does. */
async function measureMails(setup: BenchSetup): Promise<Cost> {
  const before = costs(setup);
  const since = performance.now();
  const { database } = setup.context;
  await database.query(
    `UPDATE mail SET due_at = now() WHERE id IN (SELECT id FROM mail WHERE due_at IS NOT NULL ORDER BY id LIMIT $1)`,
    [mailsCount],
  );
  await mailsSent(setup);
  const seconds = (performance.now() - since) / 1_000;
  const after = costs(setup);
  const each = (name: keyof typeof after): number => (after[name] - before[name]) / mailsCount;
  return {
    perSecond: mailsCount / seconds,
    serviceMs: each('serviceMs'),
    typesetterMs: each('typesetterMs'),
    databaseMs: each('databaseMs'),
  };
}

function costs({ context, service }: BenchSetup) {
  return {
    serviceMs: usageOf(service.pid)?.cpuMs ?? 0,
    typesetterMs: childrenCpuMs(service.pid),
    databaseMs: processTreeCpuMs(context.postgresPid) ?? 0,
  };
}

function childrenCpuMs(pid: number): number {
  return (processTreeCpuMs(pid) ?? 0) - (usageOf(pid)?.cpuMs ?? 0);
}

/** Quotes at a constant rate, alternately alone and with concurrent binds, mails and documents. */
async function measureDisturbed(setup: BenchSetup, effort: Effort): Promise<Disturbed> {
  const { context, service, partner, sales } = setup;
  const roundMs = effort.roundMs * 2;
  // The p99 of one round is the time of two or three requests: it takes many rounds to separate it from noise.
  const roundsCount = Math.ceil(effort.rounds * 1.5);
  const quotes = endless(partner.quotes);
  const bindsCount = Math.ceil((bindsPerSecond * roundMs * (roundsCount + 1)) / 1_000) + 500;
  const binds = (await sales.referred(bindsCount)).values();
  const quietly = () => steadily(service.url, quotes, quotesPerSecond, roundMs);
  const disturbed = async () => {
    const [times] = await Promise.all([quietly(), steadily(service.url, binds, bindsPerSecond, roundMs)]);
    await mailsSent(setup);
    return times;
  };
  await settle(context.database);
  console.log('quote beside binds');
  const rounds: { readonly alone: readonly number[]; readonly beside: readonly number[] }[] = [];
  for (let round = 0; round < roundsCount; round += 1) {
    // Every other round is in reverse order, as in measure.ts.
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

async function mailsSent({ context }: BenchSetup): Promise<void> {
  for (const since = performance.now(); performance.now() - since < mailsLimitMs; await sleep(100)) {
    const { rows } = await context.database.query<{ open: boolean }>(
      `SELECT EXISTS (SELECT FROM mail WHERE due_at < 'infinity') AS open`,
    );
    if (!rows[0]!.open) return;
  }
  throw new Error('The mails were not sent in time.');
}
