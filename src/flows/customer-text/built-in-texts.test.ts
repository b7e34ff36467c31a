import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCustomerTexts } from '../../domain/customer-text/customer-texts.ts';
import { builtIn } from './built-in-texts.ts';

test('each text that may be replaced is there in both languages, with the same fields, and loads as it is', () => {
  assert.ok(Object.keys(builtIn).length > 100);
  const fieldsOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();
  for (const [name, { en, fr }] of Object.entries(builtIn)) {
    assert.deepEqual(fieldsOf(fr), fieldsOf(en), name);
    for (const text of [en, fr]) assert.doesNotMatch(text, /undefined|object Object|=>|\$\{/, name);
  }
  assert.deepEqual(parseCustomerTexts({ version: 'built-in', texts: builtIn }, builtIn), {
    ok: true,
    texts: { version: 'built-in', texts: builtIn },
  });
});
