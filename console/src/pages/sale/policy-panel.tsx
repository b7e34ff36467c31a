import type { PolicyFacts } from '../../../../src/operator/wire/sales.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { FullWidth, Panel } from '../../kit/page.tsx';
import { MoneyState, SaleState } from '../../kit/sale-states.tsx';
import { CopyableText } from '../../kit/shown-once.tsx';
import { useWords } from '../../words/words.tsx';
import type { PanelProps } from './panel.ts';

export function PolicyPanel({ history: { policy, sale } }: PanelProps) {
  const { sale: words, sales, correct, labels, onboard, kit, language, format, column } = useWords();
  if (policy === null) return null;
  return (
    <Panel title={labels.policy}>
      <Facts
        facts={{
          [labels.policyNumber]: <CopyableText label={labels.policyNumber} value={policy.policyNumber} />,
          [labels.state]: <SaleState sale={sale} />,
          [sales.money]: <MoneyState status={sale.moneyStatus} />,
          [labels.cancelledOn]: policy.cancelledOn === null ? null : format.date(policy.cancelledOn),
          [correct.rescind.until]: policy.cancelledOn === null ? format.date(policy.rescindableUntil) : null,
          [labels.effective]: format.date(policy.effectiveDate),
          [labels.expiry]: format.date(policy.expiryDate),
          [labels.coverage]: words.categories[policy.coverageCategory],
          [labels.term]: labels.years(policy.paymentTermInYears),
          [labels.method]: onboard.sellers.methodNames[policy.paymentMethod],
          [labels.reference]: policy.reference ?? kit.none,
          [labels.total]: format.money(policy.totalCents),
          [labels.bound]: format.time(policy.boundAt),
        }}
      />
      <FullWidth>
        <DataTable<PolicyFacts['products'][number]>
          caption={labels.policy}
          rows={policy.products}
          columns={[
            column.name(labels.product, (product) => product.productName[language]),
            column.line(labels.coverageTerm, (product) => labels.years(product.coverageTermInYears)),
            column.money(labels.premium, (product) => product.premiumCents),
            column.money(labels.tax, (product) => product.taxCents),
            column.money(labels.total, (product) => product.totalWithTaxCents),
          ]}
        />
      </FullWidth>
    </Panel>
  );
}
