import assert from 'node:assert/strict';
import test from 'node:test';
import {
  notCollected,
  sampleCancellation,
  sampleCharged,
  sampleFinanced,
} from '../../../test/kit/sale/sample-policy.ts';
import { accountOf } from '../account/account.ts';
import {
  type AccountEntry,
  type AccountRecord,
  type ChargeWork,
  notBegun,
  type RefundWork,
} from '../account/account-record.ts';
import type { PlainDate } from '../calendar.ts';
import type { EntryId, PaymentId, ReversalId } from '../ids.ts';
import { type PaymentMethod, paymentMethodRules } from '../payment-method.ts';
import type { Policy } from '../policy/policy.ts';
import { type PolicyAccount, planOf, refundAsItStands } from './refund-as-it-stands.ts';

const cancelledOn = '2027-11-15';
const dayBefore = '2027-11-14';
const paymentEntryId = 'charge' as EntryId;

const aboutNothing = {
  turn: 0,
  happenedOn: '2026-11-15',
  cardPaymentId: null,
  partyKey: null,
  partyReference: null,
  paymentEntryId: null,
  disputeId: null,
} as const;

/** Cancelled a year after its first day, with three more to go. */
function found(policy: Policy, change: Partial<AccountRecord> = {}, today: PlainDate = cancelledOn): PolicyAccount {
  const asked = { kind: 'pro-rata', cancelledOn, madeOn: '2027-11-01' } as const;
  const cancellationTerms = sampleCancellation(policy, { ...asked, collected: notCollected });
  const { ground, usedDays, refundCents } = cancellationTerms;
  const record: AccountRecord = {
    totalCents: policy.totalWithTaxCents,
    paidBy: paymentMethodRules[policy.payment.method].paidBy,
    cancellation: { ...asked, ground, usedDays, refundCents, isInEffect: true },
    entries: [],
    charge: null,
    refundWork: [],
    ...change,
  };
  return { policy, cancellationTerms, record, account: accountOf(record, today) };
}

const charged = sampleCharged();
const totalCents = charged.totalWithTaxCents;
const refundCents = found(charged).cancellationTerms!.refundCents;
const entries: readonly AccountEntry[] = [
  { ...aboutNothing, id: 'sale' as EntryId, kind: 'sale', amountCents: totalCents, customerCents: totalCents },
  {
    ...aboutNothing,
    id: paymentEntryId,
    kind: 'charge',
    amountCents: totalCents,
    customerCents: -totalCents,
    cardPaymentId: 'card' as PaymentId,
    partyKey: 'key',
    partyReference: 'R1',
  },
  {
    ...aboutNothing,
    id: 'end' as EntryId,
    kind: 'cancellation',
    amountCents: refundCents,
    customerCents: -refundCents,
  },
];
const refunded: AccountEntry = {
  ...aboutNothing,
  id: 'back' as EntryId,
  kind: 'refund',
  amountCents: refundCents,
  customerCents: refundCents,
  paymentEntryId,
};
const work: RefundWork = {
  ...notBegun,
  id: 'work' as ReversalId,
  turn: 4,
  paymentEntryId,
  payee: 'Card',
  amountCents: refundCents,
};

const toCard = { payer: 'Processor', payee: 'Card', amountCents: refundCents } as const;
const pending = { status: 'Pending', doneOn: null } as const;

test('what the card has paid is pending until the processor has given it back, and done from that day on', () => {
  for (const refundWork of [[], [work], [{ ...work, state: 'begun' as const }]]) {
    const { route, refunds } = refundAsItStands(found(charged, { entries, refundWork }), cancelledOn);
    assert.deepEqual([route, refunds], ['card', [{ ...toCard, ...pending }]]);
  }
  const done = { ...work, state: 'done', doneOn: '2027-11-16' } as const;
  const after = found(charged, { entries: [...entries, refunded], refundWork: [done] });
  assert.deepEqual(refundAsItStands(after, '2027-11-20').refunds, [
    { ...toCard, status: 'Done', doneOn: '2027-11-16' },
  ]);
});

