import { Link, useSearchParams } from 'react-router';
import type { Dashboard } from '../../../../src/operator/wire/sales.ts';
import { withQuery } from '../../kit/api.ts';
import type { Column } from '../../kit/data-table.tsx';
import { Plot } from '../../kit/plot.tsx';
import { useFilter } from '../../kit/search-box.tsx';
import { useWords } from '../../words/words.tsx';
import { PlotPanel } from './plot-panel.tsx';

interface PlotProps {
  readonly answer: Dashboard;
}

export function QuotesAndBinds({ answer: { days } }: PlotProps) {
  const { today: words, format, column } = useWords();
  return (
    <PlotPanel<Dashboard['days'][number]>
      title={words.quotesAndBinds}
      rows={days}
      keyOf={({ day }) => day}
      columns={[
        useDayColumn(),
        column.count(words.quotes, (row) => row.quotes),
        column.count(words.binds, (row) => row.binds),
      ]}
    >
      <Plot
        as="areas"
        points={days.map(({ day, quotes, binds }) => ({ at: format.shortDate(day), values: { quotes, binds } }))}
        series={[
          { name: 'quotes', label: words.quotes, color: 'teal.4' },
          { name: 'binds', label: words.binds, color: 'ember.5' },
        ]}
        write={format.number}
      />
    </PlotPanel>
  );
}

export function ConversionByDay({ answer: { days } }: PlotProps) {
  const { today: words, format, column } = useWords();
  return (
    <PlotPanel<Dashboard['days'][number]>
      title={words.conversionByDay}
      rows={days}
      keyOf={({ day }) => day}
      columns={[useDayColumn(), column.percent(words.conversion, (row) => row.conversion)]}
    >
      <Plot
        as="lines"
        points={days.map(({ day, conversion }) => ({ at: format.shortDate(day), values: { conversion } }))}
        series={[{ name: 'conversion', label: words.conversion, color: 'teal.5' }]}
        write={format.percent}
      />
    </PlotPanel>
  );
}

export function PremiumBySeller({ answer }: PlotProps) {
  const { today: words, format, column } = useWords();
  const [, setSeller] = useFilter('sellerId');
  const { series, days } = premiumByDay(answer, words.otherSellers);
  return (
    <PlotPanel<PremiumDay>
      title={words.premiumBySeller}
      isWide
      rows={days}
      keyOf={({ day }) => day}
      columns={[
        useDayColumn(),
        ...series.map(({ name, label }) => column.money(label, ({ premiums }: PremiumDay) => premiums[name] ?? 0)),
      ]}
    >
      <Plot
        as="bars"
        points={days.map(({ day, premiums }) => ({ at: format.shortDate(day), values: premiums }))}
        // A seller's bars narrow the figures to it, as its name in the table does.
        series={series.map((one) => (one.name === rest ? one : { ...one, choose: () => setSeller(one.name) }))}
        write={format.roundMoney}
      />
    </PlotPanel>
  );
}

function useDayColumn<Row extends { readonly day: string }>(): Column<Row> {
  const { today: words, format, column } = useWords();
  const [query] = useSearchParams();
  const sellerId = query.get('sellerId');
  return column.name(words.day, ({ day }) => (
    <Link to={withQuery('/sales', { from: day, to: day, sellerId })}>{format.date(day)}</Link>
  ));
}

interface PremiumDay {
  readonly day: string;
  /** Has the premium of each seller, by its id. */
  readonly premiums: Readonly<Record<string, number>>;
}

const colours = ['teal.6', 'ember.4', 'blue.5', 'teal.3', 'ember.7', 'grape.4', 'cyan.5', 'yellow.5'];
const rest = 'rest';

/** Premium by day: a series for each of the top sellers, and one for all others. */
function premiumByDay(answer: Dashboard, restLabel: string) {
  const shown = new Set(answer.daysBySeller.map(({ sellerId }) => sellerId));
  const top = answer.sellers.filter(({ seller }) => shown.has(seller.id));
  const byDay = new Map(
    answer.days.map(({ day, premiumCents }) => [day, { total: premiumCents, of: new Map<string, number>() }]),
  );
  for (const { day, sellerId, premiumCents } of answer.daysBySeller) byDay.get(day)?.of.set(sellerId, premiumCents);
  const days = [...byDay].map(([day, { total, of }]): PremiumDay => {
    const known = [...of.values()].reduce((sum, cents) => sum + cents, 0);
    return { day, premiums: { ...Object.fromEntries(of), ...(total > known && { [rest]: total - known }) } };
  });
  const series = top.map(({ seller }, place) => ({ name: seller.id, label: seller.name, color: colours[place % 8]! }));
  const hasRest = days.some(({ premiums }) => rest in premiums);
  return { series: hasRest ? [...series, { name: rest, label: restLabel, color: 'gray.5' }] : series, days };
}
