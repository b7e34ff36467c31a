import assert from 'node:assert/strict';
import test from 'node:test';
import { checkoutsMax, type LinkFacts, linkStateOf, mayTakeCard } from './payment-link.ts';

const today = '2026-11-20';
const now = new Date('2026-11-20T17:00:00Z');
const refused: LinkFacts = {
  isRevoked: false,
  expiresAt: new Date('2026-11-20T17:00:01Z'),
  isCancelled: false,
  charge: { state: 'refused', tries: 5, dueOn: '2026-11-19' },
  isCardTaken: false,
  checkouts: 0,
};
const withCharge = (charge: Partial<LinkFacts['charge']>, isCardTaken = false): LinkFacts => ({
  ...refused,
  isCardTaken,
  charge: { ...refused.charge, ...charge },
});
const state = (link: LinkFacts) => [linkStateOf(link, today, now), mayTakeCard(link)];

test('a link to a refused charge is open until it expires, is revoked or was tried too often', () => {
  assert.deepEqual(state(refused), ['open', true]);
  assert.deepEqual(state({ ...refused, checkouts: checkoutsMax - 1 }), ['open', true]);
  assert.deepEqual(state({ ...refused, checkouts: checkoutsMax }), ['used up', true]);
  assert.deepEqual(state({ ...refused, isRevoked: true }), ['over', false]);
});

test('a link that expires while the customer pays still takes the card', () => {
  assert.deepEqual(state({ ...refused, expiresAt: now }), ['expired', true]);
});

test('while a charge runs no card is taken, and afterwards none is needed', () => {
  assert.deepEqual(state(withCharge({ state: 'charging' })), ['running', false]);
  assert.deepEqual(state(withCharge({ state: 'charged' })), ['paid', false]);
  assert.deepEqual(state(withCharge({ state: 'settled' })), ['settled', false]);
  assert.deepEqual(state({ ...refused, isCancelled: true }), ['cancelled', false]);
  assert.deepEqual(state(withCharge({ state: 'stopped' })), ['over', false]);
});

test('a card that was taken is charged on its day, and no other takes its place until it is refused', () => {
  const taken = (charge: Partial<LinkFacts['charge']>) => state(withCharge(charge, true));
  assert.deepEqual(taken({ state: 'due', tries: 1, dueOn: '2026-11-21' }), ['scheduled', false]);
  assert.deepEqual(taken({ state: 'due', tries: 1, dueOn: today }), ['running', false]);
  assert.deepEqual(taken({ state: 'due', tries: 2, dueOn: '2026-11-22' }), ['open', true]);
  assert.deepEqual(taken({ state: 'refused', tries: 2 }), ['open', true]);
});

test('an operator who lets the old card be charged again does not close the link', () => {
  assert.deepEqual(state(withCharge({ state: 'due', tries: 5, dueOn: today })), ['open', true]);
});
