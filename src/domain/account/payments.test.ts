import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type AccountHistory,
  afterCancellation,
  afterCharge,
  afterGoodwill,
  afterManualRefund,
  afterReport,
  afterTry,
  idleIn,
  startOfHistory,
  totalCents,
} from '../../../test/kit/invariants/account-history.ts';
import { allocate, allocateGivenByHand, paymentsOf } from './payments.ts';

const paid = afterCharge(startOfHistory());
const paidTwice = afterReport(paid, { kind: 'received', amountCents: 30_000 });
const asked = (history: AccountHistory) => idleIn(history).map(({ payee, amountCents }) => `${payee} ${amountCents}`);

test('a payment is a charge of the card, or what came by hand, with the customer’s own day', () => {
  assert.deepEqual(
    paidTwice.account.payments.map(({ way, takenCents, charge }) => [way, takenCents, charge !== null]),
    [
      ['card', totalCents, true],
      ['hand', 30_000, false],
    ],
  );
});

test('the latest payment is given back first, by the way by which it came, and no more than is left of it', () => {
  const { payments } = paidTwice.account;
  const shares = (cents: number) =>
    allocate(payments, cents).map(({ payee, amountCents }) => `${payee} ${amountCents}`);
  assert.deepEqual(shares(10_000), ['Customer 10000']);
  assert.deepEqual(shares(50_000), ['Customer 30000', 'Card 20000']);
  assert.deepEqual(shares(999_999), ['Customer 30000', 'Card 100000'], 'what nobody has paid is not given back');
  assert.deepEqual(shares(0), []);
});

test('what a person has given is of what is left first, of the payment recorded last; then of what came back or is disputed', () => {
  const given = ({ account: { payments } }: AccountHistory, cents: number) =>
    allocateGivenByHand(payments, cents).map(({ paymentEntryId, amountCents }) => {
      const { way } = payments.find(({ id }) => id === paymentEntryId)!;
      return `${way} ${amountCents}`;
    });
  assert.deepEqual(given(paidTwice, 20_000), ['hand 20000', 'card 0'], 'one row for each payment');
  assert.deepEqual(given(paidTwice, 50_000), ['hand 30000', 'card 20000']);
  assert.deepEqual(given(paidTwice, 999_999), ['hand 30000', 'card 100000'], 'no more than came');
  const bounced = afterReport(paidTwice, { kind: 'returned' });
  assert.deepEqual(given(bounced, 110_000), ['card 100000', 'hand 10000'], 'nothing is left of the one recorded last');
  const disputed = afterReport(paidTwice, { kind: 'dispute-opened' });
  assert.deepEqual(given(disputed, 50_000), ['hand 30000', 'card 20000'], 'a bank may hold what a person gave before');
});

test('a charge goes back to its card once; what is more is the operator’s, and all of it once the issuer refuses', () => {
  const part = afterGoodwill(paid, 10_000);
  assert.deepEqual(asked(part), ['Card 10000']);
  const [first] = idleIn(part);
  const done = afterGoodwill(afterTry(afterTry(part, first!.id, 'begun'), first!.id, 'done'), 5_000);
  assert.deepEqual(asked(done), ['Customer 5000']);
  assert.deepEqual(asked(afterTry(afterTry(part, first!.id, 'begun'), first!.id, 'refused')), ['Customer 10000']);
});

test('what is begun counts as given back, and what is only planned does not', () => {
  const part = afterGoodwill(paid, 10_000);
  const left = ({ account }: AccountHistory) => account.payments[0]!.leftCents;
  assert.deepEqual([left(part), left(afterTry(part, idleIn(part)[0]!.id, 'begun'))], [totalCents, 90_000]);
});

test('a refund by cheque instead of the card counts as given back of the same payment', () => {
  const ended = afterCancellation(paid, { kind: 'flat', refundCents: totalCents });
  const byCheque = afterManualRefund(ended, idleIn(ended)[0]!.id);
  assert.deepEqual([byCheque.account.payments[0]!.givenBackCents, asked(byCheque)], [totalCents, []]);
});

test('a dispute takes what is left, and of what was given back before nothing', () => {
  const part = afterGoodwill(paid, 10_000);
  const back = afterTry(part, idleIn(part)[0]!.id, 'done');
  const disputed = afterReport(back, { kind: 'dispute-opened' });
  const [payment] = disputed.account.payments;
  assert.deepEqual([payment!.givenBackCents, payment!.openDisputeCents, payment!.leftCents], [10_000, 90_000, 0]);
});

test('of a record in which outside parties contradict each other, no part of a payment is below zero', () => {
  const refunds = paidTwice.record.refundWork;
  const twice = afterReport(afterManualRefund(paidTwice, refunds[0]!.id), { kind: 'returned' });
  const [, byHand] = paymentsOf(twice.record.entries, twice.record.refundWork);
  assert.deepEqual([byHand!.returnedCents, byHand!.givenBackCents, byHand!.leftCents], [30_000, 0, 0]);
  assert.equal(twice.account.balanceCents, 30_000, 'it was given back and never came: the customer owes it');
});