test('what the card’s issuer refuses is the operator’s from then on, and one by cheque is told as one', () => {
  const byHand = { payer: 'Operator', payee: 'Customer', amountCents: refundCents } as const;
  const refused = { ...work, state: 'refused' } as const;
  assert.deepEqual(refundAsItStands(found(charged, { entries, refundWork: [refused] }), cancelledOn).refunds, [
    { ...byHand, ...pending },
  ]);
  const cheque = {
    ...work,
    id: 'cheque' as ReversalId,
    turn: 5,
    payee: 'Customer',
    state: 'done',
    doneOn: '2027-12-01',
  } as const;
  const given = found(charged, { entries: [...entries, refunded], refundWork: [refused, cheque] });
  assert.deepEqual(refundAsItStands(given, '2027-12-02').refunds, [
    { ...byHand, status: 'Done', doneOn: '2027-12-01' },
  ]);
});

test('before the day of the cancellation what is owed back is what the plan says', () => {
  const { cancellation } = found(charged).record;
  const ahead = { entries: entries.slice(0, 2), cancellation: { ...cancellation!, isInEffect: false } };
  const { route, refunds } = refundAsItStands(found(charged, ahead, dayBefore), dayBefore);
  assert.deepEqual([route, refunds], ['card', [{ ...toCard, ...pending }]]);
});

test('a policy that is not cancelled has what was paid twice among its refunds', () => {
  const second = { ...entries[1]!, id: 'second' as EntryId };
  const record = { ...found(charged).record, cancellation: null, entries: [entries[0]!, entries[1]!, second] };
  const account = accountOf(record, cancelledOn);
  assert.deepEqual(
    refundAsItStands({ policy: charged, cancellationTerms: null, record, account }, cancelledOn).refunds,
    [{ payer: 'Processor', payee: 'Card', amountCents: totalCents, ...pending }],
  );
});

test('of a loan each refund has its own state; the seller’s stays pending, and what the lender gives is named', () => {
  const financed = sampleFinanced();
  const loan = {
    ...work,
    paymentEntryId: null,
    payee: 'Lender',
    state: 'done',
    doneOn: '2027-11-17',
    toLoanCents: 1_000,
    byLenderCents: 0,
  } as const;
  const { refundCents: owedCents } = found(financed).cancellationTerms!;
  const { downPaymentCents } = financed.payment.loan;
  const toCustomerCents = owedCents - loan.toLoanCents - downPaymentCents;
  const ofLoan: readonly AccountEntry[] = [
    { ...aboutNothing, id: 'end' as EntryId, kind: 'cancellation', amountCents: owedCents, customerCents: -owedCents },
    {
      ...aboutNothing,
      id: 'loan' as EntryId,
      kind: 'loan-ended',
      amountCents: loan.toLoanCents,
      customerCents: loan.toLoanCents + downPaymentCents,
    },
  ];
  const byOperator = (amountCents: number) =>
    ({ ...work, paymentEntryId: null, payee: 'Customer', state: 'done', doneOn: '2027-11-18', amountCents }) as const;
  const told = (refundWork: readonly RefundWork[], givenCents = 0) => {
    const given = { ...refunded, amountCents: givenCents, customerCents: givenCents, paymentEntryId: null };
    const record = { refundWork, entries: givenCents === 0 ? ofLoan : [...ofLoan, given] };
    const { refunds } = refundAsItStands(found(financed, record), cancelledOn);
    return refunds.map(({ payer, payee, amountCents, doneOn }) => [payer, payee, amountCents, doneOn]);
  };
  const others = [
    ['Operator', 'Lender', 1_000, '2027-11-17'],
    ['Seller', 'Customer', downPaymentCents, null],
  ];
  assert.deepEqual(told([loan]), [...others, ['Operator', 'Customer', toCustomerCents, null]]);
  assert.deepEqual(told([byOperator(toCustomerCents), loan], toCustomerCents), [
    ...others,
    ['Operator', 'Customer', toCustomerCents, '2027-11-18'],
  ]);
  const partCents = 10_000;
  assert.deepEqual(told([byOperator(partCents), loan], partCents), [
    ...others,
    ['Operator', 'Customer', partCents, '2027-11-18'],
    ['Operator', 'Customer', toCustomerCents - partCents, null],
  ]);
  const byLender = told([{ ...loan, byLenderCents: 500 }]).filter(([payer]) => payer === 'Lender');
  assert.deepEqual(byLender, [['Lender', 'Customer', 500, null]]);
});

const due: ChargeWork = {
  state: 'due',
  amountCents: totalCents,
  tries: 1,
  dueOn: '2027-11-10',
  isByLink: false,
  cardAwaitedOn: null,
};

