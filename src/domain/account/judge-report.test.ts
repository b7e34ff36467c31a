import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type AccountHistory,
  afterCancellation,
  afterCharge,
  afterGoodwill,
  afterReport,
  afterTry,
  boundOn,
  idleIn,
  judgeIn,
  startOfHistory,
  today,
  totalCents,
  withCharge,
} from '../../../test/kit/invariants/account-history.ts';
import { isOperatorRefusal } from '../operator/operator-refusal.ts';
import type { Report } from './judge-report.ts';

const unpaid = startOfHistory();
const paid = afterCharge(unpaid);
const byCheque = afterReport(unpaid, { kind: 'received', on: '2026-12-20' });
const disputed = afterReport(paid, { kind: 'dispute-opened' });
const lost = afterReport(disputed, { kind: 'dispute-lost' });

/** The refusal's code, or the kind of the entry with its amount. */
function said(history: AccountHistory, report: Partial<Report> & Pick<Report, 'kind'>): string {
  const judged = judgeIn(history, report);
  return isOperatorRefusal(judged) ? `${judged.code} ${judged.field}` : `${judged.kind} ${judged.amountCents}`;
}

test('what the seller or the lender has taken is told there', () => {
  for (const paidBy of ['partner', 'loan'] as const)
    assert.equal(said(startOfHistory({ paidBy }), { kind: 'received' }), 'MoneyNotWithUs policyNumber');
});

test('a day is from the contract to today, and an amount above zero and no slip of the hand', () => {
  const received = (on: string, amountCents: number | null = null) =>
    said(unpaid, { kind: 'received', on, amountCents });
  assert.equal(received(boundOn), `payment ${totalCents}`);
  assert.equal(received(today), `payment ${totalCents}`);
  for (const on of ['2026-11-14', '2027-01-11']) assert.equal(received(on), 'ReportDateOutOfRange on');
  for (const cents of [0, -1, 10_000_001]) assert.equal(received(today, cents), 'AmountOutOfRange amount');
  assert.equal(received(today, 10_000_000), 'payment 10000000');
});

test('a payment is of all that is due, or of any amount that came', () => {
  assert.equal(said(unpaid, { kind: 'received', amountCents: 1 }), 'payment 1');
  assert.equal(said(paid, { kind: 'received' }), 'NothingDue amount');
  assert.equal(
    said(paid, { kind: 'received', amountCents: 500 }),
    'payment 500',
    'too much is given back, not refused',
  );
  assert.equal(said(withCharge(unpaid, { state: 'charging' }), { kind: 'received' }), `payment ${totalCents}`);
});

test('what was due on a day within the notice of a non-payment is the price, also once the cover has ended', () => {
  const owing = afterCancellation(unpaid, { kind: 'pro-rata', refundCents: 60_000, usedDays: 'owe' });
  const givenUp = afterCancellation(unpaid, { kind: 'pro-rata', refundCents: 60_000 });
  const ended = ({ record, account }: AccountHistory, ground: 'NonPayment' | 'Other'): AccountHistory => ({
    record: { ...record, cancellation: { ...record.cancellation!, ground } },
    account,
  });
  const received = (history: AccountHistory, on: string) => said(history, { kind: 'received', on });
  for (const history of [owing, givenUp])
    assert.equal(received(ended(history, 'NonPayment'), '2027-01-09'), `payment ${totalCents}`);
  const part = afterReport(ended(owing, 'NonPayment'), { kind: 'received', amountCents: 30_000, on: '2027-01-09' });
  assert.equal(received(part, '2027-01-09'), 'payment 70000', 'the rest of it');
  assert.equal(received(ended(owing, 'NonPayment'), today), 'payment 40000', 'the used days');
  assert.equal(received(ended(givenUp, 'NonPayment'), today), 'NothingDue amount');
  assert.equal(received(ended(owing, 'Other'), '2027-01-09'), 'payment 40000');
});

test('only what came by hand can come back, once, and not before it came', () => {
  assert.equal(said(paid, { kind: 'returned' }), 'NothingToReturn policyNumber');
  assert.equal(said(byCheque, { kind: 'returned' }), `payment-returned ${totalCents}`);
  assert.equal(said(byCheque, { kind: 'returned', amountCents: totalCents + 1 }), 'AmountOutOfRange amount');
  assert.equal(said(byCheque, { kind: 'returned', on: '2026-12-19' }), 'ReportDateOutOfRange on');
  assert.equal(said(byCheque, { kind: 'returned', on: '2026-12-20' }), `payment-returned ${totalCents}`);
  const part = afterReport(byCheque, { kind: 'returned', amountCents: 30_000 });
  assert.equal(said(part, { kind: 'returned' }), 'payment-returned 70000');
  const all = afterReport(part, { kind: 'returned' });
  assert.equal(said(all, { kind: 'returned' }), 'NothingToReturn policyNumber');
});

