import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type Given, judgeLienHolder, type LienHolderEntry } from '../../domain/partner/judge-entry.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import { insertLienHolder, readLienHolder, updateLienHolderRow } from '../../store/lienholder/lien-holder.ts';
import { lockRow } from '../../store/partner/lock-row.ts';
import { type ActorAndReason, changesBetween, type OnboardParts } from '../operator/actor-and-reason.ts';

export async function createLienHolder(
  { database }: OnboardParts,
  given: Given<LienHolderEntry>,
  { actor, reason }: ActorAndReason,
): Promise<LienHolderEntry | OperatorRefusal> {
  const judged = judgeLienHolder(given);
  if ('faults' in judged) return judged.faults[0]!;
  const { entry } = judged;
  return transact(database, async (tx) => {
    if (!(await insertLienHolder(tx, entry))) return refuseOperator('IdTaken', 'id');
    await recordAct(tx, { actor, reason, action: 'create lienholder', subject: entry.id, facts: { ...entry } });
    return entry;
  });
}

/** Omitted properties stay. Existing quotes keep the lienholder as it was. */
export async function updateLienHolder(
  { database }: OnboardParts,
  id: string,
  changes: Partial<Given<Omit<LienHolderEntry, 'id'>>>,
  { actor, reason }: ActorAndReason,
): Promise<LienHolderEntry | OperatorRefusal> {
  return transact(database, async (tx) => {
    const before = (await lockRow(tx, 'lien_holder', id)) ? await readLienHolder(tx, { id }) : null;
    if (before === null) return refuseOperator('NotFound');
    const judged = judgeLienHolder({ ...before, ...changes, id });
    if ('faults' in judged) return judged.faults[0]!;
    const facts = changesBetween<LienHolderEntry>(before, judged.entry);
    if (Object.keys(facts).length === 0) return before;
    await updateLienHolderRow(tx, judged.entry);
    await recordAct(tx, { actor, reason, action: 'change lienholder', subject: id, facts });
    return judged.entry;
  });
}
