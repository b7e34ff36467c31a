import type { Log } from '../domain/log.ts';

export interface TickerParts {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  readonly log: Log;
}

/**
 * Work that can't wait for the job engine's minute, on every instance. One run at a time here; between instances, the
 * rows themselves say who has them (a lease, a next attempt). Answers a function that stops it and waits for a run
 * under way.
 */
export function startTicker({ name, everyMs, run, log }: TickerParts): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) =>
        log.error('job failed', { job: name, error: error instanceof Error ? error.stack : String(error) }),
      )
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
