import { Busy } from '../../domain/call/busy.ts';

/**
 * The queue of those who try to get in. A try costs a hash, which takes a core for some 40 ms, so few run at a time and
 * nobody may use up the turns of others:
 *
 * - Operators, client ids that exist and all other callers wait in lanes of their own, served in turn.
 * - In a lane, the caller whose address has the fewest recent tries without success is next, then the one whose name
 *   has. A try counts when it begins and is given back when it succeeds, so many at once from one address wait behind
 *   the first of every other.
 * - A lane is bounded. When it is full, the address with the most tries loses its last one.
 */
export class TryQueue {
  readonly #parallel: number;
  readonly #lanes: Readonly<Record<Lane, Waiting[]>> = { operator: [], known: [], other: [] };
  readonly #addresses = new RecentCounts();
  readonly #names = new RecentCounts();
  #order: readonly Lane[] = ['operator', 'known', 'other'];
  #running = 0;

  constructor(parallel: number) {
    this.#parallel = parallel;
  }

  get waiting(): number {
    return this.#order.reduce((sum, lane) => sum + this.#lanes[lane].length, 0);
  }

  /** Runs the try in the caller's turn; null from it means that it failed. */
  async run<T>(caller: Caller, work: () => Promise<T | null>): Promise<T | null> {
    if (this.#running < this.#parallel) this.#begin(caller);
    else await this.#wait(caller);
    try {
      const result = await work();
      if (result !== null) this.#giveBack(caller);
      return result;
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  #wait(caller: Caller): Promise<void> {
    const lane = this.#lanes[caller.lane];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    lane.push({ caller, start: resolve, refuse: () => reject(new TryQueueFull()), sinceMs: performance.now() });
    if (lane.length > laneMax) this.#dropLast(lane);
    return promise;
  }

  #dropLast(lane: Waiting[]): void {
    const waiting = new Map<string, number>();
    for (const { caller } of lane) waiting.set(caller.address, (waiting.get(caller.address) ?? 0) + 1);
    const tries = ({ caller }: Waiting): number => this.#addresses.of(caller.address) + waiting.get(caller.address)!;
    const last = lane.reduce((worst, one) => (tries(one) >= tries(worst) ? one : worst));
    lane.splice(lane.indexOf(last), 1);
    last.refuse();
  }

  #startNext(): void {
    const next = this.#takeNext();
    if (next === null) return;
    this.#begin(next.caller);
    next.start();
  }

  /** The lanes take turns, but a caller without a failed try goes before one with. */
  #takeNext(): Waiting | null {
    const firsts = this.#order.flatMap((lane) => this.#firstOf(this.#lanes[lane]) ?? []);
    const next = firsts.find(({ caller }) => this.#addresses.of(caller.address) === 0) ?? firsts[0];
    if (next === undefined) return null;
    const { lane } = next.caller;
    this.#lanes[lane].splice(this.#lanes[lane].indexOf(next), 1);
    this.#order = [...this.#order.filter((one) => one !== lane), lane];
    return next;
  }

  #firstOf(lane: Waiting[]): Waiting | null {
    const tooLate = performance.now() - waitMsMax;
    while (lane.length > 0 && lane[0]!.sinceMs < tooLate) lane.shift()!.refuse();
    if (lane.length === 0) return null;
    const rank = ({ caller }: Waiting): number =>
      this.#addresses.of(caller.address) * nameCountMax + Math.min(this.#names.of(caller.name), nameCountMax - 1);
    return lane.reduce((best, one) => (rank(one) < rank(best) ? one : best));
  }

  #begin({ address, name }: Caller): void {
    this.#running += 1;
    this.#addresses.add(address, 1);
    this.#names.add(name, 1);
  }

  #giveBack({ address, name }: Caller): void {
    this.#addresses.add(address, -1);
    this.#names.add(name, -1);
  }
}

export type Lane = 'operator' | 'known' | 'other';

/** Who tries to get in. */
export interface Caller {
  readonly lane: Lane;
  readonly address: string;
  /** The client id or the operator's name that is tried. */
  readonly name: string;
}

/** Too many are waiting: retry later. */
export class TryQueueFull extends Busy {
  constructor() {
    super('Too many secrets are waiting to be checked.');
  }
}

interface Waiting {
  readonly caller: Caller;
  readonly start: () => void;
  readonly refuse: () => void;
  readonly sinceMs: number;
}

// About 5 s of work on one core.
const laneMax = 128;
// Callers give up by then.
const waitMsMax = 15_000;
const nameCountMax = 1_000_000;

/** Counts by key over the last minute or two, in bounded memory. */
class RecentCounts {
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #sinceMs = performance.now();

  of(key: string): number {
    this.#turnOver();
    return Math.max(0, (this.#current.get(key) ?? 0) + (this.#previous.get(key) ?? 0));
  }

  add(key: string, count: number): void {
    this.#turnOver();
    this.#current.set(key, (this.#current.get(key) ?? 0) + count);
  }

  #turnOver(): void {
    const now = performance.now();
    if (now - this.#sinceMs < 60_000 && this.#current.size < keysMax) return;
    this.#previous = this.#current;
    this.#current = new Map();
    this.#sinceMs = now;
  }
}

const keysMax = 10_000;
