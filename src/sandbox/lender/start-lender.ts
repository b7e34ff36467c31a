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
  /** Secret: it allows writing and cancelling loans. */
  readonly token: string;
  readonly close: () => Promise<void>;
}

/**
 * The sandbox lender runs in the service's process, but is called over HTTP alone and shares only the PostgreSQL
 * server, so that it can fail in every way a third party can.
 */
export async function startLender({ databaseUrl, host, port, clock, log }: LenderOptions): Promise<RunningLender> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: connectionsMax,
    limits: { statementMs: 5_000, retryMs: 3_000 },
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

/** Few, since a statement takes a millisecond or two and the service needs most of PostgreSQL's connections. */
const connectionsMax = 4;
