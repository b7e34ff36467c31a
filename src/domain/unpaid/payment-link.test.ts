import assert from 'node:assert/strict';
import test from 'node:test';
import {
  chargeDayOf,
  checkoutsMax,
  isSpent,
  type LinkFacts,
  type LinkState,
  linkStateOf,
  mayTakeCard,
} from './payment-link.ts';

const today = '2026-11-20';
const now = new Date('2026-11-20T17:00:00Z');
const refused: LinkFacts = {
  isRevoked: false,
  expiresAt: new Date('2026-11-20T17:00:01Z'),
  cancellation: null,
  isRescissionUndecided: false,
  isOfUsedDays: false,
  amountCents: 157_200,
  charge: { state: 'refused', tries: 5, dueOn: '2026-11-19', isByLink: false, cardAwaitedOn: null },
  isPaid: false,
  isCardTaken: false,
  checkouts: 0,
};
const withCharge = (charge: Partial<LinkFacts['charge']>, isCardTaken = false): LinkFacts => ({
  ...refused,
  isCardTaken,
  charge: { ...refused.charge, ...charge },
});
const moment = { today, now, isTaxedOtherwise: () => false };
const state = (link: LinkFacts) => {
  const given = { chargeDate: today, totalCents: link.amountCents };
  return [linkStateOf(link, moment), mayTakeCard(link, today, given)];
};
const cancelledFrom = (cancelledOn: string, isInEffect = false) =>
  ({ kind: 'pro-rata', cancelledOn, ground: 'NonPayment', isInEffect }) as const;

test('a link to a refused charge is open until it expires, is revoked or was tried too often', () => {
  assert.deepEqual(state(refused), ['open', true]);
  assert.deepEqual(state({ ...refused, checkouts: checkoutsMax - 1 }), ['open', true]);
  assert.deepEqual(state({ ...refused, checkouts: checkoutsMax }), ['used up', true]);
  assert.deepEqual(state({ ...refused, isRevoked: true }), ['over', false]);
});

test('a link ends when the tax rate has changed since the price was made', () => {
  const moment = { today, now, isTaxedOtherwise: () => true };
  assert.equal(linkStateOf(refused, moment), 'expired');
  assert.equal(linkStateOf(withCharge({ state: 'charged' }), moment), 'paid');
});

test('a link that expires while the customer pays still takes the card', () => {
  assert.deepEqual(state({ ...refused, expiresAt: now }), ['expired', true]);
});

test('while a rescission is yet to be decided no card is taken, also by a form that was opened before', () => {
  const held = { ...refused, isRescissionUndecided: true };
  assert.deepEqual(state(held), ['held', false]);
  assert.deepEqual(state({ ...held, cancellation: cancelledFrom('2026-11-21') }), ['held', false]);
  assert.deepEqual(state({ ...withCharge({ state: 'due', tries: 1 }, true), isRescissionUndecided: true }), [
    'held',
    false,
  ]);
  assert.deepEqual(state({ ...withCharge({ state: 'charged' }), isRescissionUndecided: true }), ['paid', false]);
});

test('while a charge runs no card is taken, and afterwards none is needed', () => {
  assert.deepEqual(state(withCharge({ state: 'charging' })), ['running', false]);
  assert.deepEqual(state(withCharge({ state: 'charged' })), ['paid', false]);
  assert.deepEqual(state({ ...withCharge({ state: 'stopped' }), isPaid: true }), ['settled', false]);
  const cancelled = cancelledFrom(today);
  assert.deepEqual(state({ ...refused, cancellation: cancelled }), ['cancelled', false]);
  assert.deepEqual(state(withCharge({ state: 'stopped' })), ['over', false]);
});

test('a card that was taken is charged on its day, and no other takes its place until it is refused', () => {
  const taken = (charge: Partial<LinkFacts['charge']>) => state(withCharge(charge, true));
  assert.deepEqual(taken({ state: 'due', tries: 1, dueOn: '2026-11-21' }), ['scheduled', false]);
  assert.deepEqual(taken({ state: 'due', tries: 1, dueOn: today }), ['running', false]);
  assert.deepEqual(taken({ state: 'due', tries: 2, dueOn: '2026-11-22' }), ['open', true]);
  assert.deepEqual(taken({ state: 'refused', tries: 2 }), ['open', true]);
  assert.deepEqual(taken({ state: 'refused', tries: 1 }), ['open', true]);
  assert.deepEqual(state(withCharge({ state: 'due', tries: 1, dueOn: today })), ['open', true], 'no card was taken');
});

