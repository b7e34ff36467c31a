import type { Log } from '../domain/log.ts';

export interface TickerParts {
  readonly name: string;
  readonly everyMs: number;
  /** Must end soon after the signal is aborted: the service is stopping. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Log;
}

/**
 * Runs a job every few seconds on every instance, for work that can't wait for the job engine's minute. One run at a
 * time per instance; leases on the rows keep instances apart. Returns a function that stops it and waits for the
 * current run.
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
