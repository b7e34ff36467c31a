import assert from 'node:assert/strict';
import test from 'node:test';
import { mayStartOn } from './effective-date.ts';

const codeOf = (effectiveDate: string): string | null => {
  const verdict = mayStartOn(effectiveDate, '2026-11-15', 30);
  return verdict.ok ? null : verdict.refusal.code;
};

test('a policy may start from today to 30 days ahead, and not a day beyond', () => {
  assert.equal(codeOf('2026-11-14'), 'EffectiveDateBackDate');
  assert.equal(codeOf('2026-11-15'), null);
  assert.equal(codeOf('2026-12-15'), null);
  assert.equal(codeOf('2026-12-16'), 'EffectiveDateFuture');
});

test('the refusal of a late date names the latest', () => {
  const verdict = mayStartOn('2027-02-01', '2026-11-15', 30);
  assert.equal(verdict.ok ? null : verdict.refusal.details?.latest, '2026-12-15');
});
