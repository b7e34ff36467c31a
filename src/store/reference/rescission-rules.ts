import {
  builtInRules,
  parseRescissionRules,
  type RescissionRules,
} from '../../domain/cancellation/rescission-rules.ts';
import type { Tx } from '../database.ts';
import { latestFile } from '../tariff/operator-file.ts';

/** The rules in force: the built-in ones while none were loaded. A fault of stored ones is a bug. */
export async function readRescissionRules(tx: Tx): Promise<RescissionRules> {
  const document = await latestFile(tx, 'rescission_rules');
  if (document === null) return builtInRules;
  const parsed = parseRescissionRules(document);
  if (parsed.ok) return parsed.rules;
  throw new Error(`The stored rules of rescission are faulty at ${parsed.faults[0]?.path}.`);
}
