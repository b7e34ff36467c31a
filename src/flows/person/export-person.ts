import type { ApplicationId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct, recordViews } from '../../store/audit/operator-act.ts';
import { type Database, transact } from '../../store/database.ts';
import { lockSales } from '../../store/person/erasure.ts';
import { readSaleTables } from '../../store/person/person.ts';
import { givenReason } from '../operator/reason.ts';
import type { Parts } from '../parts.ts';

export interface PersonOrder {
  readonly applicationIds: readonly ApplicationId[];
  readonly reason: string;
}

/**
 * Streams everything that is kept about these sales as one JSON document. The export is recorded before the first byte:
 * as one act, and as a view of each sale.
 */
export async function exportPerson(
  { database, clock }: Parts<'database' | 'clock'>,
  actor: Actor,
  { applicationIds, reason: given }: PersonOrder,
): Promise<AsyncIterable<string> | OperatorRefusal> {
  const reason = givenReason(given);
  if (reason === null) return refuseOperator('ReasonRequired', 'reason');
  const sales = await transact(database, async (tx) => {
    const found = await lockSales(tx, applicationIds);
    if (found.length < applicationIds.length) return null;
    await recordViews(tx, actor, found);
    for (const { applicationId, policyNumber } of found)
      await recordAct(tx, {
        actor,
        action: 'export person',
        reason,
        applicationId,
        subject: policyNumber ?? applicationId,
      });
    return found;
  });
  if (sales === null || sales.length === 0) return refuseOperator('NotFound', 'applicationIds');
  const ids = sales.map(({ applicationId }) => applicationId);
  return linesOf(database, clock().toISOString(), ids);
}

async function* linesOf(database: Database, exportedAt: string, ids: readonly string[]): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"sales":[`;
  for (const [index, applicationId] of ids.entries()) {
    const tables = await readSaleTables(database, applicationId);
    const kept = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]));
    yield `${index === 0 ? '' : ','}\n${JSON.stringify({ applicationId, kept })}`;
  }
  yield '\n]}\n';
}
