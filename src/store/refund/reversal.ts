import { payeeRules, type RefundPayee, type RefundWork } from '../../domain/account/account-record.ts';
import type { NewEntry } from '../../domain/books/ledger-entry.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId, EntryId, PaymentId, ReversalId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { auditedSql } from '../audit/audit.ts';
import type { Claim } from '../bind/bind.ts';
import { enteredSql, entriesJson, isVoidedSql, postedSql } from '../books/entry.ts';
import { type Database, transact } from '../database.ts';
import { lockPolicyOfSale } from '../policy/lock-policy.ts';
import { read, write } from '../statement.ts';
import { defineWork, endedSql, heldBySql, isFreeSql, type TakenWork } from '../work/work.ts';

/** A charge or a loan that must be reversed, taken for a try. It is tried until it succeeds. */
export interface Reversal extends TakenWork<ReversalId> {
  readonly applicationId: ApplicationId;
  /** Who gets the money. The payee also says who gives it. */
  readonly payee: RefundPayee;
  /** Null if no policy came of the money. */
  readonly policyNumber: string | null;
  /** The key that the other party knows: the charge's key, or the policy number. Null for what a person pays. */
  readonly key: string | null;
  /** Null for a loan. */
  readonly cardPaymentId: PaymentId | null;
  /** The processor that charged the card; null for a loan. */
  readonly processor: string | null;
  /** What the processor calls the charge, or the loan number. */
  readonly externalReference: string | null;
  readonly amountCents: Cents;
  /** The entry of the payment that is given back; null for a loan. */
  readonly paymentEntryId: EntryId | null;
  /** The amount in the books: for a loan without a policy what the lender advanced, otherwise the amount itself. */
  readonly bookedCents: Cents;
  /** An earlier try may have given it back. */
  readonly wasBegun: boolean;
  /** The whole days since it was to be made. */
  readonly daysOwed: number;
  /**
   * The refund was begun and is never sent again, only asked about: a person has made it another way since, or a bank has
   * disputed the charge. A refund that was not begun is sent even so: the account takes what a bank disputes off what is given
   * back, so that such a refund is for the rest alone.
   */
  readonly isOnlyAsked: boolean;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  /** The day for which the lender reckons what is owed on a cancelled policy's loan; null otherwise. */
  readonly endsOn: PlainDate | null;
  /** The policy is cancelled flat, as if it had never existed, and its loan with it. */
  readonly isRescinded: boolean;
}

/** Whether the card's bank holds the refunded payment back, or has taken it for good. */
const isDisputedSql = `EXISTS (
    SELECT FROM ledger_entry AS dispute
    WHERE dispute.payment_entry_id = reversal.payment_entry_id AND dispute.kind = 'dispute-opened' AND NOT ${isVoidedSql('dispute.id')}
      AND NOT EXISTS (SELECT FROM ledger_entry AS won
                      WHERE won.dispute_id = dispute.id AND won.kind = 'dispute-won' AND NOT ${isVoidedSql('won.id')}))`;

const factsSql = (wasBegunSql: string): string => `
  reversal.application_id AS "applicationId", reversal.policy_number AS "policyNumber", reversal.payee, reversal.key,
  reversal.card_payment_id AS "cardPaymentId", reversal.ends_on AS "endsOn",
  EXISTS (SELECT FROM cancellation
          WHERE cancellation.policy_number = reversal.policy_number AND cancellation.kind = 'flat') AS "isRescinded",
  (SELECT processor FROM card_payment WHERE card_payment.id = reversal.card_payment_id) AS processor,
  reversal.reference AS "externalReference", reversal.amount_cents AS "amountCents", reversal.payment_entry_id AS "paymentEntryId",
  reversal.booked_cents AS "bookedCents", ${wasBegunSql} AS "wasBegun",
  floor(extract(epoch FROM now() - reversal.created_at) / 86400)::integer AS "daysOwed",
  (reversal.replaced_by IS NOT NULL OR (${wasBegunSql} AND ${isDisputedSql})) AS "isOnlyAsked",
  (SELECT json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor)
   FROM application JOIN seller ON seller.id = application.seller_id
   WHERE application.id = reversal.application_id) AS seller`;

