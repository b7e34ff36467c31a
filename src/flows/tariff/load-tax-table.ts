import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { parseTaxTable } from '../../domain/tax/parse-tax-table.ts';
import { type Database, transact } from '../../store/database.ts';
import { recordAct } from '../../store/operator-act.ts';
import { insertTaxTable, lockTariffs } from '../../store/tariff.ts';
import { faultDetails } from './load-rate-book.ts';

export interface TaxTableLoad {
  readonly document: unknown;
  readonly reason: string;
  readonly actor: Actor;
}

/** Loads a tax table, which is in force from then on; its rates have their own dates. */
export async function loadTable(
  { database }: { readonly database: Database },
  { document, reason, actor }: TaxTableLoad,
): Promise<{ readonly version: string } | OperatorRefusal> {
  const parsed = parseTaxTable(document);
  if (!parsed.ok) return refuseOperator('TaxTableFaulty', 'document', faultDetails(parsed.faults));
  const { version } = parsed.table;
  return transact(database, async (tx) => {
    await lockTariffs(tx);
    if (!(await insertTaxTable(tx, version, document)))
      return refuseOperator('TaxTableLoaded', 'document.version', { version });
    await recordAct(tx, { actor, action: 'load tax table', subject: version, reason: reason.trim() });
    return { version };
  });
}
