import type { Tx } from './database.ts';

/** Rate books and tax tables are only added. Locked, because versions are checked against each other. */
export async function lockTariffs(tx: Tx): Promise<void> {
  await tx.query('LOCK TABLE rate_book, rate_book_activation, tax_table IN SHARE ROW EXCLUSIVE MODE');
}

/** `waits`: the book is not in force until an activation names it. */
export async function insertRateBook(tx: Tx, version: string, document: unknown, waits = false): Promise<void> {
  await tx.query('INSERT INTO rate_book (version, document, waits) VALUES ($1, $2, $3)', [
    version,
    JSON.stringify(document),
    waits,
  ]);
}
