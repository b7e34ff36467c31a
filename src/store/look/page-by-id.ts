import { idAt, type LookFilter } from './filter.ts';
import { all, type Values } from './values.ts';

/** `page`: the newest rows of a table whose ids begin with their time, and one more. */
export function pageById(
  values: Values,
  filter: LookFilter,
  table: 'application' | 'card_payment' | 'document',
): string {
  const { sellerId, cursor, limit } = filter;
  const conditions = all([
    sellerId !== null && `seller_id = ${values.add(sellerId)}`,
    ...inTime(values, filter, 'id'),
    cursor !== null && `id < ${values.add(cursor)}`,
  ]);
  return `page AS (
     SELECT NULL AS key, NULL::uuid AS sale_id, id
     FROM ${table}
     WHERE ${conditions}
     ORDER BY id DESC
     LIMIT ${values.add(limit + 1)}
   )`;
}

/** The range of time as a range of ids. */
export function inTime(values: Values, { since, until }: LookFilter, id: string): readonly (string | false)[] {
  return [
    since !== null && `${id} >= ${values.add(idAt(since))}`,
    until !== null && `${id} < ${values.add(idAt(until))}`,
  ];
}
