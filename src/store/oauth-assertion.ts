import { statement, type Tx } from './database.ts';

/** Takes an assertion, and forgets those that have expired. Returns false if it was taken before. */
export async function takeAssertion(
  tx: Tx,
  { clientId, jti, expiresAt }: { readonly clientId: string; readonly jti: string; readonly expiresAt: Date },
): Promise<boolean> {
  return (await tx.query(take(clientId, jti, expiresAt))).rowCount === 1;
}

const take = statement(
  'take_assertion',
  `WITH forgotten AS (
     DELETE FROM oauth_assertion WHERE expires_at < now() - interval '1 minute'
   )
   INSERT INTO oauth_assertion (client_id, jti, expires_at) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING`,
);
