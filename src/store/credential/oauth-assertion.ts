import { findsRow } from '../statement.ts';

/** Takes an assertion, and forgets those that have expired. Returns false if it was taken before. */
export const takeAssertion = findsRow(
  'take_assertion',
  `WITH forgotten AS (
     DELETE FROM oauth_assertion WHERE expires_at < now() - interval '1 minute'
   )
   INSERT INTO oauth_assertion (client_id, jti, expires_at) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING`,
  ({ clientId, jti, expiresAt }: { readonly clientId: string; readonly jti: string; readonly expiresAt: Date }) => [
    clientId,
    jti,
    expiresAt,
  ],
);
