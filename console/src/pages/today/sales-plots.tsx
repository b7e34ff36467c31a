import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import type { Dashboard } from '../../../../src/operator/wire/look.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import { AsTable } from './as-table.tsx';
import { premiumByDay } from './premium-by-day.ts';
import classes from './today.module.css';

interface PlotProps {
  readonly answer: Dashboard;
}

const height = 240;
/** For eyes alone: the table below a plot is for everybody else. */
const seen = { accessibilityLayer: false };

export function QuotesAndBinds({ answer }: PlotProps) {
  const { today: words } = useWords();
  const format = useFormat();
  const data = answer.days.map(({ day, quotes, binds }) => ({ day: format.shortDate(day), quotes, binds }));
  return (
    <Panel title={words.quotesAndBinds} className={classes.half}>
      <AreaChart
        areaChartProps={seen}
        h={height}
        data={data}
        dataKey="day"
        withLegend
        curveType="monotone"
        withDots={false}
        series={[
          { name: 'quotes', label: words.quotes, color: 'teal.4' },
          { name: 'binds', label: words.binds, color: 'ember.5' },
        ]}
        valueFormatter={format.number}
        aria-hidden="true"
      />
      <AsTable>
        <DataTable
          caption={words.quotesAndBinds}
          rows={answer.days}
          keyOf={({ day }) => day}
          columns={[
            { header: words.day, isName: true, cell: ({ day }) => format.date(day) },
            { header: words.quotes, isNumber: true, cell: ({ quotes }) => format.number(quotes) },
            { header: words.binds, isNumber: true, cell: ({ binds }) => format.number(binds) },
          ]}
        />
      </AsTable>
    </Panel>
  );
}

export function ConversionByDay({ answer }: PlotProps) {
  const { today: words, kit } = useWords();
  const format = useFormat();
  const data = answer.days.map(({ day, conversion }) => ({ day: format.shortDate(day), conversion }));
  return (
    <Panel title={words.conversionByDay} className={classes.half}>
      <LineChart
        lineChartProps={seen}
        h={height}
        data={data}
        dataKey="day"
        curveType="monotone"
        connectNulls={false}
        series={[{ name: 'conversion', label: words.conversion, color: 'teal.5' }]}
        valueFormatter={format.percent}
        aria-hidden="true"
      />
      <AsTable>
        <DataTable
          caption={words.conversionByDay}
          rows={answer.days}
          keyOf={({ day }) => day}
          columns={[
            { header: words.day, isName: true, cell: ({ day }) => format.date(day) },
            {
              header: words.conversion,
              isNumber: true,
              cell: ({ conversion }) => (conversion === null ? kit.none : format.percent(conversion)),
            },
          ]}
        />
      </AsTable>
    </Panel>
  );
}

export function PremiumBySeller({ answer }: PlotProps) {
  const { today: words } = useWords();
  const format = useFormat();
  const { series, days } = premiumByDay(answer, words.otherSellers);
  return (
    <Panel title={words.premiumBySeller} className={classes.whole}>
      <BarChart
        barChartProps={seen}
        h={280}
        data={days.map(({ day, ...premiums }) => ({ ...premiums, day: format.shortDate(day) }))}
        dataKey="day"
        type="stacked"
        withLegend
        series={[...series]}
        valueFormatter={format.roundMoney}
        yAxisProps={{ width: 76 }}
        aria-hidden="true"
      />
      <AsTable>
        <DataTable
          caption={words.premiumBySeller}
          rows={days}
          keyOf={({ day }) => day}
          columns={[
            { header: words.day, isName: true, cell: ({ day }) => format.date(day) },
            ...series.map(({ name, label }) => ({
              header: label,
              isNumber: true,
              cell: (row: (typeof days)[number]) => format.money(Number(row[name] ?? 0)),
            })),
          ]}
        />
      </AsTable>
    </Panel>
  );
}
