import { addDays, type PlainDate } from '../calendar.ts';
import type { Province } from '../province.ts';

/** For how many days after the bind a customer may rescind and gets everything back, by the law of a province. */
interface RescissionRule {
  /** Null: every province without a rule of its own. */
  readonly province: Province | null;
  readonly days: number;
  /** Policies bound on this day and later. */
  readonly from: PlainDate;
}

/**
 * Of the rules that apply the last one counts, so a change of the law is another line with its first day. Quebec's days
 * are those of the Act respecting the distribution of financial products and services, s. 440 and 441. The others are a
 * sample, not checked against the law of each province: have it confirmed.
 */
const lawRules: readonly RescissionRule[] = [{ province: null, days: 10, from: '2020-01-01' }];

export interface RescissionAsked {
  readonly boundOn: PlainDate;
  readonly seller: { readonly province: Province };
}

/** Returns the last day on which the customer may rescind. */
export function rescindableUntil(
  { boundOn, seller: { province } }: RescissionAsked,
  rules: readonly RescissionRule[] = lawRules,
): PlainDate {
  const applying = rules.filter((one) => (one.province ?? province) === province && boundOn >= one.from);
  return addDays(boundOn, (applying.at(-1) ?? rules[0]!).days);
}
