import type { ChargeState } from '../../domain/account/account-record.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { UnknownFor } from '../../domain/card/send-or-wait.ts';
import type { ApplicationId, EntryId, MailId, PaymentId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { CardCharge } from '../../domain/policy/policy.ts';
import type { ChargeRead } from '../../domain/work/acts.ts';
import type { Failed } from '../../domain/work/failure.ts';
import { auditedSql } from '../audit/audit.ts';
import { isChargeHeldSql } from '../cancellation/cancellation-request.ts';
import { nextRoundSql } from '../mail/mail.ts';
import { currentAddressSql } from '../mail/policy-mail.ts';
import { read, write } from '../statement.ts';
import { type TaxedPolicy, taxedPolicySql } from '../tax/taxed-policy.ts';
import {
  defineWork,
  dueNowSql,
  endedSql,
  failedSql,
  heldBySql,
  isFreeSql,
  isOpenSql,
  notFailedSql,
  type TakenWork,
} from '../work/work.ts';

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
  /** What the processor calls the charges of the policy that are recorded. */
  readonly recordedCharges: readonly string[];
  readonly unknownFor: UnknownFor;
  /** An operator has recorded that it was made: it is never sent again, only asked about. */
  readonly isReported: boolean;
}

/** A charge for what is unpaid: the price, or the used days of a cancelled policy. */
export const chargePurposes = ['price', 'used days'] as const;
export const isOfUsedDaysSql = `due_charge.purpose = 'used days'`;

/** The outcome of the try is unknown for more than a day. */
export const longUnclearSql = `due_charge.state = 'charging' AND due_charge.unclear_since < now() - interval '1 day'`;

/** It is unclear, and no run is working on it: the operator may say what became of it. */
export const isUnclearAndFreeSql = `(${longUnclearSql} AND ${isFreeSql('due_charge')})`;

/** What decides what the operator may do with the charge, but for a write-off. */
export const chargeNowSql = `json_build_object('state', due_charge.state, 'isUnclearForADay', coalesce(${isUnclearAndFreeSql}, false),
  'isRefusedForGood', due_charge.is_refused_for_good,
  'isTaxChanged', coalesce(due_charge.failure = 'tax-changed', false))`;

/**
 * The charge must not be made any more: it is for the price of a policy that is cancelled flat, other than for non-payment,
 * or whose cancellation is in effect, or the customer has paid meanwhile and owes less than the charge would take.
 */
const isNotOwedSql = `(
  (due_charge.purpose = 'price' AND EXISTS (
     SELECT FROM cancellation
     WHERE cancellation.policy_number = due_charge.policy_number
       AND (cancellation.in_effect_at IS NOT NULL
            OR (cancellation.kind = 'flat' AND cancellation.ground IS DISTINCT FROM 'NonPayment'))))
  OR (SELECT coalesce(sum(posting.amount_cents), 0)
      FROM ledger_entry AS entry
      JOIN ledger_posting AS posting ON posting.entry_id = entry.id AND posting.account = 'customer'
      WHERE entry.policy_number = due_charge.policy_number) < due_charge.amount_cents)`;

