import type { AccountRecord, ChargeWork } from '../../domain/account/account-record.ts';
import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { PaymentId } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { paymentMethodRules } from '../../domain/payment-method.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { type LaterCard, withLaterCharge } from '../../domain/policy/policy-view.ts';
import { isChargeHeldSql } from '../cancellation/cancellation-request.ts';
import { cardAwaitedOnSql } from '../card/card-payment.ts';
import { isOfUsedDaysSql, isUnclearAndFreeSql } from '../card/due-charge.ts';
import type { Tx } from '../database.ts';
import { currentPolicySql } from '../policy/current-policy.ts';
import { laterCardSql } from '../policy/policy-status.ts';
import type { Sale } from '../quote/sale.ts';
import { read, write } from '../statement.ts';
import { entriesSql, refundWorkSql } from './entries.ts';

/** A policy with everything that its account follows from. */
export interface StoredAccount {
  /** The policy has the card that has taken the place of the first one. */
  readonly policy: Policy;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  /** The cancellation as it was made; null: the policy is not cancelled. */
  readonly cancellationTerms: Cancellation | null;
  readonly record: AccountRecord;
  readonly charge: StoredCharge | null;
  /** The status in the policy's row. */
  readonly moneyStatus: MoneyStatus;
  /** The books know by these to whom the money of its products goes. */
  readonly priced: Pick<Sale, 'quotedOn' | 'rateBookVersion' | 'taxTableVersion'> & {
    readonly clientId: string;
    readonly username: string;
  };
}

export type StoredCharge = ChargeWork & {
  readonly cardPaymentId: PaymentId;
  readonly isUnclearForADay: boolean;
  readonly isRefusedForGood: boolean;
  /** It is for what the used days cost. */
  readonly isOfUsedDays: boolean;
};

/** Returns null for an unknown policy. */
export async function readAccount(tx: Tx, policyNumber: string): Promise<StoredAccount | null> {
  const row = await readRow(tx, { policyNumber });
  if (row === null) return null;
  const { laterCard, cancellation, entries, refundWork, ...found } = row;
  const policy = withLaterCharge(row.policy, null, laterCard);
  return { ...found, policy, ...recordOf(policy, row) };
}

/** What is on record of a policy's money, as the columns below have it. */
export interface AccountRow extends Pick<AccountRecord, 'entries' | 'refundWork'> {
  readonly charge: StoredCharge | null;
  readonly cancellation: {
    readonly terms: Cancellation;
    readonly now: Pick<NonNullable<AccountRecord['cancellation']>, 'usedDays' | 'isInEffect' | 'isRescissionUndecided'>;
  } | null;
}

export function recordOf(
  { payment, totalWithTaxCents: totalCents }: Policy,
  { cancellation, charge, entries, refundWork }: AccountRow,
): Pick<StoredAccount, 'cancellationTerms' | 'record'> {
  const paidBy = paymentMethodRules[payment.method].paidBy;
  const cancelled = cancellation && { ...cancellation.terms, ...cancellation.now };
  const record = { totalCents, paidBy, cancellation: cancelled, entries, charge, refundWork };
  return { cancellationTerms: cancellation?.terms ?? null, record };
}

interface FoundRow extends Omit<StoredAccount, 'cancellationTerms' | 'record'>, AccountRow {
  readonly charge: StoredCharge | null;
  readonly laterCard: LaterCard | null;
}

/** The charge that is to come of a policy, as JSON. */
export const chargeWorkSql = `
  CASE WHEN due_charge.card_payment_id IS NOT NULL THEN
    json_build_object('cardPaymentId', due_charge.card_payment_id, 'state', due_charge.state, 'isUnclearForADay', coalesce(${isUnclearAndFreeSql}, false),
                      'isRefusedForGood', due_charge.is_refused_for_good, 'tries', due_charge.tries, 'amountCents', due_charge.amount_cents,
                      'dueOn', due_charge.due_on, 'isByLink', card_payment.is_by_link, 'isOfUsedDays', ${isOfUsedDaysSql},
                      'cardAwaitedOn', CASE WHEN cancellation.policy_number IS NOT NULL THEN ${cardAwaitedOnSql('due_charge.application_id')} END)
  END`;

/** The cancellation of a policy, with what may change of it. */
export const cancellationSql = `
  CASE WHEN cancellation.policy_number IS NOT NULL THEN
    json_build_object('terms', cancellation.terms,
                      'now', json_build_object('usedDays', cancellation.used_days, 'isInEffect', cancellation.in_effect_at IS NOT NULL,
                                               'isRescissionUndecided', ${isChargeHeldSql('cancellation.policy_number')}))
  END`;

const readRow = read.firstRow<FoundRow, [{ readonly policyNumber: string }]>(
  'read_account',
  `SELECT ${currentPolicySql} AS policy, ${laterCardSql} AS "laterCard", policy.money_status AS "moneyStatus",
          json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor) AS seller,
          ${cancellationSql} AS cancellation,
          json_build_object('quotedOn', application.quoted_on, 'rateBookVersion', application.rate_book_version,
                            'taxTableVersion', application.tax_table_version, 'clientId', integration.client_id,
                            'username', seller.username) AS priced,
          ${chargeWorkSql} AS charge, ${entriesSql} AS entries, ${refundWorkSql} AS "refundWork"
   FROM policy
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = policy.seller_id
   JOIN integration ON integration.id = seller.integration_id
   LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number
   LEFT JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id
   LEFT JOIN card_payment ON card_payment.id = policy.card_payment_id
   WHERE policy.policy_number = :policyNumber`,
);

export const setMoneyStatus = write.runs<[{ readonly policyNumber: string; readonly moneyStatus: MoneyStatus }]>(
  'set_money_status',
  'UPDATE policy SET money_status = :moneyStatus WHERE policy_number = :policyNumber AND money_status <> :moneyStatus',
);
