import { randomOf } from '../kit/processes/random.ts';
import { type Lane, openLane } from './interleavings/lane.ts';
import { type Plant, plants } from './interleavings/plants.ts';
import { scenarioNamed, scenarios } from './interleavings/scenarios.ts';
import type { Scenario } from './interleavings/schedule.ts';
import { controlTime } from './interleavings/scheduler.ts';
import {
  type Asked,
  type Bounds,
  follow,
  type Ran,
  runAtRandom,
  searchAll,
  shrink,
  type Turns,
} from './interleavings/search.ts';
import { readReplay, tellStory } from './interleavings/story.ts';
import type { Proof, ProofResult } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/** How much is searched, by the number of schedules: a busy machine takes longer and searches the same. */
interface Size {
  readonly lanes: number;
  /** Schedules of each scenario that were tried one after the other, up to the bounds. */
  readonly inOrder: number;
  /** How many runs of each scenario are at random, with more turns. */
  readonly atRandom: number;
  readonly perPlant: number;
  /** How many are timed at the start and at the end. */
  readonly measured: number;
}

const long: Size = { lanes: 3, inOrder: 375, atRandom: 75, perPlant: 3_000, measured: 50 };
const short: Size = { lanes: 2, inOrder: 4, atRandom: 1, perPlant: 600, measured: 3 };

const bounds: Bounds = { switch: 2, fault: 2, death: 1, time: 2, all: 2 };
/** What may happen at random: deeper than what can be searched whole. */
const loose: Bounds = { switch: 4, fault: 3, death: 2, time: 2, all: 12 };
const storiesMax = 5;

/** Two or three actors on one application, in every order that the bounds allow. */
export const interleavings: Proof = {
  name: 'interleavings',
  about: 'Two or three actors on one sale, in every order of their statements and calls, as far as the number allows.',
  run: (testbed) => searchInterleavings(testbed),
};

/** What the search needs of a testbed: databases, a seed and an output. */
export interface SearchTestbed extends Pick<Testbed, 'isQuick' | 'random' | 'say'> {
  readonly postgres: Pick<Testbed['postgres'], 'newDatabase'>;
}

export async function searchInterleavings(testbed: SearchTestbed): Promise<ProofResult> {
  const size = testbed.isQuick ? short : long;
  return withLanes(testbed, size.lanes, async (lanes) => {
    const firstMs = await costOf(lanes[0]!, size);
    const since = performance.now();
    const found = await searchScenarios(testbed, lanes, size);
    const tookMs = performance.now() - since;
    const caught = await searchPlants(testbed, lanes, size);
    const lastMs = await costOf(lanes[0]!, size);
    return report(found, caught, { tookMs, firstMs, lastMs });
  });
}

/** What a schedule takes, in ms: the last must not take longer than the first. */
async function costOf(lane: Lane, { measured }: Size): Promise<number> {
  const asked = { lane, scenario: scenarioNamed('cancelled-twice'), plant: null };
  const since = performance.now();
  for (let count = 0; count < measured; count += 1) await follow(asked, []);
  return (performance.now() - since) / measured;
}

interface Found {
  schedules: number;
  complete: number;
  longest: number;
  readonly traces: Set<string>;
  readonly stories: string[];
  broken: number;
}

async function searchScenarios(testbed: SearchTestbed, lanes: readonly Lane[], size: Size): Promise<Found> {
  const found: Found = { schedules: 0, complete: 0, longest: 0, traces: new Set(), stories: [], broken: 0 };
  const seed = Math.floor(testbed.random() * 2 ** 31);
  await overLanes(lanes, scenarios, async (lane, scenario, place) => {
    const asked = { lane, scenario, plant: null };
    const random = randomOf(seed + place);
    let count = 0;
    const broken: Ran[] = [];
    const note = (ran: Ran): void => {
      count += 1;
      found.schedules += 1;
      found.longest = Math.max(found.longest, ran.story.length);
      found.traces.add(`${scenario.name} ${ran.story.join('\n')}`);
      if (ran.broken.length > 0) broken.push(ran);
    };
    const inOrder = await searchAll(asked, {
      bounds,
      random,
      onRan: (ran) => {
        note(ran);
        return count >= size.inOrder ? 'enough' : 'more';
      },
    });
    if (inOrder.isComplete) found.complete += 1;
    for (let left = size.atRandom + size.inOrder - count; left > 0; left -= 1) {
      note(await runAtRandom(asked, { random, bounds: loose }));
    }
    found.broken += broken.length;
    testbed.say(`${scenario.name}, ${count} schedules${inOrder.isComplete ? ', searched whole' : ''}`);
    if (broken.length === 0 || found.stories.length >= storiesMax) return;
    const least = await shrink(asked, broken[0]!);
    found.stories.push(tellStory(scenario, null, least));
    testbed.say(tellStory(scenario, null, least));
  });
  return found;
}

