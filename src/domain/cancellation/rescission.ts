import { addDays, type PlainDate } from '../calendar.ts';
import type { Acknowledgement } from '../disclosure/paper.ts';
import type { Province } from '../province.ts';
import data from './data/rescission-rules.json' with { type: 'json' };
import { workingDayFrom } from './working-day.ts';

/** For how many days after the bind a customer may rescind and gets everything back, by the law of a province. */
export interface RescissionRule {
  /** Null: every province without a rule of its own. */
  readonly province: Province | null;
  /** By their codes; null: whatever was sold. */
  readonly products: readonly string[] | null;
  readonly days: number;
  /** Where the last day is none of work, it is the next one that is. */
  readonly movesToWorkingDay: boolean;
  /** More days where no paper of this kind was acknowledged; null: as many. */
  readonly withoutNotice: { readonly kind: string; readonly days: number } | null;
  /** Policies bound on this day and later. */
  readonly from: PlainDate;
}

const lawRules = data.rules as readonly RescissionRule[];

export interface RescissionAsked {
  readonly boundOn: PlainDate;
  readonly seller: { readonly province: Province };
  /** What was sold, as far as it is known. */
  readonly products?: readonly { readonly productType: string }[];
  readonly acknowledgements?: readonly Pick<Acknowledgement, 'kind'>[];
}

/** Returns the last day on which the customer may rescind: that of the product that has most time. */
export function rescindableUntil(asked: RescissionAsked, rules: readonly RescissionRule[] = lawRules): PlainDate {
  const { products = [] } = asked;
  const sold = products.length === 0 ? [null] : products.map(({ productType }) => productType);
  return sold
    .map((product) => lastDayOf(product, asked, rules))
    .toSorted()
    .at(-1)!;
}

/** Of the rules that apply the last one counts, so a change of the law is another line with its first day. */
function lastDayOf(
  product: string | null,
  { boundOn, seller: { province }, acknowledgements = [] }: RescissionAsked,
  rules: readonly RescissionRule[],
): PlainDate {
  const applying = rules.filter(
    (one) =>
      (one.province ?? province) === province &&
      (one.products === null || (product !== null && one.products.includes(product))) &&
      boundOn >= one.from,
  );
  const { days, withoutNotice, movesToWorkingDay } = applying.at(-1) ?? rules[0]!;
  const isNoticeMissing = withoutNotice !== null && !acknowledgements.some(({ kind }) => kind === withoutNotice.kind);
  const lastDay = addDays(boundOn, isNoticeMissing ? withoutNotice.days : days);
  return movesToWorkingDay ? workingDayFrom(lastDay, province) : lastDay;
}
