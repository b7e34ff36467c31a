import type { NewEntry } from '../../domain/books/ledger-entry.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId, PaymentId, ReversalId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { RefundKind } from '../../domain/refund/refund-as-it-stands.ts';
import { auditedSql } from '../audit/audit.ts';
import type { Claim } from '../bind/bind.ts';
import { enteredSql, entriesJson, postedSql } from '../books/entry.ts';
import { type Database, transact } from '../database.ts';
import { lockPolicyOfSale } from '../policy/lock-policy.ts';
import { read, write } from '../statement.ts';
import { defineWork, endedSql, isFreeSql, type TakenWork } from '../work/work.ts';

/** A charge or a loan that must be reversed, taken for a try. It is tried until it succeeds. */
export interface Reversal extends TakenWork<ReversalId> {
  readonly applicationId: ApplicationId;
  readonly kind: RefundKind;
  /** Null if no policy came of the money. */
  readonly policyNumber: string | null;
  /** The key that the other party knows: the charge's key, or the policy number. */
  readonly key: string;
  /** Null for a loan. */
  readonly cardPaymentId: PaymentId | null;
  /** The processor that charged the card; null for a loan. */
  readonly processor: string | null;
  /** What the processor calls the charge, or the loan number. */
  readonly externalReference: string | null;
  readonly amountCents: Cents;
  /** Of a cancelled policy: its first day without cover; null otherwise. */
  readonly cancelledOn: PlainDate | null;
}

const factsSql = `reversal.application_id AS "applicationId", reversal.policy_number AS "policyNumber", reversal.kind, reversal.key,
  reversal.card_payment_id AS "cardPaymentId",
  (SELECT cancelled_on FROM cancellation WHERE reversal.is_refund AND cancellation.policy_number = reversal.policy_number) AS "cancelledOn",
  (SELECT processor FROM card_payment WHERE card_payment.id = reversal.card_payment_id) AS processor,
  reversal.reference AS "externalReference", reversal.amount_cents AS "amountCents"`;

/**
 * `showsWithinSeconds`: how long a refund may take to show at the processor. It is added to the lease, because the try of a crashed
 * instance may succeed that late.
 */
export const reversalWork = defineWork<Reversal>({
  table: 'reversal',
  key: 'id',
  facts: factsSql,
  leaseSeconds: `:leaseSeconds::float8 + CASE reversal.kind WHEN 'charge' THEN :showsWithinSeconds::float8 ELSE 0 END`,
});

export type NewReversal = Pick<Reversal, 'kind' | 'key' | 'cardPaymentId' | 'externalReference' | 'amountCents'>;

/** Money that moved, although no policy was issued. */
export interface StrayMoney extends NewReversal {
  /** That it moved, as the books have it. */
  readonly booked: NewEntry;
  /** The seller's. */
  readonly day: PlainDate;
}

const columnsSql = `id, owner, attempts, ${factsSql}`;

/**
 * Ends a bind after money moved, in one statement by the holder of the claim: the money is recorded, its reversal is
 * due, and the application is quoted again. The caller has the first try. Returns null if another instance has taken
 * the claim over. The caller tries first; the job follows if that fails. If the caller crashes, the job waits for the
 * end of the lease: not every processor rejects a second refund, so two tries must never run at once.
 */
export const giveUpBind = write.firstRow<Reversal, [claim: Claim, money: StrayMoney, leaseSeconds: number]>(
  'give_up_bind',
  `WITH given_up AS (
     UPDATE bind
     SET state = 'released'
     WHERE application_id = :applicationId AND owner = :owner AND state = 'running'
     RETURNING application_id, attempt, NULL::text AS policy_number,
               (SELECT seller_id FROM application WHERE application.id = bind.application_id) AS seller_id
   ), paid AS (
     UPDATE card_payment SET status = 'Reversing'
     FROM given_up
     WHERE card_payment.id = :cardPaymentId::uuid
   ), entered AS (
     ${enteredSql({ source: 'given_up', json: ':booked', day: ':day' })}
   ), postings AS (
     ${postedSql(':booked')}
   ), noted AS (
     INSERT INTO audit (application_id, event, facts)
     SELECT application_id, ${auditedSql('bind failed after money moved', { attempt: 'attempt', kind: ':kind::text' })}
     FROM given_up
   )
   INSERT INTO reversal (application_id, kind, key, card_payment_id, reference, amount_cents, owner, lease_until)
   SELECT application_id, :kind, :key, :cardPaymentId, :externalReference, :amountCents, gen_random_uuid(), now() + make_interval(secs => :leaseSeconds)
   FROM given_up
   RETURNING ${columnsSql}`,
  (
    { applicationId, owner },
    { kind, key, cardPaymentId, externalReference, amountCents, booked, day },
    leaseSeconds,
  ) => ({
    applicationId,
    owner,
    kind,
    key,
    externalReference,
    amountCents,
    cardPaymentId,
    leaseSeconds,
    booked: entriesJson([booked]),
    day,
  }),
);

