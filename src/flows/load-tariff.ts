import { parseDisclosureTexts } from '../domain/disclosure/parse-disclosure-texts.ts';
import { versionFaults } from '../domain/rating/book-in-force.ts';
import type { Fault } from '../domain/rating/data-reader.ts';
import { parseRateBook } from '../domain/rating/parse-rate-book.ts';
import { parseTaxTable } from '../domain/tax/parse-tax-table.ts';
import type { Tx } from '../store/database.ts';
import { insertDisclosureTexts } from '../store/disclosure.ts';
import { readTariffs } from '../store/reference/tariffs.ts';
import { insertRateBook, insertTaxTable, lockTariffs } from '../store/tariff.ts';

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

/** Loads a tax table, which is in force from then on; its rates have their own dates. */
export async function loadTaxTable(tx: Tx, document: unknown): Promise<readonly Fault[]> {
  const parsed = parseTaxTable(document);
  if (!parsed.ok) return parsed.faults;
  const isNew = await insertTaxTable(tx, parsed.table.version, document);
  return isNew ? [] : [{ path: 'version', message: `${parsed.table.version} is there already` }];
}

/** Loads disclosure texts, which are in force from then on; each has its own dates. */
export async function loadDisclosureTexts(tx: Tx, document: unknown): Promise<readonly Fault[]> {
  const parsed = parseDisclosureTexts(document);
  if (!parsed.ok) return parsed.faults;
  const isNew = await insertDisclosureTexts(tx, parsed.texts.version, document);
  return isNew ? [] : [{ path: 'version', message: `${parsed.texts.version} is there already` }];
}
