import type { PaymentRow } from '../../domain/operator/sale-rows.ts';
import type { LookFilter } from './filter.ts';
import type { Listing } from './listing.ts';
import { inTime, pageById } from './page-by-id.ts';
import { type PartOfSale, pageOfFound, pageOrder } from './page-of-found.ts';
import { applicantNameSql, sellerSql } from './sale-columns.ts';
import type { Values } from './values.ts';

/** Card payments, newest first; with a search, by the sales that were found. */
export const paymentList: Listing<PaymentRow> = {
  page: (values, filter) =>
    filter.search === null
      ? pageById(values, filter, 'card_payment')
      : pageOfFound(values, filter, partOfSale(values, filter)),
  select: `
   SELECT payment.id AS "paymentId", payment.application_id AS "applicationId", rfc3339(payment.started_at) AS "startedAt",
          ${sellerSql} AS seller, payment.status, ${applicantNameSql} AS "applicantName", payment.total_cents AS "totalCents",
          payment.hold_cents AS "holdCents", payment.charge_date AS "chargeDate", payment.masked_card_number AS "maskedCardNumber",
          payment.card_type AS "cardType", policy.policy_number AS "policyNumber"
   FROM page
   JOIN card_payment AS payment ON payment.id = page.id
   JOIN application ON application.id = payment.application_id
   JOIN seller ON seller.id = payment.seller_id
   LEFT JOIN policy ON policy.card_payment_id = payment.id
   ${pageOrder}`,
  idOf: ({ paymentId }) => paymentId,
};

const partOfSale = (values: Values, filter: LookFilter): PartOfSale => ({
  ofSale: 'SELECT id FROM card_payment WHERE application_id = sale.id',
  conditions: inTime(values, filter, 'part.id'),
  saleOf: (id) => `SELECT application_id FROM card_payment WHERE id = ${id}`,
});
