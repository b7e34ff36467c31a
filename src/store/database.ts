import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Shortage } from '../domain/unavailable.ts';
import { connectionOptions, forgetPrimary } from './postgres/connection.ts';
import { isUnavailable, shortageOf, toUnavailable } from './postgres/database-unavailable.ts';

/**
 * The connection pool. Functions of `store` take a `Tx` first: the pool for a single statement, which is its own
 * transaction, or the client of a transaction opened with `transact`.
 */
export type Database = pg.Pool;
export type Tx = Pick<pg.Pool, 'query'>;

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** An idle connection broke, for example because PostgreSQL restarted. The pool replaces it by itself. */
  readonly onConnectionLost: (error: Error) => void;
  readonly name?: string;
  readonly limits?: DatabaseLimits;
}

export interface DatabaseLimits {
  /** The longest that a statement may take. One that takes longer is stuck and must release its connection. */
  readonly statementMs: number;
  /** How long a statement that was not sent, or only reads, is tried again while the database is away. */
  readonly retryMs: number;
  /** Whether a pooler is in between, which takes no parameters of the session: then the role has the limits. */
  readonly isPooled?: boolean;
}

/** Requests and jobs have these limits: no statement of theirs takes seconds. */
export const usualLimits: DatabaseLimits = { statementMs: 15_000, retryMs: 8_000 };
/** An import has these: its one statement writes all rows. */
export const longLimits: DatabaseLimits = { statementMs: 60_000, retryMs: 0 };

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  return new OpenDatabase(options);
}

// PostgreSQL ends a statement by itself, and says so, before we give up on its answer.
const answerDelayMs = 2_000;
const idleMs = 60_000;
const retryPauseMs = 100;
// Longer than the pauses between the writes of background jobs, so that an idle service says it, too.
const shortageMs = 30_000;

/** While the database is away, what was not sent yet or only reads is tried again for a while. */
export class OpenDatabase extends pg.Pool {
  private readonly url: string;
  private readonly retryMs: number;
  private readonly opened = new Set<pg.PoolClient>();
  private short: { readonly of: Shortage; readonly atMs: number } | null = null;

  constructor({ url, poolSize, onConnectionLost, name = 'northbind', limits = usualLimits }: DatabaseOptions) {
    const { statementMs, retryMs, isPooled = false } = limits;
    const answerMs = statementMs + answerDelayMs;
    super({
      ...connectionOptions({ url, name, statementMs: isPooled ? null : statementMs, answerMs }),
      max: poolSize,
      types: { getTypeParser },
      idleTimeoutMillis: idleMs,
    });
    this.url = url;
    this.retryMs = retryMs;
    // `end` returns before the connections are closed: one that breaks after it was not lost.
    this.on('error', (error) => {
      if (!this.ending) onConnectionLost(error);
    });
    this.on('connect', (client) => {
      this.opened.add(client);
      // A connection that breaks between two statements of a transaction raises an error event on its client only, and
      // an unhandled error event ends the process. The transaction's next statement fails anyway.
      client.on('error', () => undefined);
    });
    this.on('remove', (client) => void this.opened.delete(client));
    const send = super.query.bind(this) as Send;
    // Only a failure takes the longer way: waiting in each call costs a third of the throughput.
    this.query = ((...statement: Statement) =>
      send(...statement).catch((error: unknown) => this.repeat(send, statement, error))) as typeof this.query;
  }

  /** A connection, as soon as there is one. Throws `Unavailable` if there is none in time. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.whileAway(() => super.connect());
    super.connect((error, client, done) => {
      if (error !== undefined && error !== null) notSent.add(error);
      callback(error, client, done);
    });
    return undefined;
  }

  /**
   * Breaks all connections, so that what waits for an answer fails now. For a server that has died silently: nothing
   * else ends those waits soon.
   */
  breakConnections(reason: string): void {
    forgetPrimary(this.url);
    for (const client of this.opened)
      (client as unknown as pg.Client).connection.stream.destroy(new Error(`Connection terminated: ${reason}`));
  }

  /**
   * Statements that wait because every connection is in use. One that is about to be given to an idle one does not.
   */
  readonly waiting = (): number =>
    this.idleCount === 0 && this.totalCount >= this.options.max ? this.waitingCount : 0;

  /** What the database ran out of within the last half minute; null if nothing. */
  shortage(): Shortage | null {
    return this.short !== null && performance.now() - this.short.atMs < shortageMs ? this.short.of : null;
  }

  noteShortage(error: unknown): void {
    const found = shortageOf(error);
    if (found !== null) this.short = { of: found, atMs: performance.now() };
  }

  /** After a failure: tries the statement again if it was not sent, or only reads. */
  private repeat(send: Send, statement: Statement, failure: unknown): Promise<pg.QueryResult> {
    const isRead = typeof statement[0] === 'object' && statement[0].isRead === true;
    let isFirst = true;
    const work = (): Promise<pg.QueryResult> => {
      const outcome = isFirst ? Promise.reject(failure) : send(...statement);
      isFirst = false;
      return outcome;
    };
    return this.whileAway(work, (error) => notSent.has(error as Error) || isRead);
  }

  /** Repeats `work` until the database is back or the time is up. An error that `mayRepeat` refuses ends it. */
  private async whileAway<T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean = () => true): Promise<T> {
    for (const since = performance.now(); ; await sleep(retryPauseMs)) {
      try {
        return await work();
      } catch (error) {
        this.noteShortage(error);
        const isLate = performance.now() - since > this.retryMs;
        if (isLate || this.ending || !isUnavailable(error) || !mayRepeat(error)) throw toUnavailable(error);
      }
    }
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];
type Statement = [statement: string | MarkedQuery, values?: unknown[]];
type Send = (...statement: Statement) => Promise<pg.QueryResult>;

/** Errors of connections that were not made: what was to be sent on them was not. */
const notSent = new WeakSet<Error>();

/** What says of itself that it only reads may be sent twice. */
interface MarkedQuery extends pg.QueryConfig {
  readonly isRead?: boolean;
}

/** Runs `work` in one transaction. No call to an outside party belongs inside. */
export function transact<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(database, work, 'COMMIT');
}

/** Runs `work` as it would be done, and keeps nothing of it: what it returns is what would become of it. */
export function rehearse<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(database, work, 'ROLLBACK');
}

async function inTransaction<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  end: 'COMMIT' | 'ROLLBACK',
): Promise<T> {
  const client = await database.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query(end);
    return result;
  } catch (error) {
    if (database instanceof OpenDatabase) database.noteShortage(error);
    // A broken connection is discarded by the pool; a rollback on it would only wait.
    if (isUnavailable(error)) broken = error as Error;
    else
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw toUnavailable(error);
  } finally {
    client.release(broken);
  }
}

const dateOid = 1082;
const keepText = (text: string): string => text;

// A calendar date stays the text YYYY-MM-DD: a Date object would add a time zone.
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = ((oid: number, format: 'text' | 'binary') =>
  oid === dateOid ? keepText : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