/**
 * `showsWithinSeconds`: how long a refund may take to show at the processor. It is added to the lease, because the try
 * of a crashed instance may succeed that late.
 */
export const reversalWork = defineWork<Reversal>({
  table: 'reversal',
  key: 'id',
  facts: factsSql('old.lease_until IS NOT NULL'),
  leaseSeconds: `:leaseSeconds::float8 + CASE reversal.payee WHEN 'Card' THEN :showsWithinSeconds::float8 ELSE 0 END`,
});

export type NewReversal = Pick<
  Reversal,
  'payee' | 'key' | 'cardPaymentId' | 'externalReference' | 'amountCents' | 'paymentEntryId' | 'bookedCents'
>;

/** Money that moved, although no policy was issued. */
export interface StrayMoney extends NewReversal {
  /** The entry by which the books show that it moved. */
  readonly booked: NewEntry;
  /** The date in the seller's time zone. */
  readonly day: PlainDate;
}

const columnsSql = `id, owner, attempts, ${factsSql('false')}`;

/** Inserts a reversal with its first try begun, which counts like one that the job takes. `source` has application_id. */
const strayReversalSql = (source: string): string => `
   INSERT INTO reversal (application_id, payee, payment_entry_id, key, card_payment_id, reference, amount_cents, booked_cents, attempts,
                         owner, lease_until)
   SELECT application_id, :payee, :paymentEntryId::uuid, :key, :cardPaymentId::uuid, :externalReference, :amountCents, :bookedCents,
          1, gen_random_uuid(),
          now() + make_interval(secs => :leaseSeconds)
   FROM ${source}`;

function strayValues({ booked, ...money }: StrayMoney, leaseSeconds: number) {
  return {
    payee: money.payee,
    paymentEntryId: money.paymentEntryId,
    key: money.key,
    cardPaymentId: money.cardPaymentId,
    externalReference: money.externalReference,
    amountCents: money.amountCents,
    bookedCents: money.bookedCents,
    leaseSeconds,
    booked: entriesJson([booked]),
    day: money.day,
  };
}

/**
 * Ends a bind after money moved, in one statement by the holder of the claim: the money is recorded, its reversal is
 * due, and the application is quoted again. The caller has the first try. Returns null if another instance has taken
 * the claim over. The caller tries first; the job follows if that fails. If the caller crashes, the job waits for the
 * end of the lease: not every processor rejects a second refund, so two tries must never run at once.
 */
export const abortBindAndReverse = write.firstRow<Reversal, [claim: Claim, money: StrayMoney, leaseSeconds: number]>(
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
     SELECT application_id, ${auditedSql('bind failed after money moved', { attempt: 'attempt', payee: ':payee::text' })}
     FROM given_up
   )
   ${strayReversalSql('given_up')}
   RETURNING ${columnsSql}`,
  ({ applicationId, owner }, money, leaseSeconds) => ({ applicationId, owner, ...strayValues(money, leaseSeconds) }),
);

/**
 * Creates a reversal for money that moved after its bind was taken over, unless the bind is running or bound with this
 * money. Returns null if there is nothing to reverse. The application is locked first, as a claim does: both then lock
 * the bind and the payment, in opposite orders.
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
     SELECT bind.application_id, application.seller_id, NULL::text AS policy_number,
            bind.state = 'released'
            OR (:payee = 'Card' AND bind.card_payment_id IS DISTINCT FROM :cardPaymentId::uuid)
            OR (:payee = 'Lender' AND bind.policy_number <> :key) AS is_orphaned
     FROM application
     JOIN bind ON bind.application_id = application.id
     WHERE application.id = :applicationId
     FOR UPDATE OF application, bind
   ), orphaned AS (
     SELECT * FROM known WHERE is_orphaned
   ), owed AS (
     ${strayReversalSql('orphaned')}
     ON CONFLICT (key) DO NOTHING
     RETURNING ${columnsSql}
   ), paid AS (
     UPDATE card_payment SET status = 'Reversing'
     FROM owed
     WHERE card_payment.id = :cardPaymentId::uuid
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
     SELECT "applicationId", ${auditedSql('stray money found', { payee: ':payee::text' })}
     FROM owed
   )
   SELECT * FROM owed`,
  (applicationId, money, leaseSeconds) => ({ applicationId, ...strayValues(money, leaseSeconds) }),
);

