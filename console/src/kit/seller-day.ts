import { dateIn, type PlainDate } from '../../../src/domain/calendar.ts';
import type { SaleRow } from '../../../src/operator/wire/sales.ts';

/** Today where the seller is, which may be another day than the operator's: by it cover begins, ends and is paid. */
export function sellerDay({ province }: Pick<SaleRow['seller'], 'province'>): PlainDate {
  return dateIn(province, new Date());
}
