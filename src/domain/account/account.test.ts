import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  type AccountHistory,
  afterCancellation,
  afterCharge,
  afterEntry,
  afterGoodwill,
  afterManualRefund,
  afterReport,
  afterTry,
  afterVoid,
  idleIn,
  judgeIn,
  newInTurn,
  startOfHistory,
  today,
  totalCents,
  withCharge,
} from '../../../test/kit/invariants/account-history.ts';
import { samplePayments, samplePolicy } from '../../../test/kit/sale/sample-policy.ts';
import type { UsedDays } from '../cancellation/used-days.ts';
import { isOperatorRefusal } from '../operator/operator-refusal.ts';
import { moneyStatuses } from '../policy/money-status.ts';
import { collectedOf } from '../refund/collected.ts';
import { type Obligation, owedInAnyCase, planRefund, refundOfUnknownCharge } from '../refund/refund-plan.ts';
import { accountOf } from './account.ts';
import { type AccountEntry, type AccountRecord, notBegun, type RefundWork } from './account-record.ts';
import { checkAccount } from './check-account.ts';
import { type ReportKind, reportKinds } from './judge-report.ts';
import { judgeVoidNow } from './judge-void.ts';
import { isOwedInAnyCase, sumOf } from './payments.ts';

const paid = afterCharge(startOfHistory());
const cancelled = afterCancellation(paid, { kind: 'pro-rata', refundCents: 60_000 });
const status = ({ account }: AccountHistory) => account.moneyStatus;
const allBack = (history: AccountHistory): AccountHistory =>
  idleIn(history).reduce((current, { id }) => afterTry(current, id, 'done'), history);
const loan = { paidBy: 'loan', charge: null } as const;
const loanEnded: RefundWork = {
  ...notBegun,
  ...newInTurn<RefundWork['id']>(),
  paymentEntryId: null,
  payee: 'Lender',
  amountCents: 60_000,
  state: 'done',
  doneOn: today,
  toLoanCents: 60_000,
  byLenderCents: 0,
};

/** Cancelled, of which nothing is owed any more. */
function endedLoan(refundCents: number): AccountHistory {
  const record = { ...cancelled.record, ...loan, refundWork: [{ ...loanEnded, amountCents: refundCents }] };
  const cancellation = { ...cancelled.record.cancellation!, refundCents };
  return startOfHistory({ ...record, entries: [], cancellation });
}

test('each word of the money’s status has its case', () => {
  const cases: readonly (readonly [(typeof moneyStatuses)[number], AccountHistory])[] = [
    ['CollectedByPartner', startOfHistory({ paidBy: 'partner', charge: null, entries: [] })],
    ['Financed', startOfHistory({ ...loan, entries: [] })],
    ['PartRefunded', endedLoan(60_000)],
    ['Refunded', endedLoan(totalCents)],
    ['Scheduled', startOfHistory()],
    ['Scheduled', withCharge(startOfHistory(), { state: 'charging' })],
    ['Unpaid', withCharge(startOfHistory(), { state: 'due', tries: 2 })],
    ['Unpaid', withCharge(startOfHistory(), { state: 'charging', tries: 2 })],
    ['Unpaid', withCharge(startOfHistory(), { state: 'refused', tries: 5 })],
    ['Paid', paid],
    ['Paid', allBack(afterReport(paid, { kind: 'received', amountCents: totalCents }))],
    ['RefundPending', afterReport(paid, { kind: 'received', amountCents: 1 })],
    ['RefundPending', cancelled],
    ['PartRefunded', allBack(cancelled)],
    ['Refunded', allBack(afterCancellation(paid, { kind: 'flat', refundCents: totalCents }))],
    ['PartRefunded', allBack(afterGoodwill(paid, 10_000))],
    ['Disputed', afterReport(paid, { kind: 'dispute-opened' })],
    ['Unpaid', afterReport(afterReport(paid, { kind: 'dispute-opened' }), { kind: 'dispute-lost' })],
    ['Paid', afterReport(afterReport(paid, { kind: 'dispute-opened' }), { kind: 'dispute-won' })],
    ['WrittenOff', afterCancellation(startOfHistory(), { kind: 'pro-rata', refundCents: 60_000 })],
    ['Unpaid', afterCancellation(startOfHistory(), { kind: 'pro-rata', refundCents: 60_000, usedDays: 'owe' })],
    ['NothingOwed', afterCancellation(startOfHistory(), { kind: 'flat', refundCents: totalCents })],
  ];
  for (const [at, [word, history]] of cases.entries()) assert.equal(status(history), word, `case ${at}`);
  // What was only verified and never charged is of no policy.
  assert.deepEqual(
    moneyStatuses.filter((word) => !cases.some(([said]) => said === word)),
    [],
  );
});

