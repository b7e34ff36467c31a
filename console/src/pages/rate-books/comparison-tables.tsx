import type { ComparedPrice, ComparisonRow } from '../../../../src/operator/wire/tariff.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { Panel } from '../../kit/page.tsx';
import { useSpeech } from '../../words/words.tsx';
import { signed } from './signed.ts';

export function ComparisonRows({ rows }: { readonly rows: readonly ComparisonRow[] }) {
  const { words: all, language } = useSpeech();
  const words = all.tariff.compare;
  const { kit, sale } = all;
  const format = useFormat();
  const money = (cents: number | null): string => (cents === null ? kit.none : format.money(cents));
  const percent = (value: number | null): string =>
    value === null ? kit.none : signed(format.percent(value / 100), value);
  return (
    <Panel title={words.rows} isFlush>
      <DataTable
        caption={words.rows}
        rows={rows}
        keyOf={(row) => `${row.series} ${row.category} ${row.product} ${row.paymentTermInYears}`}
        columns={[
          { header: words.product, isName: true, cell: (row) => row.productName[language] },
          { header: words.series, cell: (row) => row.series },
          { header: words.category, cell: (row) => sale.categories[row.category] },
          { header: words.term, isOneLine: true, cell: (row) => sale.facts.years(row.paymentTermInYears) },
          { header: words.before, isNumber: true, cell: (row) => money(row.fromMedianCents) },
          { header: words.after, isNumber: true, cell: (row) => money(row.toMedianCents) },
          { header: words.lowest, isNumber: true, cell: (row) => percent(row.minPercent) },
          { header: words.median, isNumber: true, cell: (row) => percent(row.medianPercent) },
          { header: words.highest, isNumber: true, cell: (row) => percent(row.maxPercent) },
        ]}
      />
    </Panel>
  );
}

export function ComparedPrices({
  title,
  prices,
}: {
  readonly title: string;
  readonly prices: readonly ComparedPrice[];
}) {
  const { tariff, sale } = useSpeech().words;
  const words = tariff.compare;
  const format = useFormat();
  return (
    <Panel title={title} isFlush>
      <DataTable
        caption={title}
        rows={prices}
        keyOf={(price) =>
          [
            price.vehicle,
            price.series,
            price.category,
            price.product,
            price.paymentTermInYears,
            price.province,
            price.odometer,
            price.purchaseMethod,
          ].join(' ')
        }
        columns={[
          { header: words.vehicle, isName: true, cell: (price) => price.vehicle },
          { header: words.product, cell: (price) => price.product },
          { header: words.series, cell: (price) => price.series },
          { header: words.term, isOneLine: true, cell: (price) => sale.facts.years(price.paymentTermInYears) },
          { header: words.province, cell: (price) => price.province },
          {
            header: words.odometer,
            isNumber: true,
            cell: (price) => sale.facts.odometerValue(format.number(price.odometer)),
          },
          { header: words.from, isNumber: true, cell: (price) => format.money(price.fromCents) },
          { header: words.to, isNumber: true, cell: (price) => format.money(price.toCents) },
          {
            header: words.change,
            isNumber: true,
            cell: (price) => signed(format.percent(price.changePercent / 100), price.changePercent),
          },
        ]}
      />
    </Panel>
  );
}
