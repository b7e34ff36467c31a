import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { compareTaxTables, type TaxRateChange } from '../../domain/tax/compare-tax-tables.ts';
import { parseTaxTable } from '../../domain/tax/parse-tax-table.ts';
import type { TaxTable } from '../../domain/tax/tax-table.ts';
import type { Tx } from '../../store/database.ts';
import { findFile, latestFile } from '../../store/tariff/operator-file.ts';
import { faultDetails } from '../tariff/load-rate-book.ts';

export interface TaxComparison {
  /** Null where none is in force. */
  readonly from: string | null;
  readonly to: string;
  readonly changes: readonly TaxRateChange[];
}

export interface TaxTableAsked {
  /** A table that is not loaded, or a version that is. */
  readonly document?: unknown;
  readonly version?: string | undefined;
}

/** How a table would tax otherwise than the one in force. Changes nothing. */
export async function compareTaxFiles(
  tx: Tx,
  { document, version = '' }: TaxTableAsked,
): Promise<TaxComparison | OperatorRefusal> {
  const asked = document ?? (await findFile(tx, 'tax_table', version));
  if (asked === null) return refuseOperator('NotFound', 'version', { version });
  const parsed = parseTaxTable(asked);
  if (!parsed.ok) return refuseOperator('TaxTableFaulty', 'document', faultDetails(parsed.faults));
  const inForce = await latestFile(tx, 'tax_table');
  return {
    from: inForce === null ? null : loadedTable(inForce).version,
    to: parsed.table.version,
    changes: changesOfFiles(inForce, asked),
  };
}

/** Compares two tables without a fault; finds nothing where there is none before. */
export function changesOfFiles(before: unknown, document: unknown): readonly TaxRateChange[] {
  return before === null ? [] : compareTaxTables(loadedTable(before), loadedTable(document));
}

export function loadedTable(document: unknown): TaxTable {
  const parsed = parseTaxTable(document);
  if (parsed.ok) return parsed.table;
  // It was checked when it was loaded.
  throw new Error(`A tax table is faulty at ${parsed.faults[0]?.path}.`);
}
