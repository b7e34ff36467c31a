import assert from 'node:assert/strict';
import test from 'node:test';
import { samplePayments, samplePolicy } from '../../../test/kit/sample-policy.ts';
import type { PaymentMethod } from '../payment-method.ts';
import { collectedOf, type MoneyOnRecord } from './collected.ts';

const today = '2026-11-20';
const ahead = { kind: 'pro-rata', cancelledOn: '2027-01-10', ground: 'Other' } as const;
const now = { kind: 'pro-rata', cancelledOn: today, ground: 'Other' } as const;

function paidBy(method: PaymentMethod, change: Partial<MoneyOnRecord> = {}): MoneyOnRecord {
  const payment = samplePayments.find((one) => one.method === method)!;
  return { policy: samplePolicy({ payment }), dueCharge: null, toLoanCents: null, ...change };
}

const total = samplePolicy().totalWithTaxCents;

function later(state: NonNullable<MoneyOnRecord['dueCharge']>['state'], change: object = {}): MoneyOnRecord {
  return paidBy('CC', {
    dueCharge: {
      state,
      amountCents: total,
      takenCents: state === 'charged' ? total : null,
      tries: 1,
      dueOn: '2026-11-25',
      isByLink: false,
      ...change,
    },
  });
}

test('who has taken the money follows from how it was paid and what became of the charge', () => {
  const by = (record: MoneyOnRecord) => collectedOf(record, now, today).by;
  for (const method of ['REF', 'FIN', 'PW'] as const) assert.equal(by(paidBy(method)), 'seller');
  assert.equal(by(paidBy('PFF')), 'lender');
  assert.equal(by(paidBy('CC')), 'processor');
  assert.equal(by(later('charged')), 'processor');
  assert.equal(by(later('settled')), 'operator');
  assert.equal(by(later('charging')), 'unknown');
  for (const state of ['due', 'refused', 'stopped'] as const) assert.equal(by(later(state)), 'nobody');
});

test('a charge of a part is what the used days cost', () => {
  const by = (state: Parameters<typeof later>[0], takenCents: number | null = null) =>
    collectedOf(later(state, { amountCents: 500, takenCents }), now, today).by;
  assert.equal(by('charged', 500), 'used days');
  assert.equal(by('charged', total), 'processor', 'what was taken counts, whatever was to be');
  assert.equal(by('settled'), 'used days');
  assert.equal(by('refused'), 'nobody');
  assert.equal(by('charging'), 'nobody');
});

test('a charge that comes before the cancellation is expected, unless it was refused or the policy is to cover nothing', () => {
  assert.deepEqual(collectedOf(later('due'), ahead, today), { by: 'processor', toComeOn: '2026-11-25' });
  assert.equal(collectedOf(later('due', { tries: 2 }), ahead, today).by, 'nobody');
  assert.equal(collectedOf(later('due'), { ...ahead, kind: 'flat' }, today).by, 'nobody');
  const unpaid = { ...ahead, ground: 'NonPayment' } as const;
  assert.equal(collectedOf(later('due'), unpaid, today).by, 'nobody', 'it withdraws the cancellation');
  assert.equal(collectedOf(later('charging'), unpaid, today).by, 'nobody', 'likewise, if it was made');
  assert.equal(collectedOf(later('charging'), { ...unpaid, cancelledOn: today }, today).by, 'unknown');
  assert.equal(collectedOf(later('due', { dueOn: '2027-01-10' }), ahead, today).by, 'nobody');
  assert.equal(collectedOf(later('due', { dueOn: '2026-11-18' }), now, today).by, 'nobody', 'cancelled before the try');
});

test('what is owed on a loan is reckoned until the lender has said it', () => {
  const reckoned = collectedOf(paidBy('PFF'), now, today);
  assert.ok(reckoned.by === 'lender' && reckoned.owedCents > 0);
  const said = collectedOf(paidBy('PFF', { toLoanCents: 1 }), now, today);
  assert.ok(said.by === 'lender' && said.owedCents === 1);
});
