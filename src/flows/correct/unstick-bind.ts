import type { ApplicationId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { hastenBind, wasBindTried } from '../../store/bind.ts';
import { type Database, transact } from '../../store/database.ts';
import { recordAct } from '../../store/operator-act.ts';
import { givenReason } from './reason.ts';

/** Has an abandoned bind taken over at the job's next turn, a few seconds from now, instead of when its wait is over. */
export function retryBind(
  database: Database,
  actor: Actor,
  asked: { readonly applicationId: ApplicationId; readonly reason: string },
): Promise<OperatorRefusal | null> {
  const { applicationId } = asked;
  return transact(database, async (tx) => {
    const reason = givenReason(asked.reason);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    if (!(await wasBindTried(tx, applicationId))) return refuseOperator('NotFound', 'applicationId');
    if (!(await hastenBind(tx, applicationId))) return refuseOperator('BindNotAbandoned');
    await recordAct(tx, { actor, action: 'retry bind', subject: applicationId, applicationId, reason });
    return null;
  });
}