test('while a charge is unknown, nothing says that nothing was taken', () => {
  const unknown = withCharge(startOfHistory(), { state: 'charging' });
  assert.deepEqual([unknown.account.dueCents, unknown.account.isUnknown], [totalCents, true]);
  const ended = afterCancellation(unknown, { kind: 'pro-rata', refundCents: 60_000 });
  assert.deepEqual([status(ended), ended.account.writtenOffCents], ['RefundPending', 0]);
  assert.equal(status(allBack(afterCharge(ended, totalCents))), 'PartRefunded');
});

test('while a charge of what used days cost is unknown, nothing of it is told as to be given back', () => {
  const owing = afterCancellation(startOfHistory(), { kind: 'pro-rata', refundCents: 60_000, usedDays: 'owe' });
  const refundIf = (history: AccountHistory) => history.account.refundIfChargedCents;
  const unknown = withCharge(owing, { state: 'charging', tries: 2 });
  assert.deepEqual([status(unknown), refundIf(unknown), unknown.account.dueCents], ['Unpaid', 0, 40_000]);
  // The price was under way when the cancellation took effect.
  const whole = afterCancellation(withCharge(startOfHistory(), { state: 'charging' }), {
    kind: 'pro-rata',
    refundCents: 60_000,
  });
  assert.deepEqual([status(whole), refundIf(whole)], ['RefundPending', 60_000]);
  const byCheque = afterReport(whole, { kind: 'received', amountCents: 50_000 });
  assert.deepEqual(
    [status(byCheque), refundIf(byCheque)],
    ['RefundPending', totalCents],
    'the cheque pays the used days',
  );
  assert.equal(refundIf(withCharge(startOfHistory(), { state: 'charging' })), 0);
});

test('what is due is the balance, and nothing before the day of the first charge', () => {
  const due = (day: string, tries = 1) => {
    const { record } = startOfHistory();
    return accountOf({ ...record, charge: { ...record.charge!, tries } }, day).dueCents;
  };
  assert.deepEqual([due('2026-11-30'), due('2026-12-01'), due('2026-11-30', 2)], [0, totalCents, totalCents]);
  assert.equal(paid.account.dueCents, 0);
  const part = afterReport(startOfHistory(), { kind: 'received', amountCents: 30_000 });
  assert.deepEqual([part.account.dueCents, part.record.charge!.amountCents], [70_000, 70_000]);
});

test('a second payment is given back the way it came, and the policy is as paid as with one', () => {
  const byCheque = afterReport(paid, { kind: 'received', amountCents: totalCents });
  assert.deepEqual(
    idleIn(byCheque).map(({ payee, amountCents }) => [payee, amountCents]),
    [['Customer', totalCents]],
  );
  const chargedAfter = afterCharge(
    afterReport(withCharge(startOfHistory(), { state: 'charging' }), { kind: 'received', amountCents: totalCents }),
    totalCents,
  );
  assert.deepEqual(
    idleIn(chargedAfter).map(({ payee, amountCents }) => [payee, amountCents]),
    [['Card', totalCents]],
  );
});

test('a payment that came back is due again; of a cancelled policy, only what the used days cost', () => {
  const byCheque = afterReport(startOfHistory(), { kind: 'received' });
  assert.equal(status(byCheque), 'Paid');
  const returned = afterReport(byCheque, { kind: 'returned' });
  assert.deepEqual([status(returned), returned.account.dueCents], ['Unpaid', totalCents]);
  const ended = afterReport(afterCancellation(byCheque, { kind: 'pro-rata', refundCents: 60_000 }), {
    kind: 'returned',
  });
  assert.deepEqual([status(ended), ended.account.dueCents, idleIn(ended)], ['Unpaid', 40_000, []]);
});

test('a lost dispute of a cancelled policy owes the used days alone, whichever came first', () => {
  const disputed = afterReport(paid, { kind: 'dispute-opened' });
  const lostFirst = afterCancellation(afterReport(disputed, { kind: 'dispute-lost' }), {
    kind: 'pro-rata',
    refundCents: 60_000,
  });
  const endedFirst = afterReport(afterCancellation(disputed, { kind: 'pro-rata', refundCents: 60_000 }), {
    kind: 'dispute-lost',
  });
  for (const { account, record } of [lostFirst, endedFirst]) {
    assert.deepEqual([account.moneyStatus, account.dueCents], ['Unpaid', 40_000]);
    assert.deepEqual(record.refundWork, []);
  }
});

