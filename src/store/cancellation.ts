import type { BookedFact } from '../domain/books/account.ts';
import type { DocumentId, PaymentId } from '../domain/ids.ts';
import type { Cents } from '../domain/money/money.ts';
import type { Actor } from '../domain/operator/operator.ts';
import type { Cancellation } from '../domain/policy/cancellation.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { type LaterCard, withLaterCharge } from '../domain/policy/policy-view.ts';
import type { Seller } from '../domain/seller.ts';
import { entered, entriesJson } from './books/entry.ts';
import { currentPolicy } from './current-policy.ts';
import type { Tx } from './database.ts';
import { isUnclearAndFree, type StuckCharge } from './due-charge.ts';
import { currentAddress } from './policy-mail.ts';
import { laterCardSql } from './policy-status.ts';
import type { NewReversal } from './reversal.ts';
import type { Sale } from './sale.ts';
import { findsRow, firstRow, runs } from './statement.ts';
import { ended } from './work.ts';

/** A policy with everything that a cancellation needs. */
export interface CancellablePolicy {
  /** With the card that has taken the place of the first one. */
  readonly policy: Policy;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  readonly isCancelled: boolean;
  /** By which the books know to whom the money of its products goes. */
  readonly priced: Pick<Sale, 'quotedOn' | 'rateBookVersion' | 'taxTableVersion'> & {
    readonly clientId: string;
    readonly username: string;
  };
  /** The charge scheduled for a day after the bind; null if there is none. */
  readonly dueCharge: (Pick<StuckCharge, 'state' | 'isUnclear'> & { readonly tries: number }) | null;
  /** The charge that paid the policy; null when no card was charged. */
  readonly charge: {
    readonly cardPaymentId: PaymentId;
    readonly processorReference: string;
    readonly amountCents: Cents;
    readonly holdCents: Cents;
  } | null;
}

/** Returns null for an unknown policy. */
export async function readCancellable(tx: Tx, policyNumber: string): Promise<CancellablePolicy | null> {
  const row = await read(tx, policyNumber);
  if (row === null) return null;
  const { laterCard, ...cancellable } = row;
  return { ...cancellable, policy: withLaterCharge(row.policy, null, laterCard) };
}

/**
 * Locks the scheduled charge, so that no job charges the card during the transaction, and the policy, so that
 * cancellations, requests for one and amendments run one after the other. Call it before reading the policy.
 */
export async function lockToCancel(tx: Tx, policyNumber: string): Promise<void> {
  // In the order of a charge, which then updates its policy.
  await lockDue(tx, policyNumber);
  await lockPolicy(tx, policyNumber);
}

export interface NewCancellation {
  readonly policyNumber: string;
  readonly cancellation: Cancellation;
  readonly reason: string;
  readonly actor: Actor;
  readonly documentId: DocumentId;
  /** What the processor or the lender must give back; null if nothing. */
  readonly reversal: NewReversal | null;
  readonly booked: BookedFact;
}

/**
 * Cancels the policy in one statement: the cancellation, the reversal, the end of a scheduled charge, the
 * books, the notice, its mail and the audit row. Returns false if the policy is already cancelled.
 */
