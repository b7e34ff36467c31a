import { factOfCharge, factOfSettledCharge } from '../domain/books/book-facts.ts';
import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { ApplicationId, DocumentId, PaymentId } from '../domain/ids.ts';
import type { Cents } from '../domain/money/money.ts';
import type { CardCharge } from '../domain/policy/policy.ts';
import type { Seller } from '../domain/seller.ts';
import { entered, entriesJson } from './books/entry.ts';
import { nextRound } from './mail.ts';
import { currentAddress } from './policy-mail.ts';
import { allValues, findsRow, firstRow, firstValue, runs } from './statement.ts';
import { type TaxedPolicy, taxedPolicySql } from './taxed-policy.ts';
import { defineWork, dueNow, ended, heldBy, isFree, type TakenWork } from './work.ts';

/** A scheduled charge that is due. Taking it commits the intent to make it. Its id is the card payment's. */
export interface DueCharge extends TakenWork<PaymentId> {
  readonly applicationId: ApplicationId;
  readonly policyNumber: string;
  readonly sellerId: string;
  readonly amountCents: Cents;
  readonly processor: string;
  /** Null for a hold, which is captured instead. */
  readonly cardToken: string | null;
  /** Zero for a saved card. */
  readonly holdCents: Cents;
  /** What the processor calls the hold or the verification. */
  readonly processorReference: string;
  /** Counts from one. */
  readonly tries: number;
  /** An earlier run started this try and did not record its outcome: ask the processor first. */
  readonly wasBegun: boolean;
  readonly sale: TaxedPolicy;
  /** Due for more than a day: if its outcome is unknown, it is left to the operator. */
  readonly isLongDue: boolean;
}

const isLongDue = 'due_charge.due_on < current_date - 1';

/** Due by each seller's own date: $3 are the sellers, $4 their dates; $5 is one charge alone, or null. */
export const chargeWork = defineWork<DueCharge>({
  table: 'due_charge',
  key: 'card_payment_id',
  facts: `due_charge.application_id AS "applicationId", due_charge.policy_number AS "policyNumber", due_charge.seller_id AS "sellerId",
          due_charge.amount_cents AS "amountCents", card_payment.processor, card_payment.card_token AS "cardToken",
          card_payment.hold_cents AS "holdCents", card_payment.reference AS "processorReference", due_charge.tries,
          old.lease_until IS NOT NULL AS "wasBegun", ${isLongDue} AS "isLongDue",
          ${taxedPolicySql('due_charge.policy_number')} AS sale`,
  from: { table: 'card_payment', on: 'card_payment.id = due_charge.card_payment_id' },
  only: {
    join: 'JOIN unnest($3::uuid[], $4::date[]) AS day (seller_id, today) ON day.seller_id = due_charge.seller_id',
    where: 'due_charge.due_on <= day.today AND ($5::uuid IS NULL OR due_charge.card_payment_id = $5)',
  },
  order: 'due_charge.due_on',
});

export type DueChargeState = 'due' | 'charging' | 'charged' | 'refused' | 'stopped' | 'settled';

/** A scheduled charge that the operator corrects. */
export interface StuckCharge extends Pick<DueCharge, 'applicationId' | 'policyNumber' | 'amountCents' | 'sale'> {
  readonly cardPaymentId: PaymentId;
  readonly state: DueChargeState;
  /** The outcome is unknown for more than a day, and no run is working on it: the operator may settle it. */
  readonly isUnclear: boolean;
  /** The card must not be tried again. */
  readonly isRefusedForGood: boolean;
  readonly dueOn: PlainDate;
  readonly seller: Pick<Seller, 'province' | 'todayFloor'>;
}

export interface ChargeMade {
  /** The try that made the charge, which may be earlier than the one taken, and its key. */
  readonly tries: number;
  readonly key: string;
  readonly processorReference: string;
  readonly charge: CardCharge;
  readonly receiptId: DocumentId;
}