test('a customer needs another link once this one can be paid by no more, and not while it can or need not be', () => {
  for (const spent of ['over', 'expired', 'used up'] as const) assert.equal(isSpent(spent), true, spent);
  const others: readonly LinkState[] = ['open', 'held', 'running', 'scheduled', 'paid', 'settled', 'cancelled'];
  for (const other of others) assert.equal(isSpent(other), false, other);
});

test('an operator who lets the old card be charged again does not close the link', () => {
  assert.deepEqual(state(withCharge({ state: 'due', tries: 5, dueOn: today })), ['open', true]);
});

test('a policy that ends for non-payment can be paid until the day before, and its used days after that', () => {
  const ending = { ...refused, cancellation: cancelledFrom('2026-11-21') };
  assert.deepEqual(state(ending), ['open', true]);
  const ended = { ...refused, cancellation: cancelledFrom(today) };
  assert.deepEqual(state(ended), ['cancelled', false]);
  assert.deepEqual(state({ ...ended, isOfUsedDays: true, amountCents: 6_859 }), ['open', true]);
  const flat = { ...ending.cancellation, kind: 'flat' } as const;
  assert.deepEqual(state({ ...ending, cancellation: flat }), ['open', true], 'its notice names the page');
  assert.deepEqual(state({ ...ending, cancellation: { ...flat, ground: 'Other' } }), ['cancelled', false]);
});

test('a link without an end is open as long as there is something to pay', () => {
  assert.deepEqual(state({ ...refused, expiresAt: null }), ['open', true]);
});

test('a card for a later day is charged at once if the cover would end before', () => {
  const day = (chargeOn: string | null, cancelledOn: string | null) =>
    chargeDayOf({ chargeOn, cancellation: cancelledOn === null ? null : cancelledFrom(cancelledOn) }, today);
  assert.equal(day(null, null), null);
  assert.equal(day(today, null), null);
  assert.equal(day('2026-11-21', null), '2026-11-21');
  assert.equal(day('2026-12-01', '2026-12-02'), '2026-12-01');
  assert.equal(day('2026-12-01', '2026-12-01'), null);
  assert.equal(day('2026-12-01', today), '2026-12-01', 'what the used days cost');
  const cancellation = cancelledFrom('2026-12-01');
  const totalCents = refused.amountCents;
  assert.equal(mayTakeCard({ ...refused, cancellation }, today, { chargeDate: '2026-11-30', totalCents }), true);
  assert.equal(
    mayTakeCard({ ...refused, cancellation }, today, { chargeDate: '2026-12-01', totalCents }),
    false,
    'its form was opened before',
  );
});

test('nothing is to be paid any more for a cancelled policy whose used days were written off', () => {
  const owed = { ...withCharge({ state: 'stopped' }), amountCents: 3_000 };
  assert.equal(linkStateOf(owed, moment), 'over');
  const cancellation = cancelledFrom('2026-11-10', true);
  assert.equal(linkStateOf({ ...owed, cancellation }, moment), 'cancelled');
});

test('a card is not charged with another amount than its form has said', () => {
  const given = { chargeDate: today, totalCents: refused.amountCents };
  assert.equal(mayTakeCard(refused, today, given), true);
  const ended = { ...refused, isOfUsedDays: true, amountCents: 6_859, cancellation: cancelledFrom(today, true) };
  assert.equal(mayTakeCard(ended, today, given), false, 'its form was opened before the cancellation took effect');
});

test('a card that was given within the notice is being charged, also when the day of the cancellation has come', () => {
  const day = '2026-11-19';
  const charged = (cancellation: LinkFacts['cancellation'], charge: Partial<LinkFacts['charge']>) =>
    state({ ...withCharge({ dueOn: day, tries: 1, isByLink: true, ...charge }, true), cancellation });
  for (const state of ['due', 'charging'] as const) {
    assert.deepEqual(charged(cancelledFrom(today), { state }), ['running', false]);
    assert.deepEqual(charged({ ...cancelledFrom(today), ground: 'Other' }, { state }), ['cancelled', false]);
    assert.deepEqual(charged(cancelledFrom(today, true), { state }), ['cancelled', false]);
  }
});
