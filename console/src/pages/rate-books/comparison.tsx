import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComparisonAnswer, ComparisonOrder } from '../../../../src/operator/wire/tariff.ts';
import { ApiError, api } from '../../kit/api.ts';
import { Facts } from '../../kit/facts.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import { ComparedPrices, ComparisonRows } from './comparison-tables.tsx';

/** What a book would change, on a sample of vehicles: summary, by product, extremes. */
export function Comparison({ asked }: { readonly asked: ComparisonOrder }) {
  const words = useWords().tariff.compare;
  const query = useQuery({
    queryKey: ['/api/rate-books/compare', asked],
    queryFn: () => api.post<ComparisonAnswer>('/api/rate-books/compare', asked),
    staleTime: 60_000,
  });
  if (query.error instanceof ApiError && query.error.faults[0]?.code === 'RateBookNotThere') {
    return (
      <Panel>
        <Text c="dimmed">{words.none}</Text>
      </Panel>
    );
  }
  return <Loaded query={query}>{(answer) => <Compared answer={answer} />}</Loaded>;
}

function Compared({ answer }: { readonly answer: ComparisonAnswer }) {
  const { tariff, format } = useWords();
  const words = tariff.compare;
  const { overall, histogram } = answer;
  const bins = histogram.map(({ fromPercent, toPercent, count }) => ({
    change: format.change((fromPercent + toPercent) / 2),
    count,
  }));
  return (
    <>
      <Panel title={words.title(answer.from, answer.to)}>
        <Text size="sm" c="dimmed" mb="md">
          {words.sample(
            format.number(answer.vehicleCount),
            format.number(answer.quoteCount),
            format.date(answer.effectiveDate),
          )}
        </Text>
        <Facts
          facts={{
            [words.prices]: format.number(overall.count),
            [words.unchanged]: format.number(overall.unchangedCount),
            [words.median]: overall.medianPercent === null ? null : format.change(overall.medianPercent),
            [words.range]:
              overall.minPercent === null || overall.maxPercent === null
                ? null
                : `${format.change(overall.minPercent)} … ${format.change(overall.maxPercent)}`,
            [words.noLonger]: format.number(answer.noLongerEligibleCount),
            [words.newly]: format.number(answer.newlyEligibleCount),
          }}
        />
      </Panel>
      <Panel title={words.histogram}>
        {overall.count === overall.unchangedCount ? (
          <Text size="sm" c="dimmed">
            {words.noChange}
          </Text>
        ) : (
          <BarChart
            barChartProps={{ accessibilityLayer: false }}
            h={240}
            data={bins}
            dataKey="change"
            series={[{ name: 'count', label: words.histogramCount, color: 'teal.5' }]}
            valueFormatter={format.number}
            xAxisLabel={words.change}
            aria-hidden="true"
          />
        )}
      </Panel>
      <ComparisonRows rows={answer.rows} />
      {answer.largestRises.length > 0 && <ComparedPrices title={words.rises} prices={answer.largestRises} />}
      {answer.largestFalls.length > 0 && <ComparedPrices title={words.falls} prices={answer.largestFalls} />}
    </>
  );
}
