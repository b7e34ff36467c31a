import type { PlainDate } from '../../domain/calendar.ts';
import type { CardPayment } from '../../domain/card/card-payment.ts';
import { declineCountMax } from '../../domain/card/declines.ts';
import type { ApplicationId, PaymentId } from '../../domain/ids.ts';
import { ReferenceChanged } from '../../domain/reference-changed.ts';
import type { Tx } from '../database.ts';
import type { ReferenceVersion } from '../reference/keeper.ts';
import { allRows, firstRow, onlyRow, runs } from '../statement.ts';

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
  /** Started by a customer on the page of a sale link. */
  readonly isOfPage: boolean;
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

/**
 * Returns false if the application's person was erased meanwhile: nobody pays for it any more. An erasure locks the
 * application before it looks for payments, so one of the two sees the other. Throws if the reference data are others
 * than those it was judged by.
 */
export async function insertCardPayment(tx: Tx, payment: NewCardPayment, judgedBy: ReferenceVersion): Promise<boolean> {
  const { isCurrent, isInserted } = await insertIfCurrent(tx, payment, judgedBy);
  if (!isCurrent) throw new ReferenceChanged();
  return isInserted;
}

const insertIfCurrent = onlyRow<
  { readonly isCurrent: boolean; readonly isInserted: boolean },
  [payment: NewCardPayment, judgedBy: ReferenceVersion]
>(
  'insert_card_payment',
  `WITH judged AS MATERIALIZED (
     SELECT reference_version() = $16::bigint AS is_current
   ), inserted AS (
     INSERT INTO card_payment (id, application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category,
                               payment_term, product_types, total_cents, hold_cents, charge_date, started_at, is_by_link,
                               is_of_page)
     SELECT $1, application.id, $3, $4, 'Pending', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
     FROM judged
     JOIN application ON application.id = $2
     WHERE judged.is_current AND application.erased_by IS NULL
     FOR KEY SHARE OF application
     RETURNING id
   )
   SELECT judged.is_current AS "isCurrent", EXISTS (SELECT FROM inserted) AS "isInserted" FROM judged`,
  (payment, judgedBy) => [
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
    payment.isOfPage,
    judgedBy,
  ],
);

export const columnsSql = `id, application_id AS "applicationId", processor, status, ticket_hash AS "ticketHash",
  ticket_expires_at AS "ticketExpiresAt", coverage_category AS "coverageCategory", payment_term AS "paymentTermInYears",
  product_types AS "productTypes", total_cents AS "totalCents", hold_cents AS "holdCents", charge_date AS "chargeDate",
  authorized_at AS "authorizedAt", expires_at AS "expiresAt", reference AS "processorReference", card_token AS "cardToken",
  masked_card_number AS "maskedCardNumber", card_type AS "cardType", was_declined AS "wasDeclined", is_by_link AS "isByLink"`;

/** Selects when the last cards for an application were declined, as many as count. */
export const declinedAtSql = (applicationId: string): string => `ARRAY(
  SELECT decided_at
  FROM card_payment
  WHERE application_id = ${applicationId} AND status = 'Declined'
  ORDER BY decided_at DESC
  LIMIT ${declineCountMax})`;

export type LapsingPayment = CardPayment & { readonly sellerId: string };

/** Returns the seller's payment for the application; null if there is none. */
export const readCardPayment = firstRow<CardPayment, [sellerId: string, applicationId: ApplicationId, id: PaymentId]>(
  'read_card_payment',
  `SELECT ${columnsSql} FROM card_payment WHERE id = $3 AND application_id = $2 AND seller_id = $1`,
);

/**
 * Records the outcome of a pending payment. A payment with a recorded outcome is not changed. Returns the payment in
 * both cases. A row that is not pending is written unchanged: one statement both decides and returns the payment.
 */
export const decideCardPayment = onlyRow<CardPayment, [id: PaymentId, decision: Decision, now: Date]>(
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
   RETURNING ${columnsSql}`,
  (id, decision, now) => {
    const authorized = 'processorReference' in decision ? decision : null;
    return [
      id,
      decision.status,
      now,
      authorized && now,
      authorized?.expiresAt,
      authorized?.processorReference,
      authorized?.cardToken,
      authorized?.maskedCardNumber,
      authorized?.cardType,
    ];
  },
);

/**
 * Returns a processor's pending payments whose ticket expired before `before`: no confirm was called for them. Each
 * application in its turn, so that one with many forms delays no other; beyond that in random order: with the oldest
 * first, a batch of payments that the processor can't settle would fill every run.
 */
export const findForgotten = allRows<
  CardPayment & { readonly sellerId: string },
  [processor: string, before: Date, countMax: number]
>(
  'find_forgotten_card_payments',
  `SELECT ${columnsSql}, seller_id AS "sellerId"
   FROM card_payment
   WHERE status = 'Pending' AND ticket_expires_at < $2 AND processor = $1
   ORDER BY row_number() OVER (PARTITION BY application_id ORDER BY random()), random()
   LIMIT $3`,
);

/**
 * Marks a processor's expired authorizations as lapsing, so that no bind can use them, and those of applications that
 * another payment has bound: the customer wants the hold released. Returns these and earlier ones that are not
 * released yet. Expired from now on, even if its own deadline is later. Each application in its turn, and in random
 * order, for the same reasons as above; Authorized ones first, so that a bind can't use them.
 */
export const startLapsing = allRows<LapsingPayment, [processor: string, now: Date, countMax: number]>(
  'lapse_card_payments',
  `UPDATE card_payment
   SET status = 'Lapsing', expires_at = least(expires_at, $2)
   WHERE id IN (
     SELECT card_payment.id
     FROM card_payment
     JOIN (
       SELECT id, row_number() OVER (PARTITION BY application_id ORDER BY status = 'Lapsing', random()) AS turn
       FROM card_payment
       WHERE status IN ('Authorized', 'Lapsing') AND processor = $1
         AND (expires_at <= $2 OR EXISTS (SELECT FROM policy WHERE policy.application_id = card_payment.application_id))
     ) AS due ON due.id = card_payment.id
     WHERE card_payment.status IN ('Authorized', 'Lapsing')
     ORDER BY due.turn, card_payment.status = 'Lapsing', random()
     LIMIT $3
     FOR UPDATE OF card_payment SKIP LOCKED
   )
   RETURNING ${columnsSql}, seller_id AS "sellerId"`,
);

/** Marks a seller's authorizations for a charge date before `today` as lapsing, even if they have not expired. */
export const startLapsingBefore = allRows<LapsingPayment, [sellerId: string, today: PlainDate, now: Date]>(
  'lapse_card_payments_before',
  `UPDATE card_payment
   SET status = 'Lapsing',
       expires_at = least(expires_at, $3)
   WHERE seller_id = $1 AND status = 'Authorized' AND charge_date < $2
   RETURNING ${columnsSql}, seller_id AS "sellerId"`,
);

export const finishLapsing = runs<[id: PaymentId, now: Date]>(
  'finish_lapsing_card_payment',
  `UPDATE card_payment SET status = 'Lapsed', decided_at = $2 WHERE id = $1 AND status = 'Lapsing'`,
);
