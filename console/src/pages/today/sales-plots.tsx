import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import { Link, useSearchParams } from 'react-router';
import type { Dashboard } from '../../../../src/operator/wire/sales.ts';
import { withQuery } from '../../kit/api.ts';
import type { Column } from '../../kit/data-table.tsx';
import { useFilter } from '../../kit/search-box.tsx';
import { useWords } from '../../words/words.tsx';
import { PlotPanel, seen } from './plot-panel.tsx';

interface PlotProps {
  readonly answer: Dashboard;
}

const common = { h: 240, dataKey: 'day', 'aria-hidden': true } as const;

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
      <AreaChart
        {...common}
        areaChartProps={seen}
        data={days.map(({ day, quotes, binds }) => ({ day: format.shortDate(day), quotes, binds }))}
        withLegend
        curveType="monotone"
        withDots={false}
        series={[
          { name: 'quotes', label: words.quotes, color: 'teal.4' },
          { name: 'binds', label: words.binds, color: 'ember.5' },
        ]}
        valueFormatter={format.number}
        yAxisProps={{ allowDecimals: false }}
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
      <LineChart
        {...common}
        lineChartProps={seen}
        data={days.map(({ day, conversion }) => ({ day: format.shortDate(day), conversion }))}
        curveType="monotone"
        connectNulls={false}
        series={[{ name: 'conversion', label: words.conversion, color: 'teal.5' }]}
        valueFormatter={format.percent}
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
        ...series.map(({ name, label }) => column.money(label, (row: PremiumDay) => Number(row[name] ?? 0))),
      ]}
    >
      <BarChart
        {...common}
        barChartProps={seen}
        h={280}
        data={days.map(({ day, ...premiums }) => ({ ...premiums, day: format.shortDate(day) }))}
        type="stacked"
        withLegend
        series={[...series]}
        // A seller's bars narrow the figures to it, as its name in the table does.
        barProps={({ name }) => (name === 'rest' ? {} : { cursor: 'pointer', onClick: () => setSeller(String(name)) })}
        valueFormatter={format.roundMoney}
        yAxisProps={{ width: 76 }}
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
  readonly [sellerId: string]: string | number;
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
    return { ...Object.fromEntries(of), ...(total > known && { [rest]: total - known }), day };
  });
  const series = top.map(({ seller }, place) => ({ name: seller.id, label: seller.name, color: colours[place % 8]! }));
  const hasRest = days.some((day) => rest in day);
  return { series: hasRest ? [...series, { name: rest, label: restLabel, color: 'gray.5' }] : series, days };
}
