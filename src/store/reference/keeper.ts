import pg from 'pg';
import type { Database } from '../database.ts';
import { type Dealers, readDealers } from './dealers.ts';
import { type LienHolders, readLienHolders } from './lien-holders.ts';
import { readSellers, type Sellers } from './sellers.ts';
import { readTariffs, type Tariffs } from './tariffs.ts';
import { readVinPatterns, type VinPatterns } from './vin-patterns.ts';

/**
 * Reference data in memory: sellers, dealers, lienholders, prices and the operator's VIN patterns. No request reads
 * them from the database. Changes arrive in two ways: PostgreSQL notifies every instance (NOTIFY, sent by a trigger
 * at commit), and each instance compares versions every second, in case it was disconnected during a notification.
 */
export interface Reference {
  readonly sellers: Sellers;
  readonly dealers: Dealers;
  readonly lienHolders: LienHolders;
  readonly tariffs: Tariffs;
  readonly vinPatterns: VinPatterns;
}

export interface ReferenceKeeper {
  readonly current: () => Reference;
  /** Loads every change committed before the call. */
  readonly refresh: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const readers = {
  sellers: readSellers,
  dealers: readDealers,
  lien_holders: readLienHolders,
  tariffs: readTariffs,
  vin_patterns: readVinPatterns,
};
type Topic = keyof typeof readers;

const pollMs = 1_000;
const reconnectMs = 500;

export interface KeeperOptions {
  readonly database: Database;
  readonly url: string;
  readonly onFault: (error: unknown) => void;
}

export async function keepReference({ database, url, onFault }: KeeperOptions): Promise<ReferenceKeeper> {
  const versions = new Map<string, string>();
  const data = new Map<string, unknown>();
  let reference: Reference | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function readChanges(): Promise<void> {
    // The version is read before the data: a change in between is read again next time, never missed.
    const { rows } = await database.query<{ topic: string; version: string }>(
      'SELECT topic, version FROM reference_topic',
    );
    const changed = rows.filter(({ topic, version }) => topic in readers && versions.get(topic) !== version);
    for (const { topic, version } of changed) {
      data.set(topic, await readers[topic as Topic](database));
      versions.set(topic, version);
    }
    if (changed.length > 0 || reference === null) {
      reference = {
        sellers: data.get('sellers') as Sellers,
        dealers: data.get('dealers') as Dealers,
        lienHolders: data.get('lien_holders') as LienHolders,
        tariffs: data.get('tariffs') as Tariffs,
        vinPatterns: data.get('vin_patterns') as VinPatterns,
      };
    }
  }

  // One read at a time. A call during a read waits for a second read, since the first may have started before its
  // change.
  function refresh(): Promise<void> {
    if (running === null) {
      running = readChanges().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return refresh();
      });
    return next;
  }

  await refresh();
  const quietly = (): void => void refresh().catch(onFault);
  const stopListening = listen(url, quietly, onFault);
  const poll = setInterval(quietly, pollMs);
  return {
    current: () => reference!,
    refresh,
    close: async () => {
      clearInterval(poll);
      await stopListening();
      await (next ?? running ?? Promise.resolve()).catch(() => undefined);
    },
  };
}

/** Listens on a connection of its own and reconnects after a loss. Returns a function that stops it. */
function listen(url: string, onNotice: () => void, onFault: (error: unknown) => void): () => Promise<void> {
  let isClosed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'northbind reference', keepAlive: true });
    client = fresh;
    fresh.on('notification', onNotice);
    fresh.on('error', (error) => {
      if (!isClosed) onFault(error);
    });
    fresh.on('end', () => {
      if (!isClosed) timer = setTimeout(tryConnect, reconnectMs);
    });
    await fresh.connect();
    await fresh.query('LISTEN reference_changed');
    onNotice(); // Loads what changed while disconnected.
  };
  const tryConnect = (): void => {
    connect().catch((error: unknown) => {
      if (isClosed) return; // Closed while it was still connecting.
      onFault(error);
      client?.end().catch(() => undefined);
    });
  };

  tryConnect();
  return async () => {
    isClosed = true;
    if (timer !== null) clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
