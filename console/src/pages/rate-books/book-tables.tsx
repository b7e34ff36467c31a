import type { WrittenBook } from '../../../../src/domain/tariff/written-book.ts';
import { Below } from '../../kit/data-table.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';

type Row<Part extends keyof WrittenBook> = WrittenBook[Part] extends readonly (infer One)[] ? One : never;

/** What a book sells, to whom, and what sellers earn of it. */
export function BookTables({ written }: { readonly written: WrittenBook }) {
  return (
    <>
      <Products written={written} />
      <Eligibility written={written} />
      <Factors written={written} />
      <Commissions written={written} />
    </>
  );
}

interface TableProps {
  readonly written: WrittenBook;
}

function Products({ written: { products, insurers } }: TableProps) {
  const { tariff, sale, labels, kit, language, format, column } = useWords();
  const words = tariff.prices;
  const amounts = (listed: Row<'products'>['limits']) =>
    listed.length === 0
      ? kit.none
      : listed.map(({ name, amountCents }) => (
          <div key={name.en}>
            {amountCents === null ? name[language] : `${format.money(amountCents)} ${name[language]}`}
          </div>
        ));
  return (
    <TablePanel<Row<'products'>>
      title={tariff.file.parts.products}
      rows={products}
      keyOf={({ code }) => code}
      columns={[
        column.name(labels.product, ({ name, code, isOptional }) => (
          <>
            {name[language]}
            <Below>{[code, isOptional && labels.optional].filter(Boolean).join(' · ')}</Below>
          </>
        )),
        column.text(labels.coverage, ({ category, series }) => (
          <>
            {sale.categories[category]}
            <Below>{series.join(', ')}</Below>
          </>
        )),
        column.text(words.insurer, ({ insurer }) => insurers.find(({ code }) => code === insurer)?.name ?? kit.none),
        column.text(words.limits, ({ limits }) => amounts(limits)),
        column.text(words.deductibles, ({ deductibles }) => amounts(deductibles)),
        column.text(tariff.taxes.taxClass, ({ taxClass }) => tariff.taxes.classes[taxClass]),
      ]}
    />
  );
}

function Eligibility({ written: { eligibility } }: TableProps) {
  const { tariff, sale, labels, format, column } = useWords();
  const { names, parts } = tariff.file;
  return (
    <TablePanel<Row<'eligibility'>>
      title={parts.eligibility}
      rows={eligibility}
      keyOf={({ series, category }) => `${series} ${category}`}
      columns={[
        column.name(labels.coverage, ({ series, category }) => `${sale.categories[category]} (${series})`),
        column.number(names.odometerKmMax, ({ odometerKmMax }) => format.number(odometerKmMax)),
        column.count(names.modelYearsBackMax, ({ modelYearsBackMax }) => modelYearsBackMax),
        column.count(names.modelYearsAheadMax, ({ modelYearsAheadMax }) => modelYearsAheadMax),
        column.count(names.gvwrKgMax, ({ gvwrKgMax }) => gvwrKgMax),
        column.text(names.purchaseMethods, ({ purchaseMethods }) =>
          purchaseMethods.map((method) => sale.purchase[method]).join(', '),
        ),
      ]}
    />
  );
}

function Factors({ written: { factors } }: TableProps) {
  const { tariff, format, column } = useWords();
  const { names, parts } = tariff.file;
  const times = (partsPerMillion: number): string => `× ${format.number(partsPerMillion / 1_000_000)}`;
  const values = ({ factor }: Row<'factors'>): readonly string[] =>
    'bands' in factor
      ? factor.bands.map(({ upTo, partsPerMillion }) =>
          upTo === null
            ? `${names.otherwise}: ${times(partsPerMillion)}`
            : `${names.upTo} ${format.number(upTo)}: ${times(partsPerMillion)}`,
        )
      : [
          ...[...factor.values].map(([value, partsPerMillion]) => `${value}: ${times(partsPerMillion)}`),
          `${names.otherwise}: ${times(factor.otherwise)}`,
        ];
  return (
    <TablePanel<Row<'factors'>>
      title={parts.factors}
      rows={factors}
      keyOf={({ factor }) => factor.name}
      columns={[
        column.name(names.name, ({ factor }) => factor.name),
        column.text(names.products, ({ products }) => products?.join(', ') ?? tariff.wordings.allProducts),
        column.text(names.values, (factor) => values(factor).map((line) => <div key={line}>{line}</div>)),
      ]}
    />
  );
}

/** The first that matches a product and a seller counts. */
function Commissions({ written: { commissions } }: TableProps) {
  const { tariff, format, column } = useWords();
  const { names, parts } = tariff.file;
  const words = tariff.prices;
  return (
    <TablePanel<Row<'commissions'>>
      title={parts.commissions}
      rows={commissions}
      columns={[
        column.name(names.sellers, ({ sellers }) => sellers?.join(', ') ?? words.allSellers),
        column.text(names.products, ({ products }) => products?.join(', ') ?? tariff.wordings.allProducts),
        column.number(names.partsPerMillion, ({ partsPerMillion }) => format.percent(partsPerMillion / 1_000_000)),
      ]}
    />
  );
}
