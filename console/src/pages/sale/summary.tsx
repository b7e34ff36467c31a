import { Link } from 'react-router';
import { Facts } from '../../kit/facts.tsx';
import { Panel } from '../../kit/page.tsx';
import { CopyableText } from '../../kit/shown-once.tsx';
import { useWords } from '../../words/words.tsx';
import type { PanelProps } from './panel.ts';

export function Summary({ history }: PanelProps) {
  const { sale: words, labels, format } = useWords();
  const { sale, quote } = history;
  // As the policy was last amended.
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
