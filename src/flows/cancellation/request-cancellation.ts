import type { PlainDate } from '../../domain/calendar.ts';
import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { RequestGround } from '../../domain/cancellation/cancellation-cause.ts';
import { kindOfRequest } from '../../domain/cancellation/cancellation-request.ts';
import { isOperatorRefusal } from '../../domain/operator/operator-refusal.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { readCancellable } from '../../store/cancellation/cancellation.ts';
import { insertRequest, readOpenRequest } from '../../store/cancellation/cancellation-request.ts';
import { type Tx, transact } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { tell } from '../event/tell.ts';
import type { Parts } from '../parts.ts';
import { draftCancellation } from './draft-cancellation.ts';

export type CancellationRequestParts = Parts<'database' | 'linkBox' | 'reference'>;

export interface CancellationWish {
  readonly policyNumber: string;
  readonly ground: RequestGround;
  /** The first day without cover. */
  readonly effectiveDate: PlainDate;
  readonly note: string | null;
}

/** Writes a partner's request for the operator to decide. While one is open, it is the answer to every other. */
export function requestCancellation(
  { database }: CancellationRequestParts,
  seller: Seller,
  wish: CancellationWish,
  now: Date,
): Promise<Cancellation | Refusal> {
  const { policyNumber, ground, note } = wish;
  return transact(database, async (tx) => {
    await lockPolicy(tx, policyNumber);
    const drafted = await previewRequest({ database: tx }, seller, wish, now);
    if ('code' in drafted && drafted.code !== 'CancellationDateOutOfRange') return drafted;
    const open = await readOpenRequest(tx, { policyNumber });
    if (open !== null) return open.terms;
    if ('code' in drafted) return drafted;
    await insertRequest(tx, { policyNumber, ground, note, terms: drafted });
    await tell(tx, { type: 'cancellation.requested', policyNumber, sellerId: seller.id, today: todayOf(seller, now) });
    return drafted;
  });
}

/** Tells a partner what a cancellation would come to. Writes nothing. */
export async function previewRequest(
  { database: tx }: { readonly database: Tx },
  seller: Seller,
  { policyNumber, ground, effectiveDate }: CancellationWish,
  now: Date,
): Promise<Cancellation | Refusal> {
  const found = await readCancellable(tx, policyNumber);
  if (found === null || found.seller.id !== seller.id) return refusal('PolicyNotFound', 'policyNumber');
  if (found.cancellation !== null) return refusal('PolicyAlreadyCancelled', 'policyNumber');
  const today = todayOf(found.seller, now);
  const kind = kindOfRequest(found.policy, { ground, effectiveDate, today });
  const drafted = draftCancellation(found, { kind, cancelledOn: effectiveDate, requestedBy: 'seller', ground }, now);
  if (!isOperatorRefusal(drafted)) return drafted.cancellation;
  // The kind follows from the date, and an insurer does not ask: what is left is a day outside the cover.
  return refusal('CancellationDateOutOfRange', 'effectiveDate', drafted.details);
}
