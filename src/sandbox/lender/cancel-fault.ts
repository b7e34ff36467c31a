import type { Tx } from '../../store/database.ts';
import { write } from '../../store/statement.ts';

/** Keeps a fault for the next cancellation of the policy's loan; null forgets it. */
export async function keepCancelFault(tx: Tx, policyNumber: string, fault: string | null): Promise<void> {
  if (fault === null) await takeCancelFault(tx, { policyNumber });
  else await keep(tx, { policyNumber, fault });
}

/** The fault that was kept. It is met once. */
export const takeCancelFault = write.firstValue<string, [{ readonly policyNumber: string }]>(
  null,
  'DELETE FROM sandbox_lender.cancel_fault WHERE policy_number = :policyNumber RETURNING fault',
);

const keep = write.runs<[{ readonly policyNumber: string; readonly fault: string }]>(
  null,
  `INSERT INTO sandbox_lender.cancel_fault (policy_number, fault)
   VALUES (:policyNumber, :fault)
   ON CONFLICT (policy_number) DO UPDATE SET fault = excluded.fault`,
);
