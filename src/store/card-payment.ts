import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { CardPayment, CardPaymentStatus } from '../domain/card-payment/card-payment.ts';
import type { ApplicationId, PaymentId } from '../domain/ids.ts';
import type { CoverageCategory } from '../domain/rating/vocabulary.ts';
import { statement, type Tx } from './database.ts';

export interface NewCardPayment
  extends Omit<
    CardPayment,
    | 'status'
    | 'authorizedAt'
    | 'expiresAt'
    | 'processorReference'
    | 'cardToken'
    | 'maskedCardNumber'
    | 'cardType'
    | 'wasDeclined'
  > {
  readonly sellerId: string;
  readonly startedAt: Date;
}

/** The outcome of a pending payment, as the processor reported it. */
export type Decision =
  | { readonly status: 'Declined' | 'Cancelled' }
  | {
      /** `Lapsing`: no bind can use it, and what is held is released. */
      readonly status: 'Authorized' | 'Lapsing';
      readonly expiresAt: Date;
      readonly processorReference: string;
      readonly cardToken: string | null;
      readonly maskedCardNumber: string;
      readonly cardType: string;
    };

export async function insertCardPayment(tx: Tx, payment: NewCardPayment): Promise<void> {
  await tx.query(
    insert(
      payment.id,
      payment.applicationId,
      payment.sellerId,
      payment.processor,
      payment.ticketHash,
      payment.ticketExpiresAt,
      payment.coverageCategory,
      payment.paymentTermInYears,
      payment.productTypes,
      payment.totalCents,
      payment.holdCents,
      payment.chargeDate,
      payment.startedAt,
      payment.isByLink,
    ),
  );
}

/** Returns the seller's payment for the application; null if there is none. */
export async function readCardPayment(
  tx: Tx,
  sellerId: string,
  applicationId: ApplicationId,
  id: PaymentId,
): Promise<CardPayment | null> {
  const { rows } = await tx.query<CardPaymentRow>(read(id, applicationId, sellerId));
  return rows[0] === undefined ? null : toCardPayment(rows[0]);
}

/**
 * Records the outcome of a pending payment. A payment with a recorded outcome is not changed. Returns the payment in
 * both cases.
 */
export async function decideCardPayment(tx: Tx, id: PaymentId, decision: Decision, now: Date): Promise<CardPayment> {
  const authorized = 'processorReference' in decision ? decision : null;
  const { rows } = await tx.query<CardPaymentRow>(
    decide(
      id,
      decision.status,
      now,
      authorized === null ? null : now,
      authorized?.expiresAt ?? null,
      authorized?.processorReference ?? null,
      authorized?.cardToken ?? null,
      authorized?.maskedCardNumber ?? null,
      authorized?.cardType ?? null,
    ),
  );
  return toCardPayment(rows[0]!);
}

/** Returns a processor's pending payments whose ticket expired before `before`: no confirm was called for them. */
export async function findForgotten(
  tx: Tx,
  processor: string,
  before: Date,
  countMax: number,
): Promise<readonly (CardPayment & { readonly sellerId: string })[]> {
  const { rows } = await tx.query<CardPaymentRow>(forgotten(before, countMax, processor));
  return rows.map((row) => ({ ...toCardPayment(row), sellerId: row.seller_id }));
}

/**
 * Marks a processor's expired authorizations as lapsing, so that no bind can use them, and those of applications that
 * another payment has bound: the customer wants the hold released. Returns these and earlier ones that are not released
 * yet.
 */
export async function startLapsing(
  tx: Tx,
  processor: string,
  now: Date,
  countMax: number,
): Promise<readonly CardPayment[]> {
  const { rows } = await tx.query<CardPaymentRow>(lapse(now, countMax, processor));
  return rows.map(toCardPayment);
}

/** Marks a seller's authorizations for a charge date before `today` as lapsing, even if they have not expired. */
export async function startLapsingBefore(
  tx: Tx,
  sellerId: string,
  today: PlainDate,
  now: Date,
): Promise<readonly CardPayment[]> {
  const { rows } = await tx.query<CardPaymentRow>(lapseBefore(sellerId, today, now));
  return rows.map(toCardPayment);
}

export async function finishLapsing(tx: Tx, id: PaymentId, now: Date): Promise<void> {
  await tx.query(lapsed(id, now));
}

