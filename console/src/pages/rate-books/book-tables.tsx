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

/** The words of the file stand in the middle of a sentence, too. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
        column.number(capital(names.odometerKmMax), ({ odometerKmMax }) => format.number(odometerKmMax)),
        column.count(capital(names.modelYearsBackMax), ({ modelYearsBackMax }) => modelYearsBackMax),
        column.count(capital(names.modelYearsAheadMax), ({ modelYearsAheadMax }) => modelYearsAheadMax),
        column.count(capital(names.gvwrKgMax), ({ gvwrKgMax }) => gvwrKgMax),
        column.text(capital(names.purchaseMethods), ({ purchaseMethods }) =>
          purchaseMethods.map((method) => sale.purchase[method]).join(', '),
        ),
      ]}
    />
  );
}

function Factors({ written: { factors } }: TableProps) {
  const { tariff, sale, onboard, facts, format, column } = useWords();
  const { names, bys, parts } = tariff.file;
  const chosen: Readonly<Record<string, string>> = { ...sale.purchase, ...onboard.sellers.provinceNames };
  const times = (of: string, partsPerMillion: number): string =>
    `${of}${facts.colon} × ${format.number(partsPerMillion / 1_000_000)}`;
  const values = ({ factor }: Row<'factors'>): readonly string[] =>
    'bands' in factor
      ? factor.bands.map(({ upTo, partsPerMillion }) =>
          times(upTo === null ? names.otherwise : `${names.upTo} ${format.number(upTo)}`, partsPerMillion),
        )
      : [
          ...[...factor.values].map(([value, partsPerMillion]) => times(chosen[value] ?? value, partsPerMillion)),
          times(names.otherwise, factor.otherwise),
        ];
  return (
    <TablePanel<Row<'factors'>>
      title={parts.factors}
      rows={factors}
      keyOf={({ factor }) => factor.name}
      columns={[
        column.name(capital(names.by), ({ factor: { by, name } }) => (
          <>
            {bys[by]}
            {name.toLowerCase() !== bys[by].toLowerCase() && <Below>{name}</Below>}
          </>
        )),
        column.text(capital(names.products), ({ products }) => products?.join(', ') ?? tariff.wordings.allProducts),
        column.text(capital(names.values), (factor) => values(factor).map((line) => <div key={line}>{line}</div>)),
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
        column.name(capital(names.sellers), ({ sellers }) => sellers?.join(', ') ?? words.allSellers),
        column.text(capital(names.products), ({ products }) => products?.join(', ') ?? tariff.wordings.allProducts),
        column.number(capital(names.partsPerMillion), ({ partsPerMillion }) =>
          format.percent(partsPerMillion / 1_000_000),
        ),
      ]}
    />
  );
}
