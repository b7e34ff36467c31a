import { addDays, daysBetween, type PlainDate } from '../calendar.ts';
import type { Province } from '../province.ts';
import { type InsurerNoticeRule, isWithin } from '../tariff/rate-book.ts';

/** The days that the insurer must leave the customer before the cover ends, and what says so. */
export interface InsurerNotice extends Pick<InsurerNoticeRule, 'days' | 'basis' | 'isSample'> {
  /** The first day on which the cover may end. */
  readonly earliest: PlainDate;
}

export interface NoticeGiven {
  readonly province: Province;
  readonly isForNonPayment: boolean;
  readonly givenOn: PlainDate;
  /** The policy's first day of cover. */
  readonly effectiveDate: PlainDate;
}

// The longest that a rule known to us asks for: a longer notice is never wrong.
const withoutRule = { days: 30, basis: 'no rule in the rate book', isSample: true };

/**
 * Returns the notice that the rules ask for on its day. One that names the province counts before one for all, then the
 * one for the longest time in force. The days are those of a notice by registered mail; in person it may be shorter,
 * which is not offered.
 */
export function insurerNotice(rules: readonly InsurerNoticeRule[], given: NoticeGiven): InsurerNotice {
  const { province, isForNonPayment, givenOn, effectiveDate } = given;
  const daysInForce = daysBetween(effectiveDate, givenOn);
  const [first = withoutRule] = rules
    .filter(
      (rule) =>
        (rule.provinces === null || rule.provinces.includes(province)) &&
        rule.isForNonPayment === isForNonPayment &&
        (rule.afterDaysInForce === null || daysInForce >= rule.afterDaysInForce) &&
        isWithin(rule, givenOn),
    )
    .sort((one, other) => rankOf(other) - rankOf(one));
  const { days, basis, isSample } = first;
  return { days, basis, isSample, earliest: addDays(givenOn, days) };
}

function rankOf({ provinces, afterDaysInForce }: InsurerNoticeRule): number {
  return (provinces === null ? 0 : 1_000) + (afterDaysInForce ?? 0);
}
