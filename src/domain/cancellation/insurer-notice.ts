import { addDays, daysBetween, type PlainDate } from '../calendar.ts';
import type { Province } from '../province.ts';
import { type InsurerNoticeRule, isWithin, type OtherGround } from '../tariff/rate-book.ts';
import type { CancellationGround } from './cancellation-cause.ts';

/** The days that the insurer must leave the customer before the cover ends, and what says so. */
export interface InsurerNotice extends Pick<InsurerNoticeRule, 'days' | 'basis' | 'isSample'> {
  /** Stands where the rule names its basis in French, too. */
  readonly basisFrench?: string;
  /** Whether the insurer may cancel on this ground at all. */
  readonly isAllowed: boolean;
  /** The first day on which the cover may end. */
  readonly earliest: PlainDate;
}

export interface NoticeGiven {
  readonly province: Province;
  readonly ground: CancellationGround;
  readonly givenOn: PlainDate;
  /** The policy's first day of cover. */
  readonly effectiveDate: PlainDate;
}

// The longest that a rule known to us asks for: a longer notice is never wrong.
const withoutRule: Pick<InsurerNoticeRule, 'days' | 'basis' | 'basisFrench' | 'isSample' | 'onlyFor'> = {
  days: 30,
  isSample: true,
  onlyFor: null,
  basis: 'no rule in the rate book',
  basisFrench: 'aucune règle dans le barème',
};

/**
 * Returns the notice that the rules ask for on its day. One that names the province counts before one for all, then the
 * one for the longest time in force. The days are those of a notice by registered mail; in person it may be shorter,
 * which is not offered.
 */
export function insurerNotice(rules: readonly InsurerNoticeRule[], given: NoticeGiven): InsurerNotice {
  const { province, ground, givenOn, effectiveDate } = given;
  const isForNonPayment = ground === 'NonPayment';
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
  const { days, basis, basisFrench, isSample, onlyFor } = first;
  return {
    days,
    basis,
    isSample,
    earliest: addDays(givenOn, days),
    ...(basisFrench !== null && { basisFrench }),
    isAllowed: isForNonPayment || (onlyFor?.includes(ground as OtherGround) ?? true),
  };
}

function rankOf({ provinces, afterDaysInForce }: InsurerNoticeRule): number {
  return (provinces === null ? 0 : 1_000) + (afterDaysInForce ?? 0);
}
