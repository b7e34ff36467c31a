import assert from 'node:assert/strict';
import test from 'node:test';
import { samplePolicy } from '../../../test/kit/sale/sample-policy.ts';
import { addDays, daysBetween } from '../calendar.ts';
import { isOperatorRefusal } from '../operator/operator-refusal.ts';
import type { Policy } from '../policy/policy.ts';
import { type CancellationTerms, coverEndsOn, judgeCancellation } from './cancellation.ts';

/** Four years, so one leap day; its third product covers three years only. */
const policy = samplePolicy();
const { effectiveDate, expiryDate } = policy;

function proRata(cancelledOn: string, of: Policy = policy): CancellationTerms {
  const terms = judgeCancellation(of, { kind: 'pro-rata', cancelledOn });
  assert.ok(!isOperatorRefusal(terms), JSON.stringify(terms));
  return terms;
}

/** One product of a year, from 2026-11-15: 365 days. */
function yearOf(premiumCents: number, taxCents: number): Policy {
  const product = { ...policy.products[0]!, premiumCents, taxCents, coverageTermInYears: 1 };
  return samplePolicy({ products: [product], expiryDate: '2027-11-15', paymentTermInYears: 1 });
}

test('on its first day nothing is used: all is given back', () => {
  assert.equal(proRata(effectiveDate).refundCents, policy.totalWithTaxCents);
});

test('on its expiry nothing is left', () => {
  const { refundCents, lines } = proRata(expiryDate);
  assert.equal(refundCents, 0);
  assert.ok(lines.every(({ daysUnused }) => daysUnused === 0));
});

test('each day that is not used gives back its part of premium and tax', () => {
  const [line] = proRata(addDays(effectiveDate, 100), yearOf(36_500, 3_650)).lines;
  assert.deepEqual(
    [line!.daysUnused, line!.daysTotal, line!.premiumBackCents, line!.taxBackCents],
    [265, 365, 26_500, 2_650],
  );
});

test('a leap day is a day', () => {
  const four = proRata(effectiveDate).lines[0]!;
  assert.equal(four.daysTotal, 4 * 365 + 1);
  assert.equal(proRata('2028-02-29').lines[0]!.daysUnused - proRata('2028-03-01').lines[0]!.daysUnused, 1);
});

test('half a cent is rounded up, less is rounded down', () => {
  // 146 of 365 days is 0.4: of 1 cent 0.4, of 2 cents 0.8. 73 days is 0.2: of 3 cents 0.6, of 2 cents 0.4.
  const back = (cents: number, unused: number) =>
    proRata(addDays('2027-11-15', -unused), yearOf(cents, 0)).lines[0]!.premiumBackCents;
  assert.equal(back(1, 146), 0);
  assert.equal(back(2, 146), 1);
  assert.equal(back(3, 73), 1);
  assert.equal(back(2, 73), 0);
  // The half itself: one day of 730 in two years' time needs an even number of days, 2 × 365.
  const two = samplePolicy({
    products: [{ ...policy.products[0]!, premiumCents: 365, taxCents: 1_095, coverageTermInYears: 2 }],
    effectiveDate: '2025-03-01',
    boundOn: '2025-03-01',
    expiryDate: '2027-03-01',
  });
  const [line] = proRata(addDays('2027-03-01', -1), two).lines;
  assert.deepEqual([line!.daysTotal, line!.premiumBackCents, line!.taxBackCents], [730, 1, 2]); // 0.5 and 1.5 cents
});

test('premium and tax together are the refund, on every day, and never more than was paid', () => {
  let before = Number.POSITIVE_INFINITY;
  for (let day = 0; day <= daysBetween(effectiveDate, expiryDate); day += 1) {
    const { refundCents, premiumBackCents, taxBackCents } = proRata(addDays(effectiveDate, day));
    assert.equal(premiumBackCents + taxBackCents, refundCents);
    assert.ok(refundCents <= Math.min(before, policy.totalWithTaxCents), `day ${day}`);
    before = refundCents;
  }
});

