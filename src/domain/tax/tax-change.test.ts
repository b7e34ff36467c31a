import assert from 'node:assert/strict';
import test from 'node:test';
import { bookWith } from '../../../test/kit/sale/sample-book.ts';
import sampleTaxes from '../../sandbox/data/tax-table.json' with { type: 'json' };
import { isOffered, type Product, taxClassOf } from '../tariff/rate-book.ts';
import { parseTaxTable } from './parse-tax-table.ts';
import { taxChange } from './tax-change.ts';

const parsed = parseTaxTable(sampleTaxes);
assert.ok(parsed.ok);
const { table } = parsed;
const products = bookWith().offers.Prime.Replacement!.products;
const product = (code: string): Product => products.find((one) => one.code === code)!;
const change = (codes: readonly string[], quotedOn: string, paidOn: string, of = product) =>
  taxChange(table, { province: 'QC', products: codes.map(of), quotedOn, quotedBy: table, paidOn });

test('a rate that rises between quote and payment is found, with its first day', () => {
  assert.equal(change(['RPL', 'TIRE'], '2026-12-20', '2027-01-01'), '2027-01-01');
  assert.equal(change(['RPL'], '2026-12-31', '2027-03-01'), '2027-01-01');
});

test('nothing changes on the same side of the day, backwards, or for products of another class', () => {
  assert.equal(change(['RPL'], '2026-12-20', '2026-12-31'), null);
  assert.equal(change(['RPL'], '2027-01-01', '2027-01-20'), null);
  assert.equal(change(['RPL'], '2027-01-05', '2026-12-20'), null);
  assert.equal(change(['TIRE'], '2026-12-20', '2027-01-10'), null);
});

test('a table that was loaded after the quote may change the rate of its own day', () => {
  const rates = structuredClone(sampleTaxes);
  const row = rates.rates.find(({ province, taxClass }) => province === 'QC' && taxClass === 'taxableContract')!;
  row.totalPartsPerMillion += 1_000;
  row.components[0]!.partsPerMillion += 1_000;
  const later = parseTaxTable(rates);
  assert.ok(later.ok);
  const quote = { province: 'QC', products: [product('TIRE')], quotedOn: '2026-11-15', quotedBy: table } as const;
  assert.equal(taxChange(later.table, { ...quote, paidOn: '2026-11-15' }), '2026-11-15');
  assert.equal(taxChange(later.table, { ...quote, quotedBy: later.table, paidOn: '2026-11-20' }), null);
});

test('a product that is classed differently from a day on changes its rate that day', () => {
  const reclassed = (code: string): Product => ({
    ...product(code),
    provinceRules: [
      {
        provinces: ['QC'],
        from: '2026-06-01',
        until: '2026-06-30',
        taxClass: 'otherInsurance',
        insurer: null,
        isOffered: false,
      },
    ],
  });
  assert.equal(change(['TIRE'], '2026-05-20', '2026-06-10', reclassed), '2026-06-01');
  assert.equal(change(['TIRE'], '2026-06-20', '2026-07-10', reclassed), '2026-07-01');
  const often = (code: string): Product => {
    const [june] = reclassed(code).provinceRules;
    return { ...product(code), provinceRules: [{ ...june!, from: '2026-09-01', until: null }, june!] };
  };
  assert.equal(change(['TIRE'], '2026-05-20', '2026-10-10', often), '2026-06-01', 'the first of several');
  assert.equal(taxClassOf(reclassed('TIRE'), 'QC', '2026-06-15'), 'otherInsurance');
  assert.equal(taxClassOf(reclassed('TIRE'), 'ON', '2026-06-15'), 'taxableContract');
  assert.equal(isOffered(reclassed('TIRE'), 'QC', '2026-06-15'), false);
  assert.equal(isOffered(reclassed('TIRE'), 'QC', '2026-07-01'), true);
});
