import { type SaleRow, type SaleStatus, saleStatuses } from '../../domain/list/sale-rows.ts';
import type { ListFilter } from './filter.ts';
import { foundPageSql } from './found.ts';
import type { Listing } from './listing.ts';
import { inTime, pageByIdSql, type RowsById } from './page-by-id.ts';
import { saleColumnsSql, saleJoinsSql } from './sale-columns.ts';
import { isSaleInState, salesInState } from './sale-state.ts';
import { todaySql } from './today.ts';
import type { Values } from './values.ts';

/** Sales, newest first; with a search, in the order of the matches. */
export const saleList: Listing<SaleRow> = {
  states: saleStatuses,
  page: (values, filter) =>
    `${todaySql(values, filter.now)}, ${filter.search === null ? pageByIdSql(values, filter, rowsOf(filter)) : pageOfSalesSql(values, filter)}`,
  select: `
   SELECT ${saleColumnsSql}
   FROM page
   JOIN application ON application.id = page.id
   ${saleJoinsSql}
   ORDER BY page.rank, page.key, page.id DESC`,
  idOf: ({ applicationId }) => applicationId,
};

function rowsOf({ state }: ListFilter): RowsById {
  return state === null ? { table: 'application' } : salesInState[state as SaleStatus];
}

function pageOfSalesSql(values: Values, filter: ListFilter): string {
  const lastSale = filter.cursor === null ? null : `${values.add(filter.cursor)}::uuid`;
  const conditions = [
    ...inTime(values, filter, 'id'),
    lastSale !== null && `id <> ${lastSale}`,
    filter.state !== null && isSaleInState[filter.state as SaleStatus],
  ];
  return foundPageSql(values, filter, { lastSale, conditions, partsOf: null });
}
