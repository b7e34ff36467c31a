import type pg from 'pg';
import type { Tx } from '../database.ts';
import { type NamedValues, sendRead } from '../statement.ts';
import type { ListFilter, Page, RowFilter, SearchedPage } from './filter.ts';
import { findSales, lookedThroughMax } from './find-sales.ts';
import { Values } from './values.ts';

/** One of the operator's lists: which rows are on a page, found by indexes alone, and which columns are shown. */
export interface Listing<Row> {
  /** The states to filter by; empty for a list whose rows have no state. */
  readonly states: readonly string[];
  /** Rows can be filtered by the state of their money. */
  readonly hasMoneyStatus?: true;
  /** The common table expressions, of which the last is `page`: the ids of a page, newest first, and one more. */
  readonly page: (values: Values, filter: RowFilter) => string;
  /** Selects the columns shown, from `page`. */
  readonly select: string;
  readonly idOf: (row: Row) => string;
  /** A condition on `application_id`: the sale is not newer than the row of the cursor. */
  readonly isBeforeCursor: (values: Values, cursor: string) => string;
}

/** Ids are in order of time, and a sale is older than all its parts. */
export const isBeforeId = (values: Values, cursor: string): string =>
  `application_id <= ${values.add('cursor', cursor)}`;

/**
 * Reads a page. With a search, it has what the list's filters leave of the newest sales that match it and are not newer
 * than the cursor: so later pages look through older sales, and nothing is on two pages.
 */
export async function readList<Row extends pg.QueryResultRow>(
  tx: Tx,
  listing: Listing<Row>,
  { search, ...filter }: ListFilter,
): Promise<SearchedPage<Row>> {
  if (search === null) return { ...(await readRows(tx, listing, { ...filter, sales: null })), isCut: false };
  const { isBeforeCursor } = listing;
  const sales = await findSales(tx, { search, filter, isBeforeCursor, countMax: lookedThroughMax });
  const page = await readRows(tx, listing, { ...filter, sales });
  return { ...page, isCut: page.nextCursor === null && sales.length === lookedThroughMax };
}

/** Reads a page of the rows of these sales. */
export async function readRows<Row extends pg.QueryResultRow>(
  tx: Tx,
  listing: Listing<Row>,
  filter: RowFilter,
): Promise<Page<Row>> {
  return readPage(tx, { ...listSql(listing, filter), limit: filter.limit, cursorOf: listing.idOf });
}

export function listSql<Row>(listing: Listing<Row>, filter: RowFilter): Pick<PageSql<Row>, 'text' | 'values'> {
  const values = new Values();
  return { text: `WITH ${listing.page(values, filter)}\n${listing.select}`, values: values.named };
}

/** Returns whether the list has more rows than the filter's limit. Reads indexes only. */
export async function isLongerThanLimit<Row>(tx: Tx, listing: Listing<Row>, filter: RowFilter): Promise<boolean> {
  const values = new Values();
  const text = `WITH ${listing.page(values, filter)} SELECT count(*)::int AS count FROM page`;
  const { rows } = await sendRead<{ count: number }>(tx, text, values.named);
  return rows[0]!.count > filter.limit;
}

export interface PageSql<Row> {
  /** Reads one row more than `limit`, to know whether there is a next page. */
  readonly text: string;
  readonly values: NamedValues;
  readonly limit: number;
  readonly cursorOf: (last: Row) => string;
}

/** Not a named statement: each combination of filters needs a plan of its own. */
export async function readPage<Row extends pg.QueryResultRow>(tx: Tx, sql: PageSql<Row>): Promise<Page<Row>> {
  const { rows } = await sendRead<Row>(tx, sql.text, sql.values);
  return pageOf(rows, sql.limit, sql.cursorOf);
}

export function pageOf<Row>(read: readonly Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const rows = read.slice(0, limit);
  return { rows, nextCursor: read.length > limit ? cursorOf(rows.at(-1)!) : null };
}
