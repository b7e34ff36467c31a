import assert from 'node:assert/strict';
import test from 'node:test';
import { rescindableUntil } from './rescission.ts';

test('a customer may rescind until ten days after the bind, in Quebec by law and elsewhere by the sample', () => {
  assert.equal(rescindableUntil({ boundOn: '2026-11-15', seller: { province: 'QC' } }), '2026-11-25');
  assert.equal(rescindableUntil({ boundOn: '2026-12-28', seller: { province: 'ON' } }), '2027-01-07');
});

test('a rule of a province counts there alone and from its first day on, and a later one in its stead', () => {
  const rules = [
    { province: null, days: 10, from: '2020-01-01' },
    { province: 'QC', days: 12, from: '2020-01-01' },
    { province: 'QC', days: 14, from: '2027-01-01' },
  ] as const;
  const until = (province: 'QC' | 'ON', boundOn: string) => rescindableUntil({ boundOn, seller: { province } }, rules);
  assert.equal(until('QC', '2026-12-31'), '2027-01-12');
  assert.equal(until('QC', '2027-01-01'), '2027-01-15');
  assert.equal(until('ON', '2027-01-01'), '2027-01-11');
  assert.equal(until('ON', '2019-12-31'), '2020-01-10', 'bound before every rule: the first one');
});