/** A charge is due by the date in its seller's time zone. `only` names a single charge. */
export const chargeWork = defineWork<DueCharge>({
  table: 'due_charge',
  key: 'card_payment_id',
  facts: `due_charge.application_id AS "applicationId", due_charge.policy_number AS "policyNumber", due_charge.seller_id AS "sellerId",
          due_charge.amount_cents AS "amountCents", card_payment.processor, card_payment.card_token AS "cardToken",
          card_payment.hold_cents AS "holdCents", card_payment.reference AS "processorReference", due_charge.tries,
          old.lease_until IS NOT NULL AS "wasBegun",
          CASE WHEN old.lease_until IS NULL THEN 'not begun'
               WHEN old.unclear_since < now() - interval '1 day' THEN 'a day'
               WHEN old.unclear_since > now() - interval '12 hours' THEN 'under half a day'
               ELSE 'half a day' END AS "unknownFor",
          due_charge.reported_as IS NOT NULL AS "isReported",
          ${taxedPolicySql('due_charge.policy_number')} AS sale,
          ARRAY(SELECT entry.party_reference
                FROM ledger_entry AS entry
                WHERE entry.policy_number = due_charge.policy_number AND entry.kind = 'charge'
                  AND entry.id IS DISTINCT FROM due_charge.reported_as
                  AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id)) AS "recordedCharges"`,
  from: { table: 'card_payment', on: 'card_payment.id = due_charge.card_payment_id' },
  only: {
    join: 'JOIN unnest(:sellerIds::uuid[], :todays::date[]) AS day (seller_id, today) ON day.seller_id = due_charge.seller_id',
    // The processor is asked about a charge that may have been made, whatever became of its policy.
    where: `due_charge.due_on <= day.today AND (:only::uuid IS NULL OR due_charge.card_payment_id = :only)
            AND (due_charge.lease_until IS NOT NULL
                 OR NOT (${isNotOwedSql} OR ${isChargeHeldSql('due_charge.policy_number')}))`,
  },
  order: 'due_charge.due_on',
  sets: (time) =>
    `unclear_since = CASE WHEN due_charge.lease_until IS NULL THEN ${time} ELSE coalesce(due_charge.unclear_since, ${time}) END`,
});

/** A scheduled charge that the operator corrects. */
export interface StuckCharge
  extends Pick<DueCharge, 'applicationId' | 'policyNumber' | 'amountCents' | 'sale' | 'tries' | 'holdCents'> {
  readonly cardPaymentId: PaymentId;
  readonly now: ChargeRead['now'];
  readonly dueOn: PlainDate;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
}

/** The charge as it is now, in a transaction that has locked it. */
export interface DueChargeNow {
  readonly state: ChargeState;
  readonly tries: number;
  readonly dueOn: PlainDate;
  /** The entry by which an operator has recorded it. */
  readonly reportedAs: EntryId | null;
}

export const readDueCharge = write.firstRow<DueChargeNow, [{ readonly cardPaymentId: PaymentId }]>(
  'read_due_charge',
  `SELECT state, tries, due_on AS "dueOn", reported_as AS "reportedAs"
   FROM due_charge
   WHERE card_payment_id = :cardPaymentId
   FOR UPDATE`,
);

/** Still to be made, and surely not under way: what was sent is never taken back by stopping or changing it. */
const isIdleSql = `(${isOpenSql('due_charge')} AND due_charge.lease_until IS NULL)`;

export interface ChargeMade {
  readonly cardPaymentId: PaymentId;
  readonly policyNumber: string;
  /**
   * The try that made the charge. One that was earlier than the last does not set them back: the next needs a key of
   * its own.
   */
  readonly tries: number;
  readonly charge: CardCharge;
}

/** The card was charged: the charge is over, its payment captured, and its approval code the policy's reference. */
export const endCharged = write.runs(
  'end_charged',
  `WITH done AS (
     UPDATE due_charge SET ${endedSql}, charge = :charge, charged_cents = :chargedCents, tries = greatest(tries, :tries), reported_as = NULL
     WHERE card_payment_id = :cardPaymentId RETURNING card_payment_id
   ), paid AS (
     UPDATE card_payment SET status = 'Captured' FROM done WHERE card_payment.id = done.card_payment_id
   )
   UPDATE policy SET reference = :authorizationNumber WHERE policy_number = :policyNumber`,
  ({ cardPaymentId, policyNumber, tries, charge }: ChargeMade) => ({
    cardPaymentId,
    charge: JSON.stringify(charge),
    chargedCents: charge.amountCents,
    tries,
    authorizationNumber: charge.authorizationNumber,
    policyNumber,
  }),
);

/**
 * An operator has seen at the processor, which has not answered, that it was made: from now on it is only asked about. A
 * run that has it writes nothing more.
 */
