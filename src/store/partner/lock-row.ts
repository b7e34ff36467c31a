import type { Tx } from '../database.ts';
import { sendWrite } from '../statement.ts';

/**
 * Locks a row until the transaction ends, so that concurrent changes are not lost. Returns false if it does not exist.
 */
export async function lockRow(
  tx: Tx,
  table: 'integration' | 'oauth_client' | 'seller' | 'dealer' | 'lien_holder',
  id: string,
): Promise<boolean> {
  const { rowCount } = await sendWrite(tx, `SELECT FROM ${table} WHERE id = :id FOR UPDATE`, { id });
  return rowCount === 1;
}