test('nothing is owed back of a charge that is to come before the cancellation', () => {
  const { cancellation } = found(charged).record;
  const ahead = { entries: entries.slice(0, 1), charge: due, cancellation: { ...cancellation!, isInEffect: false } };
  const record = found(charged, ahead, '2027-11-05');
  const plan = planOf(record, '2027-11-05')!;
  assert.deepEqual([plan.chargedFirstOn, plan.owed], ['2027-11-10', [toCard]]);
  assert.deepEqual(refundAsItStands(record, '2027-11-05').refunds, []);
});

test('what the used days cost and nobody has paid is told as given up or owed', () => {
  const usedCents = totalCents - refundCents;
  const unpaid = [entries[0]!, entries[2]!];
  const stands = (more: readonly AccountEntry[]) => {
    const { route, writtenOffCents, stillOwedCents } = refundAsItStands(
      found(charged, { entries: [...unpaid, ...more] }),
      cancelledOn,
    );
    return [route, writtenOffCents, stillOwedCents];
  };
  const writeOff = {
    ...aboutNothing,
    id: 'off' as EntryId,
    kind: 'write-off',
    amountCents: usedCents,
    customerCents: -usedCents,
  } as const;
  assert.deepEqual(stands([writeOff]), ['not charged', usedCents, 0]);
  assert.deepEqual(stands([]), ['not charged', 0, usedCents]);
});

test('of a charge that is unknown the card gets back what it took beyond the used days, and nothing of these', () => {
  const unpaid = [entries[0]!, entries[2]!];
  const refundsWith = (amountCents: number) =>
    refundAsItStands(
      found(charged, { entries: unpaid, charge: { ...due, state: 'charging', amountCents } }),
      cancelledOn,
    ).refunds;
  assert.deepEqual(refundsWith(totalCents), [{ ...toCard, ...pending }]);
  assert.deepEqual(refundsWith(totalCents - refundCents), []);
});

test('a cancellation falls due on its day, and one that took effect stays due for a run with the date of the day before', () => {
  const isDue = (day: PlainDate, isInEffect: boolean) => {
    const { cancellation } = found(charged).record;
    return planOf(found(charged, { cancellation: { ...cancellation!, isInEffect } }), day)!.isDue;
  };
  assert.deepEqual([isDue(dayBefore, false), isDue(cancelledOn, false)], [false, true]);
  assert.deepEqual([isDue(dayBefore, true), isDue(cancelledOn, true), isDue('2027-12-01', true)], [true, true, true]);
});

test('the day of a non-payment does not come while it is not known whether the customer has paid before it', () => {
  const isDue = (charge: ChargeWork, change: object = {}) => {
    const { cancellation } = found(charged).record;
    const unpaid = { ...cancellation!, isInEffect: false, ground: 'NonPayment', ...change } as const;
    return planOf(found(charged, { charge, cancellation: unpaid }), cancelledOn)!.isDue;
  };
  const inTime: ChargeWork = { ...due, dueOn: dayBefore };
  assert.equal(isDue({ ...inTime, state: 'charging' }), false);
  assert.equal(isDue({ ...inTime, isByLink: true }), false, 'a card was given');
  assert.equal(isDue(inTime), true, 'nobody has given a card');
  assert.equal(isDue({ ...inTime, isByLink: true, tries: 2 }), true, 'it was refused');
  assert.equal(isDue({ ...inTime, isByLink: true }, { kind: 'flat' }), false, 'of one before the policy begins, too');
  assert.equal(isDue({ ...inTime, state: 'charging', dueOn: cancelledOn }), true, 'it is too late');
  assert.equal(isDue({ ...inTime, state: 'refused' }), true);
  assert.equal(isDue({ ...inTime, state: 'charging' }, { ground: 'Other' }), true);
});

test('what the seller has taken it gives back, and a policy that it collected has no refund of ours', () => {
  const method: PaymentMethod = 'REF';
  const ofSeller = { ...charged, payment: { method, reference: null } };
  const stands = refundAsItStands(found(ofSeller), cancelledOn);
  assert.deepEqual(
    [stands.route, stands.refunds],
    ['seller', [{ payer: 'Seller', payee: 'Customer', amountCents: refundCents, ...pending }]],
  );
});
