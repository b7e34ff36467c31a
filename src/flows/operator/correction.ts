import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type Act, recordAct } from '../../store/audit/operator-act.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import { givenReason } from './reason.ts';

/** A correction of a policy, with its reason. */
export interface PolicyAsked {
  readonly policyNumber: string;
  readonly reason: string;
}

/** What a correction did, to be recorded with the actor and the reason. What the caller is told is its `result`. */
export type CorrectionMade = Pick<Act, 'action' | 'subject' | 'applicationId' | 'facts'>;

type ResultOf<T> = T extends { readonly result: infer Result } ? Result : null;

/** Makes a correction and records the act in one transaction. It calls no outside party: the jobs do. */
export function correctOnRecord<T extends CorrectionMade>(
  database: Database,
  { actor, reason: given }: { readonly actor: Actor; readonly reason: string },
  work: (tx: Tx, reason: string) => Promise<T | OperatorRefusal>,
): Promise<ResultOf<T> | OperatorRefusal> {
  return transact(database, async (tx) => {
    const reason = givenReason(given);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    const done = await work(tx, reason);
    if (isOperatorRefusal(done)) return done;
    await recordAct(tx, { ...done, actor, reason });
    return ('result' in done ? done.result : null) as ResultOf<T>;
  });
}
