import type { Load, LoadGenerator } from './load.ts';

/**
 * A bind can be made once: a repeat would quickly return the same policy and be no bind. So each run continues in the
 * subject's requests where the last one ended, and none is sent twice.
 */
export function onceOnly(load: LoadGenerator, perSecondMax: number): LoadGenerator {
  const done = new Map<Load['requests'], number>();
  return {
    stop: load.stop,
    run: async (asked) => {
      const from = done.get(asked.requests) ?? 0;
      // A share for each run, so that a fast one ends early and leaves enough for the next.
      const countMax = Math.min(asked.countMax, Math.ceil((perSecondMax * asked.durationMs) / 1_000));
      const requests = asked.requests.slice(from, from + countMax);
      if (requests.length === 0) throw new Error('All requests were sent: more have to be prepared.');
      const result = await load.run({ ...asked, requests, countMax: requests.length });
      done.set(asked.requests, from + result.count);
      return result;
    },
  };
}
