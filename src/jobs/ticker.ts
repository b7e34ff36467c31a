import type { Log } from '../domain/log.ts';
import { withDeadline } from './deadline.ts';
import type { JobWatch } from './watch.ts';

export interface TickerParts {
  readonly name: string;
  readonly everyMs: number;
  /** Must end soon after the signal is aborted: the service is stopping, or the run has taken too long. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Log;
  readonly watch: JobWatch;
  /** After this long a run counts as failed, and the next one begins. */
  readonly deadlineMs?: number;
}

// A run takes no more work after 30 s, and a call that is under way then has its own limit.
const usualDeadlineMs = 120_000;

/**
 * Runs a job every few seconds on every instance: each looks for work that is due. One run at a time per instance;
 * leases on the rows keep instances apart, and a run that hangs from the next one. Returns a function that stops it and
 * waits for the current run.
 */
export function startTicker(parts: TickerParts): () => Promise<void> {
  const { name, everyMs, run, log, watch, deadlineMs = usualDeadlineMs } = parts;
  const stopping = new AbortController();
  let running: Promise<unknown> | null = null;
  watch.expect(name, everyMs + deadlineMs);
  const timer = setInterval(() => {
    running ??= withDeadline(deadlineMs, stopping.signal, run)
      .then(() => watch.succeeded(name))
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
