import type { Tx } from '../database.ts';
import type { ListFilter, Page } from './filter.ts';
import { Values } from './values.ts';

/** A list of the operator's: which rows are on a page, by indexes alone, and what is shown of them. */
export interface Listing<Row> {
  /** What the list can be narrowed to; none for a list whose rows have no state. */
  readonly states: readonly string[];
  /** The text of common tables, the last of which is `page`: the ids of a page in the list's order, and one more. */
  readonly page: (values: Values, filter: ListFilter) => string;
  /** Reads what is shown, from `page`. */
  readonly select: string;
  readonly idOf: (row: Row) => string;
}

export async function readList<Row>(tx: Tx, listing: Listing<Row>, filter: ListFilter): Promise<Page<Row>> {
  const { text, values } = listSql(listing, filter);
  const { rows } = await tx.query(text, values);
  return pageOf(rows as readonly Row[], filter.limit, listing.idOf);
}

/** Not a named statement: each combination of filters wants a plan of its own, made for the values that were asked. */
export function listSql<Row>(
  listing: Listing<Row>,
  filter: ListFilter,
): { readonly text: string; readonly values: unknown[] } {
  const values = new Values();
  return { text: `WITH ${listing.page(values, filter)}\n${listing.select}`, values: values.list };
}

/** Whether the list has more rows than the filter's limit. Reads indexes alone. */
export async function isLongerThanLimit<Row>(tx: Tx, listing: Listing<Row>, filter: ListFilter): Promise<boolean> {
  const values = new Values();
  const text = `WITH ${listing.page(values, filter)} SELECT count(*)::int AS count FROM page`;
  const { rows } = await tx.query<{ count: number }>(text, values.list);
  return rows[0]!.count > filter.limit;
}

/** Lists read one row more than they show: it says whether there is a next page. */
export function pageOf<Row>(read: readonly Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const rows = read.slice(0, limit);
  return { rows, nextCursor: read.length > limit ? idOf(rows.at(-1)!) : null };
}