interface Caught {
  readonly names: string[];
  readonly missed: string[];
  schedules: number;
}

async function searchPlants(testbed: SearchTestbed, lanes: readonly Lane[], size: Size): Promise<Caught> {
  const caught: Caught = { names: [], missed: [], schedules: 0 };
  const seed = Math.floor(testbed.random() * 2 ** 31);
  await overLanes(lanes, plants, async (lane, plant, place) => {
    const asked = { lane, scenario: scenarioNamed(plant.scenario), plant };
    let count = 0;
    let first: Ran | null = testbed.isQuick ? await replayKnown(asked, plant.known) : null;
    if (first !== null) count += 1;
    else
      await searchAll(asked, {
        bounds: plant.bounds ?? bounds,
        random: randomOf(seed + place),
        onRan: (ran) => {
          count += 1;
          if (ran.broken.length > 0) first ??= ran;
          return first !== null || count >= size.perPlant ? 'enough' : 'more';
        },
      });
    caught.schedules += count;
    if (first === null) {
      caught.missed.push(plant.name);
      return;
    }
    caught.names.push(plant.name);
    testbed.say(`${plant.name} found after ${count} schedules`);
    if (!testbed.isQuick) testbed.say(tellStory(asked.scenario, plant, await shrink(asked, first)));
  });
  return caught;
}

/**
 * Null if it is not broken by the schedule that once broke it: the code has changed since, and the search has to find
 * another.
 */
async function replayKnown(asked: Asked, known: Turns): Promise<Ran | null> {
  const ran = await follow(asked, known);
  return ran.broken.length > 0 ? ran : null;
}

interface Times {
  readonly tookMs: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

function report(found: Found, { names, missed, schedules }: Caught, times: Times): ProofResult {
  const line = `schedules ${found.schedules}, broken ${found.broken}, planted found ${names.length} of ${plants.length}`;
  return {
    did: `Two or three of a bind, its repeat, the finishing job, a revision, a card start, a cancellation (from the start or by day, now or ahead), its day, its withdrawal, an amendment, a later charge, a payment link, a card of the last day of a notice, an operator who finds, settles, retries or writes off, operators who record without looking first what was received, returned, given back or disputed, by the wrong amount or on the wrong day, twice or by mistake, goodwill, a reinstatement, a change of tax beside an unknown charge, a refund to a card, a loan or by hand, and the page of a sale link (its customer, the instance that goes on, the seller who withdraws), on one application, one statement or call at a time: every order with one turn aside (another goes first, a party refuses, loses its answer, acts late or twice, an actor dies or stands still), orders with two as far as the number allows, then deeper ones at random. Judged are our tables, the processor’s and the lender’s ledgers, the events, the notice, the account worked out anew and the partner’s answer. ${plants.length} planted mistakes must be found.`,
    counts: {
      scenarios: scenarios.length,
      schedules: found.schedules,
      'distinct traces': found.traces.size,
      'scenarios searched whole': found.complete,
      'most steps': found.longest,
      'a second': Math.round((found.schedules / times.tookMs) * 1_000),
      'ms each, first and last': `${Math.round(times.firstMs)}, ${Math.round(times.lastMs)}`,
      broken: found.broken,
      'planted found': `${names.length} of ${plants.length}`,
      'schedules until found': schedules,
    },
    faults: [...found.stories, ...missed.map((name) => `the planted mistake ${name} was not found`)],
    lastLine: `interleavings: ${line}`,
  };
}

/** Replays one schedule by the code that a failure prints. */
export async function replay(testbed: SearchTestbed, code: string): Promise<boolean> {
  const { scenario, plant, turns } = readReplay(code);
  return withLanes(testbed, 1, async ([lane]) => {
    const ran = await follow({ lane: lane!, scenario, plant }, turns);
    testbed.say(tellStory(scenario, plant, ran));
    return ran.broken.length === 0;
  });
}

async function withLanes<T>(
  testbed: SearchTestbed,
  count: number,
  work: (lanes: readonly Lane[]) => Promise<T>,
): Promise<T> {
  const lanes = await Promise.all(
    Array.from({ length: count }, async () => openLane(await testbed.postgres.newDatabase())),
  );
  const restoreTime = controlTime();
  try {
    return await work(lanes);
  } finally {
    restoreTime();
    for (const lane of lanes) await lane.close();
  }
}

/** Each lane takes the next as soon as it is free. Which lane it is changes nothing. */
async function overLanes<T extends Scenario | Plant>(
  lanes: readonly Lane[],
  items: readonly T[],
  work: (lane: Lane, item: T, place: number) => Promise<void>,
): Promise<void> {
  const left = items.map((item, place) => ({ item, place })).reverse();
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await work(lane, next.item, next.place);
    }),
  );
}