export const reportCharge = write.runs(
  'report_charge',
  `WITH reported AS (
     UPDATE due_charge SET reported_as = :entryId, charge = :charge, charged_cents = :chargedCents, owner = NULL WHERE card_payment_id = :cardPaymentId
   )
   UPDATE policy SET reference = :authorizationNumber WHERE policy_number = :policyNumber`,
  ({ cardPaymentId, policyNumber, entryId, charge }: Omit<ChargeMade, 'tries'> & { readonly entryId: EntryId }) => ({
    cardPaymentId,
    entryId,
    charge: JSON.stringify(charge),
    chargedCents: charge.amountCents,
    authorizationNumber: charge.authorizationNumber,
    policyNumber,
  }),
);

/** That was a mistake: the charge is as it was before. Returns false if it was of no charge that is asked about. */
export const unreportCharge = write.findsRow<[{ readonly entryId: EntryId }]>(
  'unreport_charge',
  `WITH unreported AS (
     UPDATE due_charge SET reported_as = NULL, charge = NULL, charged_cents = NULL, owner = NULL WHERE reported_as = :entryId RETURNING card_payment_id
   )
   UPDATE policy SET reference = NULL FROM unreported WHERE policy.card_payment_id = unreported.card_payment_id RETURNING policy_number`,
);

/** The charge is surely never made, as none is under way. The sweep releases a hold that was not captured. */
export const stopCharge = write.runs<[{ readonly policyNumber: string }]>(
  'stop_charge',
  `WITH stopped AS (
     UPDATE due_charge SET ${endedSql}
     WHERE policy_number = :policyNumber AND ${isIdleSql}
     RETURNING card_payment_id
   )
   UPDATE card_payment SET status = 'Releasing', expires_at = least(expires_at, now())
   FROM stopped
   WHERE card_payment.id = stopped.card_payment_id AND card_payment.hold_cents > 0 AND card_payment.status = 'Scheduled'`,
);

/**
 * The first charge of a saved card is still to come, and what had stopped it was taken back: it is made on its day.
 * Returns false if that can't be: its day has come, or the card was tried.
 */
export const resumeCharge = write.findsRow<
  [{ readonly policyNumber: string; readonly amountCents: Cents; readonly today: PlainDate }]
>(
  'resume_charge',
  `UPDATE due_charge
   SET ${dueNowSql}, ${notFailedSql}, amount_cents = :amountCents, purpose = 'price'
   FROM card_payment
   WHERE due_charge.policy_number = :policyNumber AND due_charge.state = 'stopped' AND due_charge.tries = 1
     AND due_charge.due_on > :today AND NOT due_charge.is_refused_for_good
     AND card_payment.id = due_charge.card_payment_id AND card_payment.hold_cents = 0`,
);

/** Whether the customer does not owe it any more. */
export const isNotOwed = read.findsRow<[{ readonly cardPaymentId: PaymentId }]>(
  'find_charge_not_owed',
  `SELECT FROM due_charge WHERE card_payment_id = :cardPaymentId AND ${isNotOwedSql}`,
);

