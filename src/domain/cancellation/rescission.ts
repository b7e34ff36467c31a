import { addDays, type PlainDate } from '../calendar.ts';
import type { Acknowledgement } from '../disclosure/paper.ts';
import type { Province } from '../province.ts';
import type { RescissionRules } from './rescission-rules.ts';
import { workingDayFrom } from './working-day.ts';

export interface RescissionAsked {
  readonly boundOn: PlainDate;
  readonly seller: { readonly province: Province };
  /** What was sold. */
  readonly products: readonly { readonly productType: string }[];
  readonly acknowledgements: readonly Pick<Acknowledgement, 'kind'>[];
}

/**
 * Returns the last day on which the customer may rescind, by rules that were in force on the day of the bind: that of
 * the product that has most time.
 */
export function lastDayToRescind(asked: RescissionAsked, rules: RescissionRules): PlainDate {
  return asked.products
    .map(({ productType }) => lastDayOf(productType, asked, rules))
    .toSorted()
    .at(-1)!;
}

/** The last of the rules that apply counts, so a change of the law is another line with its first day. */
function lastDayOf(
  product: string,
  { boundOn, seller: { province }, acknowledgements }: RescissionAsked,
  { rules, holidays }: RescissionRules,
): PlainDate {
  const applying = rules.filter(
    (one) =>
      (one.provinces?.includes(province) ?? true) && (one.products?.includes(product) ?? true) && boundOn >= one.from,
  );
  const { days, withoutNotice, movesToWorkingDay } = applying.at(-1) ?? rules[0]!;
  const isNoticeMissing = withoutNotice !== null && !acknowledgements.some(({ kind }) => kind === withoutNotice.kind);
  const lastDay = addDays(boundOn, isNoticeMissing ? withoutNotice.days : days);
  return movesToWorkingDay ? workingDayFrom(lastDay, holidays[province]) : lastDay;
}
