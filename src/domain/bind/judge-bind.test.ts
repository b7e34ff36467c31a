import assert from 'node:assert/strict';
import test from 'node:test';
import { nothingPaid } from '../../../test/kit/sale/bind-harness.ts';
import type { CardPayment, CardPaymentStatus } from '../card/card-payment.ts';
import type { ApplicationId, PaymentId } from '../ids.ts';
import type { PricedProduct } from '../quote/quote-options.ts';
import { type BindContext, type BindForm, isSameSet, judgeBind } from './judge-bind.ts';

const product = (productType: string, cents: number, isOptional: boolean): PricedProduct => ({
  productType,
  productName: { en: productType, fr: productType },
  premiumCents: cents,
  taxCents: 0,
  totalWithTaxCents: cents,
  isOptional,
  coverageTermInYears: 3,
});

const term = { paymentTermInYears: 3, coverage: [product('BASE', 100_000, false), product('MORE', 5_000, true)] };

const context: BindContext = {
  seller: { paymentMethods: ['REF', 'PFF', 'CC'] },
  today: '2026-11-15',
  now: new Date('2026-11-15T17:00:00Z'),
  quoted: { series: 'Prime', effectiveDate: '2026-11-15', options: { replacement: [term], limitedIndemnity: [term] } },
  payment: null,
};

const form: BindForm = {
  applicationId: 'a' as ApplicationId,
  ...nothingPaid,
  coverageCategory: 'Replacement',
  paymentTermInYears: 3,
  selectedProducts: ['BASE'],
  paymentMethod: 'REF',
};

const payment: CardPayment = {
  id: 'p' as PaymentId,
  applicationId: 'a' as ApplicationId,
  processor: 'sandbox',
  status: 'Authorized',
  ticketHash: Buffer.alloc(0),
  ticketExpiresAt: context.now,
  coverageCategory: 'Replacement',
  paymentTermInYears: 3,
  productTypes: ['BASE'],
  totalCents: 100_000,
  holdCents: 100_000,
  chargeDate: '2026-11-15',
  authorizedAt: context.now,
  expiresAt: new Date('2026-11-16T05:00:00Z'),
  processorReference: 'r',
  cardToken: null,
  maskedCardNumber: '4242****4242',
  cardType: 'Visa',
  wasDeclined: false,
  isByLink: false,
};

const byCard: BindForm = { ...form, paymentMethod: 'CC', hasCardPayment: true, paymentId: 'p' as PaymentId };

const byLoan: BindForm = {
  ...form,
  paymentMethod: 'PFF',
  hasFinancing: true,
  financing: {
    loanTermInMonths: 12,
    downPayment: 0,
    firstInstallmentDate: '2026-12-01',
    bankAccount: {
      institutionNumber: '003',
      transitNumber: '00152',
      accountNumber: '1234567',
      accountHolderName: 'Marie-Ève Tremblay',
    },
  },
};

function codes(asked: BindForm, changes: Partial<BindContext> = {}): string {
  const judged = judgeBind(asked, { ...context, ...changes });
  return judged.ok ? 'ok' : judged.refusals.map(({ code }) => code).join(' ');
}

const pays = (changes: Partial<CardPayment> = {}): Partial<BindContext> => ({ payment: { ...payment, ...changes } });

test('a good bind of each kind may start, with its selection and its down payment in cents', () => {
  assert.equal(codes(form), 'ok');
  assert.equal(codes(byCard, pays()), 'ok');
  const judged = judgeBind({ ...byLoan, financing: { ...byLoan.financing!, downPayment: 12.34 } }, context);
  assert.ok(judged.ok);
  const { selection, paying } = judged.request;
  assert.equal(selection.totalWithTaxCents, 100_000);
  assert.ok(paying.by === 'loan');
  assert.deepEqual(
    [paying.loan, paying.bankAccount],
    [
      { loanTermInMonths: 12, downPaymentCents: 1_234, firstInstallmentDate: '2026-12-01' },
      byLoan.financing?.bankAccount,
    ],
  );
});

test('a quote whose day has passed is refused before anything else, and not on its last day', () => {
  const passed = { today: '2026-11-16' };
  assert.equal(codes({ ...form, selectedProducts: ['NOPE'], hasFinancing: true }, passed), 'EffectiveDateBackDate');
  assert.equal(codes(form, { today: '2026-11-15' }), 'ok');
});

test('everything that can be told is told at once, in the contract’s order', () => {
  const wrong: BindForm = { ...byLoan, selectedProducts: [], paymentReference: 'x', hasCardPayment: true };
  assert.equal(
    codes(wrong, { seller: { paymentMethods: ['REF'] } }),
    'RequiredProductMissing PaymentMethodNotAvailableForSeller PaymentReferenceNotApplicable CardPaymentNotApplicable',
  );
});

test('each status of a payment has its answer', () => {
  const answers: Readonly<Record<CardPaymentStatus, string>> = {
    Pending: 'CardPaymentNotAuthorized',
    Declined: 'CardPaymentNotAuthorized',
    Cancelled: 'CardPaymentNotAuthorized',
    Authorized: 'ok',
    Binding: 'ok', // Another bind has it: the claim says so.
    Releasing: 'CardPaymentExpired',
    Released: 'CardPaymentExpired',
    Captured: 'CardPaymentAlreadyUsed',
    Scheduled: 'CardPaymentAlreadyUsed',
    Reversing: 'CardPaymentAlreadyUsed',
    Reversed: 'CardPaymentAlreadyUsed',
  };
  for (const [status, answer] of Object.entries(answers))
    assert.equal(codes(byCard, pays({ status: status as CardPaymentStatus })), answer, status);
  assert.equal(codes(byCard), 'CardPaymentNotFound');
  assert.equal(codes({ ...byCard, paymentId: null }), 'CardPaymentNotFound', 'what can be no id');
  assert.equal(codes(byCard, pays({ status: 'Released', wasDeclined: true })), 'CardPaymentDeclined');
});

test('an authorization ends at its moment, and its charge date is not missed', () => {
  const at = (now: string) => codes(byCard, { ...pays(), now: new Date(now) });
  assert.equal(at('2026-11-16T04:59:59.999Z'), 'ok');
  assert.equal(at('2026-11-16T05:00:00.000Z'), 'CardPaymentExpired');
  const ahead = { today: '2026-11-16', quoted: { ...context.quoted, effectiveDate: '2026-11-20' } };
  assert.equal(codes(byCard, { ...pays({ expiresAt: null }), ...ahead }), 'CardPaymentExpired');
});

test('a payment fits its category, term, products and total', () => {
  const misfits: readonly Partial<CardPayment>[] = [
    { coverageCategory: 'LimitedIndemnity' },
    { paymentTermInYears: 2 },
    { productTypes: ['BASE', 'MORE'] },
    { totalCents: 100_001 },
  ];
  for (const misfit of misfits) assert.equal(codes(byCard, pays(misfit)), 'CardPaymentAmountMismatch');
});

test('sets are the same whatever their order and repeats', () => {
  assert.ok(isSameSet(['a', 'b', 'a'], ['b', 'a']));
  assert.ok(!isSameSet(['a'], ['a', 'b']));
  assert.ok(!isSameSet(['a', 'b'], ['a']));
});
