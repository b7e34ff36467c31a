import { type SaleRow, type SaleStatus, saleStatuses } from '../../domain/list/sale-rows.ts';
import { ofSales, type RowFilter } from './filter.ts';
import { isBeforeId, type Listing } from './listing.ts';
import { pageByIdSql } from './page-by-id.ts';
import { saleColumnsSql, saleJoinsSql } from './sale-columns.ts';
import { salesInState } from './sale-state.ts';
import { todaySql } from './today.ts';
import type { Values } from './values.ts';

/** Sales, newest first. */
export const saleList: Listing<SaleRow> = {
  states: saleStatuses,
  page: (values, filter) => `${todaySql(values, filter.now)}, ${pageOfSalesSql(values, filter)}`,
  select: `
   SELECT ${saleColumnsSql}
   FROM page
   JOIN application ON application.id = page.id
   ${saleJoinsSql}
   ORDER BY page.id DESC`,
  idOf: ({ applicationId }) => applicationId,
  isBeforeCursor: isBeforeId,
};

function pageOfSalesSql(values: Values, filter: RowFilter): string {
  const { state } = filter;
  const { conditions = [], ...rows } =
    state === null ? { table: 'application' as const } : salesInState[state as SaleStatus];
  return pageByIdSql(values, filter, {
    ...rows,
    conditions: [...conditions, ofSales(values, filter, rows.id ?? 'id')],
  });
}
