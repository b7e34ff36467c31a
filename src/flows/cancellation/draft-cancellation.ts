import { accountOf } from '../../domain/account/account.ts';
import { isOwedInAnyCase } from '../../domain/account/payments.ts';
import { parseDate } from '../../domain/calendar.ts';
import { type Cancellation, judgeCancellation } from '../../domain/cancellation/cancellation.ts';
import type { CancellationAsked } from '../../domain/cancellation/cancellation-asked.ts';
import type { CancellationCause } from '../../domain/cancellation/cancellation-cause.ts';
import { insurerNotice } from '../../domain/cancellation/insurer-notice.ts';
import { refuseNonPayment } from '../../domain/cancellation/non-payment.ts';
import type { UsedDays } from '../../domain/cancellation/used-days.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { collectedOf } from '../../domain/refund/collected.ts';
import { planRefund } from '../../domain/refund/refund-plan.ts';
import type { InsurerNoticeRule } from '../../domain/tariff/rate-book.ts';
import type { StoredAccount } from '../../store/account/account.ts';

/** A calculated cancellation with its policy. */
export interface DraftedCancellation {
  readonly policy: Policy;
  readonly cancellation: Cancellation;
}

/**
 * A cancellation as it is asked for. Unless somebody else is named, the customer asks; what used days cost and nobody
 * has paid is written off unless the operator says otherwise, or it is owed in any case.
 */
export type AskedFor = CancellationAsked &
  Partial<CancellationCause> & {
    readonly usedDays?: UsedDays;
    /** Whether the lender has just said that the loan is in default. */
    readonly isInDefault?: boolean;
  };

/** A rescission in time takes the place of a cancellation that is still ahead: it gives the customer everything back. */
export const isAhead = ({ record: { cancellation } }: Pick<StoredAccount, 'record'>): boolean =>
  cancellation !== null && !cancellation.isInEffect;

/** The rules for the insurer's own cancellations. */
export interface InsurerNotices {
  /** The version that they are of; null while no rate book is in force. */
  readonly rateBook: string | null;
  readonly rules: readonly InsurerNoticeRule[];
}

/**
 * Calculates what a cancellation comes to, and judges whether it may be made now. `notices` are needed if the insurer
 * asks.
 */
export function draftCancellation(
  stored: StoredAccount,
  {
    kind,
    cancelledOn,
    requestedBy = 'customer',
    ground = 'Other',
    usedDays: chosen = 'write-off',
    isInDefault = false,
  }: AskedFor,
  now: Date,
  notices: InsurerNotices = { rateBook: null, rules: [] },
): DraftedCancellation | OperatorRefusal {
  if (parseDate(cancelledOn) !== cancelledOn) return refuseOperator('RequestInvalid', 'cancelledOn');
  const { policy, seller } = stored;
  const record = { ...stored.record, cancellation: null };
  if (stored.cancellationTerms !== null && !(ground === 'Rescission' && kind === 'flat' && isAhead(stored)))
    return refuseOperator('PolicyAlreadyCancelled');
  const refused = refuseNonPayment({ requestedBy, ground }, { policy, record, isInDefault });
  if (refused !== null) return refused;
  const terms = judgeCancellation(policy, { kind, cancelledOn });
  if ('code' in terms) return terms;
  const madeOn = todayOf(seller, now);
  let noticed: Pick<Cancellation, 'noticeDays' | 'noticeRule'> = { noticeDays: null, noticeRule: null };
  if (requestedBy === 'insurer') {
    const notice = insurerNotice(notices.rules, {
      province: policy.seller.province,
      ground,
      givenOn: madeOn,
      effectiveDate: policy.effectiveDate,
    });
    const { days: noticeDays, basis, basisFrench, isSample } = notice;
    const cited = { basis, ...(basisFrench !== undefined && { basisFrench }) };
    if (!notice.isAllowed) return refuseOperator('InsurerGroundNotAllowed', 'ground', cited);
    // What is cancelled flat has no cover from its own first day on. Who may still pay has all days of the notice to do so.
    const lostFrom = kind === 'flat' && ground !== 'NonPayment' ? policy.effectiveDate : terms.cancelledOn;
    if (lostFrom < notice.earliest)
      return refuseOperator('InsurerNoticeTooShort', 'cancelledOn', {
        days: String(noticeDays),
        earliest: notice.earliest,
        ...cited,
      });
    noticed = { noticeDays, noticeRule: { ...cited, isSample, rateBook: notices.rateBook } };
  }
  const money = { record, account: accountOf(record, madeOn) };
  const usedDays = isOwedInAnyCase(record, money.account.payments) ? 'owe' : chosen;
  const collected = collectedOf(policy, money, { ...terms, ground, madeOn }, madeOn);
  const plan = planRefund({
    ...terms,
    ground,
    usedDays,
    totalCents: policy.totalWithTaxCents,
    collected,
    today: madeOn,
  });
  const cancellation = { ...terms, plan, usedDays, madeOn, requestedBy, ground, ...noticed, taxesBack: [] };
  return { policy, cancellation };
}
