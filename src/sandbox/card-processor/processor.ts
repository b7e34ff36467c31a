import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../domain/calendar/calendar.ts';
import type { Log } from '../../domain/log.ts';
import { openDatabase } from '../../store/database.ts';
import { prepareTables } from './prepare-tables.ts';
import { buildProcessorServer } from './processor-server.ts';

export interface CardProcessorOptions {
  readonly databaseUrl: string;
  readonly host: string;
  /** Zero: a free one. */
  readonly port: number;
  /** Where browsers reach it, when that is not where it listens. */
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly log: Log;
}

export interface RunningCardProcessor {
  /** Where the service reaches it. */
  readonly origin: string;
  /** Where browsers and partners' tests reach it. */
  readonly publicOrigin: string;
  /** Secret: it allows charging saved cards. */
  readonly apiToken: string;
  readonly close: () => Promise<void>;
}

/**
 * The sandbox card processor runs in the service's process, but is called over HTTP alone and shares only the
 * PostgreSQL server, so that it can fail in every way a third party can. Every instance of the service runs one; they
 * share their tables, so each accepts the tickets of all others.
 */
export async function startCardProcessor(options: CardProcessorOptions): Promise<RunningCardProcessor> {
  const { databaseUrl, host, port, publicUrl, clock, log } = options;
  const database = openDatabase({
    url: databaseUrl,
    poolSize: connectionsMax,
    limits: { statementMs: 5_000, retryMs: 3_000 },
    onConnectionLost: (error) =>
      log.warn('sandbox card processor lost a database connection', { error: error.message }),
  });
  try {
    const apiToken = await prepareTables(database);
    const app = buildProcessorServer({ database, apiToken, clock, log });
    await app.listen({ host, port });
    const origin = originOf(host, (app.server.address() as AddressInfo).port);
    return {
      origin,
      publicOrigin: publicUrl === null ? origin : publicUrl.replace(/\/+$/, ''),
      apiToken,
      close: async () => {
        await drain(app);
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

/** The service can't call "all addresses", so it calls the loopback address instead. */
function originOf(host: string, port: number): string {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

// A call that hangs by a fault would keep the server open for ever.
const drainLimitMs = 2_000;

async function drain(app: FastifyInstance): Promise<void> {
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 20);
  const closeAll = setTimeout(() => app.server.closeAllConnections(), drainLimitMs);
  await app.close().finally(() => {
    clearInterval(closeIdle);
    clearTimeout(closeAll);
  });
}