test('of a cancelled policy what a bank has taken back for good counts as given back', () => {
  const disputed = afterReport(paid, { kind: 'dispute-opened' });
  const whole = afterReport(afterCancellation(disputed, { kind: 'flat', refundCents: totalCents }), {
    kind: 'dispute-lost',
  });
  assert.deepEqual([status(whole), whole.account.dueCents], ['Refunded', 0]);
  const part = afterReport(afterCancellation(disputed, { kind: 'pro-rata', refundCents: 60_000 }), {
    kind: 'dispute-lost',
  });
  assert.equal(status(afterReport(part, { kind: 'received' })), 'PartRefunded', 'the used days are paid');
  const lost = afterReport(disputed, { kind: 'dispute-lost' });
  assert.equal(status(afterReport(lost, { kind: 'received' })), 'Paid', 'the cover goes on');
  assert.equal(status(afterReport(whole, { kind: 'dispute-won' })), 'RefundPending');
});

test('a dispute after the refund leaves the status as it is, opened, won or lost', () => {
  const back = allBack(afterCancellation(paid, { kind: 'flat', refundCents: totalCents }));
  const opened = afterReport(back, { kind: 'dispute-opened' });
  const lost = afterReport(opened, { kind: 'dispute-lost' });
  const won = afterReport(opened, { kind: 'dispute-won' });
  for (const history of [back, opened, lost, won])
    assert.deepEqual([status(history), history.account.balanceCents, history.account.dueCents], ['Refunded', 0, 0]);
});

test('a dispute of a charge that was refunded in part leaves the state of the money as it is, until it is lost', () => {
  const back = allBack(cancelled);
  assert.equal(status(back), 'PartRefunded');
  const opened = afterReport(back, { kind: 'dispute-opened' });
  assert.deepEqual([status(opened), opened.account.dueCents], ['PartRefunded', 0]);
  assert.equal(status(afterReport(opened, { kind: 'dispute-won' })), 'PartRefunded');
  assert.equal(status(afterReport(opened, { kind: 'dispute-lost' })), 'Unpaid');
});

test('what a bank holds back waits, and is given back once the dispute is won', () => {
  const disputed = afterReport(cancelled, { kind: 'dispute-opened' });
  assert.deepEqual([idleIn(disputed), status(disputed)], [[], 'Disputed']);
  const won = afterReport(disputed, { kind: 'dispute-won' });
  assert.deepEqual(
    idleIn(won).map(({ payee, amountCents }) => [payee, amountCents]),
    [['Card', 60_000]],
  );
});

test('what a bank holds back of one payment is not given back of another', () => {
  const twice = afterCharge(withCharge(paid, { state: 'charging' }), totalCents);
  const byCheque = afterReport(paid, { kind: 'received', amountCents: totalCents });
  for (const history of [twice, byCheque]) {
    assert.equal(sumOf(idleIn(history)), totalCents);
    const disputed = afterReport(history, { kind: 'dispute-opened' });
    assert.deepEqual(idleIn(disputed), []);
    const lost = afterReport(disputed, { kind: 'dispute-lost' });
    assert.deepEqual([idleIn(lost), lost.account.balanceCents, lost.account.netCollectedCents], [[], 0, totalCents]);
    assert.equal(sumOf(idleIn(afterReport(disputed, { kind: 'dispute-won' }))), totalCents);
  }
  const inPart = afterReport(cancelled, { kind: 'dispute-opened', amountCents: 20_000 });
  assert.equal(sumOf(idleIn(inPart)), 40_000);
  assert.equal(allBack(afterReport(allBack(inPart), { kind: 'dispute-lost' })).account.balanceCents, 0);
});

test('a refund that the card’s issuer refuses becomes the operator’s', () => {
  const refused = afterTry(cancelled, idleIn(cancelled)[0]!.id, 'refused');
  assert.deepEqual(
    idleIn(refused).map(({ payee, amountCents }) => [payee, amountCents]),
    [['Customer', 60_000]],
  );
  assert.equal(status(refused), 'RefundPending');
});

