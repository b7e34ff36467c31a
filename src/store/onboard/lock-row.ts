import type { Tx } from '../database.ts';

/** Holds a row until the transaction ends, so that of two changes at once neither is lost. False when there is none. */
export async function lockRow(
  tx: Tx,
  table: 'integration' | 'seller' | 'dealer' | 'lien_holder',
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  return rowCount === 1;
}