/**
 * Records a charge that was made, in one statement: payment, policy reference, journal, books, receipt, mail and
 * audit. If the charge is no longer needed (the policy was cancelled or paid another way, or another try is running),
 * its reversal is due instead. Returns null if a charge of this try is already recorded, or the operator has settled
 * it, perhaps because of this charge. The journal accepts a charge once, so that the first to record it decides what
 * becomes of it. `tries` stays that of the charge: its key is needed for a reversal. The reversal names the policy,
 * because the payment is still that policy's. The address is read once the policy row is locked: an operator may be
 * correcting it.
 */
export const finishDueCharge = firstValue<'charged' | 'owed', [taken: DueCharge, made: ChargeMade]>(
  'finish_due_charge',
  `WITH known AS (
     SELECT card_payment_id, application_id, policy_number, seller_id, amount_cents,
            state IN ('due', 'refused') OR (state = 'charging' AND tries = $8) AS is_open
     FROM due_charge
     WHERE card_payment_id = $1 AND NOT (state IN ('charged', 'settled') AND tries = $6)
     FOR UPDATE
   ), entered AS (
     INSERT INTO journal (application_id, card_payment_id, entry, amount_cents, reference)
     SELECT application_id, card_payment_id, 'captured', amount_cents, $4 FROM known
     ON CONFLICT DO NOTHING
     RETURNING card_payment_id
   ), made AS (
     SELECT known.*
     FROM known
     JOIN entered ON entered.card_payment_id = known.card_payment_id
   ), done AS (
     UPDATE due_charge
     SET ${ended}, charge = $2, tries = $6
     FROM made
     WHERE due_charge.card_payment_id = made.card_payment_id AND made.is_open
     RETURNING due_charge.card_payment_id, due_charge.policy_number, due_charge.seller_id
   ), paid AS (
     UPDATE card_payment SET status = 'Captured' FROM done WHERE card_payment.id = done.card_payment_id
   ), referred AS (
     UPDATE policy SET reference = $3
     FROM done
     WHERE policy.policy_number = done.policy_number
     RETURNING policy.policy_number, policy.seller_id,
               ${currentAddress} AS to_address
   ), printed AS (
     INSERT INTO document (id, policy_number, seller_id, kind)
     SELECT $5, policy_number, seller_id, 'receipt' FROM done
   ), mailed AS (
     INSERT INTO mail (seller_id, policy_number, kind, to_address, document_ids)
     SELECT seller_id, policy_number, 'receipt', to_address, ARRAY[$5::uuid]
     FROM referred
   ), owed AS (
     INSERT INTO reversal (application_id, policy_number, kind, key, card_payment_id, reference, amount_cents)
     SELECT application_id, policy_number, 'charge', $7, card_payment_id, $4, amount_cents FROM made WHERE NOT is_open
   ), booked AS (
     ${entered({ source: 'made', json: 'CASE WHEN made.is_open THEN $9 ELSE $10 END' })}
   ), noted AS (
     INSERT INTO audit (application_id, event, facts)
     SELECT application_id, CASE WHEN is_open THEN 'scheduled card charged' ELSE 'stray money found' END,
            json_build_object('policyNumber', policy_number, 'kind', 'charge', 'tries', $6::int)
     FROM made
   )
   SELECT CASE WHEN is_open THEN 'charged' ELSE 'owed' END AS ending FROM made`,
  ({ id, tries: taken, amountCents }, { tries, key, processorReference, charge, receiptId }) => {
    const charged = { reference: processorReference, amountCents };
    return [
      ...[id, JSON.stringify(charge), charge.authorizationNumber, processorReference, receiptId, tries, key, taken],
      entriesJson([factOfCharge(charged, 'card')]),
      entriesJson([factOfCharge(charged, 'refund', key)]),
    ];
  },
);

/**
 * Records a refusal and the mail that tells the customer: the charge is tried again on `nextDay`, or left to the
 * operator if that is null. Returns false if another run has taken the charge. A hold whose capture was refused is
 * released by the sweep.
 */
