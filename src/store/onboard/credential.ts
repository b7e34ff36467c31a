import type { Tx } from '../database.ts';

/** Where a credential's hash is stored, beside the previous one. */
export type CredentialPlace =
  | { readonly table: 'integration' | 'oauth_client'; readonly column: 'secret' }
  | { readonly table: 'seller'; readonly column: 'password' };

export async function readCredentialHash(
  tx: Tx,
  { table, column }: CredentialPlace,
  id: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ hash: string }>(`SELECT ${column}_hash AS hash FROM ${table} WHERE id = $1`, [id]);
  return rows[0]?.hash ?? null;
}

/**
 * Replaces a credential and keeps the previous one until `previousUntil`; null ends it now. An older one is deleted:
 * one overlap at a time.
 */
export async function replaceCredential(
  tx: Tx,
  { table, column }: CredentialPlace,
  id: string,
  { hash, now, previousUntil }: { readonly hash: string; readonly now: Date; readonly previousUntil: Date | null },
): Promise<void> {
  await tx.query(
    `UPDATE ${table}
     SET previous_${column}_hash = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE ${column}_hash END,
         previous_${column}_until = $4,
         ${column}_hash = $2,
         ${column}_issued_at = $3
     WHERE id = $1`,
    [id, hash, now, previousUntil],
  );
}

/** Returns whether there was a valid previous credential. */
export async function forgetPreviousCredential(
  tx: Tx,
  { table, column }: CredentialPlace,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE ${table}
     SET previous_${column}_hash = NULL, previous_${column}_until = NULL
     WHERE id = $1 AND previous_${column}_until > $2`,
    [id, now],
  );
  return rowCount === 1;
}
