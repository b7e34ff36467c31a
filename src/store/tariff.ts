import type { Tx } from './database.ts';

/** Rate books and tax tables are only ever added. One loader at a time: versions are checked against each other. */
export async function lockTariffs(tx: Tx): Promise<void> {
  await tx.query('LOCK TABLE rate_book, rate_book_activation, tax_table IN SHARE ROW EXCLUSIVE MODE');
}

/** One that waits is not in force before an activation names it. */
export async function insertRateBook(tx: Tx, version: string, document: unknown, waits = false): Promise<void> {
  await tx.query('INSERT INTO rate_book (version, document, waits) VALUES ($1, $2, $3)', [
    version,
    JSON.stringify(document),
    waits,
  ]);
}

/** False when the version is there already. */
export async function insertTaxTable(tx: Tx, version: string, document: unknown): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO tax_table (version, document) VALUES ($1, $2) ON CONFLICT (version) DO NOTHING',
    [version, JSON.stringify(document)],
  );
  return rowCount === 1;
}
