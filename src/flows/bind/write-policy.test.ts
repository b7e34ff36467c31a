import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInRules } from '../../domain/cancellation/rescission-rules.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { ClaimedBind, Payment } from './payment.ts';
import { writePolicy } from './write-policy.ts';

const products = ['DEPR', 'RENT'].map((productType) => ({ productType, premiumCents: 10_000, taxCents: 1_300 }));
const selection = { products, premiumCents: 20_000, taxCents: 2_600, totalWithTaxCents: 22_600 };
const terms = [
  { product: 'RENT', taxes: [{ name: { en: 'HST' }, ratePpm: 130_000 }], cover: 'a rental car' },
  { product: 'DEPR', taxes: [{ name: { en: 'HST' }, ratePpm: 130_000 }], cover: 'depreciation' },
];
const payment = {
  id: 'pay-1',
  maskedCardNumber: '************1111',
  cardType: 'Visa',
  chargeDate: '2026-11-15',
  holdCents: 0,
};
const charge = { reference: 'ch-1', amountCents: 22_600, authorizationNumber: 'A1', chargedAt: '2026-11-15T17:00:00Z' };
const contract = { loanNumber: 'L-1', attemptKey: 'app-1.1', status: 'Active', totalPayableCents: 23_208 };

function claimedBy(method: PaymentMethod, agreed = {}): ClaimedBind {
  const chosen = { coverageCategory: 'Replacement', paymentTermInYears: 4, boundOn: '2026-11-15' };
  return {
    claim: {
      applicationId: 'app-1',
      policyNumber: 'NB1',
      agreed: { ...chosen, paymentMethod: method, paymentReference: 'INV-7', acknowledgements: [], ...agreed },
    },
    sale: { applicationId: 'app-1', series: 'Prime', effectiveDate: '2026-11-20', inputs: { odometer: 7 } },
    seller: { name: 'Sample Motors', province: 'ON', username: 'ontario' },
    selection,
    terms,
  } as unknown as ClaimedBind;
}

const wording = {
  id: 'w-1',
  form: 'F',
  version: '1',
  language: 'en',
  products: null,
  provinces: null,
  from: '2026-11-15',
};

const withoutNotice = { kind: 'LegalWarrantyNotice', days: 60 };

function write(claimed: ClaimedBind, money: unknown) {
  const ids = ['doc-2', 'doc-1'];
  return writePolicy(claimed, money as Payment, {
    newId: () => ids.shift() as DocumentId,
    wordings: [wording] as unknown as Parameters<typeof writePolicy>[2]['wordings'],
    rescissionRules: { ...builtInRules, rules: [{ ...builtInRules.rules[0]!, days: 12, withoutNotice }] },
  });
}

test('a policy is what was quoted and agreed on, from its effective date for as many years', () => {
  const { policy, documents } = write(claimedBy('REF'), { kind: 'none' });
  assert.deepEqual(policy, {
    policyNumber: 'NB1',
    applicationId: 'app-1',
    seller: { name: 'Sample Motors', province: 'ON' },
    series: 'Prime',
    coverageCategory: 'Replacement',
    paymentTermInYears: 4,
    boundOn: '2026-11-15',
    effectiveDate: '2026-11-20',
    expiryDate: '2030-11-20',
    inputs: { odometer: 7 },
    ...selection,
    taxes: [{ name: { en: 'HST' }, ratePpm: 130_000, amountCents: 2_600 }],
    cover: ['depreciation', 'a rental car'],
    wordings: [{ id: 'w-1', form: 'F', version: '1', language: 'en', products: ['DEPR', 'RENT'] }],
    payment: { method: 'REF', reference: 'INV-7' },
    acknowledgements: [],
    rescindableUntil: '2027-01-14',
  });
  assert.deepEqual(documents, { declaration: 'doc-2' });
});

test('what the customer has acknowledged stands in the policy', () => {
  const acknowledgements = [{ paper: 'a' }];
  assert.deepEqual(
    write(claimedBy('REF', { acknowledgements }), { kind: 'none' }).policy.acknowledgements,
    acknowledgements,
  );
});

test('a charged card has a receipt, and its documents are listed declaration first', () => {
  const { policy, documents } = write(claimedBy('CC'), { kind: 'charge', payment, charge });
  const { reference: _, ...made } = charge;
  const card = { paymentId: 'pay-1', maskedCardNumber: '************1111', cardType: 'Visa', chargeDate: '2026-11-15' };
  assert.deepEqual(policy.payment, { method: 'CC', card: { ...card, charge: made } });
  assert.deepEqual(documents, { declaration: 'doc-1', receipt: 'doc-2' });
});

test('a card that is charged later has neither charge nor receipt yet, and may not be named', () => {
  const unnamed = { ...payment, maskedCardNumber: null, cardType: null };
  const { policy, documents } = write(claimedBy('CC'), { kind: 'scheduled', payment: unnamed });
  const card = { paymentId: 'pay-1', maskedCardNumber: '', cardType: '', chargeDate: '2026-11-15', charge: null };
  assert.deepEqual(policy.payment, { method: 'CC', card });
  assert.deepEqual(documents, { declaration: 'doc-2' });
});

test('a loan stands in the policy without what only the bind needs, with the lender’s letter', () => {
  const { policy, documents } = write(claimedBy('PFF'), { kind: 'loan', contract });
  assert.deepEqual(policy.payment, { method: 'PFF', loan: { loanNumber: 'L-1', totalPayableCents: 23_208 } });
  assert.deepEqual(documents, { declaration: 'doc-1', 'financing-letter': 'doc-2' });
});

test('money that is not the method’s is never written', () => {
  assert.throws(() => write(claimedBy('CC'), { kind: 'none' }), /A policy by CC is not paid by partner\./);
  assert.throws(() => write(claimedBy('REF'), { kind: 'charge', payment, charge }), /REF is not paid by card/);
  assert.throws(() => write(claimedBy('CC'), { kind: 'loan', contract }), /CC is not paid by loan/);
});
