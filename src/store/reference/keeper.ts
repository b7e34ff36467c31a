import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database, Tx } from '../database.ts';
import { readWordings } from '../document/wording.ts';
import { connectionOptions } from '../postgres/connection.ts';
import { read as readBy, sendRead } from '../statement.ts';
import { readCustomerTexts } from './customer-texts.ts';
import { readDealers } from './dealers.ts';
import { readDisclosures } from './disclosures.ts';
import { readLicences } from './licences.ts';
import { readLienHolders } from './lien-holders.ts';
import { readRescissionRules } from './rescission-rules.ts';
import { readSellers } from './sellers.ts';
import { readTariffs } from './tariffs.ts';
import { readVinPatterns } from './vin-patterns.ts';

/**
 * Reference data in memory: sellers, dealers, licences, lienholders, prices, the operator's VIN patterns, texts and rules
 * of rescission. No request reads them from the database. Changes arrive in two ways: PostgreSQL notifies every instance
 * (NOTIFY, sent by a trigger at commit), and each instance compares versions every second, in case it was disconnected
 * during a notification.
 *
 * An instance that was suspended or cut off does not know what was changed meanwhile. So whoever serves by what is in
 * memory looks first if the last look is some seconds old; and whatever decides (a quote, a card payment, a claim)
 * names in its own statement the version that it was judged by, which `reference_version()` compares.
 *
 * The connection that waits for notifications also asks for a sign of life every two seconds. It is the first to notice
 * that the server has died silently, and says so.
 */
export type Reference = ReadReference & { readonly version: ReferenceVersion };

/** Grows with each change. All data are at least as new as it. */
export type ReferenceVersion = string;

/** Read this before what is judged without the data in memory. */
export const readReferenceVersion = readBy.onlyValue<ReferenceVersion>(
  'read_reference_version',
  'SELECT sum(version)::text FROM reference_topic',
);

type ReadReference = { readonly [Name in keyof typeof readers]: Awaited<ReturnType<(typeof readers)[Name]>> };

/** What is read again when its topic has changed. */
const readers = {
  sellers: readSellers,
  dealers: readDealers,
  lienHolders: readLienHolders,
  tariffs: readTariffs,
  vinPatterns: readVinPatterns,
  disclosures: readDisclosures,
  licences: readLicences,
  wordings: readWordings, // The latest first.
  customerTexts: readCustomerTexts,
  rescissionRules: readRescissionRules,
};
type Name = keyof typeof readers;

/** `lien_holders` is the topic of `lienHolders`. */
const nameOf = (topic: string): string => topic.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export interface ReferenceKeeper {
  readonly current: () => Reference;
  /** Loads every change committed before the call. */
  readonly refresh: () => Promise<void>;
  /** The same, unless this was done in the last seconds; null then. While the database is away it does not wait. */
  readonly refreshOld: () => Promise<void> | null;
  readonly close: () => Promise<void>;
}

const pollMs = 1_000;
// Two polls: one that takes long makes no request wait.
const oldMs = 2_000;
const waitMs = 1_000;
const reconnectMs = 500;
const signOfLifeMs = 2_000;
const answerMs = 3_000;

export interface KeeperOptions {
  readonly database: Database;
  /** Notifications come from this address: from PostgreSQL itself, not from a pooler. */
  readonly url: string;
  /** Called on each new connection for notices, which lasts as long as this instance serves. */
  readonly onConnected?: (connection: Tx) => Promise<void>;
  readonly onFault: (error: unknown) => void;
  /** The server gave no sign of life: what waits for it waits in vain. */
  readonly onSilent?: () => void;
}

