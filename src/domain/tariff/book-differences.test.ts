import assert from 'node:assert/strict';
import test from 'node:test';
import { bookWith, type LooseBook, rav4Inputs } from '../../../test/kit/sale/sample-book.ts';
import sample from '../../sandbox/data/rate-book.json' with { type: 'json' };
import { bookDifferences } from './book-differences.ts';
import { compareBooks } from './compare-books.ts';
import { thresholdQuotes } from './threshold-quotes.ts';

function differencesBy(change: (book: LooseBook) => void) {
  const changed: LooseBook = structuredClone(sample);
  change(changed);
  return bookDifferences(sample, changed).map(({ part, row, value, from, to }) => [part, row, value, from, to]);
}

test('each part of a book that differs is told with both values: prices, commissions, texts, rules, what came and what went', () => {
  assert.deepEqual(
    differencesBy(() => {}),
    [],
  );
  const told = differencesBy((book) => {
    book.version = 'another';
    book.premiums[0].baseCents['3'] += 100;
    book.eligibility[0].odometerKmMax = 90_000;
    book.products[0].name.fr = 'Remplacement';
    book.products[0].limits[0].amountCents = 1;
    book.commissions[2].partsPerMillion = 160_000;
    book.factors[0].bands[1].upTo = 45_000;
    book.insurers.pop();
  });
  assert.deepEqual(told, [
    ['eligibility', 'Prime Replacement', 'odometerKmMax', 100_000, 90_000],
    ['products', 'RPL', 'name.fr', 'Remplacement du véhicule', 'Remplacement'],
    ['products', 'RPL', 'limits.1.amountCents', 12_000_000, 1],
    ['factors', 'odometer', 'bands.2.upTo', 50_000, 45_000],
    ['premiums', 'RPL ECONOMY', 'baseCents.3', 80_600, 80_700],
    ['commissions', '3', 'partsPerMillion', 150_000, 160_000],
    ['insurers', 'SAMPLEWAR', 'code', 'SAMPLEWAR', null],
    ['insurers', 'SAMPLEWAR', 'name', 'Sample Warranty Company', null],
  ]);
});

test('a limit of eligibility that moves is tried on both sides, so that who loses and who gains coverage is counted', () => {
  const change = (edit: (rule: LooseBook) => void) => {
    const books = { from: bookWith(), to: bookWith((book) => edit(book.eligibility[0])) };
    const comparing = compareBooks(books.from, books.to);
    for (const quote of thresholdQuotes(books, [rav4Inputs.vehicle], '2026-11-20')) comparing.add(quote);
    return comparing.finish().eligibilityChanges;
  };
  const ofReplacement = { series: 'Prime', category: 'Replacement' };
  const lowered = change((rule) => {
    rule.odometerKmMax = 90_000;
  });
  assert.deepEqual(lowered, [{ ...ofReplacement, noLongerCount: 2, newlyCount: 0 }], 'at 90,001 and at 100,000 km');
  const younger = change((rule) => {
    rule.modelYearsBackMax = 5;
  });
  assert.deepEqual(younger, [{ ...ofReplacement, noLongerCount: 1, newlyCount: 0 }]);
  const heavier = change((rule) => {
    rule.gvwrKgMax += 100;
  });
  assert.deepEqual(heavier, [{ ...ofReplacement, noLongerCount: 0, newlyCount: 2 }]);
  assert.deepEqual(
    change(() => {}),
    [],
  );
});
