import assert from 'node:assert/strict';
import test from 'node:test';
import type { Province } from '../address/province.ts';
import { addDays } from '../calendar/calendar.ts';
import type { CancellationGround } from './cancellation.ts';
import { insurerNotice } from './insurer-notice.ts';

const effectiveDate = '2026-11-15';
const days = (province: Province, ground: CancellationGround, inForce = 0) =>
  insurerNotice({ province, ground, effectiveDate, givenOn: addDays(effectiveDate, inForce) });

test('Ontario asks for 15 days, and for 30 when the premium is not paid', () => {
  assert.equal(days('ON', 'Other').days, 15);
  assert.equal(days('ON', 'NonPayment').days, 30);
  assert.equal(days('ON', 'Other').earliest, '2026-11-30');
  assert.equal(days('ON', 'Other').isSample, false);
});

test('Quebec asks for 15 days, and for 30 from the sixtieth day of cover on', () => {
  for (const ground of ['Other', 'NonPayment'] as const) {
    assert.equal(days('QC', ground, -5).days, 15);
    assert.equal(days('QC', ground, 59).days, 15);
    assert.equal(days('QC', ground, 60).days, 30);
  }
});

test('a province without a rule of its own has a sample, which is marked', () => {
  assert.deepEqual([days('AB', 'Other').days, days('AB', 'Other').isSample], [15, true]);
  assert.deepEqual([days('NS', 'NonPayment').days, days('NS', 'NonPayment').isSample], [30, true]);
});
