import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { Withdrawer } from '../../domain/cancellation/cancellation-cause.ts';
import type { DocumentId, PaymentId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { type LaterCard, withLaterCharge } from '../../domain/policy/policy-view.ts';
import type { MoneyOnRecord } from '../../domain/refund/collected.ts';
import type { BegunRefund } from '../../domain/refund/refund-as-it-stands.ts';
import type { UsedDays } from '../../domain/refund/refund-plan.ts';
import { isUnclearAndFreeSql } from '../card/due-charge.ts';
import type { Tx } from '../database.ts';
import { currentPolicySql } from '../policy/current-policy.ts';
import { laterCardSql } from '../policy/policy-status.ts';
import type { Sale } from '../quote/sale.ts';
import { read, write } from '../statement.ts';
import { defineWork, endedSql, type TakenWork } from '../work/work.ts';

/** A policy with everything that a cancellation and its refund need. */
export interface CancellablePolicy extends MoneyOnRecord {
  /** With the card that has taken the place of the first one. */
  readonly policy: Policy;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  /** Scheduled or in effect; null: it is not cancelled. */
  readonly cancellation: MadeCancellation | null;
  /** By which the books know to whom the money of its products goes. */
  readonly priced: Pick<Sale, 'quotedOn' | 'rateBookVersion' | 'taxTableVersion'> & {
    readonly clientId: string;
    readonly username: string;
  };
  readonly dueCharge: DueChargeOnRecord | null;
  /** The charge that paid the policy; null when no card was charged. */
  readonly charge: {
    readonly cardPaymentId: PaymentId;
    readonly processorReference: string;
    readonly holdCents: Cents;
  } | null;
  /** What is given back because of the cancellation, by kind. */
  readonly refunds: readonly BegunRefund[];
}

type DueChargeOnRecord = NonNullable<MoneyOnRecord['dueCharge']> & {
  readonly cardPaymentId: PaymentId;
  readonly isUnclear: boolean;
  readonly isRefusedForGood: boolean;
};

/** A cancellation as it stands. */
export interface MadeCancellation {
  readonly terms: Cancellation;
  readonly usedDays: UsedDays;
  readonly isInEffect: boolean;
  readonly money: MoneyStatus | null;
}

/** Returns null for an unknown policy. */
export async function readCancellable(tx: Tx, policyNumber: string): Promise<CancellablePolicy | null> {
  const row = await readRow(tx, { policyNumber });
  if (row === null) return null;
  const { laterCard, ...cancellable } = row;
  return { ...cancellable, policy: withLaterCharge(row.policy, null, laterCard) };
}

export interface NewCancellation {
  readonly policyNumber: string;
  readonly cancellation: Cancellation;
  readonly reason: string;
  readonly actor: Actor;
  readonly documentId: DocumentId;
}

/** The caller holds the policy's lock and knows that it is not cancelled. It takes effect on its day. */
export const insertCancellation = write.runs(
  'insert_cancellation',
  `INSERT INTO cancellation (policy_number, application_id, seller_id, bound_at, kind, cancelled_on, premium_back_cents,
                             tax_back_cents, refund_cents, terms, used_days, reason, actor_kind, actor_name, requested_by,
                             ground, notice_days, document_id)
   SELECT policy.policy_number, policy.application_id, policy.seller_id, policy.bound_at, made.kind, made.cancelled_on,
          made.premium_back_cents, made.tax_back_cents, made.refund_cents, made.terms, made.used_days, made.reason, made.actor_kind,
          made.actor_name, made.requested_by, made.ground, made.notice_days, made.document_id
   FROM json_populate_record(NULL::cancellation, :value) AS made
   JOIN policy ON policy.policy_number = made.policy_number`,
  ({ policyNumber, cancellation, reason, actor, documentId }: NewCancellation) => ({
    value: JSON.stringify({
      policy_number: policyNumber,
      kind: cancellation.kind,
      cancelled_on: cancellation.cancelledOn,
      premium_back_cents: cancellation.premiumBackCents,
      tax_back_cents: cancellation.taxBackCents,
      refund_cents: cancellation.refundCents,
      terms: cancellation,
      used_days: cancellation.usedDays,
      reason,
      actor_kind: actor.kind,
      actor_name: actor.name,
      requested_by: cancellation.requestedBy,
      ground: cancellation.ground,
      notice_days: cancellation.noticeDays,
      document_id: documentId,
    }),
  }),
);

/** A cancellation whose day has come. Its id is the policy's number. */
export interface DueCancellation extends TakenWork {
  readonly sellerId: string;
}

/** Due by each seller's own date. */
export const cancellationWork = defineWork<DueCancellation>({
  table: 'cancellation',
  key: 'policy_number',
  facts: 'cancellation.seller_id AS "sellerId"',
  only: {
    join: 'JOIN unnest(:sellerIds::uuid[], :todays::date[]) AS day (seller_id, today) ON day.seller_id = cancellation.seller_id',
    where: 'cancellation.cancelled_on <= day.today',
  },
  order: 'cancellation.cancelled_on',
});

/** It has taken effect. Returns false if it had before. */
export const putIntoEffect = write.findsRow<[{ readonly policyNumber: string }]>(
  'put_cancellation_into_effect',
  `UPDATE cancellation SET ${endedSql}, in_effect_at = now() WHERE policy_number = :policyNumber AND in_effect_at IS NULL`,
);

export const setMoney = write.runs<[{ readonly policyNumber: string; readonly money: MoneyStatus | null }]>(
  'set_money_of_cancelled',
  'UPDATE cancellation SET money = :money WHERE policy_number = :policyNumber AND money IS DISTINCT FROM :money',
);

/** What becomes of the cost of used days from now on. */
export const setUsedDays = write.runs<[{ readonly policyNumber: string; readonly usedDays: UsedDays }]>(
  'set_used_days',
  'UPDATE cancellation SET used_days = :usedDays WHERE policy_number = :policyNumber',
);

/** Takes back a cancellation that has not taken effect. Its notice stays. */
export const withdrawScheduled = write.findsRow<[{ readonly policyNumber: string; readonly by: Withdrawer }]>(
  'withdraw_cancellation',
  `WITH withdrawn AS (
     DELETE FROM cancellation WHERE policy_number = :policyNumber AND in_effect_at IS NULL RETURNING *
   )
   INSERT INTO withdrawn_cancellation SELECT withdrawn.*, now(), :by FROM withdrawn`,
);

/** What is given back because of the policy's cancellation, as JSON of `BegunRefund`s. */
export const refundsSql = `(
  SELECT coalesce(json_agg(json_build_object('kind', kind, 'isDone', state <> 'due', 'doneOn', done_on)), '[]')
  FROM reversal
  WHERE reversal.policy_number = policy.policy_number AND reversal.is_refund)`;

/** What the lender has said that goes to the loan of a cancelled policy. */
export const toLoanSql = `(
  SELECT to_loan_cents FROM reversal WHERE reversal.policy_number = policy.policy_number AND reversal.is_refund AND kind = 'loan')`;

// A charge that was given back other than by the cancellation is a duplicate: it did not pay for the policy.
const readRow = read.firstRow<
  CancellablePolicy & { readonly laterCard: LaterCard | null },
  [{ readonly policyNumber: string }]
>(
  'read_cancellable_policy',
  `SELECT ${currentPolicySql} AS policy, ${laterCardSql} AS "laterCard",
          json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor) AS seller,
          CASE WHEN cancellation.policy_number IS NOT NULL THEN
            json_build_object('terms', cancellation.terms, 'usedDays', cancellation.used_days, 'money', cancellation.money,
                              'isInEffect', cancellation.in_effect_at IS NOT NULL)
          END AS cancellation,
          json_build_object('quotedOn', application.quoted_on, 'rateBookVersion', application.rate_book_version, 'taxTableVersion', application.tax_table_version,
                            'clientId', integration.client_id, 'username', seller.username) AS priced,
          CASE WHEN due_charge.state IS NOT NULL THEN
            json_build_object('cardPaymentId', due_charge.card_payment_id, 'state', due_charge.state, 'isUnclear', ${isUnclearAndFreeSql}, 'isRefusedForGood', due_charge.is_refused_for_good,
                              'tries', due_charge.tries, 'amountCents', due_charge.amount_cents, 'dueOn', due_charge.due_on,
                              'takenCents', (due_charge.charge ->> 'amountCents')::integer, 'isByLink', card_payment.is_by_link)
          END AS "dueCharge",
          CASE WHEN charged.reference IS NOT NULL THEN
            json_build_object('cardPaymentId', policy.card_payment_id, 'processorReference', charged.reference,
                              'holdCents', card_payment.hold_cents)
          END AS charge,
          ${refundsSql} AS refunds, ${toLoanSql} AS "toLoanCents"
   FROM policy
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = policy.seller_id
   JOIN integration ON integration.id = seller.integration_id
   LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number
   LEFT JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
   LEFT JOIN card_payment ON card_payment.id = policy.card_payment_id
   LEFT JOIN LATERAL (
     SELECT party_reference AS reference
     FROM ledger_entry
     WHERE ledger_entry.application_id = policy.application_id AND ledger_entry.card_payment_id = policy.card_payment_id
       AND ledger_entry.kind = 'charge'
       AND NOT EXISTS (
         SELECT FROM reversal
         WHERE reversal.application_id = policy.application_id AND reversal.reference = ledger_entry.party_reference
           AND NOT reversal.is_refund)
     LIMIT 1
   ) AS charged ON true
   WHERE policy.policy_number = :policyNumber`,
);
