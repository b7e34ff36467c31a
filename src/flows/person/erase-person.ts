import { dateIn } from '../../domain/calendar.ts';
import type { ErasureId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type ErasureScope, type ErasureVerdict, judgeErasure } from '../../domain/person/judge-erasure.ts';
import { peopleOf } from '../../domain/sale-link/link-people.ts';
import { lockChains } from '../../store/audit/audit-chain.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Tx, transact } from '../../store/database.ts';
import {
  type ErasedSale,
  eraseActsNaming,
  eraseSales,
  insertErasure,
  type LockedSale,
  lockSales,
} from '../../store/person/erasure.ts';
import { eraseLinks, lockLinks, type PersonLink, readPeople } from '../../store/person/person.ts';
import { linkAll } from '../audit/link-audit.ts';
import { newId } from '../new-id.ts';
import { givenReason } from '../operator/reason.ts';
import type { PersonOrder } from './export-person.ts';
import type { PersonParts } from './find-person.ts';

export interface Erased {
  readonly erasureId: string;
  readonly sales: readonly ErasedSale[];
  /** All that was filled in there. */
  readonly linkIds: readonly string[];
}

/**
 * Erases a person from these sales and links, as far as law and cover let it go today, in one transaction with its
 * record: all of it or, whatever dies in between, nothing. Refused when nothing at all may go. Calls no outside party.
 */
export function erasePerson(
  { database, clock, retention }: PersonParts,
  actor: Actor,
  order: PersonOrder,
): Promise<Erased | OperatorRefusal> {
  const today = dateIn('ON', clock());
  return transact(database, async (tx) => {
    const reason = givenReason(order.reason);
    if (reason === null) return refuseOperator('ReasonRequired', 'reason');
    await lockChains(tx);
    const locked = await lockSales(tx, order.applicationIds);
    const links = await lockLinks(tx, { linkIds: order.linkIds ?? [] });
    const isMissing = locked.length < order.applicationIds.length || links.length < (order.linkIds?.length ?? 0);
    if (isMissing || locked.length + links.length === 0) return refuseOperator('NotFound', 'applicationIds');
    const judged = locked.map((sale) => ({ sale, verdict: judgeErasure(sale, today, retention.policyYears) }));
    const refused = judged.find(({ verdict }) => verdict.scope === 'nothing');
    if (refused !== undefined && links.length === 0 && judged.every(({ verdict }) => verdict.scope === 'nothing'))
      return refusalOf(refused);
    const sales = judged.map(outcomeOf);
    const erasureId = newId<ErasureId>();
    await linkAll(tx);
    await insertErasure(tx, {
      id: erasureId,
      kind: 'person',
      actor,
      reason,
      report: {
        counts: {
          sales: sales.filter(({ scope }) => scope !== 'nothing').length,
          ...(links.length > 0 && { links: links.length }),
        },
        sales,
      },
    });
    await eraseAll(tx, erasureId, sales);
    await eraseAllLinks(tx, erasureId, links);
    const linkIds = links.map(({ linkId }) => linkId);
    for (const subject of linkIds)
      await recordAct(tx, { actor, action: 'erase person', subject, reason, facts: { erasureId, scope: 'person' } });
    for (const sale of sales) await recordErasure(tx, { actor, reason, erasureId, sale });
    return { erasureId, sales, linkIds };
  });
}

interface Judged {
  readonly sale: LockedSale;
  readonly verdict: ErasureVerdict;
}

function refusalOf({ sale, verdict }: Judged): OperatorRefusal {
  if (verdict.scope !== 'nothing') throw new Error('It may be erased.');
  const { why, until } = verdict;
  return refuseOperator(why, '', {
    sale: sale.policyNumber ?? sale.applicationId,
    ...(until !== undefined && { until }),
  });
}

function outcomeOf({ sale: { applicationId, policyNumber }, verdict }: Judged): ErasedSale {
  const ids = { applicationId, policyNumber, scope: verdict.scope };
  if (verdict.scope === 'nothing') return { ...ids, why: verdict.why, until: verdict.until ?? null };
  if (verdict.scope === 'contact') return { ...ids, why: 'BooksNeedPolicy', until: verdict.until };
  return { ...ids, why: null, until: null };
}

async function eraseAll(tx: Tx, erasureId: string, sales: readonly ErasedSale[]): Promise<void> {
  const of = (wanted: ErasureScope): readonly string[] =>
    sales.filter(({ scope }) => scope === wanted).map(({ applicationId }) => applicationId);
  // Read before the names are gone.
  const people = await readPeople(tx, { applicationIds: [...of('person'), ...of('contact')] });
  await eraseSales(tx, erasureId, 'person', of('person'));
  await eraseSales(tx, erasureId, 'contact', of('contact'));
  await eraseActsNaming(tx, erasureId, people);
}

async function eraseAllLinks(tx: Tx, erasureId: string, links: readonly PersonLink[]): Promise<void> {
  const people = links.flatMap(({ sale }) => peopleOf(sale));
  await eraseLinks(tx, { linkIds: links.map(({ linkId }) => linkId) });
  await eraseActsNaming(
    tx,
    erasureId,
    people.map(({ name, emailAddress, phoneNumber }) => ({
      fullName: name.toLowerCase(),
      emailAddress: emailAddress.toLowerCase(),
      phoneNumber,
    })),
  );
}

/** Notes it on the sale, too, so that whoever opens it sees why it names nobody. */
async function recordErasure(
  tx: Tx,
  { actor, reason, erasureId, sale }: { actor: Actor; reason: string; erasureId: string; sale: ErasedSale },
): Promise<void> {
  const { applicationId, policyNumber, scope, until } = sale;
  if (scope === 'nothing') return;
  await recordAct(tx, {
    actor,
    action: 'erase person',
    subject: policyNumber ?? applicationId,
    reason,
    applicationId,
    facts: { erasureId, scope, ...(until !== null && { until }) },
  });
}
