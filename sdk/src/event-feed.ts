import type { Caller, CallOptions } from './caller.ts';
import type { Event, Events, EventsQuery, EventType } from './contract-types.ts';
import { sleep } from './waiting.ts';

export interface EventFilter extends Omit<EventsQuery, 'types'> {
  /** Returns only events of these types. */
  readonly types?: string | readonly EventType[] | undefined;
}

export interface FollowOptions extends CallOptions {
  /** How long to wait after everything was read, in milliseconds; 5 seconds. */
  readonly pollMs?: number | undefined;
}

/** The calls that read the feed of events. */
export class EventFeed {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The events after the one given, oldest first. */
  readonly after = ({ types, ...query }: EventFilter = {}, options?: CallOptions): Promise<Events> =>
    this.#caller.ask('events', { query: { ...query, types: types?.toString() } }, options);

  /** All that are there now, oldest first. Keep the id of the last one that you have handled, and begin after it. */
  readonly list = (filter: EventFilter = {}, options?: CallOptions): AsyncIterable<Event> =>
    this.#read(filter, options, null);

  /**
   * All that are there now and all that come, oldest first, until the signal fires. A failure that outlasts the retries
   * is thrown: begin again after the last event that you have handled.
   */
  readonly follow = (
    filter: EventFilter = {},
    { pollMs = 5_000, ...options }: FollowOptions = {},
  ): AsyncIterable<Event> => this.#read(filter, options, pollMs);

  async *#read(filter: EventFilter, options: CallOptions = {}, pollMs: number | null): AsyncGenerator<Event> {
    const { signal } = options;
    for (let after = filter.after; !signal?.aborted; ) {
      const { events, nextAfter } = await this.after({ ...filter, after }, options);
      yield* events;
      after = nextAfter ?? undefined;
      if (events.length > 0) continue;
      if (pollMs === null) return;
      await sleep(pollMs, signal);
    }
  }
}
