import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Northbind } from '@northbind/sdk';
import type { DocumentKind } from '../shop-api.ts';
import type { Log } from './log.ts';
import type { Sale } from './sale.ts';
import { ShopError } from './shop-error.ts';

/**
 * The shop's copies of the documents: the contract requires a partner to keep the declaration. Each is fetched once and
 * then served from disk; a document's bytes never change.
 */
export class DocumentCache {
  readonly #folder: string;
  readonly #northbind: Northbind;
  readonly #log: Log;
  /** Downloads by their path. A customer may ask for a document while the shop is still fetching it after the bind. */
  readonly #underWay = new Map<string, Promise<Uint8Array>>();

  constructor(folder: string, northbind: Northbind, log: Log) {
    this.#folder = join(folder, 'documents');
    this.#northbind = northbind;
    this.#log = log;
  }

  /** When a fetch fails, the document is fetched when the customer asks for it. */
  async keepAll(sale: Sale): Promise<void> {
    if (sale.progress.state !== 'bound') return;
    const disclosures = sale.disclosed?.disclosures.map(({ downloadId }) => downloadId) ?? [];
    for (const name of [...Object.keys(sale.progress.downloadIds), ...disclosures]) {
      await this.find(sale, name).catch((error: unknown) => this.#log('document not kept', { error: String(error) }));
    }
  }

  /** Finds a document by its kind, or a disclosure by its id. Null when the sale has no such document. */
  async find(sale: Sale, name: string): Promise<{ filename: string; bytes: Uint8Array } | null> {
    const known = documentOf(sale, name);
    if (known === null) return null;
    const path = join(this.#folder, `${sale.id}-${name}.pdf`);
    const kept = await readFile(path).catch(nullIfMissing);
    return { filename: known.filename, bytes: kept ?? (await this.#fetchOnce(known.downloadId, path)) };
  }

  #fetchOnce(downloadId: string, path: string): Promise<Uint8Array> {
    const underWay = this.#underWay.get(path);
    if (underWay !== undefined) return underWay;
    const fetching = this.#fetch(downloadId, path).finally(() => this.#underWay.delete(path));
    this.#underWay.set(path, fetching);
    return fetching;
  }

  async #fetch(downloadId: string, path: string): Promise<Uint8Array> {
    const bytes = await (await this.#northbind.documents.fetch(downloadId)).toBytes();
    // Checked before it is kept for ever: a proxy may answer with a page of its own.
    if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new ShopError(503, 'TryAgain');
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.part`, bytes, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path); // A crash leaves no partial file under the final name.
    return bytes;
  }
}

/** Null when the sale has no such document. */
export function documentOf(sale: Sale, name: string): KnownDocument | null {
  return policyDocument(sale, name) ?? disclosureOf(sale, name);
}

export interface KnownDocument {
  readonly downloadId: string;
  readonly filename: string;
}

function policyDocument({ progress }: Sale, name: string): KnownDocument | null {
  if (progress.state !== 'bound') return null;
  const downloadId = progress.downloadIds[name as DocumentKind];
  return downloadId === undefined ? null : { downloadId, filename: `${progress.policy.policyNumber}-${name}.pdf` };
}

function disclosureOf({ disclosed }: Sale, name: string): KnownDocument | null {
  const found = disclosed?.disclosures.find(({ downloadId }) => downloadId === name);
  return found === undefined ? null : { downloadId: name, filename: `${found.kind}-${found.language}.pdf` };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
