import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApplicationId } from '../ids.ts';
import { compareLedgers, type OurMoney } from './ledger-comparison.ts';

const sale = 'sale' as ApplicationId;
const charge: OurMoney = {
  applicationId: sale,
  reference: 'T1',
  key: 'k1',
  takenCents: 100,
  givenBackCents: 0,
  cameBackCents: 0,
  byHandCents: 0,
  disputedCents: 0,
};
const found = (ours: readonly OurMoney[], theirs: Parameters<typeof compareLedgers>[1], unanswered: string[] = []) =>
  compareLedgers(ours, theirs, new Set(unanswered)).differences.map(
    ({ kind, reference, bookedCents, toldCents }) => `${reference} ${kind} ${bookedCents} ${toldCents}`,
  );

test('books that agree differ in nothing, and it is said what was compared', () => {
  assert.deepEqual(found([charge], [charge]), []);
  const { compared } = compareLedgers([charge], [charge], new Set());
  assert.deepEqual(
    compared.map(({ kind, reference }) => `${reference} ${kind}`),
    ['T1 taken', 'T1 given back', 'T1 disputed', 'T1 back twice'],
  );
});

test('money that only one side has is a difference, whichever side it is', () => {
  assert.deepEqual(found([], [charge]), ['T1 taken 0 100']);
  assert.deepEqual(found([charge], []), ['T1 taken 100 0']);
  assert.deepEqual(found([], [{ ...charge, givenBackCents: 100 }]), [], 'it was given back again');
  assert.deepEqual(found([charge], [{ ...charge, reference: 'T2' }]), ['T1 taken 100 0', 'T2 taken 0 100']);
  assert.deepEqual(found([charge], [{ ...charge, givenBackCents: 30 }]), ['T1 given back 0 30']);
  assert.deepEqual(found([{ ...charge, disputedCents: 100 }], [{ ...charge, disputedCents: 0 }]), [
    'T1 disputed 100 0',
  ]);
});

test('a charge that was refunded and disputed as well is a claim, though both books agree', () => {
  const twice = { ...charge, givenBackCents: 100, disputedCents: 80 };
  assert.deepEqual(found([twice], [twice]), ['T1 back twice 100 180']);
  assert.deepEqual(found([twice], [{ ...twice, disputedCents: null }]), ['T1 back twice 100 180']);
  const whole = { ...charge, givenBackCents: 40, disputedCents: 60 };
  assert.deepEqual(found([whole], [whole]), []);
});

test('what a person gave back by hand of a charge that a bank has taken back is a claim, too', () => {
  const twice = { ...charge, byHandCents: 90, disputedCents: 100 };
  assert.deepEqual(found([twice], [twice]), ['T1 back twice 100 190']);
  assert.deepEqual(found([{ ...twice, disputedCents: 0 }], [charge]), []);
});

test('what a party does not tell is not compared, and neither is a key that it did not answer', () => {
  assert.deepEqual(found([{ ...charge, disputedCents: 100 }], [{ ...charge, disputedCents: null }]), []);
  assert.deepEqual(found([charge], [], ['k1']), []);
  assert.deepEqual(found([charge], [], ['k2']), ['T1 taken 100 0']);
});

test('a refund that came back agrees with a party that tells it as made, and with one that tells it no more', () => {
  const back = { ...charge, givenBackCents: 40, cameBackCents: 40 };
  for (const givenBackCents of [40, 0]) assert.deepEqual(found([back], [{ ...charge, givenBackCents }]), []);
  assert.notDeepEqual(found([back], [{ ...charge, givenBackCents: 10 }]), []);
});
