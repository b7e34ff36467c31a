import assert from 'node:assert/strict';
import test from 'node:test';
import { offerPlans } from '../../domain/financing/offer.ts';
import { priceQuote } from '../../domain/quote/price-quote.ts';
import { purchaseMethods } from '../../domain/quote/vocabulary.ts';
import { parseRateBook } from '../../domain/tariff/parse-rate-book.ts';
import { vehicleClassOf } from '../../domain/tariff/rate-book.ts';
import { parseTaxTable } from '../../domain/tax/parse-tax-table.ts';
import rateBookData from '../data/rate-book.json' with { type: 'json' };
import taxTableData from '../data/tax-table.json' with { type: 'json' };
import { sandboxIntegrations } from '../sellers.ts';
import { sandboxLenderTerms as lender } from './terms.ts';

const parsedBook = parseRateBook(rateBookData);
const parsedTable = parseTaxTable(taxTableData);
assert.ok(parsedBook.ok && parsedTable.ok);
const { book } = parsedBook;
const { table } = parsedTable;

const lenders = sandboxIntegrations
  .flatMap(({ sellers }) => sellers)
  .filter(({ paymentMethods }) => paymentMethods.includes('PFF'));

/** A car of each class, as new as can be: the younger, the cheaper. */
const car = {
  vin: '2HGFE2F50RH000001',
  year: 2027,
  make: 'HONDA',
  model: 'Civic',
  trim: null,
  bodyClass: 'Sedan/Saloon',
  driveType: null,
  fuelType: 'Gasoline',
  engine: null,
  vehicleType: 'Passenger Car',
  gvwrKg: 2_000,
};
const cars = [
  car,
  { ...car, model: 'Accord' },
  { ...car, bodyClass: 'Minivan' },
  { ...car, bodyClass: 'Pickup' },
  { ...car, bodyClass: 'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)' },
  { ...car, make: 'BMW' },
  { ...car, fuelType: 'Electric' },
];

/** The dearest case: the first installment on the day after the advance. */
const nextDay = { advancedOn: '2026-11-15', firstInstallmentDate: '2026-11-16' };

test('every sandbox seller that lends can offer a plan for every car, series and term, with the mandatory coverage alone', () => {
  assert.equal(new Set(cars.map((vehicle) => vehicleClassOf(book, vehicle))).size, rateBookData.vehicleClasses.length);
  let checked = 0;
  for (const { province, series: sold } of lenders)
    for (const series of sold)
      for (const purchaseMethod of purchaseMethods)
        for (const vehicle of cars) {
          const asked = {
            series,
            vehicle,
            purchaseMethod,
            province,
            odometer: 0,
            quotedOn: '2026-11-15',
            effectiveDate: '2026-11-15',
          };
          const price = priceQuote(book, table, asked);
          assert.ok(price.ok);
          for (const { paymentTermInYears, coverage } of price.options.replacement) {
            const totalWithTaxCents = coverage
              .filter(({ isOptional }) => !isOptional)
              .reduce((sum, product) => sum + product.totalWithTaxCents, 0);
            for (const downPaymentCents of [0, 10_000]) {
              const amounts = { totalWithTaxCents, downPaymentCents, paymentTermInYears };
              const options = offerPlans({ ...amounts, lender, ...nextDay });
              assert.notDeepEqual(options, [], `${JSON.stringify(asked)} ${paymentTermInYears} ${totalWithTaxCents}`);
              checked += 1;
            }
          }
        }
  assert.ok(checked > 1_000, String(checked));
});

test('whatever is lent at all can be paid back in twelve months', () => {
  const months = (totalWithTaxCents: number) =>
    offerPlans({ totalWithTaxCents, downPaymentCents: 0, paymentTermInYears: 1, lender, ...nextDay }).map(
      (one) => one.loanTermInMonths,
    );
  assert.deepEqual(months(lender.financedMinimumCents), [12]);
  assert.deepEqual(months(lender.financedMinimumCents - 1), []);
});