/** The try was never made: the charge is as before it. Returns false if another run has taken it. */
export const discardAttempt = write.findsRow<[due: DueCharge]>(
  'discard_attempt_of_charge',
  `UPDATE due_charge SET ${dueNowSql}, unclear_since = NULL, reported_as = NULL WHERE card_payment_id = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }) => ({ id, owner }),
);

/**
 * Lets a charge be sent anew after the processor has known of none for a day. From now on it may have been made for
 * another day, in which the operator can't say what became of it. Returns false if somebody else has taken it.
 */
export const sendAnew = write.findsRow<[due: DueCharge]>(
  'send_charge_anew',
  `UPDATE due_charge SET unclear_since = now() WHERE card_payment_id = :id AND ${heldBySql(':owner')}`,
  ({ id, owner }) => ({ id, owner }),
);

/** What the customer owes, as the account says, and why it is a person's to collect. */
export interface ChargeOwed extends Failed {
  readonly policyNumber: string;
  readonly amountCents: Cents;
  readonly isOfUsedDays: boolean;
}

/** The price, to be charged to a saved card that may still be charged. A hold is of another amount: it can't be captured. */
const staysDueSql = `:purpose = 'price' AND card_payment.hold_cents = 0 AND NOT :mayNotBeCharged::boolean`;

/**
 * Changes the amount that is still to be charged. The price of a saved card stays due on its day, or left to a person, as
 * it was. Anything else is left to a person: what used days cost, a card whose charge was disputed, and a hold, which was
 * of the amount before (the sweep releases it, and another card has to pay). Returns whether a person has it now.
 */
export const changeCharge = write.firstValue<boolean, [owed: Omit<ChargeAgain, 'today'>]>(
  'change_charge',
  `WITH changed AS (
     UPDATE due_charge
     SET amount_cents = :amountCents, purpose = :purpose,
         due_at = CASE WHEN ${staysDueSql} THEN due_at END,
         given_up_at = CASE WHEN ${staysDueSql} THEN given_up_at ELSE coalesce(given_up_at, now()) END,
         owner = NULL, is_refused_for_good = is_refused_for_good OR card_payment.hold_cents > 0 OR :mayNotBeCharged::boolean,
         failure = CASE WHEN ${staysDueSql} THEN due_charge.failure ELSE coalesce(due_charge.failure, :failure) END,
         last_error = CASE WHEN ${staysDueSql} THEN due_charge.last_error ELSE coalesce(due_charge.last_error, :cause) END
     FROM card_payment
     WHERE policy_number = :policyNumber AND ${isIdleSql} AND card_payment.id = due_charge.card_payment_id
     RETURNING due_charge.card_payment_id, due_charge.given_up_at IS NOT NULL AS is_left
   ), released AS (
     UPDATE card_payment SET status = 'Releasing', expires_at = least(expires_at, now())
     FROM changed
     WHERE card_payment.id = changed.card_payment_id AND card_payment.hold_cents > 0 AND card_payment.status = 'Scheduled'
   )
   SELECT is_left FROM changed`,
  ({ policyNumber, amountCents, isOfUsedDays, mayNotBeCharged, failure, cause }: Omit<ChargeAgain, 'today'>) => ({
    policyNumber,
    amountCents,
    purpose: isOfUsedDays ? 'used days' : 'price',
    mayNotBeCharged,
    failure,
    cause,
  }),
);

/**
 * The customer owes again what no charge is for any more: a person collects it, by a link or from the saved card. A card
 * whose charge was disputed, or that was refunded too much, is never charged again. An earlier refusal was of another
 * debt, so it is forgotten: no notice that the cover may end follows from it.
 */
export const reopenCharge = write.runs(
  'reopen_charge',
  `INSERT INTO due_charge (card_payment_id, application_id, policy_number, seller_id, amount_cents, purpose, due_on, due_at, given_up_at,
                           failure, last_error, is_refused_for_good)
   SELECT policy.card_payment_id, policy.application_id, policy.policy_number, policy.seller_id, :amountCents, :purpose, :today, NULL, now(),
          :failure, :cause, card_payment.card_token IS NULL OR :mayNotBeCharged
   FROM policy
   JOIN card_payment ON card_payment.id = policy.card_payment_id
   WHERE policy.policy_number = :policyNumber
   ON CONFLICT (card_payment_id) DO UPDATE
   SET amount_cents = :amountCents, purpose = :purpose, due_on = :today, due_at = NULL, given_up_at = now(), lease_until = NULL, owner = NULL,
       ${failedSql}, refused_on = NULL, lapse_noticed_on = NULL, tries = due_charge.tries + CASE WHEN due_charge.charge IS NULL THEN 0 ELSE 1 END,
       is_refused_for_good = due_charge.is_refused_for_good OR excluded.is_refused_for_good`,
  ({ policyNumber, amountCents, isOfUsedDays, mayNotBeCharged, failure, cause, today }: ChargeAgain) => ({
    policyNumber,
    amountCents,
    purpose: isOfUsedDays ? 'used days' : 'price',
    mayNotBeCharged,
    failure,
    cause,
    today,
  }),
);

export interface ChargeAgain extends ChargeOwed {
  /** Its charge was disputed, or it was given back twice. */
  readonly mayNotBeCharged: boolean;
  /** It is the seller's day. */
  readonly today: PlainDate;
}

/**
 * Records a refusal: the charge is tried again on `nextDay`, or left to the operator if that is null. Returns null if
 * another run has taken the charge. A hold whose capture was refused is released by the sweep.
 */
export const refuseCharge = write.firstRow<RefusedCharge, [due: DueCharge, refused: ChargeRefused]>(
  'refuse_charge',
  `WITH refused AS (
     UPDATE due_charge
     SET due_at = CASE WHEN :nextDay::date IS NOT NULL THEN now() END, given_up_at = CASE WHEN :nextDay::date IS NULL THEN now() END,
         lease_until = NULL, owner = NULL, ${failedSql}, due_on = coalesce(:nextDay, due_on), tries = tries + CASE WHEN :wasTried THEN 1 ELSE 0 END,
         is_refused_for_good = :isFinal, refused_on = :today, lapse_noticed_on = NULL
     WHERE card_payment_id = :id AND ${heldBySql(':owner')}
     RETURNING card_payment_id, policy_number, amount_cents
   ), released AS (
     UPDATE card_payment SET status = 'Releasing', was_declined = true, expires_at = now()
     FROM refused
     WHERE card_payment.id = refused.card_payment_id AND card_payment.hold_cents > 0 AND card_payment.status = 'Scheduled'
   )
   SELECT refused.amount_cents AS "amountCents", card_payment.masked_card_number AS "maskedCardNumber",
          (SELECT 1 + coalesce(max(number), 0) FROM mail
           WHERE mail.policy_number = refused.policy_number AND mail.kind = 'refusal') AS "number"
   FROM refused
   JOIN card_payment ON card_payment.id = refused.card_payment_id`,
  ({ id, owner }: DueCharge, { cause, failure, today, nextDay, isFinal }: ChargeRefused) => ({
    id,
    owner,
    cause,
    failure,
    nextDay,
    isFinal,
    today,
    // A card that was left because of the tax was not tried.
    wasTried: failure !== 'tax-changed',
  }),
);

export interface RefusedCharge {
  readonly amountCents: Cents;
  readonly maskedCardNumber: string;
  /** Counts the policy's refusals, from one. */
  readonly number: number;
}

export interface ChargeRefused extends Failed {
  /** It is the seller's day. */
  readonly today: PlainDate;
  readonly nextDay: PlainDate | null;
  /** Neither the job nor the operator may try this card again. */
  readonly isFinal: boolean;
}

/**
 * Records notices that cover may be ended, for charges whose last refusal is that many days ago by their sellers'
 * days, and that were left to the operator since; not of policies that are cancelled. Returns them, as many as
 * there are ids for their mails.
 * A charge that was retried and refused again is told again.
 */
export const noticeLapses = write.allValues<
  string,
  [todays: ReadonlyMap<string, PlainDate>, notice: { readonly days: number; readonly mailIds: readonly MailId[] }]
>(
  'notice_lapse',
  `WITH due AS (
     SELECT due_charge.card_payment_id, day.today
     FROM due_charge
     JOIN policy ON policy.policy_number = due_charge.policy_number
     JOIN unnest(:sellerIds::uuid[], :todays::date[]) AS day (seller_id, today) ON day.seller_id = due_charge.seller_id
     WHERE due_charge.given_up_at IS NOT NULL AND due_charge.lapse_noticed_on IS NULL
       AND due_charge.refused_on + :days::integer <= day.today
       AND NOT EXISTS (SELECT FROM cancellation WHERE cancellation.policy_number = due_charge.policy_number)
     LIMIT cardinality(:mailIds::uuid[])
     FOR NO KEY UPDATE OF policy SKIP LOCKED
     FOR UPDATE OF due_charge SKIP LOCKED
   ), noticed AS (
     UPDATE due_charge SET lapse_noticed_on = due.today
     FROM due
     WHERE due_charge.card_payment_id = due.card_payment_id
     RETURNING due_charge.card_payment_id, due_charge.application_id, due_charge.policy_number, due_charge.seller_id,
               due_charge.amount_cents
   ), known AS (
     SELECT noticed.seller_id, noticed.policy_number, noticed.amount_cents, card_payment.masked_card_number,
            ${currentAddressSql} AS to_address
     FROM noticed
     JOIN policy ON policy.policy_number = noticed.policy_number
     JOIN card_payment ON card_payment.id = noticed.card_payment_id
   ), mailed AS (
     INSERT INTO mail (id, seller_id, policy_number, kind, to_address, document_ids, facts)
     SELECT (:mailIds::uuid[])[row_number() OVER ()], seller_id, policy_number, 'lapse', to_address, '{}',
            json_build_object('amountCents', amount_cents, 'maskedCardNumber', masked_card_number)
     FROM known
     ON CONFLICT (policy_number, kind, number, to_address) DO UPDATE
     SET ${nextRoundSql}, facts = excluded.facts
     WHERE mail.state IN ('sent', 'undeliverable', 'dropped')
   ), noted AS (
     INSERT INTO audit (application_id, event, facts)
     SELECT application_id, ${auditedSql('lapse noticed', { policyNumber: 'policy_number' })} FROM noticed
   )
   SELECT policy_number FROM noticed`,
  (todays, { days, mailIds }) => ({ sellerIds: [...todays.keys()], todays: [...todays.values()], days, mailIds }),
);

/** How often it was tried: `tries` counts the next try, too. */
export const triesMadeSql = `CASE WHEN due_charge.state IN ('charging', 'reported', 'charged') THEN due_charge.tries ELSE due_charge.tries - 1 END`;

/** The policy that it is of, to be locked with it. */
export const policyOfCharge = read.firstValue<string, [{ readonly cardPaymentId: PaymentId }]>(
  'read_policy_of_charge',
  'SELECT policy_number FROM due_charge WHERE card_payment_id = :cardPaymentId',
);

/** Locks the charge until the transaction ends, so that no run starts it. */
export const lockDueCharge = write.firstRow<StuckCharge, [{ readonly cardPaymentId: PaymentId }]>(
  'lock_due_charge',
  `SELECT due_charge.card_payment_id AS "cardPaymentId", due_charge.application_id AS "applicationId",
          due_charge.policy_number AS "policyNumber", due_charge.amount_cents AS "amountCents", due_charge.due_on AS "dueOn",
          due_charge.tries, ${chargeNowSql} AS now,
          card_payment.hold_cents AS "holdCents",
          json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor) AS seller,
          ${taxedPolicySql('due_charge.policy_number')} AS sale
   FROM due_charge
   JOIN seller ON seller.id = due_charge.seller_id
   JOIN card_payment ON card_payment.id = due_charge.card_payment_id
   WHERE due_charge.card_payment_id = :cardPaymentId
   FOR UPDATE OF due_charge`,
);

/** Moves the charge to `dueOn`. After a refusal this is a new try with a key of its own. */
export const rescheduleDueCharge = write.runs<[{ readonly cardPaymentId: PaymentId; readonly dueOn: PlainDate }]>(
  'reschedule_due_charge',
  `WITH rescheduled AS (
     UPDATE due_charge
     SET ${dueNowSql}, due_on = :dueOn
     WHERE card_payment_id = :cardPaymentId AND state IN ('due', 'refused')
     RETURNING application_id, policy_number
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('scheduled card rescheduled', { policyNumber: 'policy_number', dueOn: ':dueOn::date' })}
   FROM rescheduled`,
);
