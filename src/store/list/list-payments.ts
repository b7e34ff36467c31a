import { type CardPaymentStatus, cardPaymentStatuses } from '../../domain/card/card-payment.ts';
import type { PaymentRow } from '../../domain/list/sale-rows.ts';
import { type ListFilter, ofSellers } from './filter.ts';
import type { Listing } from './listing.ts';
import { inTime, pageByIdSql } from './page-by-id.ts';
import { type PartOfSale, pageOfFoundSql, pageOrderSql } from './page-of-found.ts';
import { applicantNameSql, chargeDateSql, chargeSql, refundedSql, sellerSql } from './sale-columns.ts';
import { allSql, type Values } from './values.ts';

/** Card payments, newest first; with a search, in the order of the matching sales. */
export const paymentList: Listing<PaymentRow> = {
  states: cardPaymentStatuses,
  page: (values, filter) =>
    filter.search === null
      ? pageByIdSql(values, filter, { table: 'card_payment', conditions: inState(values, filter) })
      : pageOfFoundSql(values, filter, partOfSale(values, filter)),
  select: `
   SELECT payment.id AS "paymentId", payment.application_id AS "applicationId", rfc3339(payment.started_at) AS "startedAt",
          ${sellerSql} AS seller, payment.status, ${applicantNameSql} AS "applicantName", payment.total_cents AS "totalCents",
          payment.hold_cents AS "holdCents", ${chargeDateSql('payment')} AS "chargeDate", ${refundedSql('payment')} AS "refundedCents", payment.masked_card_number AS "maskedCardNumber",
          payment.card_type AS "cardType", ${chargeSql('payment')} AS charge, policy.policy_number AS "policyNumber"
   FROM page
   JOIN card_payment AS payment ON payment.id = page.id
   JOIN application ON application.id = payment.application_id
   JOIN seller ON seller.id = payment.seller_id
   LEFT JOIN policy ON policy.card_payment_id = payment.id
   ${pageOrderSql}`,
  idOf: ({ paymentId }) => paymentId,
};

function inState(values: Values, { state }: ListFilter): readonly string[] {
  return state === null ? [] : [`status = ${values.add(state)}`];
}

// Most payments end in these states, so the first few matching sales fill a page.
const commonStates: readonly string[] = ['Captured', 'Scheduled'] satisfies readonly CardPaymentStatus[];

function partOfSale(values: Values, filter: ListFilter): PartOfSale {
  const states = inState(values, filter);
  const isRare = filter.state !== null && !commonStates.includes(filter.state);
  const conditions = () => [...states, ...ofSellers(values, filter), ...inTime(values, filter, 'id')];
  return {
    ofSale: `SELECT id FROM card_payment WHERE ${allSql(['application_id = sale.id', ...states])}`,
    conditions: inTime(values, filter, 'part.id'),
    rare: isRare ? `SELECT application_id AS id FROM card_payment WHERE ${allSql(conditions())}` : null,
    saleOf: (id) => `SELECT application_id FROM card_payment WHERE id = ${id}`,
  };
}
