import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCustomerTexts } from './customer-texts.ts';
import { builtInTexts, replaceWords } from './replace-words.ts';

const words = {
  en: {
    title: 'Receipt',
    owed: (amount: string, name: string) => `${name} owes ${amount}.`,
    said: ['Paid', 'Thank you.'],
    costs: ({ fee, total }: { readonly fee: string; readonly total: string }) => `${fee} of ${total}`,
  },
  fr: {
    title: 'Reçu',
    owed: (amount: string, name: string) => `${name} doit ${amount}.`,
    said: ['Payé', 'Merci.'],
    costs: ({ fee, total }: { readonly fee: string; readonly total: string }) => `${fee} sur ${total}`,
  },
};
const places = {
  'receipt.title': ['title'],
  'receipt.owed': ['owed', 'amount', 'name'],
  'receipt.thanks': ['said.1'],
  'receipt.costs': ['costs', 'fee', 'total'],
} as const;
const builtIn = builtInTexts(words, places);

test('a built-in text names what it is given', () => {
  assert.deepEqual(builtIn, {
    'receipt.title': { en: 'Receipt', fr: 'Reçu' },
    'receipt.owed': { en: '{{name}} owes {{amount}}.', fr: '{{name}} doit {{amount}}.' },
    'receipt.thanks': { en: 'Thank you.', fr: 'Merci.' },
    'receipt.costs': { en: '{{fee}} of {{total}}', fr: '{{fee}} sur {{total}}' },
  });
});

test('an own text stands in place of the built-in one, and all others stay', () => {
  const own = {
    'receipt.owed': { en: '{{ amount }}: {{name}} pays {{amount}}.', fr: 'Le solde de {{name}} : {{amount}}.' },
    'receipt.thanks': { en: 'Thanks.', fr: 'Grand merci!' },
    'receipt.costs': { en: 'Fee {{fee}}, all {{total}}', fr: 'Frais {{fee}}, total {{total}}' },
    'receipt.gone': { en: 'of an older version', fr: 'd’une ancienne version' },
  };
  const en = replaceWords(words.en, places, 'en', own);
  assert.equal(en.owed('$5.00', '{{amount}} & Co.'), '$5.00: {{amount}} & Co. pays $5.00.');
  assert.deepEqual(en.said, ['Paid', 'Thanks.']);
  assert.equal(en.costs({ fee: '$1', total: '$2' }), 'Fee $1, all $2');
  assert.equal(en.title, 'Receipt');
  assert.equal(replaceWords(words.fr, places, 'fr', own).owed('5', 'Ève'), 'Le solde de Ève\u00a0: 5.');
  assert.equal(words.en.said[1], 'Thank you.', 'nobody else’s words have changed');
  assert.equal(replaceWords(words.en, places, 'en', null), words.en);
});

test('a file is refused that loses a figure, names another, or has a text that is none', () => {
  const faultsOf = (texts: object) => {
    const parsed = parseCustomerTexts({ version: '1', texts }, builtIn);
    return parsed.ok ? [] : parsed.faults.map(({ path, message }) => `${path} ${message}`);
  };
  assert.deepEqual(faultsOf({ 'receipt.title': { en: 'Proof', fr: 'Preuve' } }), []);
  assert.deepEqual(
    faultsOf({ 'receipt.owed': { en: 'You owe {{amount}}.', fr: '{{name}} doit {{amount}} à {{who}}' } }),
    ['texts.receipt.owed.en must name {{name}}', 'texts.receipt.owed.fr {{who}} is not a field of this text'],
  );
  assert.deepEqual(faultsOf({ 'receipt.titel': { en: 'x', fr: 'x' } }), [
    'texts.receipt.titel is not the name of a text',
  ]);
  assert.deepEqual(faultsOf({ 'receipt.title': { en: 'A\nB', fr: 'Reçu 🧾' } }), [
    'texts.receipt.title.en must be one line of signs that can be printed',
    'texts.receipt.title.fr must be one line of signs that can be printed',
  ]);
  assert.deepEqual(faultsOf({ 'receipt.title': { en: 'Proof' } }), ['texts.receipt.title.fr is required']);
});
