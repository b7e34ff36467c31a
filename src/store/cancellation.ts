import type { BookedFact } from '../domain/books/account.ts';
import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { DocumentId, PaymentId } from '../domain/ids.ts';
import type { Cents } from '../domain/money/money.ts';
import type { Actor } from '../domain/operator/operator.ts';
import type { Cancellation } from '../domain/policy/cancellation.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { type LaterCard, withLaterCharge } from '../domain/policy/policy-view.ts';
import type { Seller } from '../domain/seller.ts';
import { entered, entriesJson } from './books/entry.ts';
import { currentPolicy } from './current-policy.ts';
import { statement, type Tx } from './database.ts';
import { type DueChargeState, isUnclearAndFree, type StuckCharge } from './due-charge.ts';
import { currentAddress } from './policy-mail.ts';
import { laterCardSql } from './policy-status.ts';
import type { NewReversal } from './reversal.ts';
import type { Sale } from './sale.ts';
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
  const { rows } = await tx.query<CancellableRow>(read(policyNumber));
  const row = rows[0];
  if (row === undefined) return null;
  return {
    policy: withLaterCharge(row.snapshot, null, row.later_card),
    seller: { id: row.seller_id, province: row.province, todayFloor: row.today_floor },
    isCancelled: row.is_cancelled,
    priced: row.priced,
    dueCharge:
      row.due_state === null ? null : { state: row.due_state, isUnclear: row.due_is_unclear!, tries: row.due_tries! },
    charge:
      row.charge_reference === null
        ? null
        : {
            cardPaymentId: row.card_payment_id!,
            processorReference: row.charge_reference,
            amountCents: row.charged_cents!,
            holdCents: row.hold_cents!,
          },
  };
}

/**
 * Locks the scheduled charge, so that no job charges the card during the transaction, and the policy, so that
 * cancellations, requests for one and amendments run one after the other. Call it before reading the policy.
 */
export async function lockToCancel(tx: Tx, policyNumber: string): Promise<void> {
  // In the order of a charge, which then updates its policy.
  await tx.query(lockDue(policyNumber));
  await tx.query(lockPolicy(policyNumber));
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
export async function insertCancellation(tx: Tx, made: NewCancellation): Promise<boolean> {
  const { cancellation, actor, reversal } = made;
  const { rowCount } = await tx.query(
    insert(
      made.policyNumber,
      cancellation.kind,
      cancellation.cancelledOn,
      cancellation.premiumBackCents,
      cancellation.taxBackCents,
      cancellation.refundCents,
      cancellation.settlement,
      JSON.stringify(cancellation),
      made.reason,
      actor.kind,
      actor.name,
      made.documentId,
      reversal?.kind ?? null,
      reversal?.key ?? null,
      reversal?.cardPaymentId ?? null,
      reversal?.externalReference ?? null,
      reversal?.amountCents ?? null,
      entriesJson([made.booked]),
      cancellation.madeOn,
      cancellation.requestedBy ?? null,
      cancellation.ground ?? null,
      cancellation.noticeDays ?? null,
    ),
  );
  return rowCount === 1;
}

interface CancellableRow {
  readonly snapshot: Policy;
  readonly later_card: LaterCard | null;
  readonly seller_id: string;
  readonly province: Seller['province'];
  readonly today_floor: PlainDate | null;
  readonly is_cancelled: boolean;
  readonly priced: CancellablePolicy['priced'];
  readonly due_state: DueChargeState | null;
  readonly due_is_unclear: boolean | null;
  readonly due_tries: number | null;
  readonly card_payment_id: PaymentId | null;
  readonly charge_reference: string | null;
  readonly charged_cents: number | null;
  readonly hold_cents: number | null;
}

// A charge that was reversed before the policy was cancelled is a duplicate: it did not pay for the policy.
const read = statement(
  'read_cancellable_policy',
  `SELECT ${currentPolicy} AS snapshot, ${laterCardSql} AS later_card, policy.seller_id, seller.province, seller.today_floor,
          cancellation.policy_number IS NOT NULL AS is_cancelled,
          json_build_object('quotedOn', application.quoted_on, 'rateBookVersion', application.rate_book_version, 'taxTableVersion', application.tax_table_version,
                            'clientId', integration.client_id, 'username', seller.username) AS priced,
          due_charge.state AS due_state, ${isUnclearAndFree} AS due_is_unclear, due_charge.tries AS due_tries,
          policy.card_payment_id, journal.reference AS charge_reference, journal.amount_cents AS charged_cents,
          card_payment.hold_cents
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

const lockPolicy = statement('hold_policy', 'SELECT FROM policy WHERE policy_number = $1 FOR NO KEY UPDATE');

const lockDue = statement('hold_back_due_charge', 'SELECT FROM due_charge WHERE policy_number = $1 FOR UPDATE');

const insert = statement(
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
);