test('a refund that came back from the card’s bank is owed again, and is the operator’s to pay', () => {
  const given = allBack(cancelled);
  assert.equal(status(given), 'PartRefunded');
  const returned = afterReport(given, { kind: 'refund-returned' });
  assert.deepEqual(
    idleIn(returned).map(({ payee, amountCents }) => [payee, amountCents]),
    [['Customer', 60_000]],
  );
  assert.deepEqual([status(returned), returned.account.balanceCents], ['RefundPending', -60_000]);
  const refused = judgeIn(returned, { kind: 'refund-returned' });
  assert.ok(isOperatorRefusal(refused) && refused.code === 'NoRefundToReturn', 'it comes back once');
  const paidByCheque = allBack(returned);
  assert.deepEqual([status(paidByCheque), paidByCheque.account.balanceCents], ['PartRefunded', 0]);
  assert.deepEqual(checkAccount(paidByCheque.record, { moneyStatus: 'PartRefunded', today }), []);
  const disputed = afterReport(afterReport(given, { kind: 'dispute-opened' }), { kind: 'dispute-lost' });
  const both = afterReport(disputed, { kind: 'refund-returned' });
  assert.deepEqual([both.account.balanceCents, idleIn(both)], [40_000, []], 'the customer has it from the bank');
});

test('what was given twice and paid back leaves nothing for a person to see', () => {
  const flat = afterCancellation(paid, { kind: 'flat', refundCents: totalCents, usedDays: 'owe' });
  const one = idleIn(flat)[0]!;
  const begun = afterTry(flat, one.id, 'begun');
  const byHand = { ...one, ...newInTurn<typeof one.id>(), payee: 'Customer', state: 'begun' } as const;
  const replaced = begun.record.refundWork.map((other) =>
    other.id === one.id ? { ...other, state: 'replaced' as const, replacedBy: byHand.id } : other,
  );
  const record = { ...begun.record, refundWork: [...replaced, byHand] };
  const twice = afterTry(afterTry({ ...begun, record }, byHand.id, 'done'), one.id, 'done');
  const faults = ({ record: facts, account: { moneyStatus } }: AccountHistory) =>
    checkAccount(facts, { moneyStatus, today }).map(({ what }) => what);
  assert.deepEqual([twice.account.balanceCents, faults(twice)], [totalCents, ['given back twice']]);
  const repaid = afterReport(twice, { kind: 'received' });
  assert.deepEqual([status(repaid), repaid.account.netCollectedCents], ['Refunded', 0]);
  assert.deepEqual(faults(repaid), []);
  const cardBack = afterReport(twice, { kind: 'refund-returned' });
  assert.deepEqual([status(cardBack), cardBack.account.balanceCents, faults(cardBack)], ['Refunded', 0, []]);
});

/* Random histories: any person, bank or machine does anything at any moment. */

