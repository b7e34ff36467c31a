import type { DocumentRow } from '../../domain/list/sale-rows.ts';
import { ofSales } from './filter.ts';
import { isBeforeId, type Listing } from './listing.ts';
import { pageByIdSql } from './page-by-id.ts';
import { applicantNameSql, sellerSql } from './sale-columns.ts';

/** Documents, newest first. */
export const documentList: Listing<DocumentRow> = {
  states: [],
  page: (values, filter) => {
    const isOfSales = ofSales(values, filter, 'application_id');
    return pageByIdSql(values, filter, {
      table: 'document',
      conditions: [isOfSales && `policy_number = ANY (ARRAY(SELECT policy_number FROM policy WHERE ${isOfSales}))`],
    });
  },
  select: `
   SELECT document.id AS "documentId", rfc3339(document.created_at) AS "createdAt",
          document.policy_number AS "policyNumber", policy.application_id AS "applicationId", ${sellerSql} AS seller, document.kind,
          ${applicantNameSql} AS "applicantName", document_content.filename,
          (SELECT count(*)::int FROM document_fetch WHERE document_id = document.id) AS "fetchCount"
   FROM page
   JOIN document ON document.id = page.id
   JOIN policy ON policy.policy_number = document.policy_number
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = document.seller_id
   LEFT JOIN document_content ON document_content.document_id = document.id
   ORDER BY page.id DESC`,
  idOf: ({ documentId }) => documentId,
  isBeforeCursor: isBeforeId,
};
