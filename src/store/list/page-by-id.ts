import { idAt, ofSellers, type RowFilter } from './filter.ts';
import { allSql, type Values } from './values.ts';

/** Rows whose ids start with their time, in a table with a seller column. */
export interface RowsById {
  readonly table: 'application' | 'card_payment' | 'document' | 'policy' | 'cancellation';
  /** The id column. */
  readonly id?: 'id' | 'application_id';
  readonly conditions?: readonly (string | false)[];
}

/** Writes `page`: the newest of these rows, and one more. */
export function pageByIdSql(
  values: Values,
  filter: RowFilter,
  { table, id = 'id', conditions = [] }: RowsById,
): string {
  const { cursor, limit } = filter;
  const asked = allSql([
    ...ofSellers(values, filter),
    ...inTime(values, filter, id),
    cursor !== null && `${id} < ${values.add('cursor', cursor)}`,
    ...conditions,
  ]);
  return `page AS (
     SELECT ${id} AS id
     FROM ${table}
     WHERE ${asked}
     ORDER BY ${id} DESC
     LIMIT ${values.add('rowsMax', limit + 1)}
   )`;
}

/** Returns the time range as conditions on the id. */
export function inTime(values: Values, { since, until }: RowFilter, id: string): readonly (string | false)[] {
  return [
    since !== null && `${id} >= ${values.add('firstId', idAt(since))}`,
    until !== null && `${id} < ${values.add('endId', idAt(until))}`,
  ];
}
