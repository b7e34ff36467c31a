import { parseRescissionRules } from '../../domain/cancellation/rescission-rules.ts';
import { parseCustomerTexts } from '../../domain/customer-text/customer-texts.ts';
import type { Fault } from '../../domain/data-reader.ts';
import { parseDisclosureTexts } from '../../domain/disclosure/disclosure-texts.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import {
  type OperatorRefusal,
  type OperatorRefusalCode,
  refuseOperator,
} from '../../domain/operator/operator-refusal.ts';
import { parseTaxTable } from '../../domain/tax/parse-tax-table.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import { type FileTable, insertFile, latestFile } from '../../store/tariff/operator-file.ts';
import { builtIn } from '../customer-text/built-in-texts.ts';
import type { Parts } from '../parts.ts';
import { changesOfFiles } from '../tax/compare-tax-files.ts';
import { faultDetails } from './load-rate-book.ts';

/** A kind of file that is in force as soon as it is loaded; what it says has dates of its own. */
export interface FileKind {
  readonly table: FileTable;
  readonly parse: (
    document: unknown,
  ) => { readonly ok: true; readonly version: string } | { readonly ok: false; readonly faults: readonly Fault[] };
  readonly faulty: OperatorRefusalCode;
  readonly loaded: OperatorRefusalCode;
  /** What the act of loading is recorded as. */
  readonly action: OperatorAction;
  /** Whether it differs so much from the one before, which is null if there is none, that a reason must be given. */
  readonly isReasonNeeded?: (before: unknown, document: unknown) => boolean;
}

export const taxTables: FileKind = {
  table: 'tax_table',
  parse: (document) => {
    const parsed = parseTaxTable(document);
    return parsed.ok ? { ok: true, version: parsed.table.version } : parsed;
  },
  faulty: 'TaxTableFaulty',
  loaded: 'TaxTableLoaded',
  action: 'load tax table',
  isReasonNeeded: (before, document) => changesOfFiles(before, document).some(({ isLarge }) => isLarge),
};

export const disclosureTexts: FileKind = {
  table: 'disclosure_texts',
  parse: (document) => {
    const parsed = parseDisclosureTexts(document);
    return parsed.ok ? { ok: true, version: parsed.texts.version } : parsed;
  },
  faulty: 'DisclosureTextsFaulty',
  loaded: 'DisclosureTextsLoaded',
  action: 'load disclosure texts',
};

export const customerTexts: FileKind = {
  table: 'customer_texts',
  parse: (document) => {
    const parsed = parseCustomerTexts(document, builtIn);
    return parsed.ok ? { ok: true, version: parsed.texts.version } : parsed;
  },
  faulty: 'CustomerTextsFaulty',
  loaded: 'CustomerTextsLoaded',
  action: 'load customer texts',
};

export const rescissionRules: FileKind = {
  table: 'rescission_rules',
  parse: (document) => {
    const parsed = parseRescissionRules(document);
    return parsed.ok ? { ok: true, version: parsed.rules.version } : parsed;
  },
  faulty: 'RescissionRulesFaulty',
  loaded: 'RescissionRulesLoaded',
  action: 'load rescission rules',
};

export interface FileLoad {
  readonly document: unknown;
  readonly reason: string;
  readonly actor: Actor;
}

export async function loadFile(
  { database }: Parts<'database'>,
  { table, parse, faulty, loaded, action, isReasonNeeded }: FileKind,
  { document, reason, actor }: FileLoad,
): Promise<{ readonly version: string } | OperatorRefusal> {
  const parsed = parse(document);
  if (!parsed.ok) return refuseOperator(faulty, 'document', faultDetails(parsed.faults));
  const { version } = parsed;
  return transact(database, async (tx) => {
    if (reason.trim().length < 3 && isReasonNeeded?.(await latestFile(tx, table), document))
      return refuseOperator('ReasonRequired', 'reason');
    if (!(await insertFile(tx, table, version, document)))
      return refuseOperator(loaded, 'document.version', { version });
    await recordAct(tx, { actor, action, subject: version, reason: reason.trim() });
    return { version };
  });
}
