import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../domain/calendar.ts';
import type { Log } from '../domain/log.ts';
import { type Database, openDatabase, transact } from '../store/database.ts';
import { sendRead, sendWrite } from '../store/statement.ts';
import { buildPartyServer } from './party-server.ts';

/** An outside party that the sandbox runs itself: the card processor, the lender. */
export interface Party {
  readonly name: 'card processor' | 'lender';
  /** An SQL file, run at every start. */
  readonly tables: URL;
  /** The one row that holds the token of the party's only client. */
  readonly access: { readonly table: string; readonly column: string };
  /** The longest body of a request. */
  readonly bodyBytesMax: number;
  readonly addRoutes: (app: FastifyInstance, parts: PartyParts) => void;
}

export interface PartyParts {
  readonly database: Database;
  readonly token: string;
  readonly clock: Clock;
}

export interface PartyOptions {
  readonly databaseUrl: string;
  readonly host: string;
  /** Zero: the system chooses a free one. */
  readonly port: number;
  readonly clock: Clock;
  readonly log: Log;
}

export interface RunningParty {
  /** Where the service reaches it. */
  readonly origin: string;
  /** Secret: it allows charging saved cards, or writing and cancelling loans. */
  readonly token: string;
  readonly close: () => Promise<void>;
}

/**
 * A party runs in the service's process, but is called over HTTP alone and shares only the PostgreSQL server, so that
 * it can fail in every way a third party can. Every instance of the service runs one; they share their tables, so each
 * knows what all others have done.
 */
export async function startParty(party: Party, options: PartyOptions): Promise<RunningParty> {
  const { databaseUrl, host, port, clock, log } = options;
  const database = openDatabase({
    url: databaseUrl,
    poolSize: connectionsMax,
    limits: { statementMs: 5_000, retryMs: 3_000 },
    onConnectionLost: (error) => log.warn(`sandbox ${party.name} lost a database connection`, { error: error.message }),
  });
  try {
    const token = await prepareTables(database, party);
    const app = buildPartyServer(party.name, party.bodyBytesMax, log);
    party.addRoutes(app, { database, token, clock });
    await app.listen({ host, port });
    return {
      origin: originOf(host, (app.server.address() as AddressInfo).port),
      token,
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

// Any number that nothing else in this database locks.
const tablesLock = 710_526_002;

/** Creates the tables and the token if they are missing, and returns the token. Instances may start at once. */
async function prepareTables(database: Database, { tables, access: { table, column } }: Party): Promise<string> {
  const sql = await readFile(tables, 'utf8');
  return transact(database, async (tx) => {
    // IF NOT EXISTS is not enough: concurrent creations fail on the catalog's unique index.
    await sendWrite(tx, 'SELECT pg_advisory_xact_lock(:tablesLock)', { tablesLock });
    await tx.query(sql);
    const token = randomBytes(32).toString('base64url');
    await sendWrite(tx, `INSERT INTO ${table} (${column}) VALUES (:token) ON CONFLICT DO NOTHING`, { token });
    const { rows } = await sendRead<{ token: string }>(tx, `SELECT ${column} AS token FROM ${table}`);
    return rows[0]!.token;
  });
}

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
