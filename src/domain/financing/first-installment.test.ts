import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { addDays } from '../calendar.ts';
import { firstInstallmentWindow, judgeFirstInstallment } from './first-installment.ts';

const may = (effectiveDate: string, firstInstallmentDate: string) =>
  judgeFirstInstallment({ effectiveDate, firstInstallmentDate, fieldPrefix: '' }).length === 0;

test('the window opens the day after the effective date and closes one month after it, both included', () => {
  assert.equal(may('2026-11-15', '2026-11-15'), false);
  assert.equal(may('2026-11-15', '2026-11-16'), true);
  assert.equal(may('2026-11-15', '2026-12-15'), true);
  assert.equal(may('2026-11-15', '2026-12-16'), false);
});

test('a month that is too short ends on its last day', () => {
  assert.deepEqual(firstInstallmentWindow('2027-01-31'), { from: '2027-02-01', to: '2027-02-28' });
  assert.deepEqual(firstInstallmentWindow('2028-01-31'), { from: '2028-02-01', to: '2028-02-29' });
  assert.deepEqual(firstInstallmentWindow('2027-01-29'), { from: '2027-01-30', to: '2027-02-28' });
  assert.deepEqual(firstInstallmentWindow('2027-02-28'), { from: '2027-03-01', to: '2027-03-28' });
  assert.deepEqual(firstInstallmentWindow('2026-12-31'), { from: '2027-01-01', to: '2027-01-31' });
  assert.equal(may('2027-01-31', '2027-03-01'), false);
});

test('the refusal names the window and the property, at the root or inside the financing block', () => {
  const late = { effectiveDate: '2026-11-15', firstInstallmentDate: '2027-01-01' };
  const params = { earliest: '2026-11-16', latest: '2026-12-15' };
  const code = 'FirstInstallmentDateOutOfRange';
  assert.deepEqual(judgeFirstInstallment({ ...late, fieldPrefix: '' }), [
    { code, field: 'firstInstallmentDate', params },
  ]);
  assert.deepEqual(judgeFirstInstallment({ ...late, fieldPrefix: 'financing.' }), [
    { code, field: 'financing.firstInstallmentDate', params },
  ]);
});

test('on any effective date the window is 28 to 31 days long and nothing just outside it is taken', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
      const effectiveDate = addDays('2000-01-01', days);
      const { from, to } = firstInstallmentWindow(effectiveDate);
      assert.ok(addDays(from, 27) <= to && to <= addDays(from, 30));
      assert.ok(may(effectiveDate, from) && may(effectiveDate, to));
      assert.ok(!may(effectiveDate, addDays(from, -1)) && !may(effectiveDate, addDays(to, 1)));
    }),
  );
});