export async function keepReference({
  database,
  url,
  onConnected = async () => undefined,
  onFault,
  onSilent,
}: KeeperOptions): Promise<ReferenceKeeper> {
  const versions = new Map<string, string>();
  let read = {} as ReadReference; // Complete after the first refresh.
  let reference = {} as Reference;
  // The monotonic clock goes on while the process is suspended.
  let verifiedMs = 0;
  let awayMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function readChanges(): Promise<void> {
    const beganMs = performance.now();
    // The version is read before the data: a change in between is read again next time, never missed.
    const { rows } = await sendRead<{ topic: string; version: string }>(
      database,
      'SELECT topic, version FROM reference_topic',
    );
    for (const { topic, version } of rows) {
      const name = nameOf(topic);
      if (!(name in readers) || versions.get(topic) === version) continue;
      read = { ...read, [name]: await readers[name as Name](database) };
      versions.set(topic, version);
    }
    const version = String(rows.reduce((sum, one) => sum + BigInt(one.version), 0n));
    reference = { ...read, version };
    verifiedMs = beganMs;
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

  // What decides needs the database anyway; what only tells goes on while that is away.
  async function refreshInTime(): Promise<void> {
    const waiting = new AbortController();
    const isDone = await Promise.race([
      refresh().then(
        () => true,
        () => false,
      ),
      sleep(waitMs, false, { signal: waiting.signal, ref: false }).catch(() => false),
    ]);
    waiting.abort();
    if (!isDone) awayMs = performance.now();
  }

  const refreshOld: ReferenceKeeper['refreshOld'] = () => {
    const nowMs = performance.now();
    return nowMs - verifiedMs < oldMs || nowMs - awayMs < oldMs ? null : refreshInTime();
  };

  await refresh();
  const quietly = (): void => void refresh().catch(onFault);
  const stopListening = listen({ url, onConnected, onNotice: quietly, onFault, onSilent });
  const poll = setInterval(quietly, pollMs);
  return {
    current: () => reference,
    refresh,
    refreshOld,
    close: async () => {
      clearInterval(poll);
      await stopListening();
      await (next ?? running ?? Promise.resolve()).catch(() => undefined);
    },
  };
}

interface Listening {
  readonly url: string;
  readonly onConnected: (connection: Tx) => Promise<void>;
  readonly onNotice: () => void;
  readonly onFault: (error: unknown) => void;
  readonly onSilent: (() => void) | undefined;
}

/** Listens on a connection of its own and reconnects after a loss. Returns a function that stops it. */
function listen(parts: Listening): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keepListening = async (): Promise<void> => {
    while (!signal.aborted) {
      await listenOnce(parts, signal).catch((error: unknown) => {
        if (!signal.aborted) parts.onFault(error);
      });
      await sleep(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const listening = keepListening();
  return () => {
    stopping.abort();
    return listening;
  };
}

/** Listens until the connection is lost or the signal is aborted, and then throws. */
async function listenOnce({ url, onConnected, onNotice, onSilent }: Listening, signal: AbortSignal): Promise<void> {
  const { Client, ...options } = connectionOptions({ url, name: 'northbind reference', statementMs: null, answerMs });
  const client = new Client(options);
  client.on('notification', onNotice);
  client.on('error', () => undefined); // The next statement fails as well.
  const close = (): void => void client.connection.stream.destroy();
  signal.addEventListener('abort', close);
  try {
    await client.connect();
    await client.query('LISTEN reference_changed');
    await onConnected(client as Tx);
    onNotice(); // Loads what changed while disconnected.
    for (;;) {
      await sleep(signOfLifeMs, undefined, { signal });
      await askForSignOfLife(client).catch((error: Error) => {
        if (isNoAnswer(error)) onSilent?.();
        throw error;
      });
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** Asks twice: if it was this process that hung, the first answer arrives as soon as it runs again. */
async function askForSignOfLife(client: pg.Client): Promise<void> {
  await client.query('SELECT 1').catch((error: Error) => {
    if (!isNoAnswer(error)) throw error;
    return client.query('SELECT 1');
  });
}

const isNoAnswer = (error: Error): boolean => error.message === 'Query read timeout';