test('a product whose own term is over gives nothing back, while the others do', () => {
  const [first, , short] = proRata('2029-11-15').lines;
  assert.equal(short!.daysUnused, 0);
  assert.equal(short!.premiumBackCents + short!.taxBackCents, 0);
  assert.ok(first!.premiumBackCents > 0);
});

test('a flat cancellation gives everything back, whenever it is', () => {
  for (const cancelledOn of [policy.boundOn, '2028-01-01', expiryDate]) {
    const terms = judgeCancellation(policy, { kind: 'flat', cancelledOn });
    assert.ok(!isOperatorRefusal(terms));
    assert.equal(terms.refundCents, policy.totalWithTaxCents);
  }
});

test('a flat cancellation has covered nothing: its day is never after the first one, and stays where it is before', () => {
  const later = samplePolicy({ effectiveDate: '2026-11-30', expiryDate: '2030-11-30' });
  const dayOf = (kind: 'flat' | 'pro-rata', cancelledOn: string) => {
    const terms = judgeCancellation(later, { kind, cancelledOn });
    return isOperatorRefusal(terms) ? terms.code : terms.cancelledOn;
  };
  assert.equal(dayOf('flat', '2027-05-01'), '2026-11-30');
  assert.equal(dayOf('flat', '2026-11-30'), '2026-11-30');
  assert.equal(dayOf('flat', '2026-11-20'), '2026-11-20');
  assert.equal(dayOf('pro-rata', '2027-05-01'), '2027-05-01');
});

test('cover ends with the product that covers longest, in whatever order they are', () => {
  const lasting = (...years: readonly number[]) =>
    years.map((coverageTermInYears) => ({ ...policy.products[0]!, coverageTermInYears }));
  const ends = (...years: readonly number[]) =>
    coverEndsOn({ effectiveDate, expiryDate: '2027-11-15', products: lasting(...years) });
  assert.deepEqual([ends(2, 5, 3), ends(5, 3, 2), ends()], ['2031-11-15', '2031-11-15', '2027-11-15']);
});

test('a day before the bind or after the expiry is refused', () => {
  for (const cancelledOn of [addDays(policy.boundOn, -1), addDays(expiryDate, 1)])
    for (const kind of ['flat', 'pro-rata'] as const) {
      const terms = judgeCancellation(policy, { kind, cancelledOn });
      assert.deepEqual(terms, {
        kind: 'refused',
        code: 'CancellationDateOutOfRange',
        field: 'cancelledOn',
        details: { from: policy.boundOn, to: expiryDate },
      });
    }
});

test('a product that covers longer than the policy is paid for can be cancelled until its cover ends', () => {
  const product = { ...policy.products[0]!, premiumCents: 36_500, taxCents: 0, coverageTermInYears: 2 };
  const long = samplePolicy({ products: [product], expiryDate: '2027-11-15', paymentTermInYears: 1 });
  assert.equal(proRata('2028-11-14', long).lines[0]!.daysUnused, 1);
  assert.equal(proRata('2028-11-15', long).refundCents, 0);
  const late = judgeCancellation(long, { kind: 'pro-rata', cancelledOn: '2028-11-16' });
  assert.ok(isOperatorRefusal(late) && late.details?.to === '2028-11-15');
});

test('before its effective date a policy is cancelled flat only', () => {
  const later = samplePolicy({ effectiveDate: '2026-11-30', expiryDate: '2030-11-30' });
  const terms = judgeCancellation(later, { kind: 'pro-rata', cancelledOn: '2026-11-29' });
  assert.deepEqual(terms, {
    kind: 'refused',
    code: 'CancellationFlatOnly',
    field: 'kind',
    details: { effectiveDate: '2026-11-30' },
  });
  assert.equal(judgeCancellation(later, { kind: 'flat', cancelledOn: '2026-11-29' }).kind, 'flat');
  assert.equal(judgeCancellation(later, { kind: 'pro-rata', cancelledOn: '2026-11-30' }).kind, 'pro-rata');
});
