import type { Province } from '../address/province.ts';
import { addDays, daysBetween, type PlainDate } from '../calendar/calendar.ts';
import type { CancellationGround } from './cancellation.ts';

/** The least days between the insurer's notice and the first day without cover, by the law of a province. */
export interface InsurerNotice {
  readonly days: number;
  /** Where it is written. */
  readonly basis: string;
  /** Not checked against the law of the province: have it confirmed. */
  readonly isSample: boolean;
}

interface InsurerNoticeRule extends InsurerNotice {
  /** Null: every province without a rule of its own. */
  readonly province: Province | null;
  /** Only for this ground; null for every other. */
  readonly ground: CancellationGround | null;
  /** Once the policy has been in force for more than so many days. */
  readonly afterDays: number;
  /** Notices given on this day and later. */
  readonly from: PlainDate;
}

/** In force since before the first sale, so far as it was checked. */
const checkedFrom = '2026-01-01';

/*
 * A notice by registered mail; in person it may be shorter, which is not offered here: a longer notice is never wrong.
 * Of the rules that apply the last one counts, so a change of the law is another line with its first day.
 */
const rules: readonly InsurerNoticeRule[] = [
  rule(null, null, 15, 'sample', { isSample: true }),
  rule(null, 'NonPayment', 30, 'sample', { isSample: true }),
  rule('ON', null, 15, 'O. Reg. 45/05'),
  rule('ON', 'NonPayment', 30, 'O. Reg. 45/05'),
  rule('QC', null, 15, 'Civil Code of Québec, art. 2477'),
  rule('QC', 'NonPayment', 15, 'Civil Code of Québec, art. 2477'),
  rule('QC', null, 30, 'Civil Code of Québec, art. 2479', { afterDays: 60 }),
  rule('QC', 'NonPayment', 30, 'Civil Code of Québec, art. 2479', { afterDays: 60 }),
];

export interface NoticeGiven {
  readonly province: Province;
  readonly ground: CancellationGround;
  readonly givenOn: PlainDate;
  /** The policy's first day of cover. */
  readonly effectiveDate: PlainDate;
}

/** Returns the rule for a notice, and the first day on which the cover may end by it. */
export function insurerNotice(given: NoticeGiven): InsurerNotice & { readonly earliest: PlainDate } {
  const { province, ground, givenOn, effectiveDate } = given;
  const applying = rules.filter(
    (one) =>
      (one.province === null || one.province === province) &&
      (one.ground === ground || (one.ground === null && ground !== 'NonPayment')) &&
      givenOn >= one.from &&
      daysBetween(effectiveDate, givenOn) >= one.afterDays,
  );
  const { days, basis, isSample } = applying.at(-1) ?? rules[0]!;
  return { days, basis, isSample, earliest: addDays(givenOn, days) };
}

function rule(
  province: Province | null,
  ground: InsurerNoticeRule['ground'],
  days: number,
  basis: string,
  more: { readonly isSample?: boolean; readonly afterDays?: number; readonly from?: PlainDate } = {},
): InsurerNoticeRule {
  const { isSample = false, afterDays = Number.NEGATIVE_INFINITY, from = checkedFrom } = more;
  return { province, ground, days, basis, isSample, afterDays, from };
}
