import { idAt, type ListFilter } from './filter.ts';
import { foundPageSql } from './found.ts';
import { allSql, type Values } from './values.ts';

/** The rows of a list where each belongs to a sale. */
export interface PartOfSale {
  /** Selects the rows of one sale as `part`, with an `id` that orders them; `sale.id` is the sale's. */
  readonly ofSale: string;
  readonly conditions: readonly (string | false)[];
  /** Conditions on the sale, checked before its rows are read; written for the columns of `application`. */
  readonly saleConditions?: readonly string[];
  /** Selects the `id` of the sales that have such rows, where these may be few. */
  readonly rare?: string | null;
  /** Selects the sale of the row with that id. */
  readonly saleOf: (id: string) => string;
}

/**
 * Writes `page`: reads the rows of each matching sale in turn until the page is full. OFFSET 0 keeps the planner from
 * joining all sales at once.
 */
export function pageOfFoundSql(values: Values, filter: ListFilter, part: PartOfSale): string {
  const cursor = filter.cursor === null ? null : values.add(filter.cursor);
  const lastSale = cursor === null ? null : `(${part.saleOf(cursor)})`;
  // Every part of a sale is newer than its first quote.
  const conditions = [
    filter.until !== null && `id < ${values.add(idAt(filter.until))}`,
    ...(part.saleConditions ?? []),
  ];
  const ofPart = allSql([...part.conditions, cursor !== null && `(sale.id <> ${lastSale} OR part.id < ${cursor})`]);
  const partsOf = (sales: string): string => `
     SELECT sale.key, sale.id AS sale_id, part.id
     FROM (${sales}) AS sale
     CROSS JOIN LATERAL (${part.ofSale} OFFSET 0) AS part
     WHERE ${ofPart}
     ORDER BY sale.key, sale.id DESC, part.id DESC`;
  return foundPageSql(values, filter, { lastSale, conditions, rare: part.rare ?? null, partsOf });
}

/** The order of every list. Without a search the first three are null, and ids are in order of time. */
export const pageOrderSql = 'ORDER BY page.rank, page.key, page.sale_id DESC, page.id DESC';
