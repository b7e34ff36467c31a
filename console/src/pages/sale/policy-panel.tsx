import type { PolicyFacts } from '../../../../src/operator/wire/look.ts';
import { useColumns } from '../../kit/columns.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Copied } from '../../kit/once.tsx';
import { Bleed, Panel } from '../../kit/page.tsx';
import { useSpeech } from '../../words/words.tsx';

export function PolicyPanel({ policy }: { readonly policy: PolicyFacts }) {
  const { words: all, language } = useSpeech();
  const { sale: words, onboard, kit } = all;
  const { facts, columns } = words;
  const format = useFormat();
  const column = useColumns();
  return (
    <Panel title={words.policy}>
      <Facts
        facts={[
          [facts.policyNumber, <Copied key="number" label={facts.policyNumber} value={policy.policyNumber} />],
          policy.cancelledOn === null ? null : [facts.cancelledOn, format.date(policy.cancelledOn)],
          [facts.effective, format.date(policy.effectiveDate)],
          [facts.expiry, format.date(policy.expiryDate)],
          [facts.category, words.categories[policy.coverageCategory]],
          [facts.term, facts.years(policy.paymentTermInYears)],
          [facts.method, onboard.sellers.methodNames[policy.paymentMethod]],
          [facts.reference, policy.reference ?? kit.none],
          [facts.total, format.money(policy.totalCents)],
          [facts.boundAt, format.time(policy.boundAt)],
        ]}
      />
      <Bleed>
        <DataTable<PolicyFacts['products'][number]>
          caption={words.policy}
          rows={policy.products}
          keyOf={(product) => product.productType}
          columns={[
            { header: columns.product, isName: true, cell: (product) => product.productName[language] },
            { header: columns.coverage, isOneLine: true, cell: (product) => facts.years(product.coverageTermInYears) },
            column.money(columns.premium, (product) => product.premiumCents),
            column.money(columns.tax, (product) => product.taxCents),
            column.money(columns.total, (product) => product.totalWithTaxCents),
          ]}
        />
      </Bleed>
    </Panel>
  );
}
