import { idAt, type ListFilter } from './filter.ts';
import { foundSql } from './found.ts';
import { all, type Values } from './values.ts';

/** Of what kind the rows of a list are, where each belongs to a sale. */
export interface PartOfSale {
  /** The rows of one sale as `part`, with an `id` that orders them; `sale.id` is the sale's. */
  readonly ofSale: string;
  readonly conditions: readonly (string | false)[];
  /** What can be said of the sale before its rows are looked up, written for the columns of `application`. */
  readonly saleConditions?: readonly string[];
  /** The sale that the row with that id belongs to. */
  readonly saleOf: (id: string) => string;
}

/**
 * `page`: from the first sale that was found on, one look-up each, until the page is full. OFFSET 0 keeps the planner
 * from joining all of them at once.
 */
export function pageOfFound(values: Values, filter: ListFilter, part: PartOfSale): string {
  const cursor = filter.cursor === null ? null : values.add(filter.cursor);
  const lastSale = cursor === null ? null : `(${part.saleOf(cursor)})`;
  // Whatever belongs to a sale is younger than its first quote.
  const conditions = [
    filter.until !== null && `id < ${values.add(idAt(filter.until))}`,
    ...(part.saleConditions ?? []),
  ];
  return `page AS (
     SELECT sale.key, sale.id AS sale_id, part.id
     FROM (
       ${foundSql(values, filter, { lastSale, conditions })}
     ) AS sale
     CROSS JOIN LATERAL (${part.ofSale} OFFSET 0) AS part
     WHERE ${all([...part.conditions, cursor !== null && `(sale.id <> ${lastSale} OR part.id < ${cursor})`])}
     ORDER BY sale.key, sale.id DESC, part.id DESC
     LIMIT ${values.add(filter.limit + 1)}
   )`;
}

/** The order of every list: without a search the first two are empty, and ids begin with their time. */
export const pageOrder = 'ORDER BY page.key, page.sale_id DESC, page.id DESC';
