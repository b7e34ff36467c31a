import { Tabs, Text } from '@mantine/core';
import type { QuoteFacts } from '../../../../src/operator/wire/sales.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';

export function QuotePanel({ quote }: { readonly quote: QuoteFacts }) {
  const { sale: words, labels, format } = useWords();
  const { options } = quote;
  return (
    <Panel title={words.parts.quote}>
      <Facts
        facts={{
          [labels.quotedOn]: format.date(quote.quotedOn),
          [labels.revision]: format.number(quote.revision),
          [labels.rateBook]: quote.rateBookVersion,
          [labels.taxTable]: quote.taxTableVersion,
        }}
      />
      <Options options={options} />
    </Panel>
  );
}

/** Shows the options at the end of a panel. */
export function Options({ options }: Pick<QuoteFacts, 'options'>) {
  const { sale: words, labels } = useWords();
  return (
    <Tabs defaultValue={options.replacement.length > 0 ? 'Replacement' : 'LimitedIndemnity'} mt="md" mx={-18} mb={-18}>
      <Tabs.List aria-label={labels.coverage} px={10}>
        <Tabs.Tab value="Replacement">{words.categories.Replacement}</Tabs.Tab>
        <Tabs.Tab value="LimitedIndemnity">{words.categories.LimitedIndemnity}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="Replacement">
        <Terms terms={options.replacement} />
      </Tabs.Panel>
      <Tabs.Panel value="LimitedIndemnity">
        <Terms terms={options.limitedIndemnity} />
      </Tabs.Panel>
    </Tabs>
  );
}

type PricedTerms = QuoteFacts['options']['replacement'];
type Priced = PricedTerms[number]['coverage'][number];
type PricedRow = Pick<Priced, 'productType' | 'productName' | 'isOptional'> & { readonly byTerm: Map<number, Priced> };

/** A row per product, a column per payment term: the total with tax, and below it premium and tax. */
function Terms({ terms }: { readonly terms: PricedTerms }) {
  const { sale: words, labels, kit, language, column } = useWords();
  if (terms.length === 0)
    return (
      <Text fz={13} c="dimmed" m="0 18px 16px">
        {words.noOptions}
      </Text>
    );
  return (
    <DataTable<PricedRow>
      caption={words.termsCaption}
      cardsBelow={0}
      rows={byProduct(terms)}
      keyOf={(row) => row.productType}
      columns={[
        column.name(labels.product, ({ productName, isOptional }) =>
          isOptional ? `${productName[language]} (${labels.optional})` : productName[language],
        ),
        ...terms.map(({ paymentTermInYears }) =>
          column.number(labels.years(paymentTermInYears), ({ byTerm }: PricedRow) => {
            const priced = byTerm.get(paymentTermInYears);
            return priced === undefined ? kit.none : <Price priced={priced} />;
          }),
        ),
      ]}
    />
  );
}

function Price({ priced }: { readonly priced: Priced }) {
  const { format } = useWords();
  return (
    <>
      {format.money(priced.totalWithTaxCents)}
      <Text fz={11.5} c="dimmed" style={{ whiteSpace: 'normal' }}>
        {format.money(priced.premiumCents)} + {format.money(priced.taxCents)}
      </Text>
    </>
  );
}

function byProduct(terms: PricedTerms): readonly PricedRow[] {
  const rows = new Map<string, PricedRow>();
  for (const { paymentTermInYears, coverage } of terms) {
    for (const priced of coverage) {
      const { productType, productName, isOptional } = priced;
      const row = rows.get(productType) ?? { productType, productName, isOptional, byTerm: new Map() };
      row.byTerm.set(paymentTermInYears, priced);
      rows.set(productType, row);
    }
  }
  return [...rows.values()];
}