export const insertCancellation = findsRow(
  'cancel_policy',
  `WITH cancelled AS (
     INSERT INTO cancellation (policy_number, application_id, seller_id, bound_at, kind, cancelled_on, premium_back_cents,
                               tax_back_cents, refund_cents, settlement, terms, reason, actor_kind, actor_name,
                               requested_by, ground, notice_days)
     SELECT policy_number, application_id, seller_id, bound_at, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $20, $21, $22
     FROM policy
     WHERE policy_number = $1
     ON CONFLICT (policy_number) DO NOTHING
     RETURNING policy_number, settlement
   ), known AS (
     SELECT policy.policy_number, policy.application_id, policy.seller_id, cancelled.settlement,
            ${currentAddress} AS email_address
     FROM cancelled
     JOIN policy ON policy.policy_number = cancelled.policy_number
     FOR SHARE OF policy
   ), stopped AS (
     UPDATE due_charge SET ${ended}
     FROM known
     WHERE due_charge.policy_number = known.policy_number AND known.settlement = 'charge-stopped'
   ), owed AS (
     INSERT INTO reversal (application_id, policy_number, kind, key, card_payment_id, reference, amount_cents)
     SELECT application_id, policy_number, $13, $14, $15::uuid, $16, $17
     FROM known
     WHERE $13::text IS NOT NULL
   ), printed AS (
     INSERT INTO document (id, policy_number, seller_id, kind)
     SELECT $12, policy_number, seller_id, 'cancellation'
     FROM known
   ), mailed AS (
     INSERT INTO mail (seller_id, policy_number, kind, to_address, document_ids)
     SELECT seller_id, policy_number, 'cancellation', email_address, ARRAY[$12::uuid]
     FROM known
   ), booked AS (
     ${entered({ source: 'known', json: '$18', day: '$19::date' })}
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, 'policy cancelled',
          json_build_object('policyNumber', policy_number, 'kind', $2::text, 'cancelledOn', $3::date, 'refundCents', $6::integer,
                            'settlement', settlement)
   FROM known`,
  ({ policyNumber, cancellation, reason, actor, documentId, reversal, booked }: NewCancellation) => [
    policyNumber,
    cancellation.kind,
    cancellation.cancelledOn,
    cancellation.premiumBackCents,
    cancellation.taxBackCents,
    cancellation.refundCents,
    cancellation.settlement,
    JSON.stringify(cancellation),
    reason,
    actor.kind,
    actor.name,
    documentId,
    reversal?.kind,
    reversal?.key,
    reversal?.cardPaymentId,
    reversal?.externalReference,
    reversal?.amountCents,
    entriesJson([booked]),
    cancellation.madeOn,
    cancellation.requestedBy,
    cancellation.ground,
    cancellation.noticeDays,
  ],
);

// A charge that was reversed before the policy was cancelled is a duplicate: it did not pay for the policy.
const read = firstRow<CancellablePolicy & { readonly laterCard: LaterCard | null }, [policyNumber: string]>(
  'read_cancellable_policy',
  `SELECT ${currentPolicy} AS policy, ${laterCardSql} AS "laterCard",
          json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor) AS seller,
          cancellation.policy_number IS NOT NULL AS "isCancelled",
          json_build_object('quotedOn', application.quoted_on, 'rateBookVersion', application.rate_book_version, 'taxTableVersion', application.tax_table_version,
                            'clientId', integration.client_id, 'username', seller.username) AS priced,
          CASE WHEN due_charge.state IS NOT NULL THEN
            json_build_object('state', due_charge.state, 'isUnclear', ${isUnclearAndFree}, 'tries', due_charge.tries)
          END AS "dueCharge",
          CASE WHEN journal.reference IS NOT NULL THEN
            json_build_object('cardPaymentId', policy.card_payment_id, 'processorReference', journal.reference,
                              'amountCents', journal.amount_cents, 'holdCents', card_payment.hold_cents)
          END AS charge
   FROM policy
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = policy.seller_id
   JOIN integration ON integration.id = seller.integration_id
   LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number
   LEFT JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
   LEFT JOIN card_payment ON card_payment.id = policy.card_payment_id
   LEFT JOIN journal ON journal.card_payment_id = policy.card_payment_id AND journal.entry = 'captured'
     AND NOT EXISTS (
       SELECT FROM reversal
       WHERE reversal.application_id = policy.application_id AND reversal.reference = journal.reference)
   WHERE policy.policy_number = $1`,
);

const lockPolicy = runs<[policyNumber: string]>(
  'hold_policy',
  'SELECT FROM policy WHERE policy_number = $1 FOR NO KEY UPDATE',
);

const lockDue = runs<[policyNumber: string]>(
  'hold_back_due_charge',
  'SELECT FROM due_charge WHERE policy_number = $1 FOR UPDATE',
);