/**
 * Creates a reversal for money that moved after its bind was taken over, unless the bind is running or bound with this
 * money. Returns null if there is nothing to reverse. The application is locked first, as a claim does: both then lock
 * the bind and the payment, in opposite orders. If the payment is bound for a later charge, or came by a payment link,
 * the policy is paid under another key, unless the job found and recorded this charge. A hold has one key.
 */
export function reverseStray(
  database: Database,
  ...stray: [applicationId: ApplicationId, money: StrayMoney, leaseSeconds: number]
): Promise<Reversal | null> {
  return transact(database, async (tx) => {
    await lockPolicyOfSale(tx, stray[0]);
    return insertStray(tx, ...stray);
  });
}

const insertStray = write.firstRow<Reversal, [applicationId: ApplicationId, money: StrayMoney, leaseSeconds: number]>(
  'reverse_stray',
  `WITH known AS (
     SELECT bind.application_id, application.seller_id,
            bind.state = 'released'
            OR (:kind = 'charge' AND (bind.agreed ->> 'paymentId')::uuid IS DISTINCT FROM :cardPaymentId::uuid)
            OR (:kind = 'loan' AND bind.policy_number <> :key) AS is_orphaned
     FROM application
     JOIN bind ON bind.application_id = application.id
     WHERE application.id = :applicationId
     FOR UPDATE OF application, bind
   ), later AS MATERIALIZED (
     SELECT due_charge.policy_number, due_charge.state, due_charge.tries = 0 OR card_payment.hold_cents > 0 AS has_this_key
     FROM known
     JOIN due_charge ON due_charge.card_payment_id = :cardPaymentId::uuid
     JOIN card_payment ON card_payment.id = due_charge.card_payment_id
     FOR UPDATE OF due_charge
   ), orphaned AS (
     SELECT known.application_id, known.seller_id, later.policy_number
     FROM known
     LEFT JOIN later ON true
     WHERE CASE WHEN later.policy_number IS NULL THEN known.is_orphaned
                ELSE NOT (later.state = 'charged' AND later.has_this_key)
           END
   ), owed AS (
     INSERT INTO reversal (application_id, policy_number, kind, key, card_payment_id, reference, amount_cents, owner,
                           lease_until)
     SELECT application_id, policy_number, :kind, :key, :cardPaymentId::uuid, :externalReference, :amountCents, gen_random_uuid(), now() + make_interval(secs => :leaseSeconds)
     FROM orphaned
     ON CONFLICT (key) DO NOTHING
     RETURNING ${columnsSql}
   ), paid AS (
     UPDATE card_payment SET status = 'Reversing'
     FROM owed
     WHERE card_payment.id = :cardPaymentId::uuid AND owed."policyNumber" IS NULL
   ), to_book AS (
     SELECT orphaned.*
     FROM orphaned
     JOIN owed ON owed."applicationId" = orphaned.application_id
   ), entered AS (
     ${enteredSql({ source: 'to_book', json: ':booked', day: ':day' })}
   ), postings AS (
     ${postedSql(':booked')}
   ), noted AS (
     INSERT INTO audit (application_id, event, facts)
     SELECT "applicationId", ${auditedSql('stray money found', { kind: ':kind::text' })}
     FROM owed
   )
   SELECT * FROM owed`,
  (applicationId, { kind, key, cardPaymentId, externalReference, amountCents, booked, day }, leaseSeconds) => ({
    applicationId,
    kind,
    key,
    externalReference,
    amountCents,
    cardPaymentId,
    leaseSeconds,
    booked: entriesJson([booked]),
    day,
  }),
);

/** What a cancelled policy's money owes: each kind once for a policy. */
export interface OwedRefund
  extends Pick<Reversal, 'kind' | 'key' | 'cardPaymentId' | 'externalReference' | 'amountCents'> {
  readonly applicationId: ApplicationId;
  readonly policyNumber: string;
}

/**
 * Makes a refund due. One that the operator gives is left to a person from the start. A refund of this key that is
 * there stays as it is.
 */
