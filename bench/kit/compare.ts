import assert from 'node:assert/strict';
import { startBareServer } from './bare.ts';
import { type BenchSetup, connections, loadFor, prime, subjectOf } from './bench-setup.ts';
import type { Environment, RunningServer } from './environment.ts';
import type { SampleRequest } from './load.ts';
import { type Effort, type Measured, measure, type Subject } from './measure.ts';
import type { Operation } from './operations.ts';
import { startMock, startNest } from './peers.ts';
import { type Recording, recordOperation } from './record.ts';
import { openRelay, perRequest, type Relay } from './relay.ts';
import type { Counted } from './round-trip.ts';
import { writes } from './wire.ts';

/** An operation, measured on the service and its peers, by their names. */
export interface Comparison {
  readonly operation: string;
  readonly measured: Measured;
  /** What each sends to the database for a request. */
  readonly sent: ReadonlyMap<string, readonly Counted[]>;
}

export const serviceName = 'Northbind';
export const bareName = 'bare server (the limit)';
export const nestName = 'NestJS + Prisma';
export const mockName = 'Prism mock';

/** The operations that the NestJS peer has. */
const doneByNest: ReadonlySet<string> = new Set(['quote', 'bind REF']);
const doneByMock: ReadonlySet<string> = new Set(['quote', 'bind REF']);

interface Observed {
  readonly recording: Recording;
  readonly sent: Map<string, readonly Counted[]>;
}

const recordedCount = 16;
const countedCount = 400;

/** Records every operation on the wire, then measures it in turns with a bare server and, if installed, the peers. */
export async function compareAll(
  environment: Environment,
  setup: BenchSetup,
  { effort, hasPeers }: { readonly effort: Effort; readonly hasPeers: boolean },
): Promise<readonly Comparison[]> {
  const observed = await observeAll(environment, setup, hasPeers);
  const found: Comparison[] = [];
  for (const operation of setup.operations) {
    console.log(operation.name);
    const { recording, sent } = observed.get(operation.name)!;
    const servers = new Map<string, RunningServer>([[serviceName, setup.service]]);
    servers.set(bareName, await startBareServer(setup.databaseUrl, recording));
    try {
      if (hasPeers && doneByNest.has(operation.name)) servers.set(nestName, await startNest(setup.databaseUrl));
      if (hasPeers && doneByMock.has(operation.name)) servers.set(mockName, await startMock());
      found.push({ operation: operation.name, measured: await measureBeside(setup, operation, servers, effort), sent });
    } finally {
      for (const [name, server] of servers) if (name !== serviceName) await server.stop();
    }
  }
  return found;
}

async function measureBeside(
  { context }: BenchSetup,
  operation: Operation,
  servers: ReadonlyMap<string, RunningServer>,
  effort: Effort,
): Promise<Measured> {
  const warmUpsMax = operation.name === longest ? 16 : 1;
  const subjects: Subject[] = [];
  for (const [name, server] of servers) subjects.push(await subjectOf(name, [server], operation, effort));
  const load = loadFor(context, operation);
  await prime([context.database], load, subjects);
  return measure({ ...context, load }, subjects, { ...effort, warmUpsMax });
}

/** The longest code path: Node has compiled all of it only after some 30,000 requests. It can be repeated. */
export const longest = 'quote';

/** Through a relay, on servers that are stopped before anything is timed. */
async function observeAll(
  environment: Environment,
  setup: BenchSetup,
  hasPeers: boolean,
): Promise<ReadonlyMap<string, Observed>> {
  console.log('what goes over the wire');
  const relay = await openRelay(setup.databaseUrl);
  const service = await environment.startService(relay.url);
  const nest = hasPeers ? await startNest(relay.url) : null;
  const observed = new Map<string, Observed>();
  try {
    for (const operation of setup.operations) {
      const recording = await recordTwice(relay, service.url, operation);
      const sent = new Map([[serviceName, await countSent(relay, [service], setup, operation)]]);
      sent.set(bareName, countedIn(recording));
      if (nest !== null && doneByNest.has(operation.name)) {
        await assertSameAnswer(operation, service.url, nest.url);
        sent.set(nestName, await countSent(relay, [nest], setup, operation));
      }
      observed.set(operation.name, { recording, sent });
    }
    return observed;
  } finally {
    await nest?.stop();
    await service.stop();
    relay.close();
  }
}

/** A job that ran beside all requests of one recording has added its statements to it: the shorter one counts. */
async function recordTwice(relay: Relay, url: string, operation: Operation): Promise<Recording> {
  const record = async () =>
    recordOperation(relay, url, (await operation.requests(recordedCount)).slice(0, recordedCount));
  const [one, other] = [await record(), await record()];
  return countedIn(other).length < countedIn(one).length ? other : one;
}

export async function countSent(
  relay: Relay,
  servers: Subject['servers'],
  { context }: BenchSetup,
  operation: Operation,
): Promise<readonly Counted[]> {
  const requests = await operation.requests(countedCount);
  const before = relay.counts();
  const urls = servers.map(({ url }) => url);
  const load = { urls, requests, connections, status: 200, durationMs: 30_000, countMax: countedCount };
  const { count } = await context.load.run(load);
  return perRequest(before, relay.counts(), count);
}

/** Statements between BEGIN and COMMIT are one transaction. */
function countedIn({ samples }: Recording): readonly Counted[] {
  let [isOpen, isWriting] = [false, false];
  return (samples[0] ?? []).map(({ name, text }) => {
    isOpen = text === 'BEGIN' || (isOpen && text !== 'COMMIT');
    isWriting ||= writes(text);
    const commits = isWriting && !isOpen ? 1 : 0;
    if (!isOpen) isWriting = false;
    return { owner: 'service', statement: name || text, roundTrips: 1, commits };
  });
}

const vehiclesInTurn = 16;

/** A peer with another answer would not do the same work. Requests alternate between vehicles. */
async function assertSameAnswer(operation: Operation, one: string, other: string): Promise<void> {
  const requests = await operation.requests(vehiclesInTurn * 2);
  const again = operation.perSecondMax === null ? 0 : vehiclesInTurn;
  assert.deepEqual(await answerOf(other, requests[again]!), await answerOf(one, requests[0]!));
}

async function answerOf(url: string, { method, path, headers, body }: SampleRequest): Promise<object> {
  const answer = await fetch(url + path, { method, headers, body });
  const value = (await answer.json()) as object;
  return { ...value, status: answer.status, applicationId: '', policyNumber: '', documentDownloadId: '' };
}
