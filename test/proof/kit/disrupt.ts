import { setTimeout as sleep } from 'node:timers/promises';
import { judgeBooks } from './books.ts';
import { between, pickFrom } from './chance.ts';
import { type Sale, startLoad } from './load.ts';
import type { ManagedProcess } from './managed-process.ts';
import type { Counts, Plot, ProofResult } from './proof.ts';
import type { Testbed } from './testbed.ts';

/** A failure that is injected while partners sell, and repaired as an operator would. */
export interface Disruption {
  readonly name: string;
  /** The service has recovered when a sale by one of these methods is bound. */
  readonly recoveredBy: readonly Sale['method'][];
  readonly inject: () => Promise<void>;
  readonly repair: () => Promise<void>;
}

export interface DisruptionPlan {
  readonly service: ManagedProcess;
  readonly databaseUrl: string;
  readonly disruptions: readonly Disruption[];
  readonly count: number;
  readonly workers: number;
  /** The pause between a repair and the next disruption is drawn at random. */
  readonly pauseMs: readonly [number, number];
}

interface Injected {
  readonly disruption: Disruption;
  readonly at: number;
}

const restartDelayMaxMs = 500;
const warmUpMs = 1_500;

/** Sells while disruptions come at random moments, waits until everything is settled, and checks the books. */
export async function disrupt(testbed: Testbed, plan: DisruptionPlan): Promise<Omit<ProofResult, 'did'>> {
  const { random } = testbed;
  const load = startLoad(testbed, { url: plan.service.url, workers: plan.workers, leftAlone: 0.15 });
  const began = performance.now();
  const injected: Injected[] = [];
  const ends: string[] = [];
  await sleep(warmUpMs);
  for (let turn = 0; turn < plan.count; turn += 1) {
    await sleep(between(random, ...plan.pauseMs));
    // Each disruption once before any is drawn at random.
    const disruption = plan.disruptions[turn] ?? pickFrom(random)(plan.disruptions);
    injected.push({ disruption, at: performance.now() });
    await disruption.inject();
    await sleep(random() * restartDelayMaxMs);
    await disruption.repair();
    ends.push(...(await startIfEnded(plan.service, disruption)));
  }
  await sleep(plan.pauseMs[1]);
  await load.stop();
  testbed.say(`${injected.length} disruptions, ${load.sales.length} binds; reading the books`);
  const { counts, faults } = await judgeBooks(plan.databaseUrl, load.sales);
  const recoveryMs = injected.flatMap((one) => recoveryOf(one, load.sales));
  return {
    counts: { ...disruptionCounts(injected), ...saleCounts(load.sales), 'begun again': load.begunAgain(), ...counts },
    recoveryMs,
    faults: [...ends, ...faults],
    plot: plotOf(load.sales, injected, began),
  };
}

const noticeMs = 100;

/** Only a disruption of the service itself may end it. */
async function startIfEnded(service: ManagedProcess, disruption: Disruption): Promise<readonly string[]> {
  await sleep(noticeMs);
  if (service.isRunning()) return [];
  await service.start();
  return [`the service ended by itself after the disruption “${disruption.name}”`];
}

function disruptionCounts(injected: readonly Injected[]): Counts {
  const byName = Map.groupBy(injected, ({ disruption }) => disruption.name);
  return { kills: injected.length, ...Object.fromEntries([...byName].map(([name, those]) => [name, those.length])) };
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

/** Until the first sale that was bound after the disruption and not sent before it. */
function recoveryOf({ disruption, at }: Injected, sales: readonly Sale[]): readonly number[] {
  const healed = sales
    .filter(
      ({ method, sentAt, policyNumber }) =>
        policyNumber !== null && sentAt > at && disruption.recoveredBy.includes(method),
    )
    .map(({ answeredAt }) => answeredAt - at);
  return healed.length === 0 ? [] : [Math.min(...healed)];
}

function plotOf(sales: readonly Sale[], injected: readonly Injected[], began: number): Plot {
  const seconds = (at: number): number => (at - began) / 1_000;
  return {
    title: 'How long each bind took; a line for each disruption',
    unit: 'ms',
    points: sales
      .filter(({ isLeftAlone }) => !isLeftAlone)
      .map(({ sentAt, answeredAt }) => [seconds(sentAt), answeredAt - sentAt] as const),
    marks: injected.map(({ at }) => seconds(at)),
  };
}
