import type { ComparedPrice, ComparisonRow } from '../../../../src/operator/wire/tariff.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';

export function ComparisonRows({ rows }: { readonly rows: readonly ComparisonRow[] }) {
  const { sale, labels, tariff, language, column } = useWords();
  const words = tariff.compare;
  return (
    <Panel title={words.rows} isFlush>
      <DataTable<ComparisonRow>
        caption={words.rows}
        rows={rows}
        keyOf={(row) => `${row.series} ${row.category} ${row.product} ${row.paymentTermInYears}`}
        columns={[
          { header: labels.product, isName: true, cell: (row) => row.productName[language] },
          { header: labels.series, cell: (row) => row.series },
          { header: labels.coverage, cell: (row) => sale.categories[row.category] },
          { header: words.term, isOneLine: true, cell: (row) => labels.years(row.paymentTermInYears) },
          column.money(words.before, (row) => row.fromMedianCents),
          column.money(words.after, (row) => row.toMedianCents),
          column.change(words.lowest, (row) => row.minPercent),
          column.change(words.median, (row) => row.medianPercent),
          column.change(words.highest, (row) => row.maxPercent),
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
  const { tariff, onboard, labels, format, column } = useWords();
  const words = tariff.compare;
  return (
    <Panel title={title} isFlush>
      <DataTable<ComparedPrice>
        caption={title}
        rows={prices}
        keyOf={({ fromCents: _, toCents: __, changePercent: ___, ...priced }) => Object.values(priced).join(' ')}
        columns={[
          { header: labels.vehicle, isName: true, cell: (price) => price.vehicle },
          { header: labels.product, cell: (price) => price.product },
          { header: labels.series, cell: (price) => price.series },
          { header: words.term, isOneLine: true, cell: (price) => labels.years(price.paymentTermInYears) },
          { header: onboard.sellers.province, cell: (price) => price.province },
          {
            header: labels.odometer,
            isNumber: true,
            cell: (price) => labels.odometerValue(format.number(price.odometer)),
          },
          column.money(words.from, (price) => price.fromCents),
          column.money(words.to, (price) => price.toCents),
          column.change(words.change, (price) => price.changePercent),
        ]}
      />
    </Panel>
  );
}
