import type { ComparedPrice, ComparisonRow } from '../../../../src/operator/wire/tariff.ts';
import { useColumns } from '../../kit/columns.tsx';
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
  const column = useColumns();
  const percent = (value: number | null): string =>
    value === null ? kit.none : signed(format.percent(value / 100), value);
  return (
    <Panel title={words.rows} isFlush>
      <DataTable<ComparisonRow>
        caption={words.rows}
        rows={rows}
        keyOf={(row) => `${row.series} ${row.category} ${row.product} ${row.paymentTermInYears}`}
        columns={[
          { header: words.product, isName: true, cell: (row) => row.productName[language] },
          { header: words.series, cell: (row) => row.series },
          { header: words.category, cell: (row) => sale.categories[row.category] },
          { header: words.term, isOneLine: true, cell: (row) => sale.facts.years(row.paymentTermInYears) },
          column.money(words.before, (row) => row.fromMedianCents),
          column.money(words.after, (row) => row.toMedianCents),
          { header: words.lowest, isNumber: true, cell: (row) => percent(row.minPercent) },
          { header: words.median, isNumber: true, cell: (row) => percent(row.medianPercent) },
          { header: words.highest, isNumber: true, cell: (row) => percent(row.maxPercent) },
        ]}
      />
    </Panel>
  );
}

interface ComparedPricesProps {
  readonly title: string;
  readonly prices: readonly ComparedPrice[];
}

export function ComparedPrices({ title, prices }: ComparedPricesProps) {
  const { tariff, sale } = useSpeech().words;
  const words = tariff.compare;
  const format = useFormat();
  const column = useColumns();
  return (
    <Panel title={title} isFlush>
      <DataTable<ComparedPrice>
        caption={title}
        rows={prices}
        keyOf={({ fromCents: _, toCents: __, changePercent: ___, ...priced }) => Object.values(priced).join(' ')}
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
          column.money(words.from, (price) => price.fromCents),
          column.money(words.to, (price) => price.toCents),
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
