import pg from 'pg';
import { hostUrls } from './host-urls.ts';
import { assertPrimary, findPrimary, type PrimaryFinder } from './primary.ts';

/**
 * How every connection to PostgreSQL is made. Each wait has a limit on our side: a server that died silently, or a
 * network that drops packets, sends nothing that could end it.
 */
export interface ConnectionOptions {
  readonly url: string;
  readonly name: string;
  /** What PostgreSQL itself allows a statement; null where a pooler in between takes no such parameter. */
  readonly statementMs: number | null;
  /** What we wait for the answer to a statement. */
  readonly answerMs: number;
}

export const connectMs = 5_000;
const idleInTransactionMs = 30_000;
// Linux then probes once a second, so a peer that is gone is noticed after 20 s.
const keepAliveMs = 10_000;

/** The options of a pool's connections, or of a single one. */
export function connectionOptions(options: ConnectionOptions): pg.ClientConfig & { readonly Client: typeof pg.Client } {
  const { url, name, statementMs, answerMs } = options;
  const finder = finderOf(url);
  const limits: pg.ClientConfig = {
    application_name: name,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(statementMs !== null && {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  };
  const Client = finder === null ? pg.Client : clientOf(finder);
  return { ...limits, connectionString: hostUrls(url)[0]!, Client };
}

/** The next connection asks all hosts again which of them is the primary. */
export function forgetPrimary(url: string): void {
  finderOf(url)?.forget();
}

/** One for all connections to the same hosts, so that what one has found out serves all; null for a single host. */
function finderOf(url: string): PrimaryFinder | null {
  const urls = hostUrls(url);
  if (urls.length === 1) return null;
  const known = finders.get(url) ?? findPrimary(urls);
  finders.set(url, known);
  return known;
}

const finders = new Map<string, PrimaryFinder>();

/** A client that connects to whichever host is the primary. */
function clientOf(finder: PrimaryFinder): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = this.#connectToPrimary();
      if (callback === undefined) return connected;
      connected.then(() => callback(undefined as unknown as Error), callback);
      return undefined;
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const { host, port } = await finder.find();
      Object.assign(this, { host, port });
      // A pool listens only once this is connected. A server that dies before that, while it is asked whether it is the
      // primary, would end the process; the pending statement fails as well.
      this.on('error', () => undefined);
      try {
        await super.connect();
        await assertPrimary(this);
        return this;
      } catch (error) {
        finder.forget();
        throw error;
      }
    }
  };
}