export const refuseDueCharge = findsRow(
  'refuse_due_charge',
  `WITH refused AS (
     UPDATE due_charge
     SET due_at = CASE WHEN $4::date IS NOT NULL THEN now() END, given_up_at = CASE WHEN $4::date IS NULL THEN now() END,
         lease_until = NULL, owner = NULL, last_error = $3, due_on = coalesce($4, due_on), tries = tries + 1,
         is_refused_for_good = $5, refused_on = $6, lapse_noticed_on = NULL
     WHERE card_payment_id = $1 AND ${heldBy('$2')}
     RETURNING card_payment_id, application_id, policy_number, seller_id, amount_cents, old.tries
   ), released AS (
     UPDATE card_payment SET status = 'Lapsing', was_declined = true, expires_at = now()
     FROM refused
     WHERE card_payment.id = refused.card_payment_id AND card_payment.hold_cents > 0
   ), known AS (
     SELECT refused.seller_id, refused.policy_number, refused.amount_cents, card_payment.masked_card_number,
            ${currentAddress} AS to_address
     FROM refused
     JOIN policy ON policy.policy_number = refused.policy_number
     JOIN card_payment ON card_payment.id = refused.card_payment_id
     FOR SHARE OF policy
   ), mailed AS (
     INSERT INTO mail (seller_id, policy_number, kind, to_address, document_ids, facts)
     SELECT seller_id, policy_number,
            'refusal ' || (SELECT 1 + count(DISTINCT kind) FROM mail
                           WHERE mail.policy_number = known.policy_number AND mail.kind LIKE 'refusal %'),
            to_address, '{}',
            json_build_object('amountCents', amount_cents, 'maskedCardNumber', masked_card_number, 'nextDay', $4::date)
     FROM known
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, 'scheduled card refused', json_build_object('policyNumber', policy_number, 'tries', tries, 'nextDay', $4::date)
   FROM refused`,
  ({ id, owner }: DueCharge, { cause, today, nextDay, isForGood }: ChargeRefused) => [
    id,
    owner,
    cause,
    nextDay,
    isForGood,
    today,
  ],
);

export interface ChargeRefused {
  readonly cause: string;
  /** The seller's. */
  readonly today: PlainDate;
  readonly nextDay: PlainDate | null;
  /** Neither the job nor the operator may try this card again. */
  readonly isForGood: boolean;
}

/**
 * Records notices that cover may be ended, for charges whose last refusal is that many days ago by their sellers'
 * days, and that were left to the operator since. Returns the policies, `countMax` at most. A charge that was retried
 * and refused again is told again.
 */
export const noticeLapses = allValues<
  string,
  [todays: ReadonlyMap<string, PlainDate>, limits: { readonly days: number; readonly countMax: number }]
>(
  'notice_lapse',
  `WITH due AS (
     SELECT due_charge.card_payment_id, day.today
     FROM due_charge
     JOIN unnest($1::uuid[], $2::date[]) AS day (seller_id, today) ON day.seller_id = due_charge.seller_id
     WHERE due_charge.given_up_at IS NOT NULL AND due_charge.lapse_noticed_on IS NULL
       AND due_charge.refused_on + $3::integer <= day.today
     LIMIT $4
     FOR UPDATE OF due_charge SKIP LOCKED
   ), noticed AS (
     UPDATE due_charge SET lapse_noticed_on = due.today
     FROM due
     WHERE due_charge.card_payment_id = due.card_payment_id
     RETURNING due_charge.card_payment_id, due_charge.application_id, due_charge.policy_number, due_charge.seller_id,
               due_charge.amount_cents
   ), known AS (
     SELECT noticed.seller_id, noticed.policy_number, noticed.amount_cents, card_payment.masked_card_number,
            ${currentAddress} AS to_address
     FROM noticed
     JOIN policy ON policy.policy_number = noticed.policy_number
     JOIN card_payment ON card_payment.id = noticed.card_payment_id
     FOR SHARE OF policy
   ), mailed AS (
     INSERT INTO mail (seller_id, policy_number, kind, to_address, document_ids, facts)
     SELECT seller_id, policy_number, 'lapse', to_address, '{}',
            json_build_object('amountCents', amount_cents, 'maskedCardNumber', masked_card_number)
     FROM known
     ON CONFLICT (policy_number, kind, to_address) DO UPDATE
     SET ${nextRound}, facts = excluded.facts
     WHERE mail.state IN ('sent', 'undeliverable', 'dropped')
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, 'lapse noticed', json_build_object('policyNumber', policy_number) FROM noticed
   RETURNING facts ->> 'policyNumber' AS "policyNumber"`,
  (todays, { days, countMax }) => [[...todays.keys()], [...todays.values()], days, countMax],
);

