import type { Fault } from '../../domain/data-reader.ts';
import { versionFaults } from '../../domain/tariff/book-in-force.ts';
import { parseRateBook } from '../../domain/tariff/parse-rate-book.ts';
import type { Tx } from '../../store/database.ts';
import { readTariffs } from '../../store/reference/tariffs.ts';
import { insertFile } from '../../store/tariff/operator-file.ts';
import { insertRateBook, lockTariffs } from '../../store/tariff/rate-book.ts';
import type { FileKind } from './operator-files.ts';

/** Loads another rate book. A faulty one changes nothing: returns every fault with its path. */
export async function loadRateBook(tx: Tx, document: unknown): Promise<readonly Fault[]> {
  const parsed = parseRateBook(document);
  if (!parsed.ok) return parsed.faults;
  await lockTariffs(tx);
  const { rateBooks } = await readTariffs(tx);
  const faults = versionFaults([...rateBooks, parsed.book]);
  if (faults.length === 0) await insertRateBook(tx, parsed.book.version, document);
  return faults;
}

/** Loads a file that is in force from then on. */
export async function loadFile(tx: Tx, { table, parse }: FileKind, document: unknown): Promise<readonly Fault[]> {
  const parsed = parse(document);
  if (!parsed.ok) return parsed.faults;
  const isNew = await insertFile(tx, table, parsed.version, document);
  return isNew ? [] : [{ path: 'version', message: `${parsed.version} is there already` }];
}
