import { type DisclosureTexts, parseDisclosureTexts } from '../../domain/disclosure/disclosure-texts.ts';
import type { Tx } from '../database.ts';
import { latestFile } from '../tariff/operator-file.ts';

/** The texts in force; null while none were loaded. They were checked when they were loaded, so a fault is a bug. */
export async function readDisclosures(tx: Tx): Promise<DisclosureTexts | null> {
  const document = await latestFile(tx, 'disclosure_texts');
  if (document === null) return null;
  const parsed = parseDisclosureTexts(document);
  if (parsed.ok) return parsed.texts;
  throw new Error(`The stored disclosure texts are faulty at ${parsed.faults[0]?.path}.`);
}
