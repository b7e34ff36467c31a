import assert from 'node:assert/strict';
import test from 'node:test';
import type { PricedProduct, QuoteOptions } from './quote-options.ts';
import { type SelectionRequest, selectCoverage } from './selection.ts';

function product(productType: string, isOptional: boolean, premiumCents: number, taxCents: number): PricedProduct {
  return {
    productType,
    productName: { en: productType, fr: productType },
    premiumCents,
    taxCents,
    totalWithTaxCents: premiumCents + taxCents,
    isOptional,
    coverageTermInYears: 3,
  };
}

const options: QuoteOptions = {
  replacement: [2, 3].map((paymentTermInYears) => ({
    paymentTermInYears,
    coverage: [
      product('RPL', false, 100_000, 0),
      product('DED', true, 20_000, 1_600),
      ...(paymentTermInYears === 3 ? [product('TIRE', true, 30_000, 3_900)] : []),
    ],
  })),
  limitedIndemnity: [{ paymentTermInYears: 2, coverage: [product('LIM', false, 60_000, 0)] }],
};

const request: SelectionRequest = {
  series: 'Plus',
  coverageCategory: 'Replacement',
  paymentTermInYears: 3,
  selectedProducts: ['RPL', 'TIRE'],
};

function refused(change: Partial<SelectionRequest>): readonly unknown[] {
  const result = selectCoverage(options, { ...request, ...change });
  assert.ok(!result.ok);
  return result.refusals;
}

test('a selection is the chosen products of the term, with their sums', () => {
  const result = selectCoverage(options, request);
  assert.ok(result.ok);
  const { products, ...sums } = result.selection;
  assert.deepEqual(
    products.map(({ productType }) => productType),
    ['RPL', 'TIRE'],
  );
  assert.deepEqual(sums, { premiumCents: 130_000, taxCents: 3_900, totalWithTaxCents: 133_900 });
});

test('a repeated product counts once, and blanks around a code do not count', () => {
  const result = selectCoverage(options, { ...request, selectedProducts: [' RPL', 'RPL', 'TIRE ', ' '] });
  assert.deepEqual(result, selectCoverage(options, request));
});

test('a product of the other category, of another spelling or of no category is a mismatch', () => {
  for (const strange of ['LIM', 'tire', 'NONE']) {
    assert.deepEqual(refused({ selectedProducts: ['RPL', strange] }), [
      { code: 'SelectedProductsMismatch', field: 'selectedProducts', params: { product: strange } },
    ]);
  }
});

test('a product of the category that the chosen term does not have is a mismatch', () => {
  assert.deepEqual(refused({ paymentTermInYears: 2 }), [
    { code: 'SelectedProductsMismatch', field: 'selectedProducts', params: { product: 'TIRE' } },
  ]);
});

test('a required product that is missing is named', () => {
  for (const selectedProducts of [['DED'], []]) {
    assert.deepEqual(refused({ selectedProducts }), [
      { code: 'RequiredProductMissing', field: 'selectedProducts', params: { product: 'RPL' } },
    ]);
  }
});

test('a mismatch is named before a missing product', () => {
  assert.deepEqual(refused({ selectedProducts: ['LIM'] }), [
    { code: 'SelectedProductsMismatch', field: 'selectedProducts', params: { product: 'LIM' } },
  ]);
});

test('a term below the minimum of the series is named as that: Plus 2, Prime 1', () => {
  assert.deepEqual(refused({ paymentTermInYears: 1 }), [
    { code: 'PaymentTermBelowSeriesMinimum', field: 'paymentTermInYears', params: { series: 'Plus', min: 2 } },
  ]);
  assert.deepEqual(refused({ series: 'Prime', paymentTermInYears: 0 }), [
    { code: 'PaymentTermBelowSeriesMinimum', field: 'paymentTermInYears', params: { series: 'Prime', min: 1 } },
  ]);
});

test('a term that was not quoted in the category is not available', () => {
  const notAvailable = [{ code: 'PaymentTermNotAvailable', field: 'paymentTermInYears' }];
  assert.deepEqual(refused({ paymentTermInYears: 4 }), notAvailable);
  assert.deepEqual(refused({ series: 'Prime', paymentTermInYears: 1 }), notAvailable);
  assert.deepEqual(
    refused({ coverageCategory: 'LimitedIndemnity', paymentTermInYears: 3, selectedProducts: ['LIM'] }),
    notAvailable,
  );
});

test('faults of both fields are named together, products first', () => {
  assert.deepEqual(
    refused({ paymentTermInYears: 1, selectedProducts: ['NONE'] }).map((one) => (one as { code: string }).code),
    ['SelectedProductsMismatch', 'PaymentTermBelowSeriesMinimum'],
  );
});

test('a category for which the vehicle did not qualify has nothing to select', () => {
  const result = selectCoverage(
    { ...options, limitedIndemnity: [] },
    { ...request, coverageCategory: 'LimitedIndemnity', selectedProducts: ['LIM'] },
  );
  assert.ok(!result.ok);
  assert.deepEqual(
    result.refusals.map(({ code }) => code),
    ['SelectedProductsMismatch', 'PaymentTermNotAvailable'],
  );
});
