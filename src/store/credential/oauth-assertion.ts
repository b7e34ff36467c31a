import { write } from '../statement.ts';

/** Takes an assertion, and forgets those that have expired. Returns false if it was taken before. */
export const takeAssertion = write.findsRow(
  'take_assertion',
  `WITH forgotten AS (
     DELETE FROM oauth_assertion WHERE expires_at < now() - interval '1 minute'
   )
   INSERT INTO oauth_assertion (client_id, jti, expires_at) VALUES (:clientId, :jti, :expiresAt)
   ON CONFLICT DO NOTHING`,
  ({ clientId, jti, expiresAt }: { readonly clientId: string; readonly jti: string; readonly expiresAt: Date }) => ({
    clientId,
    jti,
    expiresAt,
  }),
);
