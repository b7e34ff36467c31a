import assert from 'node:assert/strict';
import { startBareServer } from './bare.ts';
import type { SampleRequest } from './load.ts';
import { type Effort, type Measured, measure, type Subject } from './measure.ts';
import type { Operation } from './operations.ts';
import { startMock, startNest } from './peers.ts';
import { type Recording, recordOperation } from './record.ts';
import { openRelay, perRequest, type Relay } from './relay.ts';
import { connections, loadFor, prime, type Scene, subjectOf } from './scene.ts';
import type { RunningServer, Stage } from './stage.ts';
import type { Counted } from './trip.ts';
import { writes } from './wire.ts';

/** An operation beside the others that do it; by their names. */
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

/** Which peers do which operation. */
const doneByNest: ReadonlySet<string> = new Set(['quote', 'bind REF']);
const doneByMock: ReadonlySet<string> = new Set(['quote', 'bind REF']);

interface Observed {
  readonly recording: Recording;
  readonly sent: Map<string, readonly Counted[]>;
}

const recordedCount = 16;
const countedCount = 400;

/**
 * Every operation: watched on the wire first, then measured in turns with a bare server and, where there are any, with
 * peers.
 */
export async function compareAll(
  stage: Stage,
  scene: Scene,
  { effort, hasPeers }: { readonly effort: Effort; readonly hasPeers: boolean },
): Promise<readonly Comparison[]> {
  const observed = await observeAll(stage, scene, hasPeers);
  const found: Comparison[] = [];
  for (const operation of scene.operations) {
    console.log(operation.name);
    const { recording, sent } = observed.get(operation.name)!;
    const servers = new Map<string, RunningServer>([[serviceName, scene.service]]);
    servers.set(bareName, await startBareServer(scene.databaseUrl, recording));
    try {
      if (hasPeers && doneByNest.has(operation.name)) servers.set(nestName, await startNest(scene.databaseUrl));
      if (hasPeers && doneByMock.has(operation.name)) servers.set(mockName, await startMock());
      found.push({ operation: operation.name, measured: await measureBeside(scene, operation, servers, effort), sent });
    } finally {
      for (const [name, server] of servers) if (name !== serviceName) await server.stop();
    }
  }
  return found;
}

async function measureBeside(
  { around }: Scene,
  operation: Operation,
  servers: ReadonlyMap<string, RunningServer>,
  effort: Effort,
): Promise<Measured> {
  const warmUpsMax = operation.name === longest ? 16 : 1;
  const subjects: Subject[] = [];
  for (const [name, server] of servers) subjects.push(await subjectOf(name, [server], operation, effort));
  const load = loadFor(around, operation);
  await prime([around.database], load, subjects);
  return measure({ ...around, load }, subjects, { ...effort, warmUpsMax });
}

/**
 * The longest path of code: only after some 30,000 requests has Node compiled all of it. It may be sent again and
 * again.
 */
export const longest = 'quote';

/** Through a relay, on servers that are gone before anything is timed. */
async function observeAll(stage: Stage, scene: Scene, hasPeers: boolean): Promise<ReadonlyMap<string, Observed>> {
  console.log('what goes over the wire');
  const relay = await openRelay(scene.databaseUrl);
  const service = await stage.startService(relay.url);
  const nest = hasPeers ? await startNest(relay.url) : null;
  const observed = new Map<string, Observed>();
  try {
    for (const operation of scene.operations) {
      const recording = await recordOperation(
        relay,
        service.url,
        (await operation.requests(recordedCount)).slice(0, recordedCount),
      );
      const sent = new Map([[serviceName, await countSent(relay, [service], scene, operation)]]);
      sent.set(bareName, countedIn(recording));
      if (nest !== null && doneByNest.has(operation.name)) {
        await assertSameAnswer(operation, service.url, nest.url);
        sent.set(nestName, await countSent(relay, [nest], scene, operation));
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

export async function countSent(
  relay: Relay,
  servers: Subject['servers'],
  { around }: Scene,
  operation: Operation,
): Promise<readonly Counted[]> {
  const requests = await operation.requests(countedCount);
  const before = relay.counts();
  const urls = servers.map(({ url }) => url);
  const load = { urls, requests, connections, status: 200, durationMs: 30_000, countMax: countedCount };
  const { count } = await around.load.run(load);
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

/** A peer that answered something else would not be doing the same. Requests come by vehicle, in turns. */
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