/** A refund of a policy, or the end of its loan, to be inserted as work. */
export interface RefundOwed
  extends Pick<
    Reversal,
    | 'id'
    | 'applicationId'
    | 'payee'
    | 'paymentEntryId'
    | 'key'
    | 'cardPaymentId'
    | 'externalReference'
    | 'amountCents'
    | 'endsOn'
  > {
  readonly policyNumber: string;
}

/**
 * Inserts a refund that is due, and returns its turn. One that the operator pays by cheque or transfer begins as given up:
 * a person's, and never tried.
 */
export const insertReversal = write.onlyValue<number, [owed: RefundOwed]>(
  'insert_reversal',
  `INSERT INTO reversal (id, application_id, policy_number, payee, payment_entry_id, key, card_payment_id, reference, amount_cents, booked_cents,
                         ends_on, due_at, given_up_at, failure, last_error)
   VALUES (:id, :applicationId, :policyNumber, :payee, :paymentEntryId, :key, :cardPaymentId, :externalReference, :amountCents, :amountCents,
           :endsOn, CASE WHEN :operatorPays::text IS NULL THEN now() END, CASE WHEN :operatorPays::text IS NOT NULL THEN now() END,
           CASE WHEN :operatorPays::text IS NOT NULL THEN 'to-pay' END, :operatorPays)
   RETURNING turn::float8 AS turn`,
  (owed) => ({
    id: owed.id,
    applicationId: owed.applicationId,
    policyNumber: owed.policyNumber,
    payee: owed.payee,
    paymentEntryId: owed.paymentEntryId,
    key: owed.key,
    cardPaymentId: owed.cardPaymentId,
    externalReference: owed.externalReference,
    amountCents: owed.amountCents,
    endsOn: owed.endsOn,
    operatorPays: !payeeRules[owed.payee].isAskedFor ? 'to be paid by you, by cheque or transfer' : null,
  }),
);

/** Inserts a refund that a person has made, whatever way was planned, and returns its turn. */
export const insertGivenBack = write.onlyValue<
  number,
  [
    Pick<Reversal, 'id' | 'applicationId' | 'policyNumber' | 'paymentEntryId' | 'amountCents'> &
      Pick<RefundWork, 'notOwedCents'> & { readonly doneOn: PlainDate },
  ]
>(
  'insert_given_back',
  `INSERT INTO reversal (id, application_id, policy_number, payee, payment_entry_id, amount_cents, booked_cents, not_owed_cents, due_at, done_on)
   VALUES (:id, :applicationId, :policyNumber, 'Customer', :paymentEntryId, :amountCents, :amountCents, :notOwedCents, NULL, :doneOn)
   RETURNING turn::float8 AS turn`,
);

/** Marks a refund that was begun and has no answer as made another way by a person: from now on it is only asked about. */
export const replaceReversal = write.runs<[{ readonly id: ReversalId; readonly replacedBy: ReversalId }]>(
  'replace_reversal',
  'UPDATE reversal SET replaced_by = :replacedBy WHERE id = :id',
);

/**
 * Deletes a refund that the other party has never made and surely will not make: if it is still owed, the account plans it
 * anew. Returns false if another run has taken it.
 */
export const discardUnmadeReversal = write.findsRow<[work: TakenWork<ReversalId>]>(
  'discard_unmade_reversal',
  `DELETE FROM reversal WHERE id = :id AND progress IN ('begun', 'replaced') AND ${heldBySql(':owner')}`,
  ({ id, owner }) => ({ id, owner }),
);