const cents = fc.integer({ min: 1, max: 150_000 });
const which = fc.nat(3);
const step = fc.oneof(
  fc.record({
    does: fc.constant('report' as const),
    kind: fc.constantFrom<ReportKind>(...reportKinds),
    amountCents: fc.option(cents),
  }),
  fc.record({ does: fc.constantFrom('charge' as const, 'charge unknown' as const, 'charge not made' as const) }),
  fc.record({ does: fc.constantFrom('begin' as const, 'done' as const, 'refuse' as const, 'by hand' as const), which }),
  fc.record({ does: fc.constant('goodwill' as const), amountCents: cents }),
  fc.record({
    does: fc.constant('cancel' as const),
    kind: fc.constantFrom('flat' as const, 'pro-rata' as const),
    refundCents: fc.integer({ min: 1, max: totalCents }),
    usedDays: fc.constantFrom('write-off' as const, 'owe' as const),
  }),
  fc.record({ does: fc.constant('void' as const), which }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What can't happen does not: then the history stays as it is. */
function after(history: AccountHistory, one: Step): AccountHistory {
  const { record, account } = history;
  switch (one.does) {
    case 'report': {
      const { kind, amountCents } = one;
      const judged = judgeIn(history, { kind, amountCents });
      return isOperatorRefusal(judged) ? history : afterEntry(history, judged);
    }
    case 'charge': {
      const { state, amountCents } = record.charge!;
      return state === 'charged' || state === 'stopped' ? history : afterCharge(history, amountCents);
    }
    case 'charge unknown':
      return record.charge!.state === 'due' || record.charge!.state === 'refused'
        ? withCharge(history, { state: 'charging' })
        : history;
    case 'charge not made':
      return record.charge!.state === 'charging' ? withCharge(history, { state: 'refused', tries: 5 }) : history;
    case 'begin':
      return tried(history, 'idle', one.which, ({ payee, id }) =>
        payee === 'Card' ? afterTry(history, id, 'begun') : history,
      );
    case 'done':
      return tried(history, 'begun', one.which, ({ id }) => afterTry(history, id, 'done'));
    case 'refuse':
      return tried(history, 'begun', one.which, ({ id }) => afterTry(history, id, 'refused'));
    case 'by hand':
      return tried(history, 'idle', one.which, ({ id }) => afterManualRefund(history, id));
    case 'goodwill': {
      const maxCents = account.netCollectedCents + Math.min(account.balanceCents, 0);
      return account.isUnknown || one.amountCents > maxCents ? history : afterGoodwill(history, one.amountCents);
    }
    case 'cancel':
      return record.cancellation === null
        ? afterCancellation(history, { ...one, refundCents: one.kind === 'flat' ? totalCents : one.refundCents })
        : history;
    case 'void': {
      const ofOperator = record.entries.filter((entry) => isVoidable(record, entry));
      const entry = ofOperator[one.which % Math.max(ofOperator.length, 1)];
      return entry === undefined || judgeVoidNow({ ...entry, recordedBy: 'operator' }, record, account) !== null
        ? history
        : afterVoid(history, entry);
    }
  }
}

function tried(
  history: AccountHistory,
  state: RefundWork['state'],
  at: number,
  act: (one: RefundWork) => AccountHistory,
): AccountHistory {
  const found = history.record.refundWork.filter((one) => one.state === state);
  return found.length === 0 ? history : act(found[at % found.length]!);
}

/** A refund of a cheque, or to a card that takes none, is the operator's. */
function isVoidable({ refundWork }: AccountRecord, { kind, paymentEntryId, amountCents }: AccountEntry): boolean {
  if (kind === 'payment' || kind === 'payment-returned' || kind === 'goodwill') return true;
  const isOfIt = (one: RefundWork) => one.paymentEntryId === paymentEntryId && one.amountCents === amountCents;
  const done = refundWork.filter((one) => one.state === 'done' && isOfIt(one));
  return kind === 'refund' && done.length > 0 && done.every(({ payee }) => payee === 'Customer');
}

const steps = fc.array(step, { maxLength: 14 });
const runs = { numRuns: 400, seed: 46 };

/** Checks a rule after each step of every history. */
function always(check: (now: AccountHistory, before: AccountHistory, one: Step) => void): void {
  fc.assert(
    fc.property(steps, (all) => {
      let now = startOfHistory();
      for (const one of all) {
        const before = now;
        now = after(before, one);
        check(now, before, one);
      }
    }),
    runs,
  );
}

test('of no payment more is given back, on its way, held back by a bank and returned than was taken', () => {
  always(({ record, account }) => {
    for (const payment of account.payments) {
      const { returnedCents, givenBackCents, openDisputeCents, lostDisputeCents, leftCents, takenCents } = payment;
      const parts = [returnedCents, givenBackCents, openDisputeCents, lostDisputeCents, leftCents];
      assert.ok(
        parts.every((part) => part >= 0),
        JSON.stringify(payment),
      );
      assert.equal(sumOf(parts.map((amountCents) => ({ amountCents }))), takenCents);
      const asked = record.refundWork.filter(
        ({ paymentEntryId, state }) => paymentEntryId === payment.id && state === 'idle',
      );
      assert.ok(sumOf(asked) <= leftCents, 'nothing is asked for of what is disputed or not there');
    }
  });
});

test('what is owed back is on its way, or a bank holds it; and never more is on its way than is owed', () => {
  always(({ record, account }) => {
    const begunCents = sumOf(record.refundWork.filter(({ state }) => state === 'begun'));
    const toCents = sumOf(account.toGiveBack);
    assert.equal(toCents, sumOf(idleIn({ record, account })));
    const owedCents = Math.max(-account.balanceCents - begunCents, 0);
    const heldBackCents = account.payments.reduce((sum, { openDisputeCents }) => sum + openDisputeCents, 0);
    assert.ok(toCents <= owedCents, 'not more than is owed');
    assert.ok(toCents >= owedCents - heldBackCents, 'not less, but for what a bank holds');
  });
});

test('no account is left that a person would have to look at, but for what a bank took after it was given back', () => {
  always(({ record, account: { moneyStatus } }) => {
    const faults = checkAccount(record, { moneyStatus, today });
    assert.deepEqual(faults, []);
  });
});

test('a void makes the account as if the entry had never been', () => {
  fc.assert(
    fc.property(steps, cents, (all, amountCents) => {
      const before = all.reduce(after, startOfHistory());
      const judged = judgeIn(before, { kind: 'received', amountCents });
      assert.ok(!isOperatorRefusal(judged));
      const received = afterEntry(before, judged);
      const entry = received.record.entries.find(
        (one) => one.kind === 'payment' && !before.record.entries.includes(one),
      )!;
      const voided = afterVoid(received, entry);
      // A charge that was stopped because of it is a person's to collect: what was scheduled is unpaid.
      const facts = ({ account: { moneyStatus, ...account } }: AccountHistory) => account;
      assert.deepEqual(facts(voided), facts(before));
    }),
    runs,
  );
});

test('a dispute of what was given back already never changes the status', () => {
  always((now, before, one) => {
    if (one.does !== 'report' || !one.kind.startsWith('dispute') || now === before) return;
    const isAllBack = before.account.payments.every(
      ({ leftCents, openDisputeCents, lostDisputeCents }) => leftCents + openDisputeCents + lostDisputeCents === 0,
    );
    if (isAllBack) assert.equal(now.account.moneyStatus, before.account.moneyStatus);
  });
});

/** The policy's notice, as it is drafted on this day: what is told is what the cancellation will give back. */
function noticeOf({ record, account }: AccountHistory, { cancelledOn, kind, refundCents, usedDays: chosen }: Noticed) {
  const usedDays = isOwedInAnyCase(record, account.payments) ? 'owe' : chosen;
  const terms = { kind, cancelledOn, ground: 'Other', madeOn: today } as const;
  const collected = collectedOf(byCard, { record, account }, terms, today);
  const plan = planRefund({ ...terms, usedDays, totalCents, refundCents, collected, today });
  return { plan, asked: { kind, refundCents, usedDays } };
}

interface Noticed {
  readonly cancelledOn: string;
  readonly kind: 'flat' | 'pro-rata';
  readonly refundCents: number;
  readonly usedDays: UsedDays;
}

const byCard = samplePolicy({ payment: samplePayments.find(({ method }) => method === 'CC')! });
const noticed = fc
  .record({
    kind: fc.constantFrom('flat', 'pro-rata'),
    refundCents: fc.nat(totalCents),
    usedDays: fc.constantFrom('write-off', 'owe'),
  })
  .map((one): Omit<Noticed, 'cancelledOn'> => ({ ...one, ...(one.kind === 'flat' && { refundCents: totalCents }) }));
const withoutCancellation = steps.map((all) =>
  all.filter((one) => one.does !== 'cancel').reduce(after, startOfHistory()),
);
const wordsOf = (owed: readonly Pick<Obligation, 'payee' | 'amountCents'>[]): readonly string[] =>
  owed.map(({ payee, amountCents }) => `${payee} ${amountCents}`).toSorted();

test('a notice of today says what the account then gives back, writes off and leaves owed', () => {
  fc.assert(
    fc.property(withoutCancellation, noticed, (history, one) => {
      const { plan, asked } = noticeOf(history, { ...one, cancelledOn: today });
      const { account } = afterCancellation(history, asked);
      assert.deepEqual(wordsOf(owedInAnyCase(plan)), wordsOf(account.toGiveBack));
      assert.equal(refundOfUnknownCharge(plan)?.amountCents ?? 0, account.refundIfChargedCents);
      if (plan.route === 'ask first') return;
      assert.equal(plan.writtenOffCents, account.writtenOffCents);
      assert.equal(plan.stillOwedCents, Math.max(account.balanceCents, 0));
    }),
    { ...runs, numRuns: 2_000 },
  );
});

test('a notice ahead says what is given back on its day, unless somebody reports something else before', () => {
  fc.assert(
    fc.property(withoutCancellation, noticed, (history, one) => {
      // Its answer, or the bank's, comes before.
      const isDisputed = history.account.payments.some(({ openDisputeCents }) => openDisputeCents > 0);
      fc.pre(!history.account.isUnknown && !isDisputed);
      const { plan, asked } = noticeOf(history, { ...one, cancelledOn: '2027-01-11' });
      let then = history;
      for (const { id } of history.record.refundWork.filter(({ state }) => state === 'idle' || state === 'begun'))
        then = afterTry(then, id, 'done');
      if (plan.chargedFirstOn !== null) then = afterCharge(then, plan.chargedFirstCents);
      assert.deepEqual(wordsOf(plan.owed), wordsOf(afterCancellation(then, asked).account.toGiveBack));
    }),
    { ...runs, numRuns: 2_000 },
  );
});
