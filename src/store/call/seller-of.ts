import { read } from '../statement.ts';

/** Whose it is, for a token of several sellers; null if there is no such thing. */
export const sellerOf = {
  policy: read.firstValue<string, [{ readonly id: string }]>(
    'find_seller_of_policy',
    'SELECT seller_id FROM policy WHERE policy_number = :id',
  ),
  application: read.firstValue<string, [{ readonly id: string }]>(
    'find_seller_of_application',
    'SELECT seller_id FROM application WHERE id = :id',
  ),
  document: read.firstValue<string, [{ readonly id: string }]>(
    'find_seller_of_document',
    `SELECT seller_id FROM document WHERE id = :id
     UNION ALL
     SELECT application.seller_id
     FROM disclosure
     JOIN application ON application.id = disclosure.application_id
     WHERE disclosure.id = :id`,
  ),
} as const;
