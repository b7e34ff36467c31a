import type { Tx } from '../database.ts';
import { write } from '../statement.ts';

/** What a key is kept under: it is the seller's, for one operation. */
export interface KeyPlace {
  readonly sellerId: string;
  readonly operation: string;
  readonly keyHash: Buffer;
}

export type KeyClaim =
  | { readonly kind: 'claimed' }
  /** The call with this key runs at the moment. */
  | { readonly kind: 'running' }
  | { readonly kind: 'other-body' }
  | { readonly kind: 'answered'; readonly answer: Buffer };

/** No call takes longer: a request is given up after a minute. */
const leaseSeconds = 65;
const hoursKept = 24;
// A run each minute forgets more than all integrations together may add in it.
const forgottenMax = 50_000;

/** Claims a key that is new, expired, or held by a call that died. Else returns what is kept under it. */
export async function claimKey(tx: Tx, place: KeyPlace, bodyHash: Buffer, owner: string): Promise<KeyClaim> {
  const row = await claim(tx, place, bodyHash, owner);
  // No row means that another call has claimed it since this statement began.
  if (row === null) return { kind: 'running' };
  if (row.owner === owner) return { kind: 'claimed' };
  if (!row.body_hash.equals(bodyHash)) return { kind: 'other-body' };
  return row.answer === null ? { kind: 'running' } : { kind: 'answered', answer: row.answer };
}

const claim = write.firstRow<
  { owner: string; body_hash: Buffer; answer: Buffer | null },
  [place: KeyPlace, bodyHash: Buffer, owner: string]
>(
  'claim_idempotency_key',
  `WITH claimed AS (
     INSERT INTO idempotency_key AS before (seller_id, operation, key_hash, body_hash, owner, lease_until)
     VALUES (:sellerId, :operation, :keyHash, :bodyHash, :owner, now() + make_interval(secs => :leaseSeconds))
     ON CONFLICT (seller_id, operation, key_hash) DO UPDATE
     SET body_hash = excluded.body_hash, owner = excluded.owner, lease_until = excluded.lease_until, answer = NULL,
         created_at = now()
     WHERE before.created_at < now() - make_interval(hours => :hoursKept)
        OR (before.answer IS NULL AND before.lease_until < now())
     RETURNING owner, body_hash, answer
   )
   SELECT owner, body_hash, answer FROM claimed
   UNION ALL
   SELECT owner, body_hash, answer
   FROM idempotency_key
   WHERE seller_id = :sellerId AND operation = :operation AND key_hash = :keyHash
     AND NOT EXISTS (SELECT FROM claimed)`,
  (place, bodyHash, owner) => ({ ...place, bodyHash, owner, leaseSeconds, hoursKept }),
);

/** Returns false if the key is no longer the owner's: then nothing that its call made may be kept. */
export const keepAnswer = write.findsRow(
  'keep_idempotent_answer',
  `UPDATE idempotency_key SET answer = :answer
   WHERE seller_id = :sellerId AND operation = :operation AND key_hash = :keyHash AND owner = :owner AND answer IS NULL`,
  (place: KeyPlace, owner: string, answer: Buffer) => ({ ...place, owner, answer }),
);

/** Lets go of a key whose call made nothing. Does nothing if an answer is kept. */
export const releaseKey = write.runs(
  'release_idempotency_key',
  `DELETE FROM idempotency_key
   WHERE seller_id = :sellerId AND operation = :operation AND key_hash = :keyHash AND owner = :owner AND answer IS NULL`,
  (place: KeyPlace, owner: string) => ({ ...place, owner }),
);

export const forgetOldKeys = write.runs(
  'forget_idempotency_keys',
  `DELETE FROM idempotency_key
   WHERE (seller_id, operation, key_hash) IN (
     SELECT seller_id, operation, key_hash
     FROM idempotency_key
     WHERE created_at < now() - make_interval(hours => :hoursKept)
     ORDER BY created_at
     LIMIT :forgottenMax
   )`,
  () => ({ hoursKept, forgottenMax }),
);
