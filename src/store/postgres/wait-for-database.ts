import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../domain/log.ts';
import type { Database } from '../database.ts';
import { isUnavailable } from './database-unavailable.ts';

/** The database did not come in time, or does not let us in; the message says what to look at. */
export class DatabaseMissingError extends Error {}

export interface Waiting {
  readonly seconds: number;
  readonly log: Pick<Log, 'warn'>;
}

/** The databases by the settings that lead to them. */
export type DatabasesBySetting = Readonly<Record<string, Database>>;

const pauseMs = 500;
const sayEveryMs = 5_000;

/** Waits at a start until the database accepts connections: it may be starting, or failing over. */
export async function waitForDatabase(databases: DatabasesBySetting, { seconds, log }: Waiting): Promise<void> {
  const since = performance.now();
  for (const [setting, database] of Object.entries(databases))
    for (let saidAt = Number.NEGATIVE_INFINITY; ; await sleep(pauseMs)) {
      try {
        await database.query('SELECT 1');
        break;
      } catch (error) {
        const reason = (error as Error).message;
        // A wrong password, name or certificate: waiting does not help.
        if (!isUnavailable(error))
          throw new DatabaseMissingError(`The database of ${setting} can't be reached: ${reason}.`, { cause: error });
        const waitedMs = performance.now() - since;
        if (waitedMs > seconds * 1_000)
          throw new DatabaseMissingError(
            `The database of ${setting} did not answer within ${seconds} seconds (DATABASE_WAIT_SECONDS): ${reason}`,
          );
        if (performance.now() - saidAt < sayEveryMs) continue;
        log.warn('waiting for the database', { error: reason, waitedSeconds: Math.round(waitedMs / 1_000) });
        saidAt = performance.now();
      }
    }
}
