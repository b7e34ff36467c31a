import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, type PlainDate } from '../calendar.ts';
import { type AskedSaleLink, judgeSaleLink, saleLinkStatusOf } from './sale-link.ts';

const today = '2026-11-16' as PlainDate;
const seller = { sellsByLink: true, paymentMethods: ['REF', 'CC', 'PFF'] } as const;
const nothing: AskedSaleLink = { vin: null, paymentMethods: null, validUntil: null };
const codesOf = (judged: object) => (Array.isArray(judged) ? judged.map(({ code }) => code) : []);

test('a link can be used on its last day, and not on the day after', () => {
  const link = { policyNumber: null, isWithdrawn: false, validUntil: today };
  assert.equal(saleLinkStatusOf(link, today), 'Open');
  assert.equal(saleLinkStatusOf(link, addDays(today, 1)), 'Expired');
});

test('what is bound stays bound; what was withdrawn did not expire', () => {
  const link = { policyNumber: 'P-1', isWithdrawn: true, validUntil: today };
  assert.equal(saleLinkStatusOf(link, addDays(today, 9)), 'Bound');
  assert.equal(saleLinkStatusOf({ ...link, policyNumber: null }, addDays(today, 9)), 'Withdrawn');
});

test('without wishes a link is good for 14 days and takes both methods that the seller has', () => {
  const expected = { vin: null, paymentMethods: ['CC', 'PFF'], validUntil: addDays(today, 14) };
  assert.deepEqual(judgeSaleLink(nothing, seller, today), expected);
  const cardOnly = { ...seller, paymentMethods: ['REF', 'CC'] as const };
  assert.deepEqual(judgeSaleLink(nothing, cardOnly, today), { ...expected, paymentMethods: ['CC'] });
});

test('the last day is from today to 90 days ahead', () => {
  for (const [days, codes] of [
    [-1, ['ValidUntilInvalid']],
    [0, []],
    [90, []],
    [91, ['ValidUntilInvalid']],
  ] as const) {
    const asked = { ...nothing, validUntil: addDays(today, days) };
    assert.deepEqual(codesOf(judgeSaleLink(asked, seller, today)), codes, String(days));
  }
});

test('methods must be some that the seller has', () => {
  const cardOnly = { ...seller, paymentMethods: ['CC'] as const };
  for (const paymentMethods of [[], ['PFF'], ['CC', 'PFF']] as const)
    assert.deepEqual(codesOf(judgeSaleLink({ ...nothing, paymentMethods }, cardOnly, today)), [
      'PaymentMethodsInvalid',
    ]);
});

test('a seller for whom it is off, or that has neither method, makes no link', () => {
  for (const one of [
    { ...seller, sellsByLink: false },
    { ...seller, paymentMethods: ['REF'] as const },
  ])
    assert.deepEqual(codesOf(judgeSaleLink({ ...nothing, vin: 'x' }, one, today)), ['SaleLinksNotAvailable']);
});
