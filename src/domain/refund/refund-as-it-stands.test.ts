import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleCancellation, sampleCharged, sampleFinanced } from '../../../test/kit/sample-policy.ts';
import type { PlainDate } from '../calendar.ts';
import type { Policy } from '../policy/policy.ts';
import { kindOf, operatorKey, type RefundRecord, refundAsItStands } from './refund-as-it-stands.ts';

const cancelledOn = '2027-11-15';
const dayBefore = '2027-11-14';

/** Cancelled a year after its first day, with three more to go. */
function recordOf(policy: Policy, change: Partial<RefundRecord> = {}, isInEffect = true): RefundRecord {
  const asked = { kind: 'pro-rata', cancelledOn, madeOn: '2027-11-01' } as const;
  const terms = sampleCancellation(policy, { ...asked, collected: { by: 'nobody' } });
  return {
    policy,
    dueCharge: null,
    toLoanCents: null,
    refunds: [],
    cancellation: { terms, usedDays: 'write-off', isInEffect },
    ...change,
  };
}

const charged = sampleCharged();
const { refundCents } = recordOf(charged).cancellation.terms;
const toCard = { payer: 'Processor', payee: 'Card', amountCents: refundCents };
const cardBack = { kind: 'charge', isDone: true, doneOn: '2027-11-16' } as const;

test('what the card has paid is pending until the processor has given it back, and done from that day on', () => {
  const before = refundAsItStands(recordOf(charged), cancelledOn);
  assert.deepEqual(before.collected, { by: 'processor', toComeOn: null });
  assert.deepEqual(before.refunds, [{ ...toCard, status: 'Pending', doneOn: null }]);
  assert.equal(before.money, 'RefundPending');
  const after = refundAsItStands(recordOf(charged, { refunds: [cardBack] }), '2027-11-20');
  assert.deepEqual(after.refunds, [{ ...toCard, status: 'Done', doneOn: '2027-11-16' }]);
  assert.equal(after.money, 'PartRefunded');
});

test('a refund that is begun is not done, nor is it by another one that is', () => {
  for (const refunds of [[{ ...cardBack, isDone: false }], [{ ...cardBack, kind: 'loan' }]] as const) {
    const stands = refundAsItStands(recordOf(charged, { refunds }), cancelledOn);
    assert.deepEqual(stands.refunds, [{ ...toCard, status: 'Pending', doneOn: null }]);
    assert.equal(stands.money, 'RefundPending');
  }
});

test('of several refunds each has its own state; the seller’s never holds up the money’s', () => {
  const loanBack = { kind: 'loan', isDone: true, doneOn: '2027-11-17' } as const;
  const operatorBack = { kind: 'operator', isDone: true, doneOn: '2027-11-18' } as const;
  const stands = (refunds: RefundRecord['refunds']) =>
    refundAsItStands(recordOf(sampleFinanced(), { toLoanCents: 1_000, refunds }), cancelledOn);
  const told = (refunds: RefundRecord['refunds']) =>
    stands(refunds).refunds.map(({ payer, payee, status, doneOn }) => [payer, payee, status, doneOn]);
  assert.deepEqual(told([loanBack]), [
    ['Operator', 'Lender', 'Done', '2027-11-17'],
    ['Seller', 'Customer', 'Pending', null],
    ['Operator', 'Customer', 'Pending', null],
  ]);
  assert.equal(stands([loanBack]).money, 'RefundPending');
  assert.deepEqual(told([operatorBack, loanBack]), [
    ['Operator', 'Lender', 'Done', '2027-11-17'],
    ['Seller', 'Customer', 'Pending', null],
    ['Operator', 'Customer', 'Done', '2027-11-18'],
  ]);
  assert.equal(stands([operatorBack, loanBack]).money, 'PartRefunded');
});

const ahead = { amountCents: charged.totalWithTaxCents, takenCents: null, tries: 1, isByLink: false } as const;

test('nothing is owed back of a charge that is to come before the cancellation', () => {
  const dueOn = '2027-11-10';
  const dueCharge = { ...ahead, state: 'due', dueOn } as const;
  const { plan, refunds, money } = refundAsItStands(recordOf(charged, { dueCharge }, false), '2027-11-05');
  assert.deepEqual([plan.chargedFirstOn, plan.owed], [dueOn, [toCard]]);
  assert.deepEqual([refunds, money], [[], null]);
});

test('a cancellation falls due on its day, and one that took effect stays due for a run with the date of the day before', () => {
  const isDue = (day: PlainDate, isInEffect: boolean) =>
    refundAsItStands(recordOf(charged, {}, isInEffect), day).plan.isDue;
  assert.deepEqual([isDue(dayBefore, false), isDue(cancelledOn, false)], [false, true]);
  assert.deepEqual([isDue(dayBefore, true), isDue(cancelledOn, true), isDue('2027-12-01', true)], [true, true, true]);
});

test('the day of a non-payment does not come while it is not known whether the customer has paid before it', () => {
  const isDue = (dueCharge: RefundRecord['dueCharge'], change: Partial<RefundRecord['cancellation']['terms']> = {}) => {
    const { cancellation, ...record } = recordOf(charged, { dueCharge }, false);
    const terms = { ...cancellation.terms, ground: 'NonPayment', ...change } as const;
    return refundAsItStands({ ...record, cancellation: { ...cancellation, terms } }, cancelledOn).plan.isDue;
  };
  const inTime = { ...ahead, dueOn: dayBefore } as const;
  assert.equal(isDue({ ...inTime, state: 'charging' }), false);
  assert.equal(isDue({ ...inTime, state: 'due', isByLink: true }), false, 'a card was given');
  assert.equal(isDue({ ...inTime, state: 'due' }), true, 'nobody has given a card');
  assert.equal(isDue({ ...inTime, state: 'due', isByLink: true, tries: 2 }), true, 'it was refused');
  assert.equal(isDue({ ...inTime, state: 'due', isByLink: true }, { kind: 'flat' }), true, 'it is held back');
  assert.equal(isDue({ ...inTime, state: 'charging', dueOn: cancelledOn }), true, 'it is too late');
  assert.equal(isDue({ ...inTime, state: 'refused' }), true);
  assert.equal(isDue({ ...inTime, state: 'charging' }, { ground: 'Other' }), true);
});

test('each refund is one kind of reversal; of what the seller gives back we are not told', () => {
  const amountCents = 1;
  assert.equal(kindOf({ payer: 'Processor', payee: 'Card', amountCents }), 'charge');
  assert.equal(kindOf({ payer: 'Operator', payee: 'Lender', amountCents }), 'loan');
  assert.equal(kindOf({ payer: 'Operator', payee: 'Customer', amountCents }), 'operator');
  assert.equal(kindOf({ payer: 'Seller', payee: 'Customer', amountCents }), null);
  assert.equal(operatorKey('NB-1234567'), 'operator NB-1234567');
});
