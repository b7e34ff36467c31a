import type { Log } from '../domain/log.ts';
import { startTicker } from '../jobs/ticker.ts';
import type { JobWatch } from '../jobs/watch.ts';
import type { Database } from '../store/database.ts';
import { readSchemaState } from '../store/postgres/migrate.ts';
import type { CleanupStack } from './cleanup-stack.ts';

/** Whether a newer version has changed the schema so that this instance can't use it: it then takes no more calls. */
export interface SchemaWatch {
  readonly isOutdated: () => boolean;
  /** Looks now: a call may have failed by that change. Returns whether it has. */
  readonly lookAtSchema: () => Promise<boolean>;
  readonly outdated: AbortSignal;
}

export interface SchemaWatchParts {
  readonly database: Database;
  readonly log: Log;
  readonly jobWatch: JobWatch;
}

// A call that meets the new schema before the next look looks itself.
const everyMs = 2_000;

export function watchSchema({ database, log, jobWatch }: SchemaWatchParts, cleanup: CleanupStack): SchemaWatch {
  const outdated = new AbortController();
  const { signal } = outdated;
  let looking: Promise<boolean> | null = null;

  async function look(): Promise<boolean> {
    if (!signal.aborted && (await readSchemaState(database)) === 'ahead') {
      log.error('schema of a newer version', { todo: 'replace this instance by one of the newer version' });
      outdated.abort();
    }
    return signal.aborted;
  }

  /** Calls that fail at once share one look. */
  function lookOnce(): Promise<boolean> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  cleanup.add(startTicker({ name: 'watch-schema', everyMs, log, watch: jobWatch, run: lookOnce }));
  return {
    isOutdated: () => signal.aborted,
    lookAtSchema: () => lookOnce().catch(() => signal.aborted),
    outdated: signal,
  };
}
