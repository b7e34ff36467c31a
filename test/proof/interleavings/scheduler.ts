import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Lets exactly one actor move at a time, from one point to the next. A point stands before every statement and every
 * call to a party; what an actor computes between two points touches nothing that others see. At each point the search
 * chooses what happens next: who moves, what the party does, who dies, how much time passes. The same choices make the
 * same schedule.
 */

/**
 * What a choice costs: the search bounds how many of each a schedule may have. The first choice of all costs nothing.
 */
export type Cost = 'switch' | 'fault' | 'death' | 'time';

export interface Move {
  /** Tells in the story who does what. */
  readonly text: string;
  readonly costs: readonly Cost[];
  readonly actor: Actor | null;
  readonly make: () => Promise<void>;
}

/** Chooses one of the moves by its place; the first is what happens when nothing goes wrong. */
export type Choose = (moves: readonly Move[]) => number;

export interface Point {
  readonly label: string;
  /** What may happen here; the first is the usual. */
  readonly ways: readonly string[];
  readonly perform: (way: string) => Promise<unknown>;
  /** Nobody could tell whether another moved before it: the actor goes on. */
  readonly isUnseen?: boolean;
}

interface Waiting extends Point {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The process of this actor has ended: nothing of it runs any more. */
export class Died extends Error {}

/** A request, a run of a job, an operator, or a party's late message. */
export interface Actor {
  readonly name: string;
  readonly isMessage: boolean;
  readonly clock: { offsetMs: number };
  readonly waiting: Waiting[];
  readonly timers: Set<Timer>;
  state: 'running' | 'done' | 'dead';
  /** Stood still for longer than a lease lasts: others may have taken over. */
  wasFrozen: boolean;
  /** Has locks that others may wait for. Time does not pass meanwhile: PostgreSQL would end the transaction. */
  isInTransaction: boolean;
  /** Waits for a lock that another actor's transaction holds. */
  blocked: Promise<void> | null;
  /** Statements that run beside the schedule: renewals, while time passes. */
  beside: Promise<unknown>[] | null;
  /** A late message that time does not wait for: seconds until it has surely arrived. */
  readonly arrivesWithin: number | null;
}

interface Timer {
  readonly tick: () => void;
}

export interface SchedulerParts {
  readonly choose: Choose;
  /** How long a pause may last, in seconds. */
  readonly pauses: readonly number[];
  /** Moves the clocks of the database and of the process; the actor that stands still renews nothing meanwhile. */
  readonly passTime: (seconds: number, frozen: Actor | null) => Promise<void>;
  /** Whether the actor's connection waits for a lock. */
  readonly isBlocked: (actor: Actor) => Promise<boolean>;
}

const current = new AsyncLocalStorage<Actor>();
/** The actor whose code is running. */
export const actorNow = (): Actor | undefined => current.getStore();

// A statement takes less unless it waits for a lock. On a busy machine, PostgreSQL is only asked too often.
const askAfterMs = 20;
// Most often the next point is reached at once; an actor that looks something up besides takes a round trip.
const swiftTurns = 20;
const idleTurnsMax = 20_000;

export class Scheduler {
  readonly actors: Actor[] = [];
  readonly story: string[] = [];
  /** How much the schedule's clock is ahead of the real one. */
  readonly clock = { offsetMs: 0 };
  readonly #parts: SchedulerParts;
  #last: Actor | null = null;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** An actor that begins when it is first chosen. `work` reaches its first point at once. */
  start(name: string, work: () => Promise<unknown>, onError: (error: unknown) => void): Actor {
    const actor = this.#newActor(name, { isMessage: false });
    current.run(actor, () => {
      this.step(actor, { label: 'begins', ways: [''], perform: async () => undefined })
        .then(work)
        .then(
          () => this.#end(actor, 'done'),
          (error) => {
            if (actor.state !== 'dead') onError(error);
            this.#end(actor, actor.state === 'dead' ? 'dead' : 'done');
          },
        );
    });
    return actor;
  }

  /** Something that a party does later, when its caller waits no longer. */
  later(name: string, act: () => Promise<unknown>, arrivesWithin: number | null = null): void {
    const actor = this.#newActor(name, { isMessage: true, arrivesWithin });
    this.step(actor, { label: 'arrives', ways: [''], perform: act }).then(
      () => this.#end(actor, 'done'),
      () => this.#end(actor, 'done'),
    );
  }

