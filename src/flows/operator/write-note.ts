import type { ApplicationId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Database, transact } from '../../store/database.ts';
import { lockSales } from '../../store/person/erasure.ts';

export interface Note {
  readonly applicationId: ApplicationId;
  readonly text: string;
}

/**
 * Keeps what an operator notes about a sale, for other operators: an act whose words are the note. So it stands in the
 * time line and in the chained record, is exported and erased with the person, and nobody can change it later.
 */
export function writeNote(
  database: Database,
  actor: Actor,
  { applicationId, text }: Note,
): Promise<OperatorRefusal | null> {
  return transact(database, async (tx) => {
    const note = text.trim();
    if (note === '') return refuseOperator('RequestInvalid', 'text');
    const [sale] = await lockSales(tx, [applicationId]);
    if (sale === undefined) return refuseOperator('NotFound', 'applicationId');
    // It would name again whom the erasure has taken away.
    if (sale.isErased) return refuseOperator('SaleErased', 'applicationId');
    const subject = sale.policyNumber ?? applicationId;
    await recordAct(tx, { actor, action: 'write note', subject, applicationId, reason: note });
    return null;
  });
}
