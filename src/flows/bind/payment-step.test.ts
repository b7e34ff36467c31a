import assert from 'node:assert/strict';
import test from 'node:test';
import type { AgreedLoan, Paying } from '../../domain/bind/judge-bind.ts';
import type { CardPayment } from '../../domain/card/card-payment.ts';
import type { BankAccount } from '../../domain/financing/bank-account.ts';
import type { Database } from '../../store/database.ts';
import type { ClaimedBind } from './payment.ts';
import { moneyOf, stepLeftAt } from './payment-step.ts';

const payment = { id: 'pay-1', holdCents: 0, chargeDate: '2026-11-15' } as CardPayment;
const loan: AgreedLoan = { loanTermInMonths: 12, downPaymentCents: 0, firstInstallmentDate: '2026-11-16' };

test('a card that is due is charged at the bind, and one that is not is scheduled', () => {
  const stepOf = (paying: Paying, boundOn = '2026-11-15') => moneyOf({ paying }, boundOn);
  const pointOf = (...asked: Parameters<typeof stepOf>) => (stepOf(...asked) as { point?: string }).point;
  assert.deepEqual(stepOf({ by: 'partner' }), { kind: 'none' });
  assert.equal(pointOf({ by: 'loan', loan, bankAccount: {} as BankAccount }), 'loan');
  assert.equal(pointOf({ by: 'card', payment }), 'charge');
  assert.deepEqual(stepOf({ by: 'card', payment }, '2026-11-14'), { kind: 'scheduled', payment });
});

const leftAt = (step: string, agreed: object = {}) => {
  const left = { claim: { step, agreed: { paymentId: null, financing: null, ...agreed } } };
  return stepLeftAt({} as Database, { ...left, sale: { applicationId: 'app-1' } } as ClaimedBind);
};

test('before its intent a bind has moved nothing, and after it the stored step says who is asked', async () => {
  assert.equal(await leftAt('claimed'), null);
  assert.equal((await leftAt('lending', { financing: loan }))?.step, 'lending');
});

test('a bind that was left and has lost its payment or its loan is a bug', async () => {
  await assert.rejects(leftAt('charging'), /The bind of app-1 has lost its card payment/);
  await assert.rejects(leftAt('lending'), /The bind of app-1 has lost its loan/);
});
