import type { Log } from '../domain/log.ts';

export interface TickerParts {
  readonly name: string;
  readonly everyMs: number;
  /** Ends soon once the signal is aborted: the service is stopping. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Log;
}

/**
 * Work that can't wait for the job engine's minute, on every instance. One run at a time here; between instances, the rows
 * themselves say who has them (a lease). Returns a function that stops it and waits for a run under way.
 */
export function startTicker({ name, everyMs, run, log }: TickerParts): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= run(stopping.signal)
      .catch((error: unknown) =>
        log.error('job failed', { job: name, error: error instanceof Error ? error.stack : String(error) }),
      )
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
