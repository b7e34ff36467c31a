import { read, write } from '../statement.ts';

/** The statements of a credential, whose hash is stored in that column, beside the previous one. */
export function credentialIn(table: 'integration' | 'oauth_client' | 'seller', column: 'secret' | 'password') {
  return {
    table,
    readHash: read.firstValue<string, [{ readonly id: string }]>(
      null,
      `SELECT ${column}_hash FROM ${table} WHERE id = :id`,
    ),
    /** Keeps the previous one until then; null ends it now. An older one is deleted: one overlap at a time. */
    replace: write.runs<
      [id: string, by: { readonly hash: string; readonly now: Date; readonly previousUntil: Date | null }]
    >(
      null,
      `UPDATE ${table}
       SET previous_${column}_hash = CASE WHEN :previousUntil::timestamptz IS NULL THEN NULL ELSE ${column}_hash END,
           previous_${column}_until = :previousUntil,
           ${column}_hash = :hash,
           ${column}_issued_at = :now
       WHERE id = :id`,
      (id, { hash, now, previousUntil }) => ({ id, hash, now, previousUntil }),
    ),
    /** Returns whether there was a valid previous credential. */
    forgetPrevious: write.findsRow<[{ readonly id: string; readonly now: Date }]>(
      null,
      `UPDATE ${table}
       SET previous_${column}_hash = NULL, previous_${column}_until = NULL
       WHERE id = :id AND previous_${column}_until > :now`,
    ),
  } as const;
}
