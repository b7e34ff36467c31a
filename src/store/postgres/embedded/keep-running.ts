import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';
import { keepLogSmall, type Server, type Setup, startServer } from './server.ts';

/*
 * Restarts the server if it exits. PostgreSQL itself recovers from the loss of a backend process; if the postmaster
 * dies (out of memory, a kill by mistake), it is restarted on the same port, which the service's pool knows. After
 * several failures in a row we give up and call `onExit` once: the service can't work without its database.
 *
 *   running --died--> restarting --ready--> running
 *                     restarting --attempts used up--> given up (onExit)
 *   running | restarting --stop()--> stopped
 */

/** 0.1, 0.2, 0.4 … 3.2 s: about six seconds in all, enough for a full disk or memory to be freed. */
const ATTEMPTS_MAX = 6;
const FIRST_PAUSE_MS = 100;
/** A server that ran this long was healthy: its exit starts a new series of attempts. */
const WELL_AFTER_MS = 60_000;
const LOG_CHECK_MS = 60_000;

/** Returns a function that stops it. */
export function keepRunning(
  first: Server,
  setup: Setup,
  onExit: ((error: EmbeddedPostgresError) => void) | undefined,
): () => Promise<void> {
  const stopping = new AbortController();
  let server: Server | null = first;
  const logCheck = setInterval(() => void keepLogSmall(setup.folder).catch(() => {}), LOG_CHECK_MS).unref();

  async function watch(): Promise<void> {
    let attempts = 0;
    while (server !== null && !stopping.signal.aborted) {
      const since = performance.now();
      const exit = await server.exited;
      if (stopping.signal.aborted) return;
      setup.log('postgres.died', { ...exit });
      if (performance.now() - since > WELL_AFTER_MS) attempts = 0;
      const { port } = server;
      server = null;
      while (server === null && !stopping.signal.aborted) {
        if (attempts === ATTEMPTS_MAX) return giveUp(`it died or failed to start ${ATTEMPTS_MAX} times in a row`);
        await sleep(FIRST_PAUSE_MS * 2 ** attempts, undefined, { signal: stopping.signal }).catch(() => {});
        attempts += 1;
        if (!stopping.signal.aborted) server = await restart(port, attempts);
      }
    }
  }

  async function restart(port: number, attempt: number): Promise<Server | null> {
    try {
      const started = await startServer(setup, port);
      setup.log('postgres.restarted', { port, pid: started.pid, attempt });
      return started;
    } catch (error) {
      setup.log('postgres.restart-failed', { attempt, reason: error instanceof Error ? error.message : String(error) });
      return null;
    }
  }

  function giveUp(reason: string): void {
    setup.log('postgres.given-up', { reason });
    onExit?.(
      new EmbeddedPostgresError(
        `The built-in PostgreSQL is gone (${reason}): see ${setup.folder.log}, mend what it names and start the service again.`,
      ),
    );
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    clearInterval(logCheck);
    // If it is running, stopping it ends the watch; if it is restarting, the watch ends first and leaves a server or
    // none.
    await server?.stop();
    await watching;
    await server?.stop();
  };
}
