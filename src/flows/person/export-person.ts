import type { ApplicationId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct, recordViews } from '../../store/audit/operator-act.ts';
import { type Database, transact } from '../../store/database.ts';
import { lockSales } from '../../store/person/erasure.ts';
import { lockLinks, readLinkRow, readSaleTables } from '../../store/person/person.ts';
import { givenReason } from '../operator/reason.ts';
import type { Parts } from '../parts.ts';

export interface PersonOrder {
  readonly applicationIds: readonly ApplicationId[];
  /** The links by which nothing was quoted. */
  readonly linkIds?: readonly string[] | undefined;
  readonly reason: string;
}

/**
 * Streams everything that is kept about these sales as one JSON document. The export is recorded before the first byte:
 * as one act, and as a view of each sale.
 */
export async function exportPerson(
  { database, clock }: Parts<'database' | 'clock'>,
  actor: Actor,
  { applicationIds, linkIds = [], reason: given }: PersonOrder,
): Promise<AsyncIterable<string> | OperatorRefusal> {
  const reason = givenReason(given);
  if (reason === null) return refuseOperator('ReasonRequired', 'reason');
  const found = await transact(database, async (tx) => {
    const sales = await lockSales(tx, applicationIds);
    const links = await lockLinks(tx, { linkIds });
    if (sales.length < applicationIds.length || links.length < linkIds.length) return null;
    await recordViews(tx, actor, sales);
    for (const { linkId } of links) await recordAct(tx, { actor, action: 'export person', reason, subject: linkId });
    for (const { applicationId, policyNumber } of sales)
      await recordAct(tx, {
        actor,
        action: 'export person',
        reason,
        applicationId,
        subject: policyNumber ?? applicationId,
      });
    return { sales, links };
  });
  if (found === null || found.sales.length + found.links.length === 0)
    return refuseOperator('NotFound', 'applicationIds');
  const ids = found.sales.map(({ applicationId }) => applicationId);
  return linesOf(database, clock().toISOString(), { ids, linkIds });
}

interface Exported {
  readonly ids: readonly string[];
  readonly linkIds: readonly string[];
}

async function* linesOf(database: Database, exportedAt: string, { ids, linkIds }: Exported): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"sales":[`;
  for (const [index, applicationId] of ids.entries()) {
    const tables = await readSaleTables(database, applicationId);
    const kept = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]));
    yield `${index === 0 ? '' : ','}\n${JSON.stringify({ applicationId, kept })}`;
  }
  yield '\n],"links":[';
  for (const [index, linkId] of linkIds.entries()) {
    const kept = { sale_link: [await readLinkRow(database, { linkId })] };
    yield `${index === 0 ? '' : ','}\n${JSON.stringify({ linkId, kept })}`;
  }
  yield '\n]}\n';
}
