import type { ReversalId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import { recordAct } from '../../store/operator-act.ts';
import { lockReversal, reversalWork, type StuckReversal, settleReversal } from '../../store/reversal.ts';
import { givenReason } from './reason.ts';
import { givenReference } from './settle-reference.ts';

/** Tries a reversal at once, instead of when its wait is over. */
export function retryReversal(
  database: Database,
  actor: Actor,
  asked: { readonly id: ReversalId; readonly reason: string },
): Promise<OperatorRefusal | null> {
  return correct(database, actor, { ...asked, action: 'retry reversal' }, async (tx, { id }) => {
    await reversalWork.hasten(tx, id);
    return {};
  });
}

/** Records that it was given back outside: by cheque, or in the processor's or the lender's own console. */
export async function settleReversalOutside(
  database: Database,
  actor: Actor,
  asked: { readonly id: ReversalId; readonly reason: string; readonly reference: string },
): Promise<OperatorRefusal | null> {
  const reference = givenReference(asked.reference);
  if (reference === null) return refuseOperator('SettleReferenceRequired', 'reference');
  return correct(database, actor, { ...asked, action: 'settle reversal' }, async (tx, { id }) => {
    await settleReversal(tx, id, reference);
    return { reference };
  });
}

interface Asked {
  readonly id: ReversalId;
  readonly reason: string;
  readonly action: string;
}

function correct(
  database: Database,
  actor: Actor,
  { id, reason: given, action }: Asked,
  work: (tx: Tx, reversal: StuckReversal) => Promise<Readonly<Record<string, unknown>>>,
): Promise<OperatorRefusal | null> {
  return transact(database, async (tx) => {
    const reason = givenReason(given);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    const reversal = await lockReversal(tx, id);
    if (reversal === null) return refuseOperator('NotFound', 'id');
    if (reversal.state !== 'due') return refuseOperator('ReversalNotDue');
    if (reversal.isTried) return refuseOperator('ReversalUnderWay'); // It may be given back at any moment: nobody must do it a second time.
    const facts = await work(tx, reversal);
    const { applicationId, kind, key, amountCents } = reversal;
    await recordAct(tx, {
      actor,
      action,
      subject: id,
      applicationId,
      reason,
      facts: { kind, key, amountCents, ...facts },
    });
    return null;
  });
}
