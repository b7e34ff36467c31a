import type { Fault } from '../../domain/data-reader.ts';
import { parseRateBook } from '../../domain/tariff/parse-rate-book.ts';
import type { Tx } from '../../store/database.ts';
import { findFile } from '../../store/tariff/operator-file.ts';
import { findRateBook } from '../../store/tariff/rate-book.ts';
import type { FileKind } from './operator-files.ts';

/** The result of checking a file. */
export interface Examined {
  /** Null if the document has none. */
  readonly version: string | null;
  readonly faults: readonly Fault[];
}

/** Finds every fault without loading anything, including a version that is already loaded. */
export async function examineRateBook(tx: Tx, document: unknown): Promise<Examined> {
  const version = versionOf(document);
  const parsed = parseRateBook(document);
  if (!parsed.ok) return { version, faults: parsed.faults };
  return { version, faults: (await findRateBook(tx, { version: parsed.book.version })) === null ? [] : [taken] };
}

export async function examineFile(tx: Tx, { table, parse }: FileKind, document: unknown): Promise<Examined> {
  const version = versionOf(document);
  const parsed = parse(document);
  if (!parsed.ok) return { version, faults: parsed.faults };
  return { version, faults: (await findFile(tx, table, parsed.version)) === null ? [] : [taken] };
}

const taken: Fault = { path: 'version', message: 'is there already: give the new one another' };

function versionOf(document: unknown): string | null {
  const has = typeof document === 'object' && document !== null && 'version' in document;
  return has && typeof document.version === 'string' ? document.version.slice(0, 200) : null;
}