interface CardPaymentRow {
  readonly id: PaymentId;
  readonly application_id: ApplicationId;
  readonly seller_id: string;
  readonly processor: string;
  readonly status: CardPaymentStatus;
  readonly ticket_hash: Buffer;
  readonly ticket_expires_at: Date;
  readonly coverage_category: CoverageCategory;
  readonly payment_term: number;
  readonly product_types: string[];
  readonly total_cents: number;
  readonly hold_cents: number;
  readonly charge_date: PlainDate;
  readonly authorized_at: Date | null;
  readonly expires_at: Date | null;
  readonly reference: string | null;
  readonly card_token: string | null;
  readonly masked_card_number: string | null;
  readonly card_type: string | null;
  readonly was_declined: boolean;
  readonly is_by_link: boolean;
}

function toCardPayment(row: CardPaymentRow): CardPayment {
  return {
    id: row.id,
    applicationId: row.application_id,
    processor: row.processor,
    status: row.status,
    ticketHash: row.ticket_hash,
    ticketExpiresAt: row.ticket_expires_at,
    coverageCategory: row.coverage_category,
    paymentTermInYears: row.payment_term,
    productTypes: row.product_types,
    totalCents: row.total_cents,
    holdCents: row.hold_cents,
    chargeDate: row.charge_date,
    authorizedAt: row.authorized_at,
    expiresAt: row.expires_at,
    processorReference: row.reference,
    cardToken: row.card_token,
    maskedCardNumber: row.masked_card_number,
    cardType: row.card_type,
    wasDeclined: row.was_declined,
    isByLink: row.is_by_link,
  };
}

const columns = `id, application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category, payment_term,
  product_types, total_cents, hold_cents, charge_date, authorized_at, expires_at, reference, card_token,
  masked_card_number, card_type, was_declined, is_by_link`;

const insert = statement(
  'insert_card_payment',
  `INSERT INTO card_payment (id, application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category,
                             payment_term, product_types, total_cents, hold_cents, charge_date, started_at, is_by_link)
   VALUES ($1, $2, $3, $4, 'Pending', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
);

const read = statement(
  'read_card_payment',
  `SELECT ${columns} FROM card_payment WHERE id = $1 AND application_id = $2 AND seller_id = $3`,
);

// A row that is not pending is written unchanged: one statement both decides and returns the payment.
const decide = statement(
  'decide_card_payment',
  `UPDATE card_payment
   SET status = CASE WHEN status = 'Pending' THEN $2 ELSE status END,
       decided_at = CASE WHEN status = 'Pending' THEN $3::timestamptz ELSE decided_at END,
       authorized_at = CASE WHEN status = 'Pending' THEN $4::timestamptz ELSE authorized_at END,
       expires_at = CASE WHEN status = 'Pending' THEN $5::timestamptz ELSE expires_at END,
       reference = CASE WHEN status = 'Pending' THEN $6 ELSE reference END,
       card_token = CASE WHEN status = 'Pending' THEN $7 ELSE card_token END,
       masked_card_number = CASE WHEN status = 'Pending' THEN $8 ELSE masked_card_number END,
       card_type = CASE WHEN status = 'Pending' THEN $9 ELSE card_type END
   WHERE id = $1
   RETURNING ${columns}`,
);

// In random order: with the oldest first, a batch of payments that the processor can't settle would fill every run.
const forgotten = statement(
  'find_forgotten_card_payments',
  `SELECT ${columns}
   FROM card_payment
   WHERE status = 'Pending' AND ticket_expires_at < $1 AND processor = $3
   ORDER BY random()
   LIMIT $2`,
);

// Expired from now on, even if its own deadline is later. Authorized ones first, so that a bind can't use them; then in
// random order, for the same reason as above.
const lapse = statement(
  'lapse_card_payments',
  `UPDATE card_payment
   SET status = 'Lapsing', expires_at = least(expires_at, $1)
   WHERE id IN (
     SELECT id
     FROM card_payment
     WHERE status IN ('Authorized', 'Lapsing') AND processor = $3
       AND (expires_at < $1 OR EXISTS (SELECT FROM policy WHERE policy.application_id = card_payment.application_id))
     ORDER BY status = 'Lapsing', random()
     LIMIT $2
     FOR UPDATE SKIP LOCKED
   )
   RETURNING ${columns}`,
);

const lapseBefore = statement(
  'lapse_card_payments_before',
  `UPDATE card_payment
   SET status = 'Lapsing',
       expires_at = least(expires_at, $3)
   WHERE seller_id = $1 AND status = 'Authorized' AND charge_date < $2
   RETURNING ${columns}`,
);

const lapsed = statement(
  'finish_lapsing_card_payment',
  `UPDATE card_payment SET status = 'Lapsed', decided_at = $2 WHERE id = $1 AND status = 'Lapsing'`,
);
