import { type Plant, plants } from './plants.ts';
import { scenarioNamed } from './scenarios.ts';
import type { Scenario } from './schedule.ts';
import type { Ran, Turns } from './search.ts';

/**
 * A schedule as it can be read: who moved to which point, what the party did, which promise broke, and how to run it
 * again.
 */
export function tellStory(scenario: Scenario, plant: Plant | null, ran: Ran): string {
  return [
    `${scenario.name}: ${scenario.description}${plant === null ? '' : ` Planted: ${plant.description}.`}`,
    ...ran.story.map((step, place) => `  ${String(place + 1).padStart(2)}. ${step}`),
    ...(ran.broken.length === 0 ? ['  kept'] : ran.broken.map((promise) => `  BROKEN: ${promise}`)),
    `  npm run prove -- interleavings --replay ${writeReplay(scenario, plant, ran.turns)}`,
  ].join('\n');
}

interface Replay {
  readonly scenario: Scenario;
  readonly plant: Plant | null;
  readonly turns: Turns;
}

/** The scenario, its turns as choice.move, and the planted mistake: `card-repeat-job:4.2,9.1+ask-skipped`. */
function writeReplay({ name }: Scenario, plant: Plant | null, turns: Turns): string {
  return `${name}:${turns.map((turn) => turn.join('.')).join(',')}${plant === null ? '' : `+${plant.name}`}`;
}

export function readReplay(code: string): Replay {
  const [, name, turns, mistake] = /^([a-z-]+):([\d.,]*)(?:\+([a-z-]+))?$/.exec(code) ?? [];
  if (name === undefined || turns === undefined) throw new Error(`"${code}" is no schedule.`);
  const plant = plants.find((one) => one.name === mistake) ?? null;
  if (mistake !== undefined && plant === null) throw new Error(`There is no planted mistake "${mistake}".`);
  const pairs = turns.split(',').filter((turn) => turn !== '');
  return {
    scenario: scenarioNamed(name),
    plant,
    turns: pairs.map((turn) => turn.split('.').map(Number) as [number, number]),
  };
}
