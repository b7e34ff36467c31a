import type { Tx } from '../database.ts';
import { read, write } from '../statement.ts';
import type { OperatorAccount } from './operator-account.ts';

export interface OperatorSession
  extends Pick<OperatorAccount, 'name' | 'role' | 'mustChangePassword' | 'isTotpOn' | 'integrationIds' | 'sellerId'> {
  readonly accountId: string;
  /** Whether it was signed in by the identity provider, which asks for a second factor by itself. */
  readonly isFederated: boolean;
}

/** A session ends this long after it started, or this long after its last request. */
export interface SessionLimits {
  readonly hours: number;
  readonly idleMinutes: number;
}

/** Starts a session and deletes expired ones. */
export const insertSession = write.runs(
  null,
  `WITH swept AS (DELETE FROM operator_session WHERE expires_at < now()),
   seen AS (UPDATE operator_account SET signed_in_at = now() WHERE id = :accountId)
   INSERT INTO operator_session (token_hash, account_id, expires_at)
   VALUES (:tokenHash, :accountId, now() + make_interval(hours => :hours))`,
  (tokenHash: Buffer, accountId: string, { hours }: SessionLimits) => ({ tokenHash, accountId, hours }),
);

/** Returns the session of a token; null if it has ended or its account is disabled. */
export async function readSession(
  tx: Tx,
  tokenHash: Buffer,
  { idleMinutes }: SessionLimits,
): Promise<OperatorSession | null> {
  const row = await readRow(tx, { tokenHash, idleMinutes });
  if (row === null) return null;
  const { isStale, ...session } = row;
  if (isStale) await see(tx, { tokenHash });
  return session;
}

/** The time of the last request is written at most once a minute: a page makes many requests. */
const readRow = read.firstRow<
  OperatorSession & { readonly isStale: boolean },
  [{ readonly tokenHash: Buffer; readonly idleMinutes: number }]
>(
  'read_operator_session',
  `SELECT account.id AS "accountId", account.name, account.role, account.must_change_password AS "mustChangePassword",
          account.is_totp_on AS "isTotpOn", account.oidc_subject IS NOT NULL AS "isFederated",
          account.integration_ids AS "integrationIds", account.seller_id AS "sellerId",
          session.seen_at < now() - interval '1 minute' AS "isStale"
   FROM operator_session AS session
   JOIN operator_account AS account ON account.id = session.account_id
   WHERE session.token_hash = :tokenHash
     AND session.expires_at > now()
     AND session.seen_at > now() - make_interval(mins => :idleMinutes)
     AND NOT account.is_disabled`,
);

const see = write.runs<[{ readonly tokenHash: Buffer }]>(
  'see_operator_session',
  'UPDATE operator_session SET seen_at = now() WHERE token_hash = :tokenHash',
);

export const endSession = write.runs<[{ readonly tokenHash: Buffer }]>(
  null,
  'DELETE FROM operator_session WHERE token_hash = :tokenHash',
);

/** Ends an account's sessions except the current one. */
export const endSessionsOf = write.runs<[{ readonly accountId: string; readonly except: Buffer | null }]>(
  null,
  'DELETE FROM operator_session WHERE account_id = :accountId AND token_hash IS DISTINCT FROM :except',
);
