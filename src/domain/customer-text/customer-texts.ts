import * as read from '../data-reader.ts';
import { isPrintable } from '../document/printable.ts';
import { languages } from '../language.ts';
import type { BilingualName } from '../quote/vocabulary.ts';

/** The words of the papers, mails and pages, by the name of each text, with what it names in double braces. */
export type TextsByName = Readonly<Record<string, BilingualName>>;

/**
 * The operator's own words in place of built-in ones. What a file leaves out is said in the built-in words. The format
 * is described by docs/schemas/customer-texts.schema.json.
 */
export type CustomerTexts = ReturnType<typeof readFile>;
const readFile = read.object({
  $schema: read.remark,
  note: read.remark,
  version: read.text(),
  texts: readTexts,
});

const textLengthMax = 1_500;

function readTexts(at: read.DataReader): TextsByName {
  return Object.fromEntries(at.entries().map(([name, text]) => [name, read.bilingual(textLengthMax)(text)]));
}

/** Parses a file of texts that may stand in place of the built-in ones. All faults are reported at once. */
export function parseCustomerTexts(json: unknown, builtIn: TextsByName): read.Parse<'texts', CustomerTexts> {
  const reader = new read.DataReader(json);
  const texts = readFile(reader);
  for (const [name, text] of Object.entries(texts.texts)) {
    const at = reader.child('texts').child(name);
    if (!Object.hasOwn(builtIn, name)) at.fault('is not the name of a text');
    else for (const language of languages) checkText(text[language], builtIn[name]![language], at.child(language));
  }
  return reader.faults.length > 0 ? { ok: false, faults: reader.faults } : { ok: true, texts };
}

/** A sentence of our own says what ours says: none of its figures, names and days gets lost, and no other is asked for. */
function checkText(text: string, builtIn: string, at: read.DataReader): void {
  if (text === '') return; // It has a fault already.
  if (!isPrintable(text)) at.fault('must be one line of signs that can be printed');
  const [own, needed] = [namesIn(text), namesIn(builtIn)];
  for (const name of needed.difference(own)) at.fault(`must name {{${name}}}`);
  for (const name of own.difference(needed)) at.fault(`{{${name}}} is not a field of this text`);
}

const named = /\{\{\s*([A-Za-z]*)\s*\}\}/g;

function namesIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(named), ([, name]) => name!));
}

/** A value may have braces of its own: they are left alone. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(named, (_, name: string) => values[name] ?? '');
}
