import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import { confirmTaxTable as confirm } from '../../store/tax/confirm-tax-table.ts';
import { givenReason } from '../operator/reason.ts';
import type { Parts } from '../parts.ts';

export interface Confirming {
  readonly version: string;
  readonly reason: string;
  readonly actor: Actor;
}

/** Records that an admin has compared the rates of a tax table with the law. */
export async function confirmTaxTable(
  { database, clock }: Parts<'database' | 'clock'>,
  { version, reason, actor }: Confirming,
): Promise<{ readonly confirmedAt: Date } | OperatorRefusal> {
  const words = givenReason(reason);
  if (words === null) return refuseOperator('ReasonRequired', 'reason');
  return transact(database, async (tx) => {
    const now = clock();
    const confirmed = await confirm(tx, { version, now });
    if (confirmed === null) return refuseOperator('NotFound', 'version', { version });
    await recordAct(tx, { actor, action: 'confirm tax rates', subject: version, reason: words });
    return { confirmedAt: confirmed.confirmedAt ?? now };
  });
}
