import type { Tx } from './database.ts';

/** Rate books and tax tables are only ever added. One loader at a time: versions are checked against each other. */
export async function lockTariffs(tx: Tx): Promise<void> {
  await tx.query('LOCK TABLE rate_book, tax_table IN SHARE ROW EXCLUSIVE MODE');
}

export async function insertRateBook(tx: Tx, version: string, document: unknown): Promise<void> {
  await tx.query('INSERT INTO rate_book (version, document) VALUES ($1, $2)', [version, JSON.stringify(document)]);
}

/** False when the version is there already. */
export async function insertTaxTable(tx: Tx, version: string, document: unknown): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO tax_table (version, document) VALUES ($1, $2) ON CONFLICT (version) DO NOTHING',
    [version, JSON.stringify(document)],
  );
  return rowCount === 1;
}
