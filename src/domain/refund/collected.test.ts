import assert from 'node:assert/strict';
import test from 'node:test';
import { afterCharge, afterReport, startOfHistory } from '../../../test/kit/invariants/account-history.ts';
import { samplePayments, samplePolicy } from '../../../test/kit/sale/sample-policy.ts';
import type { ChargeWork, GivingBack } from '../account/account-record.ts';
import { owedOnLoan } from '../financing/owed-on-loan.ts';
import { type PaymentMethod, paymentMethodRules } from '../payment-method.ts';
import { loanOf } from '../policy/policy.ts';
import { type CancellationToJudge, collectedOf } from './collected.ts';

const today = '2026-11-20';
const now = { kind: 'pro-rata', cancelledOn: today, ground: 'Other', madeOn: today } as const;
const ahead = { ...now, cancelledOn: '2027-01-10' } as const;

function collected(
  method: PaymentMethod,
  change: Parameters<typeof startOfHistory>[0] = {},
  asked: CancellationToJudge = now,
) {
  const { paidBy } = paymentMethodRules[method];
  const payment = samplePayments.find((one) => one.method === method)!;
  return collectedOf(samplePolicy({ payment }), startOfHistory({ paidBy, charge: null, ...change }), asked, today);
}

function later(change: Partial<ChargeWork>, asked: CancellationToJudge = now) {
  const charge = {
    state: 'due',
    amountCents: 100_000,
    tries: 1,
    dueOn: '2026-11-25',
    isByLink: false,
    cardAwaitedOn: null,
  } as const;
  return collected('CC', { charge: { ...charge, ...change } }, asked);
}

const nothing = { by: 'customer', payments: [], goodwillCents: 0 };

test('who has taken the money follows from how it was paid', () => {
  for (const method of ['REF', 'FIN', 'PW'] as const) assert.equal(collected(method).by, 'seller');
  assert.equal(collected('PFF').by, 'lender');
  assert.deepEqual(collected('CC'), nothing);
});

test('what the customer has paid are the payments on the account, whatever becomes of the charge', () => {
  const paid = afterReport(afterCharge(startOfHistory()), { kind: 'received', amountCents: 500 });
  const { entries } = paid.record;
  const found = collected('CC', { entries });
  assert.ok(found.by === 'customer');
  assert.deepEqual(
    found.payments.map(({ way, takenCents }) => [way, takenCents]),
    [
      ['card', 100_000],
      ['hand', 500],
    ],
  );
  for (const state of ['due', 'refused', 'stopped', 'charged'] as const) assert.deepEqual(later({ state }), nothing);
});

test('a charge that may have been made is unknown, of the price or of the used days', () => {
  assert.deepEqual(later({ state: 'charging' }), { by: 'unknown' });
  assert.deepEqual(later({ state: 'charging', amountCents: 500 }), { by: 'unknown' });
});

test('a charge that comes before the cancellation is expected, unless it was refused or the policy is to cover nothing', () => {
  assert.deepEqual(later({}, ahead), { by: 'card to come', on: '2026-11-25' });
  assert.deepEqual(later({ tries: 2 }, ahead), nothing);
  assert.deepEqual(later({}, { ...ahead, kind: 'flat' }), nothing);
  assert.deepEqual(later({ dueOn: '2027-01-10' }, ahead), nothing);
  assert.deepEqual(later({ dueOn: '2026-11-18' }), nothing, 'cancelled before the try');
});

test('what comes through within the notice of a non-payment withdraws it, so nothing is given back of it', () => {
  const unpaid = { ...ahead, ground: 'NonPayment' } as const;
  assert.deepEqual(later({}, unpaid), nothing);
  assert.deepEqual(later({ state: 'charging' }, unpaid), nothing);
  assert.deepEqual(later({ state: 'charging' }, { ...unpaid, cancelledOn: today }), { by: 'unknown' });
});

test('what is owed on a loan is reckoned until the lender has said it: on the day without cover, or of a flat one on the day it is made', () => {
  const loan = loanOf(samplePayments.find(({ method }) => method === 'PFF')!)!;
  const owedCents = (asked: CancellationToJudge, givingBack: readonly GivingBack[] = []) => {
    const found = collected('PFF', { givingBack }, asked);
    assert.ok(found.by === 'lender');
    return found.owedCents;
  };
  assert.equal(owedCents(ahead), owedOnLoan(loan, '2027-01-10'));
  const flat = { ...now, kind: 'flat', cancelledOn: '2026-11-15', madeOn: '2027-03-01' } as const;
  assert.equal(owedCents(flat), owedOnLoan(loan, '2027-03-01'));
  const ended = {
    paymentId: null,
    payee: 'Lender',
    amountCents: 9,
    state: 'done',
    replacedBy: null,
    doneOn: today,
    toLoanCents: 1,
  } as const;
  assert.equal(owedCents(now, [{ ...ended, byLenderCents: 0, id: 'x' as GivingBack['id'] }]), 1);
});
