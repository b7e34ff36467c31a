import type { PolicyFacts } from '../../../../src/operator/wire/look.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { CopyMark } from '../../kit/once.tsx';
import { Bleed, Panel } from '../../kit/page.tsx';
import { useSpeech } from '../../words/words.tsx';

export function PolicyPanel({ policy }: { readonly policy: PolicyFacts }) {
  const { words: all, language } = useSpeech();
  const { sale: words, onboard, kit } = all;
  const { facts, columns } = words;
  const format = useFormat();
  return (
    <Panel title={words.policy}>
      <Facts
        facts={[
          [
            facts.policyNumber,
            <span key="number">
              <code>{policy.policyNumber}</code> <CopyMark label={facts.policyNumber} value={policy.policyNumber} />
            </span>,
          ],
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
        <DataTable
          caption={words.policy}
          rows={policy.products}
          keyOf={(product) => product.productType}
          columns={[
            { header: columns.product, isName: true, cell: (product) => product.productName[language] },
            { header: columns.coverage, isOneLine: true, cell: (product) => facts.years(product.coverageTermInYears) },
            { header: columns.premium, isNumber: true, cell: (product) => format.money(product.premiumCents) },
            { header: columns.tax, isNumber: true, cell: (product) => format.money(product.taxCents) },
            { header: columns.total, isNumber: true, cell: (product) => format.money(product.totalWithTaxCents) },
          ]}
        />
      </Bleed>
    </Panel>
  );
}
