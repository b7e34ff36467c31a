import assert from 'node:assert/strict';
import test from 'node:test';
import type { PlainDate } from '../calendar.ts';
import type { ApplicationId, PaymentId } from '../ids.ts';
import type { QuoteOptions } from '../quote/quote-options.ts';
import { refusal } from '../refusal.ts';
import type { CardPayment } from './card-payment.ts';
import { type SaleOfPayment, whyUnusable } from './why-unusable.ts';

const today = '2026-11-15' as PlainDate;
const now = new Date('2026-11-15T17:00:00Z');

const optionsAt = (totalWithTaxCents: number): QuoteOptions => ({
  replacement: [
    {
      paymentTermInYears: 3,
      coverage: [
        {
          productType: 'RPL',
          productName: { en: 'Replacement', fr: 'Remplacement' },
          isOptional: false,
          coverageTermInYears: 3,
          premiumCents: totalWithTaxCents,
          taxCents: 0,
          totalWithTaxCents,
        },
      ],
    },
  ],
  limitedIndemnity: [],
});

const payment: CardPayment = {
  id: 'p' as PaymentId,
  applicationId: 'a' as ApplicationId,
  processor: 'sandbox',
  status: 'Authorized',
  ticketHash: Buffer.alloc(32),
  ticketExpiresAt: now,
  coverageCategory: 'Replacement',
  paymentTermInYears: 3,
  productTypes: ['RPL'],
  totalCents: 100_000,
  holdCents: 100_000,
  chargeDate: today,
  authorizedAt: now,
  expiresAt: new Date(now.getTime() + 3_600_000),
  processorReference: 'r',
  cardToken: null,
  maskedCardNumber: '4242********4242',
  cardType: 'Visa',
  wasDeclined: false,
  isByLink: false,
};

const sale: SaleOfPayment = {
  seller: { paymentMethods: ['REF', 'CC'] },
  today,
  now,
  quoted: { series: 'Prime', effectiveDate: today, options: optionsAt(100_000) },
  isErased: false,
  isBound: false,
  link: null,
  judgeTax: () => [],
};
const link = { policyNumber: null, isWithdrawn: false, isBeingBought: false, validUntil: today };

test('a payment can be used while a bind of what it was started for would go through', () => {
  assert.equal(whyUnusable(payment, sale), null);
  assert.equal(whyUnusable(payment, { ...sale, link }), null);
  assert.equal(whyUnusable({ ...payment, status: 'Pending', expiresAt: null }, sale), null);
});

test('it can’t be used once the quote has another price, no longer offers it, or starts before the charge', () => {
  const quotedAt = (cents: number) => ({ ...sale, quoted: { ...sale.quoted, options: optionsAt(cents) } });
  assert.equal(whyUnusable(payment, quotedAt(100_001)), 'CardPaymentAmountMismatch');
  assert.equal(whyUnusable(payment, quotedAt(99_999)), 'CardPaymentAmountMismatch');
  assert.equal(whyUnusable({ ...payment, productTypes: ['GAP'] }, sale), 'SelectedProductsMismatch');
  assert.equal(whyUnusable({ ...payment, paymentTermInYears: 4 }, sale), 'PaymentTermNotAvailable');
  assert.equal(whyUnusable({ ...payment, chargeDate: '2026-11-16' }, sale), 'CardPaymentAmountMismatch');
  // Revised back to the price for which it was started: it can be used again, if it is still there.
  assert.equal(whyUnusable(payment, quotedAt(100_000)), null);
});

test('it can’t be used once the sale was bound otherwise, erased or taxed anew, or the seller lost the method', () => {
  assert.equal(whyUnusable(payment, { ...sale, isBound: true }), 'QuoteAlreadyBound');
  assert.equal(whyUnusable(payment, { ...sale, isErased: true }), 'ApplicationNotFound');
  assert.equal(whyUnusable(payment, { ...sale, judgeTax: () => [refusal('TaxRateChanged')] }), 'TaxRateChanged');
  const without = { ...sale, seller: { paymentMethods: ['REF'] } } as const;
  assert.equal(whyUnusable(payment, without), 'PaymentMethodNotAvailableForSeller');
});

test('it can’t be used once its link was withdrawn or is over, or its own time is', () => {
  assert.equal(whyUnusable(payment, { ...sale, link: { ...link, isWithdrawn: true } }), 'SaleLinkOver');
  assert.equal(whyUnusable(payment, { ...sale, link: { ...link, validUntil: '2026-11-14' } }), 'SaleLinkOver');
  assert.equal(whyUnusable({ ...payment, expiresAt: now }, sale), 'CardPaymentExpired');
});
