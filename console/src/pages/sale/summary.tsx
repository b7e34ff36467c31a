import { Link } from 'react-router';
import type { PolicyFacts } from '../../../../src/operator/wire/sales.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { FullWidth, Panel } from '../../kit/page.tsx';
import { MoneyState, SaleState } from '../../kit/sale-states.tsx';
import { CopyableText } from '../../kit/shown-once.tsx';
import { useWords } from '../../words/words.tsx';
import type { PanelProps } from './panel.ts';

export function Summary({ history }: PanelProps) {
  const { sale: words, labels, format } = useWords();
  const { sale, quote } = history;
  // The latest amendment of the policy counts.
  const { applicant, vehicle, dealer, odometer, lienHolder } = history.policy?.inputs ?? quote;
  const address = [applicant.addressLine1, applicant.addressLine2, applicant.city, applicant.postalCode];
  const contact = dealer && [dealer.contact.name, dealer.contact.emailAddress, dealer.contact.phoneNumber];
  return (
    <>
      <Panel title={labels.applicant}>
        <Facts
          facts={{
            [labels.name]: applicant.isCompany ? `${sale.applicantName} (${labels.company})` : sale.applicantName,
            [labels.email]: sale.emailAddress,
            [labels.phone]: applicant.phoneNumber,
            [labels.businessPhone]: applicant.businessPhone,
            [labels.address]: address
              .filter(Boolean)
              .join(', ')
              .replace(/ (?=\w{3}$)/, '\u00a0'),
          }}
        />
      </Panel>
      <Panel title={words.vehicle}>
        <Facts
          facts={{
            [labels.vehicle]: format.vehicle(sale.vehicle),
            [labels.vin]: <CopyableText label={labels.vin} value={vehicle.vin} />,
            [labels.trim]: vehicle.trim,
            [labels.odometer]: labels.odometerValue(format.number(odometer)),
            [labels.purchaseMethod]: words.purchase[quote.purchaseMethod],
            [labels.series]: sale.series,
            [labels.effective]: format.date(sale.effectiveDate),
            [labels.seller]: <Link to={`/sellers/${sale.seller.id}`}>{sale.seller.name}</Link>,
            [labels.dealer]: dealer?.name ?? null,
            [labels.dealerContact]: contact?.filter(Boolean).join(', ') ?? null,
            [labels.lienHolder]: lienHolder?.name ?? null,
            [labels.producerCode]: quote.producerCode,
            [labels.application]: <CopyableText label={labels.application} value={sale.applicationId} />,
          }}
        />
      </Panel>
    </>
  );
}

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
          [labels.method]: onboard.sellers.methodWords[policy.paymentMethod],
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
