import type { DocumentRow } from '../../domain/list/sale-rows.ts';
import type { ListFilter } from './filter.ts';
import type { Listing } from './listing.ts';
import { inTime, pageByIdSql } from './page-by-id.ts';
import { type PartOfSale, pageOfFoundSql, pageOrderSql } from './page-of-found.ts';
import { applicantNameSql, sellerSql } from './sale-columns.ts';
import type { Values } from './values.ts';

/** Documents, newest first; with a search, in the order of the matching sales. */
export const documentList: Listing<DocumentRow> = {
  states: [],
  page: (values, filter) =>
    filter.search === null
      ? pageByIdSql(values, filter, { table: 'document' })
      : pageOfFoundSql(values, filter, partOfSale(values, filter)),
  select: `
   SELECT document.id AS "documentId", rfc3339(uuid_extract_timestamp(document.id)) AS "createdAt",
          document.policy_number AS "policyNumber", policy.application_id AS "applicationId", ${sellerSql} AS seller, document.kind,
          ${applicantNameSql} AS "applicantName", document_content.filename,
          (SELECT count(*)::int FROM document_fetch WHERE document_id = document.id) AS "fetchCount"
   FROM page
   JOIN document ON document.id = page.id
   JOIN policy ON policy.policy_number = document.policy_number
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = document.seller_id
   LEFT JOIN document_content ON document_content.document_id = document.id
   ${pageOrderSql}`,
  idOf: ({ documentId }) => documentId,
};

const partOfSale = (values: Values, filter: ListFilter): PartOfSale => ({
  ofSale: `
       SELECT document.id
       FROM policy
       JOIN document ON document.policy_number = policy.policy_number
       WHERE policy.application_id = sale.id`,
  conditions: inTime(values, filter, 'part.id'),
  saleOf: (id) => `SELECT application_id FROM document JOIN policy USING (policy_number) WHERE document.id = ${id}`,
});
