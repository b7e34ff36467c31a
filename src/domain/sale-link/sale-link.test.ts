import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, type PlainDate } from '../calendar.ts';
import { cities } from '../person/cities.ts';
import { buildCityIndex } from '../person/city.ts';
import { type AskedSaleLink, judgeSaleLink, saleLinkStatusOf, showsPapers } from './sale-link.ts';

const today = '2026-11-16' as PlainDate;
const area = { province: 'ON', cities: buildCityIndex(cities) } as const;
const seller = {
  sellsByLink: true,
  paymentMethods: ['REF', 'CC', 'PFF'],
  area,
  effectiveDateDays: 30,
} as const;
const nothing: AskedSaleLink = {
  vin: null,
  paymentMethods: null,
  downPayment: null,
  validUntil: null,
  effectiveDate: null,
  applicant: {},
};
const codesOf = (judged: object) => (Array.isArray(judged) ? judged.map(({ code }) => code) : []);

test('a link can be used on its last day, and not on the day after', () => {
  const link = { policyNumber: null, isWithdrawn: false, isBeingBought: false, validUntil: today };
  assert.equal(saleLinkStatusOf(link, today), 'Open');
  assert.equal(saleLinkStatusOf(link, addDays(today, 1)), 'Expired');
});

test('a link that is being bought is open until it is known what came of it', () => {
  const link = { policyNumber: null, isWithdrawn: false, isBeingBought: true, validUntil: today };
  assert.equal(saleLinkStatusOf(link, addDays(today, 1)), 'Open');
});

test('what is bound stays bound; what was withdrawn did not expire', () => {
  const link = { policyNumber: 'P-1', isWithdrawn: true, isBeingBought: false, validUntil: today };
  assert.equal(saleLinkStatusOf(link, addDays(today, 9)), 'Bound');
  assert.equal(saleLinkStatusOf({ ...link, policyNumber: null }, addDays(today, 9)), 'Withdrawn');
});

test('without wishes a link is good for 14 days and takes both methods that the seller has', () => {
  const expected = { vin: null, paymentMethods: ['CC', 'PFF'], downPaymentCents: 0, validUntil: addDays(today, 14) };
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

test('the day of the cover is one that a quote can have while the link is open', () => {
  const codes = (effectiveDate: PlainDate, validUntil: PlainDate | null = null) =>
    codesOf(judgeSaleLink({ ...nothing, effectiveDate, validUntil }, seller, today));
  assert.deepEqual(codes(addDays(today, -1)), ['EffectiveDateBackDate']);
  assert.deepEqual(codes(today), []);
  assert.deepEqual(codes(addDays(today, 14 + 30)), []);
  assert.deepEqual(codes(addDays(today, 14 + 31)), ['EffectiveDateFuture']);
  assert.deepEqual(codes(addDays(today, 31), today), ['EffectiveDateFuture']);
});

test('what is known of the applicant is judged as a quote judges it, and what is missing is not', () => {
  const codes = (applicant: AskedSaleLink['applicant']) =>
    codesOf(judgeSaleLink({ ...nothing, applicant }, seller, today));
  assert.deepEqual(codes({ firstOrCompanyName: 'Robin' }), []);
  assert.deepEqual(codes({ emailAddress: 'nobody', postalCode: 'ABCDE', phoneNumber: '1', businessPhone: 'x' }), [
    'PostalCodeInvalid',
    'PhoneNumberInvalid',
    'BusinessPhoneInvalid',
    'EmailAddressInvalid',
  ]);
  assert.deepEqual(codes({ city: 'Calgary', postalCode: 'T2P 1B3' }), [
    'ApplicantOutsideProvince',
    'ApplicantOutsideProvince',
  ]);
});

test('what was bought is shown for 30 days, unless the link is withdrawn', () => {
  const bought = { isWithdrawn: false, boundOn: today };
  assert.ok(showsPapers(bought, addDays(today, 30)));
  assert.ok(!showsPapers(bought, addDays(today, 31)));
  assert.ok(!showsPapers({ ...bought, isWithdrawn: true }, today));
});

test('a down payment is an amount, and agreed for a loan alone', () => {
  const asked = (downPayment: number, paymentMethods: AskedSaleLink['paymentMethods'] = null) =>
    judgeSaleLink({ ...nothing, downPayment, paymentMethods }, seller, today);
  assert.deepEqual(codesOf(asked(-0.01)), ['DownPaymentInvalid']);
  assert.deepEqual(codesOf(asked(1.999)), ['DownPaymentInvalid']);
  assert.deepEqual(codesOf(asked(Number.NaN)), ['DownPaymentInvalid']);
  assert.deepEqual(codesOf(asked(0.01, ['CC'])), ['FinancingNotApplicable']);
  assert.deepEqual(codesOf(asked(0, ['CC'])), []);
  assert.deepEqual(asked(249.99), { ...(asked(0) as object), downPaymentCents: 24_999 });
});