export const owe = write.runs(
  'owe_refund',
  `INSERT INTO reversal (application_id, policy_number, kind, key, card_payment_id, reference, amount_cents, is_refund, due_at,
                         given_up_at, failure, last_error)
   VALUES (:applicationId, :policyNumber, :kind, :key, :cardPaymentId, :externalReference, :amountCents, true, CASE WHEN :operatorPays::text IS NULL THEN now() END, CASE WHEN :operatorPays::text IS NOT NULL THEN now() END, CASE WHEN :operatorPays::text IS NOT NULL THEN 'to-pay' END, :operatorPays)
   ON CONFLICT (key) DO NOTHING`,
  ({ applicationId, policyNumber, kind, key, cardPaymentId, externalReference, amountCents }: OwedRefund) => ({
    applicationId,
    policyNumber,
    kind,
    key,
    cardPaymentId,
    externalReference,
    amountCents,
    operatorPays: kind === 'operator' ? operatorPays : null,
  }),
);

const operatorPays = 'to be paid by you, by cheque or transfer';

/** A charge that paid for nothing is given back whole. */
export const oweStray = write.runs(
  'owe_stray',
  `INSERT INTO reversal (application_id, policy_number, kind, key, card_payment_id, reference, amount_cents)
   VALUES (:applicationId, :policyNumber, :kind, :key, :cardPaymentId, :externalReference, :amountCents)
   ON CONFLICT (key) DO NOTHING`,
  ({ applicationId, policyNumber, kind, key, cardPaymentId, externalReference, amountCents }: OwedRefund) => ({
    applicationId,
    policyNumber,
    kind,
    key,
    cardPaymentId,
    externalReference,
    amountCents,
  }),
);

/** A reversal that has ended just now. */
export interface EndedReversal
  extends Pick<
    Reversal,
    'id' | 'applicationId' | 'policyNumber' | 'kind' | 'key' | 'cardPaymentId' | 'externalReference' | 'amountCents'
  > {
  readonly isRefund: boolean;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
}

const sellerColumnSql = `(SELECT json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor)
   FROM application JOIN seller ON seller.id = application.seller_id
   WHERE application.id = reversal.application_id) AS seller`;

const endedColumnsSql = `reversal.id, reversal.application_id AS "applicationId", reversal.policy_number AS "policyNumber", reversal.kind,
  reversal.key, reversal.card_payment_id AS "cardPaymentId", reversal.reference AS "externalReference",
  reversal.amount_cents AS "amountCents", reversal.is_refund AS "isRefund", ${sellerColumnSql}`;

/**
 * Records that the party has given the money back. Returns null if that is already recorded, by another try or by the
 * operator.
 */
export const endReversal = write.firstRow<
  EndedReversal,
  [{ readonly id: ReversalId; readonly toLoanCents: Cents | null }]
>(
  'end_reversal',
  `UPDATE reversal SET ${endedSql}, to_loan_cents = :toLoanCents WHERE id = :id AND state = 'due' RETURNING ${endedColumnsSql}`,
);

/** The seller's day on which it was given back. */
export const setDoneOn = write.runs<[{ readonly id: ReversalId; readonly day: PlainDate }]>(
  'set_reversal_done_on',
  'UPDATE reversal SET done_on = :day WHERE id = :id',
);

/** A payment of a cancelled policy stays Captured: it paid for a policy. Reversed: no policy came of it. */
export const markReversed = write.runs<[{ readonly cardPaymentId: PaymentId }]>(
  'mark_payment_reversed',
  `UPDATE card_payment SET status = 'Reversed' WHERE id = :cardPaymentId`,
);

/** A reversal that the operator corrects, locked until the transaction ends, so that no try starts. */
export interface StuckReversal
  extends Pick<Reversal, 'id' | 'applicationId' | 'policyNumber' | 'kind' | 'key' | 'amountCents'> {
  readonly state: 'due' | 'done' | 'settled';
  readonly seller: EndedReversal['seller'];
  /** A try is running: the money may be given back at any moment. */
  readonly isTried: boolean;
}

/** The policy that it is of, to be locked before it; null without one. */
export const policyOfReversal = read.firstValue<string | null, [{ readonly id: ReversalId }]>(
  'read_policy_of_reversal',
  'SELECT policy_number FROM reversal WHERE id = :id',
);

export const lockReversal = write.firstRow<StuckReversal, [{ readonly id: ReversalId }]>(
  'lock_reversal',
  `SELECT id, application_id AS "applicationId", policy_number AS "policyNumber", kind, key, amount_cents AS "amountCents", state,
          NOT ${isFreeSql('reversal')} AS "isTried", ${sellerColumnSql}
   FROM reversal
   WHERE id = :id
   FOR UPDATE`,
);

/** Records that the money was given back another way, with the operator's reference. */
export const settleReversal = write.firstRow<
  EndedReversal,
  [{ readonly id: ReversalId; readonly reference: string; readonly toLoanCents: Cents | null }]
>(
  'settle_reversal',
  `UPDATE reversal SET ${endedSql}, settled_reference = :reference, to_loan_cents = :toLoanCents WHERE id = :id AND state = 'due' RETURNING ${endedColumnsSql}`,
);
