import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFormat } from '../console/src/kit/format.ts';
import { formatFacts } from '../console/src/kit/format-facts.ts';
import { en, fr } from '../console/src/words/dictionary.ts';
import * as texts from '../console/src/words/texts.ts';
import { fr as shop } from '../shop/web/src/words/fr.ts';
import { longDate } from '../shop/web/src/words/long-date.ts';
import { amendableFacts } from '../src/domain/policy/amendment.ts';
import { payWords } from '../src/flows/unpaid/pay-words.ts';
import { texts as checkoutTexts } from '../src/sandbox/card-processor/checkout/texts.js';

test('what an amendment changed is told in French', () => {
  for (const fact of amendableFacts) assert.ok(fr.facts.values[fact] !== undefined, fact);
  for (const name of ['number', 'madeOn', 'replacesOf', 'changed', 'documentId'])
    assert.ok(fr.facts.names[name] !== undefined, name);
});

test('the first of a month is an ordinal in French', () => {
  const day = new Date('2026-12-01T00:00:00Z');
  assert.equal(longDate('fr', day), '1er\u00a0décembre 2026');
  assert.equal(longDate('en', day), 'December\u00a01, 2026');
  assert.match(makeFormat('fr').date('2026-12-01'), /^1er déc/);
  assert.match(makeFormat('fr').shortDate('2026-12-01'), /^1er déc/);
  assert.match(makeFormat('fr').date('2026-12-11'), /^11 déc/);
  assert.match(makeFormat('en').date('2026-12-01'), /^Dec\.? 1, 2026$/);
});

test('no document or mail is told by its code in English', () => {
  for (const kind of [...Object.keys(en.sales.documentKinds), ...Object.keys(en.sale.mailKinds)])
    assert.match(formatFacts({ kind }, { facts: en.facts, format: makeFormat('en') }), /^[A-Z][a-z ]+$/, kind);
});

test('French never breaks a line before its punctuation or inside its quotation marks', () => {
  const faults = (value: unknown, path: string): readonly string[] => {
    if (typeof value === 'string') return / [:;!?»]|« /.test(value) ? [`${path}: ${value}`] : [];
    if (typeof value === 'function') return literalsOf(String(value)).flatMap((text) => faults(text, path));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, part]) => faults(part, `${path}.${name}`));
  };
  assert.deepEqual(faults({ texts, shop, pay: payWords.fr, checkout: checkoutTexts.fr }, 'fr'), []);
});

/** The texts in the code of a function, without what is put into them. */
function literalsOf(code: string): readonly string[] {
  const without = code.replaceAll(/\$\{[^{}]*\}/g, '…');
  return without === code ? (code.match(/`[^`]*`|'[^']*'/g) ?? []) : literalsOf(without);
}
