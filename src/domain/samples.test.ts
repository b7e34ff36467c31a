import assert from 'node:assert/strict';
import test from 'node:test';
import textData from '../sandbox/data/disclosure-texts.json' with { type: 'json' };
import bookData from '../sandbox/data/rate-book.json' with { type: 'json' };
import { type DisclosureTexts, parseDisclosureTexts } from './disclosure/disclosure-texts.ts';
import { knowSamples } from './samples.ts';
import { parseRateBook } from './tariff/parse-rate-book.ts';

/** The sample book under another name, with these premiums. */
function bookOf(change: (cents: number, product: string, vehicleClass: string | undefined) => number) {
  const premiums = bookData.premiums.map(({ baseCents, ...row }) => ({
    ...row,
    baseCents: Object.fromEntries(
      Object.entries(baseCents).map(([term, cents]) => [term, change(cents, row.product, row.vehicleClass)]),
    ),
  }));
  const parsed = parseRateBook({ ...bookData, version: '2027-1', premiums });
  assert.ok(parsed.ok);
  return parsed.book;
}

/** The sample texts under other names, with these bodies. */
function textsOf(change: (body: string) => string): DisclosureTexts {
  const texts = textData.texts.map(({ body, ...text }) => ({
    ...text,
    version: '2027-1',
    body: { en: change(body.en), fr: change(body.fr) },
  }));
  const parsed = parseDisclosureTexts({ ...textData, version: '2027-1', texts });
  assert.ok(parsed.ok);
  return parsed.texts;
}

const samples = knowSamples({
  book: bookOf((cents) => cents),
  texts: textsOf((body) => body),
  wordingDigests: ['aa'],
});
const withoutMark = (body: string): string =>
  body.replace(/(?:Sample text, not legal advice|Texte d’exemple, qui n’est pas un avis)[^\n]*\n\n/, '');

test('a renamed sample book is known by its premiums, and so is a book in which those of one product were left', () => {
  assert.ok(samples.productsOf(bookOf((cents) => cents)).length >= 10);
  const changed = bookOf((cents, product) => (product === 'RENT' ? cents : cents + 100));
  assert.deepEqual(samples.productsOf(changed), ['RENT']);
  assert.deepEqual(samples.productsOf(bookOf((cents, product) => (product === 'KEY' ? cents : cents + 100))), ['KEY']);
  const ofClass = bookOf((cents, product, vehicle) =>
    product === 'RPL' && vehicle === 'ECONOMY' ? cents : cents + 100,
  );
  assert.deepEqual(samples.productsOf(ofClass), ['RPL']);
  // One price for all terms may be a sample's by chance, as 174 dollars for a key is here.
  for (const more of [100, 2_500]) assert.deepEqual(samples.productsOf(bookOf((cents) => cents + more)), []);
});

test('a renamed sample text is known by its words, with and without the paragraph that calls it a sample', () => {
  for (const change of [String, withoutMark, (body: string) => `${body}\n\nCall us.`])
    for (const text of textsOf(change).texts) assert.ok(samples.isText(text), text.kind);
  for (const text of textsOf((body) => `${withoutMark(body)}\n\nCall us.`).texts)
    assert.ok(!samples.isText(text), text.kind);
});

test('a sample wording is known by its file', () => {
  assert.deepEqual([samples.isWording({ digest: 'aa' }), samples.isWording({ digest: 'ab' })], [true, false]);
});
