import type { PlainDate } from '../../domain/calendar.ts';
import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import {
  countsFromOf,
  earliestRequested,
  isRescissionInTime,
  isSameRequest,
  kindOfRequest,
  type RequestAsked,
} from '../../domain/cancellation/cancellation-request.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { isOperatorRefusal } from '../../domain/operator/operator-refusal.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { readAccount, type StoredAccount } from '../../store/account/account.ts';
import { note as noteInAudit } from '../../store/audit/audit.ts';
import {
  endOpenRequest,
  insertRequest,
  type LatestRequest,
  type OpenRequest,
  readLatestRequest,
  readOpenRequest,
} from '../../store/cancellation/cancellation-request.ts';
import { type Tx, transact } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { isPolicyOf } from '../../store/policy/policy-view.ts';
import { recordEvent } from '../event/record-event.ts';
import type { Parts } from '../parts.ts';
import { draftCancellation } from './draft-cancellation.ts';

/*
 * What partners do with a request for a cancellation, which the operator decides: preview, ask, read, take back. At most
 * one is open. A repeat of it is answered by it; a request for something else takes its place, and is told again. All
 * of it happens under the policy's lock, as the decision does: who is first counts.
 */

export type CancellationRequestParts = Parts<'database' | 'linkBox' | 'reference' | 'lender'>;

export interface RequestedCancellation extends RequestAsked {
  readonly policyNumber: string;
}

/** Records who did it, in the same transaction: an act at the seller's desk. */
export type RecordRequest = (tx: Tx, applicationId: ApplicationId) => Promise<void>;

/** Writes a partner's request for the operator to decide. */
export function requestCancellation(
  { database }: Parts<'database'>,
  seller: Seller,
  wish: RequestedCancellation,
  now: Date,
  record: RecordRequest | null = null,
): Promise<Cancellation | Refusal> {
  const { policyNumber, ground, effectiveDate, note } = wish;
  return transact(database, async (tx) => {
    await lockPolicy(tx, policyNumber);
    const stored = await readOwn(tx, seller, policyNumber);
    if ('code' in stored) return stored;
    const open = await readOpenRequest(tx, { policyNumber });
    if (open !== null && isSameRequest(open, wish)) return open.terms;
    const drafted = draft(stored, open, wish, now);
    if ('code' in drafted) return drafted;
    const { terms, countsFrom, holdsCharge } = drafted;
    if (open !== null) await endOpenRequest(tx, { id: open.id, ending: 'replaced' });
    await insertRequest(tx, { policyNumber, ground, effectiveDate, note, terms, countsFrom, holdsCharge });
    await record?.(tx, stored.policy.applicationId);
    await recordEvent(tx, {
      type: 'cancellation.requested',
      policyNumber,
      sellerId: seller.id,
      today: todayOf(seller, now),
    });
    return terms;
  });
}

/** Tells a partner what a cancellation would come to. Writes nothing. */
export async function previewRequest(
  { database: tx }: { readonly database: Tx },
  seller: Seller,
  wish: RequestedCancellation,
  now: Date,
): Promise<Cancellation | Refusal> {
  const { policyNumber } = wish;
  const stored = await readOwn(tx, seller, policyNumber);
  if ('code' in stored) return stored;
  const drafted = draft(stored, await readOpenRequest(tx, { policyNumber }), wish, now);
  return 'code' in drafted ? drafted : drafted.terms;
}

/** The latest request of the seller's policy, whatever became of it. */
export async function readRequest(
  { database }: Parts<'database'>,
  seller: Seller,
  policyNumber: string,
): Promise<LatestRequest | Refusal> {
  if (!(await isPolicyOf(database, { sellerIds: [seller.id], policyNumber })))
    return refusal('PolicyNotFound', 'policyNumber');
  const request = await readLatestRequest(database, { policyNumber, sellerId: seller.id });
  return request ?? refusal('CancellationRequestNotFound', 'policyNumber');
}

/** Takes the open request back: the policy goes on. Returns null once that is done. */
export function withdrawRequest(
  { database }: Parts<'database'>,
  seller: Seller,
  policyNumber: string,
  now: Date,
  record: RecordRequest | null = null,
): Promise<Refusal | null> {
  return transact(database, async (tx) => {
    if (!(await isPolicyOf(tx, { sellerIds: [seller.id], policyNumber })))
      return refusal('PolicyNotFound', 'policyNumber');
    await lockPolicy(tx, policyNumber);
    const open = await readOpenRequest(tx, { policyNumber });
    if (open === null) return refusal('CancellationRequestNotFound', 'policyNumber');
    const { id: requestId, applicationId } = open;
    await endOpenRequest(tx, { id: requestId, ending: 'withdrawn' });
    await noteInAudit(tx, { applicationId, event: 'request withdrawn', facts: { policyNumber, requestId } });
    await record?.(tx, applicationId);
    await recordEvent(tx, {
      type: 'cancellation.withdrawn',
      policyNumber,
      sellerId: seller.id,
      today: todayOf(seller, now),
    });
    return null;
  });
}

async function readOwn(tx: Tx, seller: Seller, policyNumber: string): Promise<StoredAccount | Refusal> {
  const stored = await readAccount(tx, policyNumber);
  if (stored === null || stored.seller.id !== seller.id) return refusal('PolicyNotFound', 'policyNumber');
  return stored;
}

interface DraftedRequest {
  readonly terms: Cancellation;
  readonly countsFrom: PlainDate;
  readonly holdsCharge: boolean;
}

function draft(
  stored: StoredAccount,
  open: OpenRequest | null,
  { ground, effectiveDate }: RequestAsked,
  now: Date,
): DraftedRequest | Refusal {
  const today = todayOf(stored.seller, now);
  const countsFrom = countsFromOf(open, { ground }, today);
  const made = { ground, effectiveDate, countsFrom };
  const kind = kindOfRequest(stored.policy, made);
  const drafted = draftCancellation(stored, { kind, cancelledOn: effectiveDate, requestedBy: 'seller', ground }, now);
  if (isOperatorRefusal(drafted) && drafted.code === 'PolicyAlreadyCancelled')
    return refusal(drafted.code, 'policyNumber');
  const earliest = earliestRequested(stored.policy, today);
  // What is asked for already may be asked for otherwise.
  if (effectiveDate < earliest && effectiveDate !== open?.effectiveDate)
    return refusal('EffectiveDateBackDate', 'effectiveDate', { earliest });
  // The kind follows from the date, and an insurer does not ask: what is left is a day after the cover.
  if (isOperatorRefusal(drafted)) {
    const latest = drafted.details?.to;
    return refusal('CancellationDateOutOfRange', 'effectiveDate', latest === undefined ? undefined : { latest });
  }
  return { terms: drafted.cancellation, countsFrom, holdsCharge: isRescissionInTime(stored.policy, made) };
}
