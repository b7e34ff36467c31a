import type { Books } from '../../domain/tariff/book-for-quote.ts';
import { parseRateBook } from '../../domain/tariff/parse-rate-book.ts';
import type { RateBook } from '../../domain/tariff/rate-book.ts';
import { parseTaxTable } from '../../domain/tax/parse-tax-table.ts';
import type { TaxTable } from '../../domain/tax/tax-table.ts';
import type { Tx } from '../database.ts';
import { read, sendRead } from '../statement.ts';

/** Every rate book, their activations, and every tax table. */
export interface Tariffs extends Books {
  /** The latest table counts. */
  readonly taxTable: TaxTable | null;
  readonly taxTables: readonly TaxTable[];
}

/**
 * Documents were checked when they were loaded, so a fault here is a bug. It stops the refresh, and the previous data
 * stay.
 */
export async function readTariffs(tx: Tx): Promise<Tariffs> {
  const books = await sendRead<{ version: string; document: unknown; waits: boolean }>(
    tx,
    'SELECT version, document, waits FROM rate_book ORDER BY loaded_at DESC, version',
  );
  const activations = await sendRead<{ version: string; activeFrom: string }>(
    tx,
    'SELECT version, active_from AS "activeFrom" FROM rate_book_activation ORDER BY id DESC',
  );
  const taxTables = await readTaxTables(tx);
  return {
    rateBooks: books.rows.map(({ document }) => parsedBook(document)),
    waiting: new Set(books.rows.filter(({ waits }) => waits).map(({ version }) => version)),
    activations: activations.rows,
    taxTable: taxTables[0] ?? null,
    taxTables,
  };
}

/** Lists the latest first. */
export async function readTaxTables(tx: Tx): Promise<readonly TaxTable[]> {
  const { rows } = await sendRead<{ document: unknown }>(
    tx,
    'SELECT document FROM tax_table ORDER BY loaded_at DESC, version DESC',
  );
  return rows.map(({ document }) => parsedTable(document));
}

/** Rate books and tax tables by their versions; one that does not exist is left out. */
export async function readTariffVersions(
  tx: Tx,
  rateBookVersions: readonly string[],
  taxTableVersions: readonly string[],
): Promise<Pick<Tariffs, 'rateBooks' | 'taxTables'>> {
  return {
    rateBooks: (await findBooks(tx, { versions: rateBookVersions })).map(parsedBook),
    taxTables: (await findTables(tx, { versions: taxTableVersions })).map(parsedTable),
  };
}

const findBooks = read.allValues<unknown, [{ readonly versions: readonly string[] }]>(
  'find_rate_books',
  'SELECT document FROM rate_book WHERE version = ANY (:versions)',
);
const findTables = read.allValues<unknown, [{ readonly versions: readonly string[] }]>(
  'find_tax_tables',
  'SELECT document FROM tax_table WHERE version = ANY (:versions)',
);

function parsedBook(document: unknown): RateBook {
  const result = parseRateBook(document);
  if (result.ok) return result.book;
  throw new Error(`A stored rate book is faulty at ${result.faults[0]?.path}.`);
}

function parsedTable(document: unknown): TaxTable {
  const result = parseTaxTable(document);
  if (result.ok) return result.table;
  throw new Error(`A stored tax table is faulty at ${result.faults[0]?.path}.`);
}
