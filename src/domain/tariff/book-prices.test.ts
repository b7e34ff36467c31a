import assert from 'node:assert/strict';
import test from 'node:test';
import sample from '../../sandbox/data/rate-book.json' with { type: 'json' };
import { DataReader } from '../data-reader.ts';
import { bookDifferences } from './book-differences.ts';
import { pricesCsv, pricesOf, readPrices, withPrices } from './book-prices.ts';
import { readWrittenBook } from './written-book.ts';

const prices = pricesOf(readWrittenBook(new DataReader(sample)));
const centsOf = (typed: string): number | null => {
  const dollars = Number(typed.replaceAll(/[ $]/g, '').replace(',', '.'));
  return Number.isNaN(dollars) ? null : Math.round(dollars * 100);
};

const titles = ['product', 'vehicle_class', 'term_years', 'price'];

test('the prices of a book go into a spreadsheet and come back as they were', () => {
  const lines = pricesCsv(prices).trim().split('\r\n');
  assert.equal(lines[1], 'RPL,ECONOMY,1,352.00');
  const read = readPrices(
    lines.map((line) => line.split(',')),
    prices,
    centsOf,
  );
  assert.deepEqual(read, { ok: true, prices });
});

test('a spreadsheet may leave out lines, and has amounts as people type them', () => {
  const read = readPrices([titles, ['RPL', 'SUV', '3', '1 159,50 $']], prices, centsOf);
  assert.deepEqual(read, {
    ok: true,
    prices: [{ product: 'RPL', vehicleClass: 'SUV', years: 3, cents: 115_950 }],
  });
});

test('the line is named that has no price of the book or no amount, and the first where a column is missing', () => {
  const lineOf = (...lines: string[][]) => {
    const read = readPrices(lines, prices, centsOf);
    return read.ok ? null : read.line;
  };
  assert.equal(lineOf(titles, ['RPL', 'SUV', '3', '1']), null);
  assert.equal(lineOf(titles, ['RPL', 'SUV', '3', '1'], ['RPL', 'BOAT', '3', '1']), 3);
  assert.equal(lineOf(titles, ['RPL', 'SUV', '3', 'free']), 2);
  assert.equal(lineOf(['product', 'price'], ['RPL', '1']), 1);
});

test('a draft differs from its book by the prices that were changed, and by nothing else', () => {
  const draft = withPrices(sample, 'next', [{ product: 'RPL', vehicleClass: 'SUV', years: 3, cents: 1 }]);
  assert.equal((draft as typeof sample).version, 'next');
  assert.deepEqual(bookDifferences(sample, draft), [
    { part: 'premiums', row: 'RPL SUV', value: 'baseCents.3', from: 115_900, to: 1 },
  ]);
});
