import type { PlainDate } from '../../domain/calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { Tx } from '../../store/database.ts';
import { readTariffs } from '../../store/reference/tariffs.ts';
import type { TaxedPolicy } from '../../store/tax/taxed-policy.ts';
import { taxChangeBy } from './judge-tax.ts';

/**
 * Refuses a day of payment on which the sale is taxed otherwise than in its price: tax follows the day of payment, so
 * the price would be wrong. Null: it may be paid on that day.
 */
export async function refusePastTaxChange(
  tx: Tx,
  sale: TaxedPolicy,
  { paidOn, field = '' }: { readonly paidOn: PlainDate; readonly field?: string },
): Promise<OperatorRefusal | null> {
  const day = taxChangeBy(await readTariffs(tx), sale, paidOn);
  return day === null ? null : refuseOperator('ChargePastTaxChange', field, { day });
}
