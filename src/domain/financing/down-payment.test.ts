import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readDownPayment } from './down-payment.ts';

const read = (downPayment: number) => readDownPayment({ downPayment, totalWithTaxCents: 200_000, fieldPrefix: '' });

test('a down payment goes from nothing to one cent below the premium', () => {
  assert.deepEqual(read(0), { ok: true, downPaymentCents: 0 });
  assert.deepEqual(read(-0), { ok: true, downPaymentCents: 0 });
  assert.deepEqual(read(1_999.99), { ok: true, downPaymentCents: 199_999 });
  assert.equal(read(2_000).ok, false);
  assert.equal(read(-0.01).ok, false);
});

test('a third decimal is refused, however small', () => {
  assert.deepEqual(read(100.29), { ok: true, downPaymentCents: 10_029 });
  assert.equal(read(100.291).ok, false);
  assert.equal(read(100.290_000_01).ok, false);
  assert.equal(read(Number.NaN).ok, false);
});

test('the refusal names the premium, and the property at the root or inside the financing block', () => {
  const refused = { downPayment: 5_000, totalWithTaxCents: 123_450 };
  assert.deepEqual(readDownPayment({ ...refused, fieldPrefix: '' }), {
    ok: false,
    refusals: [{ code: 'DownPaymentInvalid', field: 'downPayment', params: { premium: 1234.5 } }],
  });
  const atBind = readDownPayment({ ...refused, fieldPrefix: 'financing.' });
  assert.equal(atBind.ok ? '' : atBind.refusals[0]?.field, 'financing.downPayment');
});

test('any amount of whole cents below the premium is read to the cent from its JSON text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(9_999_999), (totalWithTaxCents, cents) => {
      const downPayment = JSON.parse(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
      const result = readDownPayment({ downPayment, totalWithTaxCents, fieldPrefix: '' });
      assert.equal(result.ok, cents < totalWithTaxCents);
      if (result.ok) assert.equal(result.downPaymentCents, cents);
    }),
  );
});
