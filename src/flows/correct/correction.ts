import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import { type Act, recordAct } from '../../store/operator-act.ts';
import { givenReason } from './reason.ts';

/** What a correction did, to be kept with who did it and why. */
export type Done = Pick<Act, 'action' | 'subject' | 'applicationId' | 'facts'>;

/** Corrects something and records the act, in one transaction. A correction calls nobody outside: the jobs do what it wrote. */
export function correct<T extends Done>(
  database: Database,
  { actor, reason: given }: { readonly actor: Actor; readonly reason: string },
  work: (tx: Tx) => Promise<T | OperatorRefusal>,
): Promise<T | OperatorRefusal> {
  return transact(database, async (tx) => {
    const reason = givenReason(given);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    const done = await work(tx);
    if (isOperatorRefusal(done)) return done;
    await recordAct(tx, { ...done, actor, reason });
    return done;
  });
}
