import { Link } from 'react-router';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Copied } from '../../kit/once.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import type { PanelProps } from './panel.ts';

/** Who, what, through whom. */
export function Summary({ history }: PanelProps) {
  const { sale: words } = useWords();
  const { facts } = words;
  const format = useFormat();
  const { sale, quote } = history;
  const { applicant, vehicle, dealer } = quote;
  const address = [applicant.addressLine1, applicant.addressLine2, applicant.city, applicant.postalCode];
  const contact = dealer && [dealer.contact.name, dealer.contact.emailAddress, dealer.contact.phoneNumber];
  return (
    <>
      <Panel title={words.applicant}>
        <Facts
          facts={[
            [facts.name, applicant.isCompany ? `${sale.applicantName} (${facts.company})` : sale.applicantName],
            [facts.email, sale.emailAddress],
            [facts.phone, applicant.phoneNumber],
            applicant.businessPhone === null ? null : [facts.businessPhone, applicant.businessPhone],
            [facts.address, address.filter(Boolean).join(', ')],
          ]}
        />
      </Panel>
      <Panel title={words.vehicle}>
        <Facts
          facts={[
            [facts.vehicle, sale.vehicle],
            [facts.vin, <Copied key="vin" label={facts.vin} value={vehicle.vin} />],
            vehicle.trim === null ? null : [facts.trim, vehicle.trim],
            [facts.odometer, facts.odometerValue(format.number(quote.odometer))],
            [facts.purchaseMethod, words.purchase[quote.purchaseMethod]],
            [facts.series, sale.series],
            [facts.effective, format.date(sale.effectiveDate)],
            [
              facts.seller,
              <Link key="seller" to={`/sellers/${sale.seller.id}`}>
                {sale.seller.name}
              </Link>,
            ],
            dealer === null ? null : [facts.dealer, dealer.name],
            contact === null ? null : [facts.dealerContact, contact.filter(Boolean).join(', ')],
            quote.lienHolder === null ? null : [facts.lienHolder, quote.lienHolder.name],
            quote.producerCode === null ? null : [facts.producerCode, quote.producerCode],
            [facts.application, <Copied key="id" label={facts.application} value={sale.applicationId} />],
          ]}
        />
      </Panel>
    </>
  );
}
