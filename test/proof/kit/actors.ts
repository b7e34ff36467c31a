import { setTimeout as sleep } from 'node:timers/promises';
import { pickFrom } from './chance.ts';

/** What one actor does over and over; it throws what it was not promised. */
export type Acts = Readonly<Record<string, () => Promise<void>>>;

export interface Actors {
  /** How often each act was done. */
  readonly counts: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
  /** No act is begun any more; resolves when those under way have ended. */
  readonly stop: () => Promise<void>;
}

export interface ActorsOptions {
  readonly random: () => number;
  readonly actors: number;
  readonly pauseMs: number;
}

const faultsMax = 20;

/** Does each act once, then acts drawn at random, with a pause after each, until it is stopped. */
export function startActors(acts: Acts, { random, actors, pauseMs }: ActorsOptions): Actors {
  const names = Object.keys(acts);
  const counts = new Map<string, number>(names.map((name) => [name, 0]));
  const faults: string[] = [];
  const unseen = [...names];
  const ended = new AbortController();
  const work = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const name = unseen.shift() ?? pickFrom(random)(names);
      await acts[name]!().catch((error: Error) => {
        if (faults.length < faultsMax) faults.push(`${name}: ${error.message}`);
      });
      counts.set(name, counts.get(name)! + 1);
      await sleep(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const working = Promise.all(Array.from({ length: actors }, work));
  return {
    counts,
    faults,
    stop: async () => {
      ended.abort();
      await working;
    },
  };
}
