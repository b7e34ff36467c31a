import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { premiumOf, scaleOf } from './premium.ts';

const scale = (...parts: number[]) => scaleOf(parts.map((partsPerMillion) => ({ name: 'factor', partsPerMillion })));

test('a premium is rounded half up to the dollar, at the half and just beside it', () => {
  assert.equal(premiumOf(10_049, scale(), 'nearestDollar'), 10_000);
  assert.equal(premiumOf(10_050, scale(), 'nearestDollar'), 10_100);
  assert.equal(premiumOf(10_000, scale(1_004_999), 'nearestDollar'), 10_000);
  assert.equal(premiumOf(10_000, scale(1_005_000), 'nearestDollar'), 10_100);
});

test('a premium is rounded half up to the cent, at the half and just beside it', () => {
  assert.equal(premiumOf(100, scale(1_004_999), 'nearestCent'), 100);
  assert.equal(premiumOf(100, scale(1_005_000), 'nearestCent'), 101);
  assert.equal(premiumOf(0, scale(1_005_000), 'nearestCent'), 0);
});

test('it is rounded once, after all factors', () => {
  // 100 × 1.004 × 1.004 = 100.8016: rounding after each factor would give 100.
  assert.equal(premiumOf(100, scale(1_004_000, 1_004_000), 'nearestCent'), 101);
});

test('the order of the factors does not matter, and a factor of one changes nothing', () => {
  const parts = fc.integer({ min: 100_000, max: 3_000_000 });
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.array(parts, { maxLength: 12 }), (baseCents, list) => {
      const premium = premiumOf(baseCents, scale(...list), 'nearestCent');
      assert.equal(premiumOf(baseCents, scale(...list.toReversed(), 1_000_000), 'nearestCent'), premium);
      assert.ok(Number.isSafeInteger(premium) && premium >= 0);
    }),
  );
});