  #newActor(name: string, kind: { readonly isMessage: boolean; readonly arrivesWithin?: number | null }): Actor {
    const actor: Actor = {
      name,
      arrivesWithin: null,
      ...kind,
      clock: this.clock,
      waiting: [],
      timers: new Set(),
      state: 'running',
      wasFrozen: false,
      isInTransaction: false,
      blocked: null,
      beside: null,
    };
    this.actors.push(actor);
    return actor;
  }

  /** Called by an actor's code: waits at the point until the actor is let on. */
  step<T>(actor: Actor, point: Point): Promise<T> {
    if (actor.state === 'dead') return Promise.reject(new Died(point.label));
    if (actor.beside !== null) {
      const done = point.perform(point.ways[0]!);
      actor.beside.push(done);
      return done as Promise<T>;
    }
    return new Promise<T>((resolve, reject) => {
      actor.waiting.push({ ...point, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Until no actor can move. */
  async run(): Promise<void> {
    for (;;) {
      await this.#settle();
      const moves = this.#moves();
      if (moves.length === 0) {
        // Who waits for a lock gets it: whoever held it is done, has died, or is ended by PostgreSQL.
        if (!this.actors.some(({ blocked }) => blocked !== null)) return;
        await wait(1);
        continue;
      }
      const move = moves[moves.length === 1 ? 0 : this.#parts.choose(moves)]!;
      this.story.push(move.text);
      await move.make();
    }
  }

  #end(actor: Actor, state: 'done' | 'dead'): void {
    actor.state = state;
    actor.timers.clear();
  }

  /** Until every living actor stands at a point, waits for a lock or is done, and no dead one holds a lock. */
  async #settle(): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      await new Promise((resolve) => (turn < swiftTurns ? setImmediate(resolve) : setTimeout(resolve, 1)));
      for (const actor of this.actors) if (actor.blocked !== null) await this.#untilFreeOrBlocked(actor);
      const isIdle = ({ state, waiting, blocked, isInTransaction }: Actor): boolean =>
        state === 'running' ? waiting.length === 0 && blocked === null : isInTransaction; // The dead roll back.
      if (!this.actors.some(isIdle)) return;
      if (turn > idleTurnsMax) throw new Error(`${this.actors.find(isIdle)!.name} waits for something unknown.`);
    }
  }

  async #untilFreeOrBlocked(actor: Actor): Promise<void> {
    while (actor.blocked !== null) {
      if (await this.#parts.isBlocked(actor)) return;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  #moves(): readonly Move[] {
    const movable = this.actors.filter((actor) => actor.state === 'running' && actor.waiting.length > 0);
    if (movable.length === 0) return [];
    const last = this.#last !== null && movable.includes(this.#last) ? this.#last : null;
    if (last?.waiting[0]?.isUnseen === true) return this.#steps(last, []);
    const others = movable
      .filter((actor) => actor !== last)
      .sort((a, b) => Number(a.isMessage) - Number(b.isMessage) || Number(a.wasFrozen) - Number(b.wasFrozen));
    const inOrder = last === null ? others : [last, ...others];
    const moves = inOrder.flatMap((actor, place) => this.#steps(actor, place === 0 ? [] : ['switch']));
    const leader = inOrder[0]!;
    if (leader.isMessage || leader.waiting[0]!.label === 'begins') return moves;
    const mayPass = !this.actors.some((actor) => actor !== leader && actor.isInTransaction);
    return [
      ...moves,
      ...this.#deaths(leader).slice(0, mayPass ? 2 : 1),
      ...(mayPass && !leader.isInTransaction ? this.#pauses(leader) : []),
    ];
  }

  #steps(actor: Actor, costs: readonly Cost[]): readonly Move[] {
    const point = actor.waiting[0]!;
    return point.ways.map((way, place) => ({
      actor,
      text: `${actor.name}: ${point.label}${way === '' || place === 0 ? '' : `, ${way}`}`,
      costs: place === 0 ? costs : [...costs, 'fault'],
      make: () => this.#grant(actor, way),
    }));
  }

  async #grant(actor: Actor, way: string): Promise<void> {
    const point = actor.waiting.shift()!;
    this.#last = actor;
    const done = current.run(actor, () => point.perform(way)).then(point.resolve, point.reject);
    for (let isDone = false; !isDone; ) {
      isDone = await Promise.race([done.then(() => true), wait(askAfterMs)]);
      if (isDone || !(await this.#parts.isBlocked(actor))) continue;
      this.story.push(`  ${actor.name} waits for a lock`);
      actor.blocked = done.then(() => {
        actor.blocked = null;
      });
      return;
    }
  }

  #deaths(actor: Actor): readonly Move[] {
    const longest = Math.max(...this.#parts.pauses);
    const die = (seconds: number) => async (): Promise<void> => {
      actor.state = 'dead';
      actor.timers.clear();
      for (const { label, reject } of actor.waiting.splice(0)) reject(new Died(label));
      await this.#settle(); // Its open transaction is rolled back.
      if (seconds > 0) await this.#pass(seconds, null);
    };
    const text = `${actor.name} dies before "${actor.waiting[0]!.label}"`;
    return [
      { actor, text, costs: ['death'], make: die(0) },
      { actor, text: `${text}, and ${longest} s pass`, costs: ['death'], make: die(longest) },
    ];
  }

  #pauses(actor: Actor): readonly Move[] {
    const frozen = this.#parts.pauses.map((seconds) => ({
      actor,
      text: `${actor.name} stands still before "${actor.waiting[0]!.label}" for ${seconds} s`,
      costs: ['time'] as const,
      make: async () => {
        actor.wasFrozen = true;
        this.#last = null;
        await this.#pass(seconds, actor);
      },
    }));
    const seconds = Math.max(...this.#parts.pauses);
    const awake: Move = {
      actor,
      text: `${seconds} s pass, and everybody is awake`,
      costs: ['time'],
      make: async () => {
        this.#last = null;
        await this.#pass(seconds, null);
      },
    };
    return [...frozen, awake];
  }

  /** Messages that must have arrived by then do so first. */
  async #pass(seconds: number, frozen: Actor | null): Promise<void> {
    for (const actor of this.actors) {
      const isDue = actor.arrivesWithin !== null && actor.arrivesWithin <= seconds && actor.waiting.length > 0;
      if (!isDue) continue;
      this.story.push(`${actor.name}: arrives`);
      await this.#grant(actor, '');
    }
    this.clock.offsetMs += seconds * 1_000;
    await this.#parts.passTime(seconds, frozen);
  }
}

/** Runs an actor's timers once, and waits for the statements they make. */
export async function tick(actor: Actor): Promise<void> {
  if (actor.timers.size === 0) return;
  const beside: Promise<unknown>[] = [];
  actor.beside = beside;
  current.run(actor, () => {
    for (const timer of actor.timers) timer.tick();
  });
  await Promise.allSettled(beside);
  actor.beside = null;
}

/**
 * While it is in force, an actor's intervals tick only when the scheduler lets time pass, and its monotonic clock is
 * ahead by what has passed. Code that belongs to no actor has the real ones.
 */
export function controlTime(): () => void {
  const real = { setInterval: globalThis.setInterval, clearInterval: globalThis.clearInterval, now: performance.now };
  const controlled = new Map<unknown, () => void>();
  globalThis.setInterval = ((callback: () => void, ...rest: [number]) => {
    const actor = current.getStore();
    if (actor === undefined) return real.setInterval(callback, ...rest);
    const timer: Timer = { tick: callback };
    actor.timers.add(timer);
    controlled.set(timer, () => actor.timers.delete(timer));
    return timer;
  }) as typeof setInterval;
  globalThis.clearInterval = ((timer: NodeJS.Timeout) => {
    const forget = controlled.get(timer);
    if (forget === undefined) return real.clearInterval(timer);
    controlled.delete(timer);
    forget();
  }) as typeof clearInterval;
  performance.now = () => {
    return real.now.call(performance) + (current.getStore()?.clock.offsetMs ?? 0);
  };
  return () => {
    globalThis.setInterval = real.setInterval;
    globalThis.clearInterval = real.clearInterval;
    performance.now = real.now;
  };
}

function wait(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}
