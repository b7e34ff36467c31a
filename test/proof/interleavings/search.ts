import type { Lane } from './lane.ts';
import type { Plant } from './plants.ts';
import { type Outcome, runSchedule, type Scenario } from './schedule.ts';
import type { Choose, Cost, Move } from './scheduler.ts';

/** Where a schedule goes another way than the usual one: the number of the choice, and which of the moves was taken. */
export type Turns = readonly (readonly [choice: number, move: number])[];

/** A schedule that was run, as it can be run again. */
export interface Ran extends Outcome {
  readonly turns: Turns;
  readonly choices: readonly Choice[];
}

interface Choice {
  readonly costs: readonly (readonly Cost[])[];
  readonly taken: number;
}

/** How much may go wrong in one schedule. */
export type Bounds = Readonly<Record<Cost, number>> & { readonly all: number };

export interface Asked {
  readonly lane: Lane;
  readonly scenario: Scenario;
  readonly plant: Plant | null;
}

/** Runs the schedule that takes these turns and goes the usual way everywhere else. */
export function follow(asked: Asked, turns: Turns): Promise<Ran> {
  const byChoice = new Map(turns);
  return run(asked, (moves, place) => {
    const move = byChoice.get(place) ?? 0;
    return move < moves.length ? move : 0; // While it is shrunk, a turn may lead nowhere.
  });
}

/**
 * Takes the named moves, each as soon as it can be made, and goes the usual way everywhere else. "this or that": the
 * first of them that can.
 */
export async function followMoves(asked: Asked, texts: readonly string[]): Promise<Ran> {
  const left = [...texts];
  const ran = await run(asked, (moves) => {
    const wanted = left[0]?.split(' or ') ?? [];
    const move = moves.findIndex(({ text }) => wanted.includes(text));
    if (move >= 0) left.shift();
    return Math.max(move, 0);
  });
  if (left.length > 0) throw new Error(`"${left[0]}" could never be done:\n${ran.story.join('\n')}`);
  return ran;
}

async function run(
  { lane, scenario, plant }: Asked,
  choose: (moves: readonly Move[], place: number) => number,
): Promise<Ran> {
  const choices: Choice[] = [];
  const record: Choose = (moves) => {
    const taken = choose(moves, choices.length);
    choices.push({ costs: moves.map(({ costs }) => costs), taken });
    return taken;
  };
  const outcome = await runSchedule(lane, { scenario, choose: record, bent: plant?.bends ?? {} });
  const turns = choices.flatMap(({ taken }, place) => (taken === 0 ? [] : [[place, taken] as const]));
  return { ...outcome, choices, turns };
}

/**
 * Every schedule whose turns stay within the bounds: first those with one turn, then with two, each level depth first.
 * Ends early when `isEnough` says so; `isComplete` says whether it came to its end.
 */
export async function searchAll(
  asked: Asked,
  { bounds, random, onRan }: { readonly bounds: Bounds; readonly random: () => number; readonly onRan: OnRan },
): Promise<{ readonly isComplete: boolean; readonly level: number }> {
  let level: Turns[] = [[]];
  for (let depth = 0; depth <= bounds.all; depth += 1) {
    const next: Turns[] = [];
    shuffle(level, random); // Where a level is too large to be finished, what is run of it is spread over all of it.
    for (let turns = level.pop(); turns !== undefined; turns = level.pop()) {
      const ran = await follow(asked, turns);
      if (onRan(ran) === 'enough') return { isComplete: false, level: depth };
      if (depth < bounds.all) next.push(...turnsAfter(ran, bounds));
    }
    level = next;
    if (level.length === 0) break;
  }
  return { isComplete: true, level: bounds.all };
}

export type OnRan = (ran: Ran) => 'enough' | 'more';

/** One more turn, after the last one: so that no schedule is run twice. */
function turnsAfter({ turns, choices }: Ran, bounds: Bounds): readonly Turns[] {
  const from = (turns.at(-1)?.[0] ?? -1) + 1;
  const spent = spentBy(choices, turns);
  return choices.slice(from).flatMap(({ costs }, after) =>
    costs.flatMap((cost, move) => {
      if (move === 0 || cost.some((one) => spent[one] + count(cost, one) > bounds[one])) return [];
      return [[...turns, [from + after, move] as const]];
    }),
  );
}

function spentBy(choices: readonly Choice[], turns: Turns): Readonly<Record<Cost, number>> {
  const costs = turns.flatMap(([place, move]) => choices[place]!.costs[move]!);
  return {
    switch: count(costs, 'switch'),
    fault: count(costs, 'fault'),
    death: count(costs, 'death'),
    time: count(costs, 'time'),
  };
}

function count(costs: readonly Cost[], which: Cost): number {
  return costs.filter((cost) => cost === which).length;
}

/**
 * A schedule at random: actors have priorities, and the first that can move does; at a few chosen places the one in
 * front falls back (PCT, probabilistic concurrency testing). Faults, deaths and pauses come with a small chance at each
 * place.
 */
export function runAtRandom(
  asked: Asked,
  { random, bounds }: { readonly random: () => number; readonly bounds: Bounds },
): Promise<Ran> {
  const priorities = new Map<unknown, number>();
  const priorityOf = (actor: unknown): number => {
    if (!priorities.has(actor)) priorities.set(actor, random());
    return priorities.get(actor)!;
  };
  const falls = new Set(Array.from({ length: bounds.switch }, () => Math.floor(random() * lengthGuess)));
  const left: Record<Cost, number> = { ...bounds, switch: Number.POSITIVE_INFINITY };
  return run(asked, (moves, place) => {
    if (falls.has(place) && moves[0]!.actor !== null) priorities.set(moves[0]!.actor, random() - 1);
    const may = ({ costs }: Move): boolean => costs.every((cost) => left[cost] >= count(costs, cost));
    const wrong = moves.filter((move) => may(move) && move.costs.some((cost) => cost !== 'switch'));
    const usual = moves.filter(({ costs }) => costs.every((cost) => cost === 'switch'));
    const first = usual.reduce(
      (best, move) => (priorityOf(move.actor) > priorityOf(best.actor) ? move : best),
      usual[0]!,
    );
    const move = wrong.length > 0 && random() < wrongChance ? wrong[Math.floor(random() * wrong.length)]! : first;
    for (const cost of move.costs) left[cost] -= 1;
    return moves.indexOf(move);
  });
}

/** About how many choices a schedule has. */
const lengthGuess = 30;
const wrongChance = 0.12;

/** The same fault with fewer turns: each is left out in turn, as long as something is still broken. */
export async function shrink(asked: Asked, broken: Ran): Promise<Ran> {
  let least = broken;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const left of least.turns) {
      const ran = await follow(
        asked,
        least.turns.filter((turn) => turn !== left),
      );
      if (ran.broken.length === 0 || ran.turns.length >= least.turns.length) continue;
      least = ran;
      isSmaller = true;
      break;
    }
  }
  return least;
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let place = list.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    [list[place], list[other]] = [list[other]!, list[place]!];
  }
}