/** How often it was tried: `tries` counts the next try, too. */
export const triesMade = `CASE WHEN due_charge.state IN ('charging', 'charged') THEN due_charge.tries ELSE due_charge.tries - 1 END`;

/** The outcome of the try is unknown for more than a day. */
export const longUnclear = `due_charge.state = 'charging' AND ${isLongDue}`;

/** And no run is working on it, so that the operator may settle it. */
export const isUnclearAndFree = `(${longUnclear} AND ${isFree('due_charge')})`;

/** Locks the charge until the transaction ends, so that no run starts it. */
export const lockDueCharge = firstRow<StuckCharge, [cardPaymentId: PaymentId]>(
  'lock_due_charge',
  `SELECT due_charge.card_payment_id AS "cardPaymentId", due_charge.application_id AS "applicationId",
          due_charge.policy_number AS "policyNumber", due_charge.amount_cents AS "amountCents", due_charge.state, due_charge.due_on AS "dueOn",
          ${isUnclearAndFree} AS "isUnclear", due_charge.is_refused_for_good AS "isRefusedForGood",
          json_build_object('province', seller.province, 'todayFloor', seller.today_floor) AS seller,
          ${taxedPolicySql('due_charge.policy_number')} AS sale
   FROM due_charge
   JOIN seller ON seller.id = due_charge.seller_id
   WHERE due_charge.card_payment_id = $1
   FOR UPDATE OF due_charge`,
);

/** Moves the charge to `dueOn`. After a refusal this is a new try with a key of its own. */
export const rescheduleDueCharge = runs<[cardPaymentId: PaymentId, dueOn: PlainDate]>(
  'reschedule_due_charge',
  `WITH rescheduled AS (
     UPDATE due_charge
     SET ${dueNow}, due_on = $2
     WHERE card_payment_id = $1 AND state IN ('due', 'refused')
     RETURNING application_id, policy_number
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, 'scheduled card rescheduled', json_build_object('policyNumber', policy_number, 'dueOn', $2::date)
   FROM rescheduled`,
);

/**
 * Records that the policy was paid another way: the card is not charged, and the policy gets the operator's reference.
 * No card money moved, so the journal gets no entry.
 */
export const settleDueCharge = runs(
  'settle_due_charge',
  `WITH settled AS (
     UPDATE due_charge
     SET ${ended}, settled_reference = $2
     WHERE card_payment_id = $1 AND (state IN ('due', 'refused') OR ${isUnclearAndFree})
     RETURNING application_id, policy_number, seller_id
   ), referred AS (
     UPDATE policy SET reference = $2 FROM settled WHERE policy.policy_number = settled.policy_number
   ), booked AS (
     ${entered({ source: 'settled', json: '$3' })}
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, 'scheduled card settled', json_build_object('policyNumber', policy_number, 'reference', $2::text)
   FROM settled`,
  ({ cardPaymentId, amountCents }: StuckCharge, settlementReference: string) => [
    cardPaymentId,
    settlementReference,
    entriesJson([factOfSettledCharge(amountCents, settlementReference)]),
  ],
);
