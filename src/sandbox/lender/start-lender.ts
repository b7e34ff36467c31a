import type { AddressInfo } from 'node:net';
import type { Clock } from '../../domain/calendar/calendar.ts';
import type { Log } from '../../domain/log.ts';
import { openDatabase } from '../../store/database.ts';
import { buildLenderServer } from './lender-server.ts';
import { prepareTables } from './prepare-tables.ts';

export interface LenderOptions {
  readonly databaseUrl: string;
  readonly host: string;
  /** Zero: a free one. */
  readonly port: number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface RunningLender {
  readonly origin: string;
  /** A secret: whoever has it may write and cancel loans. */
  readonly token: string;
  readonly close: () => Promise<void>;
}

/**
 * The sandbox lender: a party of its own that happens to run beside the service. It is reached over HTTP alone and
 * shares only the PostgreSQL server, so that whatever can go wrong between two companies can go wrong here too.
 */
export async function startLender({ databaseUrl, host, port, clock, log }: LenderOptions): Promise<RunningLender> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: connectionsMax,
    onConnectionLost: (error) => log.warn('sandbox lender lost a database connection', { error: error.message }),
  });
  try {
    const token = await prepareTables(database);
    const app = buildLenderServer({ database, token, clock, log });
    await app.listen({ host, port });
    const { port: actual } = app.server.address() as AddressInfo;
    return {
      origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
      token,
      close: async () => {
        await app.close();
        await database.end();
      },
    };
  } catch (error) {
    await database.end();
    throw error;
  }
}

/** Every statement takes a millisecond or two; the service itself needs most of PostgreSQL's connections. */
const connectionsMax = 4;
