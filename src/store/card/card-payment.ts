import type { PlainDate } from '../../domain/calendar.ts';
import type { CardPayment } from '../../domain/card/card-payment.ts';
import { declineCountMax } from '../../domain/card/declines.ts';
import type { ApplicationId, PaymentId } from '../../domain/ids.ts';
import { ReferenceChanged } from '../../domain/reference-changed.ts';
import type { Tx } from '../database.ts';
import type { ReferenceVersion } from '../reference/keeper.ts';
import { read, write } from '../statement.ts';

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
  /** A customer has started it on the page of a sale link. */
  readonly isOfPage: boolean;
}

/** The outcome of a pending payment, as the processor reported it. */
export type Decision =
  | { readonly status: 'Declined' | 'Cancelled' }
  | {
      /** `Releasing`: no bind can use it, and what is held is released. */
      readonly status: 'Authorized' | 'Releasing';
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

const insertIfCurrent = write.onlyRow<
  { readonly isCurrent: boolean; readonly isInserted: boolean },
  [payment: NewCardPayment, judgedBy: ReferenceVersion]
>(
  'insert_card_payment',
  `WITH judged AS MATERIALIZED (
     SELECT reference_version() = :judgedBy::bigint AS is_current
   ), inserted AS (
     INSERT INTO card_payment (id, application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category,
                               payment_term, product_types, total_cents, hold_cents, charge_date, started_at, is_by_link,
                               is_of_page)
     SELECT :id, application.id, :sellerId, :processor, 'Pending', :ticketHash, :ticketExpiresAt, :coverageCategory,
            :paymentTermInYears, :productTypes, :totalCents, :holdCents, :chargeDate, :startedAt, :isByLink, :isOfPage
     FROM judged
     JOIN application ON application.id = :applicationId
     WHERE judged.is_current AND application.erased_by IS NULL
     FOR KEY SHARE OF application
     RETURNING id
   )
   SELECT judged.is_current AS "isCurrent", EXISTS (SELECT FROM inserted) AS "isInserted" FROM judged`,
  (payment, judgedBy) => ({
    id: payment.id,
    applicationId: payment.applicationId,
    sellerId: payment.sellerId,
    processor: payment.processor,
    ticketHash: payment.ticketHash,
    ticketExpiresAt: payment.ticketExpiresAt,
    coverageCategory: payment.coverageCategory,
    paymentTermInYears: payment.paymentTermInYears,
    productTypes: payment.productTypes,
    totalCents: payment.totalCents,
    holdCents: payment.holdCents,
    chargeDate: payment.chargeDate,
    startedAt: payment.startedAt,
    isByLink: payment.isByLink,
    isOfPage: payment.isOfPage,
    judgedBy,
  }),
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

/** Selects the day of the first form of a payment link in which a card may have been typed that nobody has read yet. */
export const cardAwaitedOnSql = (applicationId: string): string => `(
  SELECT min(given.charge_date)
  FROM card_payment AS given
  WHERE given.application_id = ${applicationId} AND given.is_by_link AND given.status = 'Pending')`;

export type LapsingPayment = CardPayment & { readonly sellerId: string };

/** Returns the seller's payment for the application; null if there is none. */
export const readCardPayment = read.firstRow<
  CardPayment,
  [{ readonly sellerId: string; readonly applicationId: ApplicationId; readonly id: PaymentId }]
>(
  'read_card_payment',
  `SELECT ${columnsSql} FROM card_payment WHERE id = :id AND application_id = :applicationId AND seller_id = :sellerId`,
);

/**
 * Records the outcome of a pending payment. A payment with a recorded outcome is not changed. Returns the payment in
 * both cases. A row that is not pending is written unchanged: one statement both decides and returns the payment.
 */
export const decideCardPayment = write.onlyRow<CardPayment, [id: PaymentId, decision: Decision, now: Date]>(
  'decide_card_payment',
  `UPDATE card_payment
   SET status = CASE WHEN status = 'Pending' THEN :status ELSE status END,
       decided_at = CASE WHEN status = 'Pending' THEN :now::timestamptz ELSE decided_at END,
       authorized_at = CASE WHEN status = 'Pending' THEN :authorized::timestamptz ELSE authorized_at END,
       expires_at = CASE WHEN status = 'Pending' THEN :expiresAt::timestamptz ELSE expires_at END,
       reference = CASE WHEN status = 'Pending' THEN :processorReference ELSE reference END,
       card_token = CASE WHEN status = 'Pending' THEN :cardToken ELSE card_token END,
       masked_card_number = CASE WHEN status = 'Pending' THEN :maskedCardNumber ELSE masked_card_number END,
       card_type = CASE WHEN status = 'Pending' THEN :cardType ELSE card_type END
   WHERE id = :id
   RETURNING ${columnsSql}`,
  (id, decision, now) => {
    const authorized = 'processorReference' in decision ? decision : null;
    return {
      id,
      status: decision.status,
      now,
      authorized: authorized && now,
      expiresAt: authorized?.expiresAt,
      processorReference: authorized?.processorReference,
      cardToken: authorized?.cardToken,
      maskedCardNumber: authorized?.maskedCardNumber,
      cardType: authorized?.cardType,
    };
  },
);

/**
 * Returns a processor's pending payments whose ticket expired before `before`: no confirm was called for them. Each
 * application in its turn, so that one with many forms delays no other; beyond that in random order: with the oldest
 * first, a batch of payments that the processor can't settle would fill every run.
 */
export const findAbandonedCheckouts = read.allRows<
  CardPayment & { readonly sellerId: string },
  [{ readonly processor: string; readonly before: Date; readonly countMax: number }]
>(
  'find_forgotten_card_payments',
  `SELECT ${columnsSql}, seller_id AS "sellerId"
   FROM card_payment
   WHERE status = 'Pending' AND ticket_expires_at < :before AND processor = :processor
   ORDER BY row_number() OVER (PARTITION BY application_id ORDER BY random()), random()
   LIMIT :countMax`,
);

/**
 * Marks a processor's expired authorizations as lapsing, so that no bind can use them, and those of applications that
 * another payment has bound: the customer wants the hold released. Returns these and earlier ones that are not
 * released yet. Expired from now on, even if its own deadline is later. Each application in its turn, and in random
 * order, for the same reasons as above; Authorized ones first, so that a bind can't use them.
 */
export const startLapsing = write.allRows<
  LapsingPayment,
  [{ readonly processor: string; readonly now: Date; readonly countMax: number }]
>(
  'lapse_card_payments',
  `UPDATE card_payment
   SET status = 'Releasing', expires_at = least(expires_at, :now)
   WHERE id IN (
     SELECT card_payment.id
     FROM card_payment
     JOIN (
       SELECT id, row_number() OVER (PARTITION BY application_id ORDER BY status = 'Releasing', random()) AS turn
       FROM card_payment
       WHERE status IN ('Authorized', 'Releasing') AND processor = :processor
         AND (expires_at <= :now OR EXISTS (SELECT FROM policy WHERE policy.application_id = card_payment.application_id))
     ) AS due ON due.id = card_payment.id
     WHERE card_payment.status IN ('Authorized', 'Releasing')
     ORDER BY due.turn, card_payment.status = 'Releasing', random()
     LIMIT :countMax
     FOR UPDATE OF card_payment SKIP LOCKED
   )
   RETURNING ${columnsSql}, seller_id AS "sellerId"`,
);

/** Marks a seller's authorizations for a charge date before `today` as lapsing, even if they have not expired. */
export const startLapsingBefore = write.allRows<
  LapsingPayment,
  [{ readonly sellerId: string; readonly today: PlainDate; readonly now: Date }]
>(
  'lapse_card_payments_before',
  `UPDATE card_payment
   SET status = 'Releasing',
       expires_at = least(expires_at, :now)
   WHERE seller_id = :sellerId AND status = 'Authorized' AND charge_date < :today
   RETURNING ${columnsSql}, seller_id AS "sellerId"`,
);

export const finishLapsing = write.runs<[{ readonly id: PaymentId; readonly now: Date }]>(
  'finish_lapsing_card_payment',
  `UPDATE card_payment SET status = 'Released', decided_at = :now WHERE id = :id AND status = 'Releasing'`,
);
