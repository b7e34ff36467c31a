import assert from 'node:assert/strict';
import test from 'node:test';
import { bookWith, type LooseBook } from '../../../test/kit/sale/sample-book.ts';
import sampleTaxes from '../../sandbox/data/tax-table.json' with { type: 'json' };
import type { Province } from '../province.ts';
import { parseTaxTable } from '../tax/parse-tax-table.ts';
import { type SaleTerms, termsOfProducts } from './product-terms.ts';

const parsed = parseTaxTable(sampleTaxes);
assert.ok(parsed.ok);
const { table } = parsed;

function terms(province: Province, change?: (book: LooseBook) => void, sale: Partial<SaleTerms> = {}) {
  const seller = { clientId: 'acme', username: 'quebec', province };
  return termsOfProducts(bookWith(change), table, { seller, series: 'Prime', quotedOn: '2026-11-15', ...sale });
}

const termsOf = (code: string, ...asked: Parameters<typeof terms>) =>
  terms(...asked).find(({ product }) => product === code)!;

test('a series has the terms of each of its products, of every category', () => {
  const sold = ['RPL', 'DED', 'RENT', 'TIRE', 'EVC', 'LIM', 'LIMDED', 'LIMRENT', 'LIMROAD'];
  const codes = (...asked: Parameters<typeof terms>) =>
    terms(...asked)
      .map(({ product }) => product)
      .sort();
  assert.deepEqual(codes('ON'), sold.toSorted());
  assert.deepEqual(codes('ON', undefined, { series: 'Plus' }), [...sold, 'KEY'].sort());
});

test('a category that the series does not have has no terms', () => {
  const book = bookWith();
  const offers = { ...book.offers, Prime: { ...book.offers.Prime, LimitedIndemnity: null } };
  const seller = { clientId: 'acme', username: 'quebec', province: 'ON' } as const;
  const sale = { seller, series: 'Prime', quotedOn: '2026-11-15' } as const;
  assert.deepEqual(
    termsOfProducts({ ...book, offers }, table, sale).map(({ product }) => product),
    book.offers.Prime.Replacement!.products.map(({ code }) => code),
  );
});

test('a product is taxed by the law of the seller’s province on the day of the quote, part by part', () => {
  const [gst, qst] = [
    { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000 },
    { name: { en: 'QST', fr: 'TVQ' }, ratePpm: 99_750 },
  ];
  assert.deepEqual(termsOf('TIRE', 'QC').taxes, [gst, qst]);
  const rates = (quotedOn: string) => termsOf('RPL', 'QC', undefined, { quotedOn }).taxes.map(({ ratePpm }) => ratePpm);
  assert.deepEqual([rates('2026-12-31'), rates('2027-01-01')], [[90_000], [99_750]]);
  assert.deepEqual(termsOf('RPL', 'AB').taxes, []);
});

test('the insurer and the cover are those of the book', () => {
  const { insurer, cover } = termsOf('RPL', 'ON');
  assert.equal(insurer, 'SAMPLEINS');
  assert.deepEqual([cover.product, cover.insurer?.name], ['RPL', 'Sample Insurance Company']);
});

test('a product has the insurer that the book names for the province, else its own', () => {
  const change = (book: LooseBook) => {
    const product = book.products.find(({ code }: { code: string }) => code === 'RPL');
    product.provinceRules = [{ provinces: ['QC'], insurer: 'SAMPLEWAR' }];
  };
  const named = (province: Province) => {
    const { insurer, cover } = termsOf('RPL', province, change);
    return [insurer, cover.insurer?.name];
  };
  assert.deepEqual(named('QC'), ['SAMPLEWAR', 'Sample Warranty Company']);
  assert.deepEqual(named('ON'), ['SAMPLEINS', 'Sample Insurance Company']);
  assert.throws(
    () =>
      bookWith((book) => {
        change(book);
        book.products[0].provinceRules[0].insurer = 'NOBODY';
      }),
    /NOBODY/,
  );
});

test('what the law of the province taxes like a service is a warranty; what it classes as insurance is none', () => {
  assert.equal(termsOf('TIRE', 'ON').cover.isWarranty, true);
  for (const insurance of [termsOf('TIRE', 'AB'), termsOf('RPL', 'ON')])
    assert.equal('isWarranty' in insurance.cover, false, insurance.product);
});

test('the first commission that names the product and the seller counts, and one that names none is for all', () => {
  const commissions = [
    { sellers: ['acme/quebec'], products: ['RPL', 'LIM'], partsPerMillion: 175_000 },
    { sellers: ['acme/ontario'], products: ['DED'], partsPerMillion: 210_000 },
    { products: ['TIRE', 'RPL'], partsPerMillion: 200_000 },
    { sellers: ['acme/quebec'], partsPerMillion: 120_000 },
    { sellers: ['acme/ontario'], partsPerMillion: 110_000 },
  ];
  const earns = (code: string, username: string, clientId = 'acme') =>
    termsOf(code, 'ON', (book) => Object.assign(book, { commissions }), {
      seller: { clientId, username, province: 'ON' },
    }).commissionPpm;
  assert.deepEqual(
    [earns('RPL', 'quebec'), earns('TIRE', 'quebec'), earns('DED', 'quebec')],
    [175_000, 200_000, 120_000],
  );
  assert.deepEqual(
    [earns('RPL', 'ontario'), earns('DED', 'ontario'), earns('LIM', 'ontario')],
    [200_000, 210_000, 110_000],
  );
  assert.deepEqual([earns('TIRE', 'other'), earns('LIM', 'other'), earns('LIM', 'quebec', 'other')], [200_000, 0, 0]);
});

test('a book without commissions gives none', () => {
  assert.equal(termsOf('RPL', 'ON', (book) => delete book.commissions).commissionPpm, 0);
});
