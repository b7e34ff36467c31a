import pg from 'pg';

interface Host {
  readonly host: string;
  readonly port: number;
}

// Less than a connection may take as a whole, so that the caller hears why.
const probeMs = 3_000;
const defaultPort = 5_432;

export type PrimaryFinder = ReturnType<typeof findPrimary>;

/** Finds which of several hosts is the primary, and remembers it until a connection fails. */
export function findPrimary(urls: readonly string[]) {
  let known: Promise<Host> | null = null;
  const forget = (): void => {
    known = null;
  };
  return {
    find: (): Promise<Host> => {
      if (known === null) {
        const search = searchAll(urls);
        known = search;
        search.catch(() => {
          if (known === search) forget();
        });
      }
      return known;
    },
    /** Asks all hosts again at the next connection. */
    forget,
  };
}

/** All are asked at once: one that does not answer must not delay the one that does. */
async function searchAll(urls: readonly string[]): Promise<Host> {
  try {
    return await Promise.any(urls.map(probe));
  } catch (error) {
    const reasons = (error as AggregateError).errors.map((one: Error, index) => {
      const { host, port } = hostOf(urls[index]!);
      return `${host}:${port} ${one.message}`;
    });
    throw new NoPrimaryError(`No host of the database takes writes (${reasons.join('; ')}).`);
  }
}

export class NoPrimaryError extends Error {}

async function probe(url: string): Promise<Host> {
  const limits = { connectionTimeoutMillis: probeMs, query_timeout: probeMs };
  const client = new pg.Client({ connectionString: url, application_name: 'northbind probe', ...limits });
  client.on('error', () => undefined); // The pending statement fails as well.
  try {
    await client.connect();
    await assertPrimary(client);
    return hostOf(url);
  } finally {
    client.connection.stream.destroy(); // A server that has died silently would not confirm an orderly end.
  }
}

/** Throws if the server takes no writes: it has become a standby since. */
export async function assertPrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new NoPrimaryError('is a standby');
}

function hostOf(url: string): Host {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname.replace(/^\[|\]$/g, ''));
  return { host: host === '' ? 'localhost' : host, port: port === '' ? defaultPort : Number(port) };
}