test('of several payments that came by hand, the one that is named came back, or one of which that amount can have', () => {
  const two = afterReport(afterReport(unpaid, { kind: 'received', amountCents: 90_000 }), {
    kind: 'received',
    amountCents: 10_000,
  });
  const [first, second] = two.account.payments.map(({ id }) => id);
  const returned = (report: Partial<Report>) => {
    const judged = judgeIn(two, { kind: 'returned', ...report });
    return isOperatorRefusal(judged) ? judged.code : [judged.paymentEntryId, judged.amountCents];
  };
  assert.deepEqual(returned({ paymentEntryId: first! }), [first, 90_000]);
  assert.deepEqual(returned({ amountCents: 90_000 }), [first, 90_000]);
  assert.deepEqual(returned({ amountCents: 10_000 }), [second, 10_000], 'all of it rather than a part of the other');
  assert.deepEqual(returned({ amountCents: 20_000 }), [first, 20_000]);
  assert.equal(returned({}), 'PaymentNotNamed');
  assert.equal(returned({ amountCents: 90_001 }), 'AmountOutOfRange');
  assert.equal(returned({ paymentEntryId: second!, amountCents: 20_000 }), 'AmountOutOfRange');
});

test('a dispute is of a charge, never of more than it, and one at a time', () => {
  assert.equal(said(byCheque, { kind: 'dispute-opened' }), 'NothingToDispute policyNumber');
  assert.equal(said(paid, { kind: 'dispute-opened' }), `dispute-opened ${totalCents}`);
  assert.equal(said(paid, { kind: 'dispute-opened', amountCents: totalCents + 1 }), 'AmountOutOfRange amount');
  assert.equal(said(disputed, { kind: 'dispute-opened' }), 'DisputeIsOpen policyNumber');
  assert.equal(
    said(lost, { kind: 'dispute-opened' }),
    `dispute-opened ${totalCents}`,
    'what a bank reports is recorded',
  );
});

test('a dispute names its charge by the processor’s reference; without one it is of the latest', () => {
  const twice = afterCharge(paid, 5_000);
  const [first, second] = twice.account.payments;
  const paymentOf = (reference: string | null) => {
    const judged = judgeIn(twice, { kind: 'dispute-opened', reference });
    assert.ok(!isOperatorRefusal(judged));
    return judged.paymentEntryId;
  };
  assert.equal(paymentOf(first!.charge!.reference), first!.id);
  assert.equal(paymentOf(null), second!.id);
});

test('the bank’s own number of a dispute names none of several charges: then the amount does, or a person is asked', () => {
  const twice = afterCharge(paid, 5_000);
  const opened = (amountCents: number | null) =>
    judgeIn(twice, { kind: 'dispute-opened', reference: 'the bank’s 4711', amountCents });
  const ofFirst = opened(totalCents);
  assert.ok(!isOperatorRefusal(ofFirst));
  assert.equal(ofFirst.paymentEntryId, twice.account.payments[0]!.id);
  for (const amountCents of [null, 1_000]) {
    const asked = opened(amountCents);
    assert.deepEqual(isOperatorRefusal(asked) && [asked.code, asked.field], ['PaymentNotNamed', 'reference']);
  }
  assert.equal(
    said(paid, { kind: 'dispute-opened', reference: 'the bank’s 4711' }),
    `dispute-opened ${totalCents}`,
    'where there is one charge, it is that',
  );
});

test('only an open dispute is lost, and one that was lost can still be won', () => {
  for (const kind of ['dispute-won', 'dispute-lost'] as const) {
    assert.equal(said(paid, { kind }), 'DisputeNotOpen policyNumber');
    assert.equal(said(disputed, { kind }), `${kind} ${totalCents}`);
  }
  assert.equal(said(lost, { kind: 'dispute-lost' }), 'DisputeNotOpen policyNumber');
  const won = afterReport(lost, { kind: 'dispute-won' });
  assert.deepEqual([won.account.moneyStatus, won.account.balanceCents], ['Paid', 0]);
  assert.equal(said(won, { kind: 'dispute-won' }), 'DisputeNotOpen policyNumber');
});

test('of two lost disputes of one charge, the one that is won after all is owed no more, and the other still is', () => {
  const first = afterReport(afterReport(paid, { kind: 'dispute-opened', amountCents: 30_000 }), {
    kind: 'dispute-lost',
  });
  const both = afterReport(afterReport(first, { kind: 'dispute-opened', amountCents: 20_000 }), {
    kind: 'dispute-lost',
  });
  assert.equal(both.account.dueCents, 50_000);
  assert.equal(afterReport(both, { kind: 'dispute-won' }).account.dueCents, 30_000);
});

test('a bank ends a dispute as a whole: of several the one of that amount, and none of another', () => {
  const part = afterReport(paid, { kind: 'dispute-opened', amountCents: 30_000 });
  assert.equal(said(part, { kind: 'dispute-won', amountCents: 20_000 }), 'AmountOutOfRange amount');
  assert.equal(said(part, { kind: 'dispute-lost', amountCents: 30_001 }), 'AmountOutOfRange amount');
  const first = afterReport(part, { kind: 'dispute-lost', amountCents: 30_000 });
  const both = afterReport(afterReport(first, { kind: 'dispute-opened', amountCents: 20_000 }), {
    kind: 'dispute-lost',
  });
  assert.equal(said(both, { kind: 'dispute-won', amountCents: 30_000 }), 'dispute-won 30000');
});

test('of a lost dispute the customer owes what was kept of the price, whether a refund on its way came or not', () => {
  const part = afterGoodwill(paid, 40_000);
  const { id } = idleIn(part)[0]!;
  const begun = afterTry(part, id, 'begun');
  const taken = afterReport(afterReport(begun, { kind: 'dispute-opened' }), { kind: 'dispute-lost' });
  for (const state of ['done', 'refused'] as const) assert.equal(afterTry(taken, id, state).account.dueCents, 60_000);
});
