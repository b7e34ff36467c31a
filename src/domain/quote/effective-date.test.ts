import assert from 'node:assert/strict';
import test from 'node:test';
import { judgeEffectiveDate } from './effective-date.ts';

const codesOf = (effectiveDate: string) => judgeEffectiveDate(effectiveDate, '2026-11-15', 30).map(({ code }) => code);

test('a policy may start from today to 30 days ahead, and not a day beyond', () => {
  assert.deepEqual(codesOf('2026-11-14'), ['EffectiveDateBackDate']);
  assert.deepEqual(codesOf('2026-11-15'), []);
  assert.deepEqual(codesOf('2026-12-15'), []);
  assert.deepEqual(codesOf('2026-12-16'), ['EffectiveDateFuture']);
});

test('the refusal of a late date names the latest', () => {
  const [refused] = judgeEffectiveDate('2027-02-01', '2026-11-15', 30);
  assert.equal(refused?.params?.latest, '2026-12-15');
});
