import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type DealerEntry, type Given, judgeDealer } from '../../domain/partner/judge-entry.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import {
  activateDealerLink,
  type DealerRecord,
  endDealerLink,
  insertDealer,
  readDealer,
  updateDealerRow,
} from '../../store/partner/dealer.ts';
import { lockRow } from '../../store/partner/lock-row.ts';
import { readSeller } from '../../store/partner/seller.ts';
import { type ActorAndReason, changesBetween, type OnboardParts } from '../operator/actor-and-reason.ts';

export async function createDealer(
  { database }: OnboardParts,
  given: Given<DealerEntry>,
  { actor, reason }: ActorAndReason,
): Promise<DealerRecord | OperatorRefusal> {
  const judged = judgeDealer(given);
  if ('faults' in judged) return judged.faults[0]!;
  const { entry } = judged;
  return transact(database, async (tx) => {
    if (!(await insertDealer(tx, entry))) return refuseOperator('IdTaken', 'id');
    await recordAct(tx, { actor, reason, action: 'create dealer', subject: entry.id, facts: { ...entry } });
    return { ...entry, sellerCount: 0 };
  });
}

/** Omitted properties stay. Existing quotes keep the dealer as it was. */
export async function updateDealer(
  { database }: OnboardParts,
  id: string,
  changes: Partial<Given<Omit<DealerEntry, 'id'>>>,
  { actor, reason }: ActorAndReason,
): Promise<DealerRecord | OperatorRefusal> {
  return transact(database, async (tx) => {
    const before = (await lockRow(tx, 'dealer', id)) ? await readDealer(tx, { id }) : null;
    if (before === null) return refuseOperator('NotFound');
    const judged = judgeDealer({ ...before, ...changes, id });
    if ('faults' in judged) return judged.faults[0]!;
    const facts = changesBetween<DealerEntry>(before, judged.entry);
    if (Object.keys(facts).length === 0) return before;
    await updateDealerRow(tx, judged.entry);
    await recordAct(tx, { actor, reason, action: 'change dealer', subject: id, facts });
    return { ...before, ...judged.entry };
  });
}

export interface Link {
  readonly sellerId: string;
  readonly dealerId: string;
}

/** An active link is left unchanged. */
export async function linkDealer(
  { database }: OnboardParts,
  { sellerId, dealerId }: Link,
  { actor, reason }: ActorAndReason,
): Promise<undefined | OperatorRefusal> {
  return transact(database, async (tx) => {
    const seller = await readSeller(tx, { id: sellerId });
    if (seller === null) return refuseOperator('NotFound', 'seller');
    if ((await readDealer(tx, { id: dealerId })) === null) return refuseOperator('NotFound', 'dealerId');
    if (await activateDealerLink(tx, { sellerId, dealerId }))
      await recordAct(tx, { actor, reason, action: 'link dealer', subject: seller.username, facts: { dealerId } });
    return undefined;
  });
}

export async function unlinkDealer(
  { database }: OnboardParts,
  { sellerId, dealerId }: Link,
  { actor, reason }: ActorAndReason,
): Promise<undefined | OperatorRefusal> {
  return transact(database, async (tx) => {
    const seller = await readSeller(tx, { id: sellerId });
    if (seller === null) return refuseOperator('NotFound', 'seller');
    if (!(await endDealerLink(tx, { sellerId, dealerId }))) return refuseOperator('DealerNotLinked', 'dealerId');
    await recordAct(tx, { actor, reason, action: 'unlink dealer', subject: seller.username, facts: { dealerId } });
    return undefined;
  });
}
