import { firstValue } from '../statement.ts';

/** Whose it is, for a token of several sellers; null if there is no such thing. */
export const sellerOf = {
  policy: firstValue<string, [policyNumber: string]>(
    'find_seller_of_policy',
    'SELECT seller_id FROM policy WHERE policy_number = $1',
  ),
  application: firstValue<string, [id: string]>(
    'find_seller_of_application',
    'SELECT seller_id FROM application WHERE id = $1',
  ),
  document: firstValue<string, [id: string]>(
    'find_seller_of_document',
    `SELECT seller_id FROM document WHERE id = $1
     UNION ALL
     SELECT application.seller_id
     FROM disclosure
     JOIN application ON application.id = disclosure.application_id
     WHERE disclosure.id = $1`,
  ),
} as const;
