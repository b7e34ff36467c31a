import type { Dashboard } from '../../../../src/operator/wire/sales.ts';

export interface PremiumDay {
  readonly day: string;
  readonly [sellerId: string]: string | number;
}

const colours = ['teal.6', 'ember.4', 'blue.5', 'teal.3', 'ember.7', 'grape.4', 'cyan.5', 'yellow.5'];
const rest = 'rest';

/** Premium by day: a series for each of the top sellers, and one for all others. */
export function premiumByDay(answer: Dashboard, restLabel: string) {
  const shown = new Set(answer.daysBySeller.map(({ sellerId }) => sellerId));
  const top = answer.sellers.filter(({ seller }) => shown.has(seller.id));
  const byDay = new Map(
    answer.days.map(({ day, premiumCents }) => [day, { total: premiumCents, of: new Map<string, number>() }]),
  );
  for (const { day, sellerId, premiumCents } of answer.daysBySeller) byDay.get(day)?.of.set(sellerId, premiumCents);
  const days = [...byDay].map(([day, { total, of }]): PremiumDay => {
    const known = [...of.values()].reduce((sum, cents) => sum + cents, 0);
    return { ...Object.fromEntries(of), ...(total > known && { [rest]: total - known }), day };
  });
  const series = top.map(({ seller }, place) => ({ name: seller.id, label: seller.name, color: colours[place % 8]! }));
  const hasRest = days.some((day) => rest in day);
  return { series: hasRest ? [...series, { name: rest, label: restLabel, color: 'gray.5' }] : series, days };
}
