import assert from 'node:assert/strict';
import test from 'node:test';
import type { Province } from '../province.ts';
import { type RescissionRule, rescindableUntil } from './rescission.ts';

test('a customer may rescind until ten days after the bind, in Quebec by law and elsewhere by the sample', () => {
  assert.equal(rescindableUntil({ boundOn: '2026-11-15', seller: { province: 'QC' } }), '2026-11-25');
  assert.equal(rescindableUntil({ boundOn: '2026-12-28', seller: { province: 'ON' } }), '2027-01-07');
});

test('in Quebec a last day on a weekend or a holiday is the next working day', () => {
  const until = (boundOn: string, province: Province = 'QC') => rescindableUntil({ boundOn, seller: { province } });
  // A Saturday, a Sunday, a Monday.
  assert.deepEqual(
    ['2026-11-18', '2026-11-19', '2026-11-20'].map((day) => until(day)),
    Array(3).fill('2026-11-30'),
  );
  // Christmas is a Friday, and Boxing Day its Saturday; New Year's Day is a Friday, too.
  assert.equal(until('2026-12-15'), '2026-12-28');
  assert.equal(until('2026-12-22'), '2027-01-04');
  // Good Friday and Easter Monday of 2027, Patriots' Day, the National Holiday, Labour Day, Thanksgiving.
  assert.equal(until('2027-03-16'), '2027-03-30');
  assert.equal(until('2027-05-14'), '2027-05-25');
  assert.equal(until('2027-06-14'), '2027-06-25');
  assert.equal(until('2027-08-27'), '2027-09-07');
  assert.equal(until('2027-10-01'), '2027-10-12');
  assert.equal(until('2026-11-18', 'ON'), '2026-11-28', 'the sample elsewhere moves nothing');
});

const rule: RescissionRule = {
  province: null,
  products: null,
  days: 10,
  movesToWorkingDay: false,
  withoutNotice: null,
  from: '2020-01-01',
};

test('a rule of a province counts there alone and from its first day on, and a later one in its stead', () => {
  const rules = [
    rule,
    { ...rule, province: 'QC', days: 12 },
    { ...rule, province: 'QC', days: 14, from: '2027-01-01' },
  ] as const;
  const until = (province: Province, boundOn: string) => rescindableUntil({ boundOn, seller: { province } }, rules);
  assert.equal(until('QC', '2026-12-31'), '2027-01-12');
  assert.equal(until('QC', '2027-01-01'), '2027-01-15');
  assert.equal(until('ON', '2027-01-01'), '2027-01-11');
  assert.equal(until('ON', '2019-12-31'), '2020-01-10', 'bound before every rule: the first one');
});

test('a product may have more days, and still more where a notice is missing; the longest of what was sold counts', () => {
  const withoutNotice = { kind: 'LegalWarrantyNotice', days: 365 };
  const rules = [rule, { ...rule, province: 'QC', products: ['TIRE'], days: 12, withoutNotice }] as const;
  const until = (productTypes: readonly string[], kinds: readonly string[] = []) =>
    rescindableUntil(
      {
        boundOn: '2026-11-16',
        seller: { province: 'QC' },
        products: productTypes.map((productType) => ({ productType })),
        acknowledgements: kinds.map((kind) => ({ kind })),
      },
      rules,
    );
  assert.equal(until(['RPL']), '2026-11-26');
  assert.equal(until(['RPL', 'TIRE'], ['LegalWarrantyNotice']), '2026-11-28');
  assert.equal(until(['RPL', 'TIRE'], ['FactSheet']), '2027-11-16');
});
