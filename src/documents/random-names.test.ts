import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { lettersIn, readPdf } from '../../test/kit/invariants/read-pdf.ts';
import { sampleDisclosed } from '../../test/kit/sale/sample-policy.ts';
import { isPrintable } from '../domain/document/printable.ts';
import { sampleIssuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { openTypesetter } from './typesetter.ts';

const namesCount = 10_000;
const namesPerPaper = 40;

/** Of all of Unicode, mostly of the blocks that names are written in, and of neighbours in them. */
const anyLetter = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(' ', '-', '.', ',', '(', ')', '7', 'e', '\u0301', '\u200c', '\u200d', '\u200f', '\u{1f600}'),
);
const anyBlock = fc.integer({ min: 0, max: 0x2ff }).map((block) => block * 0x80);
const anyName = anyBlock.chain((block) =>
  fc
    .array(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.integer({ min: block, max: block + 0x7f }).map((point) => String.fromCodePoint(point)),
        },
        { weight: 1, arbitrary: anyLetter },
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((letters) => letters.join('')),
);

test('a name of any of Unicode is refused by the quote, or every letter of it is printed', async () => {
  const typesetter = await openTypesetter(sampleIssuer);
  const ours = new Set(lettersIn(`${readPdf(typesetter.print(paperOf([]))).text}$0.00:;`).keys());
  let printedCount = 0;
  fc.assert(
    fc.property(fc.array(anyName, { minLength: namesPerPaper, maxLength: namesPerPaper }), (names) => {
      const printable = names.filter(isPrintable);
      printedCount += printable.length;
      const { text, emptyBoxCount } = readPdf(typesetter.print(paperOf(printable)));
      assert.equal(emptyBoxCount, 0);
      const [found, asked] = [lettersIn(text), lettersIn(printable.join(''))];
      for (const [letter, count] of asked) assert.ok((found.get(letter) ?? 0) >= count, letter);
      for (const letter of found.keys()) assert.ok(ours.has(letter) || asked.has(letter), letter);
    }),
    { numRuns: namesCount / namesPerPaper },
  );
  assert.ok(printedCount > namesCount / 20, `only ${printedCount} of the names could be printed`);
});

function paperOf(names: readonly string[]): PrintRequest {
  const body = { en: '{{products}}', fr: '{{products}}' };
  return {
    kind: 'disclosure',
    text: { kind: 'Notice', version: '1', title: { en: 'Notice', fr: 'Avis' }, body },
    sale: sampleDisclosed({
      products: names.map((name) => ({ productName: { en: name, fr: name }, totalWithTaxCents: 0 })),
    }),
    language: 'en',
  };
}
