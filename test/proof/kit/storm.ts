import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from './actor.ts';
import { judgeBooks } from './books.ts';
import { between, pickFrom } from './chance.ts';
import { type Sale, startLoad } from './load.ts';
import type { Counts, Plot, ProofResult } from './proof.ts';
import type { Stage } from './stage.ts';

/** Something that is done to the service while partners sell, and undone by whoever would restart it. */
export interface Blow {
  readonly name: string;
  /** Whose sales say that it has recovered. */
  readonly heals: readonly Sale['method'][];
  readonly strike: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

export interface Storm {
  readonly service: Actor;
  readonly databaseUrl: string;
  readonly blows: readonly Blow[];
  readonly count: number;
  readonly workers: number;
  /** Calm between what was mended and the next blow. */
  readonly calmMs: readonly [number, number];
}

interface Struck {
  readonly blow: Blow;
  readonly at: number;
}

const restartDelayMaxMs = 500;
const warmUpMs = 1_500;

/** Sells under blows at random moments, lets everything settle, and reads the books. */
export async function weather(stage: Stage, storm: Storm): Promise<Omit<ProofResult, 'did'>> {
  const { random } = stage;
  const load = startLoad(stage, { url: storm.service.url, workers: storm.workers, leftAlone: 0.15 });
  const began = performance.now();
  const struck: Struck[] = [];
  const ends: string[] = [];
  await sleep(warmUpMs);
  for (let turn = 0; turn < storm.count; turn += 1) {
    await sleep(between(random, ...storm.calmMs));
    // The first blows go around, so that a short run has one of each.
    const blow = storm.blows[turn] ?? pickFrom(random)(storm.blows);
    struck.push({ blow, at: performance.now() });
    await blow.strike();
    await sleep(random() * restartDelayMaxMs);
    await blow.mend();
    ends.push(...(await startIfEnded(storm.service, blow)));
  }
  await sleep(storm.calmMs[1]);
  await load.stop();
  stage.say(`${struck.length} blows, ${load.sales.length} binds; reading the books`);
  const { counts, faults } = await judgeBooks(storm.databaseUrl, load.sales);
  const recoveryMs = struck.flatMap((one) => recoveryOf(one, load.sales));
  return {
    counts: { ...blowCounts(struck), ...saleCounts(load.sales), 'begun again': load.begunAgain(), ...counts },
    recoveryMs,
    faults: [...ends, ...faults],
    plot: plotOf(load.sales, struck, began),
  };
}

const noticeMs = 100;

/** No blow but one at the service itself may end it. */
async function startIfEnded(service: Actor, blow: Blow): Promise<readonly string[]> {
  await sleep(noticeMs);
  if (service.isRunning()) return [];
  await service.start();
  return [`the service ended by itself after the blow “${blow.name}”`];
}

function blowCounts(struck: readonly Struck[]): Counts {
  const byName = Map.groupBy(struck, ({ blow }) => blow.name);
  return { kills: struck.length, ...Object.fromEntries([...byName].map(([name, those]) => [name, those.length])) };
}

export function saleCounts(sales: readonly Sale[]): Counts {
  const ambiguous = sales.filter((sale) => sale.ambiguous > 0);
  const isSettled = ({ policyNumber, refusedWith }: Sale): boolean => policyNumber !== null || refusedWith !== null;
  return {
    binds: sales.length,
    acknowledged: sales.filter(({ policyNumber }) => policyNumber !== null).length,
    refused: sales.filter(({ refusedWith }) => refusedWith !== null).length,
    ambiguous: ambiguous.length,
    resolved: ambiguous.filter(isSettled).length,
    'left alone': sales.filter(({ isLeftAlone }) => isLeftAlone).length,
    'longest bind ms': Math.round(Math.max(0, ...sales.map(({ sentAt, answeredAt }) => answeredAt - sentAt))),
  };
}

/** Until the first sale that was bound after the blow and not sent before it. */
function recoveryOf({ blow, at }: Struck, sales: readonly Sale[]): readonly number[] {
  const healed = sales
    .filter(({ method, sentAt, policyNumber }) => policyNumber !== null && sentAt > at && blow.heals.includes(method))
    .map(({ answeredAt }) => answeredAt - at);
  return healed.length === 0 ? [] : [Math.min(...healed)];
}

function plotOf(sales: readonly Sale[], struck: readonly Struck[], began: number): Plot {
  const seconds = (at: number): number => (at - began) / 1_000;
  return {
    title: 'How long each bind took; a line for each blow',
    unit: 'ms',
    points: sales
      .filter(({ isLeftAlone }) => !isLeftAlone)
      .map(({ sentAt, answeredAt }) => [seconds(sentAt), answeredAt - sentAt] as const),
    marks: struck.map(({ at }) => seconds(at)),
  };
}
