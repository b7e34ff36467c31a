import type { Search } from '../../domain/list/search-box.ts';
import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import type { Values } from './values.ts';

export interface AskedPage {
  /** The id of the last row of the previous page. */
  readonly cursor: string | null;
  readonly limit: number;
}

/** Filters and page of a list. */
export interface ListFilter extends AskedPage {
  readonly search: Search | null;
  readonly sellerId: string | null;
  readonly visibleIntegrations: VisibleIntegrations;
  /** One of the list's own states; null for all. */
  readonly state: string | null;
  /** Keeps sales whose policy has this status; null keeps all. */
  readonly moneyStatus: MoneyStatus | null;
  /** The states of cover are those of this moment. */
  readonly now: Date;
  readonly since: Date | null;
  /** The first moment that is not included. */
  readonly until: Date | null;
}

/** A list's filter with the sales that its search has found. */
export interface RowFilter extends Omit<ListFilter, 'search'> {
  /** Rows of these sales alone; null for all. */
  readonly sales: readonly string[] | null;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** A page of a list that was searched. */
export interface SearchedPage<Row> extends Page<Row> {
  /** There is no next page, but only the newest sales that match the search were looked through. */
  readonly isCut: boolean;
}

/** Returns the conditions that a row is of the asked seller, and of one that the operator may see. */
export function ofSellers(
  values: Values,
  { sellerId, visibleIntegrations }: Pick<ListFilter, 'sellerId' | 'visibleIntegrations'>,
): readonly (string | false)[] {
  return [
    sellerId !== null && `seller_id = ${values.add('sellerId', sellerId)}`,
    visibleIntegrations !== null && isVisibleSql('seller_id', values.add('visibleIntegrations', visibleIntegrations)),
  ];
}

/** Returns the condition that a row, with its sale's id in this column, is of a sale that was found. */
export function ofSales(values: Values, { sales }: RowFilter, column: string): string | false {
  return sales !== null && `${column} = ANY (${values.add('sales', sales)}::uuid[])`;
}

/**
 * Returns the lowest id of that time. Ids start with their time in milliseconds, so a range of time is a range of ids.
 */
export function idAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7000-8000-000000000000`;
}
