import { cardPaymentStatuses } from '../../domain/card/card-payment.ts';
import type { PaymentRow } from '../../domain/list/sale-rows.ts';
import { ofSales } from './filter.ts';
import { isBeforeId, type Listing } from './listing.ts';
import { pageByIdSql } from './page-by-id.ts';
import { applicantNameSql, chargeDateSql, chargeSql, refundedSql, sellerSql } from './sale-columns.ts';

/** Card payments, newest first. */
export const paymentList: Listing<PaymentRow> = {
  states: cardPaymentStatuses,
  page: (values, filter) =>
    pageByIdSql(values, filter, {
      table: 'card_payment',
      conditions: [
        filter.state !== null && `status = ${values.add('state', filter.state)}`,
        ofSales(values, filter, 'application_id'),
      ],
    }),
  select: `
   SELECT payment.id AS "paymentId", payment.application_id AS "applicationId", rfc3339(payment.started_at) AS "startedAt",
          ${sellerSql} AS seller, payment.status, ${applicantNameSql} AS "applicantName", payment.total_cents AS "totalCents",
          payment.hold_cents AS "holdCents", ${chargeDateSql('payment')} AS "chargeDate", ${refundedSql('payment')} AS "refundedCents",
          payment.masked_card_number AS "maskedCardNumber",
          payment.card_type AS "cardType", ${chargeSql('payment')} AS charge, policy.policy_number AS "policyNumber"
   FROM page
   JOIN card_payment AS payment ON payment.id = page.id
   JOIN application ON application.id = payment.application_id
   JOIN seller ON seller.id = payment.seller_id
   LEFT JOIN policy ON policy.card_payment_id = payment.id
   ORDER BY page.id DESC`,
  idOf: ({ paymentId }) => paymentId,
  isBeforeCursor: isBeforeId,
};
