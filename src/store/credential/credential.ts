import { findsRow, firstValue, runs } from '../statement.ts';

/** The statements of a credential, whose hash is stored in that column, beside the previous one. */
export function credentialIn(table: 'integration' | 'oauth_client' | 'seller', column: 'secret' | 'password') {
  return {
    table,
    readHash: firstValue<string, [id: string]>(null, `SELECT ${column}_hash FROM ${table} WHERE id = $1`),
    /** Keeps the previous one until then; null ends it now. An older one is deleted: one overlap at a time. */
    replace: runs<[id: string, by: { readonly hash: string; readonly now: Date; readonly previousUntil: Date | null }]>(
      null,
      `UPDATE ${table}
       SET previous_${column}_hash = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE ${column}_hash END,
           previous_${column}_until = $4,
           ${column}_hash = $2,
           ${column}_issued_at = $3
       WHERE id = $1`,
      (id, { hash, now, previousUntil }) => [id, hash, now, previousUntil],
    ),
    /** Returns whether there was a valid previous credential. */
    forgetPrevious: findsRow<[id: string, now: Date]>(
      null,
      `UPDATE ${table}
       SET previous_${column}_hash = NULL, previous_${column}_until = NULL
       WHERE id = $1 AND previous_${column}_until > $2`,
    ),
  } as const;
}