/** Deletes a refund that is not owed any more, or that was recorded by mistake. */
export const dropReversal = write.runs<[{ readonly id: ReversalId }]>(
  'drop_reversal',
  'DELETE FROM reversal WHERE id = :id',
);

/**
 * Gives the refunds of a charge the processor's own reference, by which they ask: the one that a person had typed may be
 * wrong.
 */
export const correctReference = write.runs<[{ readonly paymentEntryId: EntryId; readonly reference: string }]>(
  'correct_reversal_reference',
  `UPDATE reversal SET reference = :reference WHERE payment_entry_id = :paymentEntryId AND payee = 'Card'`,
);

/** Ends a refund that the card's issuer does not take. Returns false if another run has taken it. */
export const refuseReversal = write.findsRow<[work: TakenWork<ReversalId>]>(
  'refuse_reversal',
  `UPDATE reversal SET ${endedSql}, is_refused = true WHERE id = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }) => ({ id, owner }),
);

/** Records that it is given back. Returns false if that is recorded already, by another try or by the operator. */
export const endReversal = write.findsRow<
  [
    {
      readonly id: ReversalId;
      readonly toLoanCents: Cents | null;
      readonly byLenderCents: Cents | null;
      readonly doneOn: PlainDate;
    },
  ]
>(
  'end_reversal',
  `UPDATE reversal SET ${endedSql}, to_loan_cents = :toLoanCents, by_lender_cents = :byLenderCents, done_on = :doneOn
   WHERE id = :id AND progress IN ('idle', 'begun', 'replaced')`,
);

/** Shows an operator the refund that a person paid beside the card's, since there is no policy by which to collect it. */
export const showGivenTwice = write.runs<[{ readonly id: ReversalId }]>(
  'show_given_twice',
  `UPDATE reversal AS by_hand
   SET given_up_at = now(), failure = 'to-collect',
       last_error = 'it was given back twice, by hand and to the card: have the customer pay it back, then settle this'
   FROM reversal
   WHERE reversal.id = :id AND by_hand.id = reversal.replaced_by`,
);

/** Keeps what a person typed of how it was paid, where it can be erased. */
export const noteSettled = write.runs<[{ readonly id: ReversalId; readonly reference: string }]>(
  'note_settled_reversal',
  'UPDATE reversal SET settled_reference = :reference WHERE id = :id',
);

/** A payment of a cancelled policy stays Captured: it paid for a policy. Reversed: no policy came of it. */
export const markReversed = write.runs<[{ readonly cardPaymentId: PaymentId }]>(
  'mark_payment_reversed',
  `UPDATE card_payment SET status = 'Reversed' WHERE id = :cardPaymentId`,
);

/** A reversal that the operator corrects, locked until the transaction ends, so that no try starts. */
export interface LockedReversal extends Omit<Reversal, 'owner'> {
  readonly state: RefundWork['state'];
  /** A try is running, or one without an answer may yet come through: the money may be given back at any moment. */
  readonly mayStillSucceed: boolean;
  /** The day of the payment that it gives back; null for a loan. */
  readonly takenOn: PlainDate | null;
}

/** The policy that it is of, to be locked before it; null without one. */
export const policyOfReversal = read.firstValue<string | null, [{ readonly id: ReversalId }]>(
  'read_policy_of_reversal',
  'SELECT policy_number FROM reversal WHERE id = :id',
);

export const lockReversal = write.firstRow<LockedReversal, [{ readonly id: ReversalId }]>(
  'lock_reversal',
  `SELECT id, attempts, ${factsSql('lease_until IS NOT NULL')}, progress AS state, NOT ${isFreeSql('reversal')} AS "mayStillSucceed",
          (SELECT happened_on FROM ledger_entry WHERE ledger_entry.id = reversal.payment_entry_id) AS "takenOn"
   FROM reversal
   WHERE id = :id
   FOR UPDATE`,
);
