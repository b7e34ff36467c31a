import assert from 'node:assert/strict';
import test from 'node:test';
import { afterCharge, afterReport, startOfHistory } from '../../../test/kit/invariants/account-history.ts';
import { samplePayments, samplePolicy } from '../../../test/kit/sale/sample-policy.ts';
import { judgePlanRequest } from '../../sandbox/lender/judge-request.ts';
import { type ChargeWork, notBegun, type RefundWork } from '../account/account-record.ts';
import { addDays, addMonths } from '../calendar.ts';
import { owedOnLoan } from '../financing/owed-on-loan.ts';
import { sumCents } from '../money.ts';
import { type PaymentMethod, paymentMethodRules } from '../payment-method.ts';
import { loanOf } from '../policy/policy.ts';
import { type CancellationToJudge, collectedOf } from './collected.ts';
import { planRefund } from './refund-plan.ts';

const today = '2026-11-20';
const now = { kind: 'pro-rata', cancelledOn: today, ground: 'Other', madeOn: today } as const;
const ahead = { ...now, cancelledOn: '2027-01-10' } as const;

function collected(
  method: PaymentMethod,
  change: Parameters<typeof startOfHistory>[0] = {},
  asked: CancellationToJudge = now,
) {
  const { paidBy } = paymentMethodRules[method];
  const payment = samplePayments.find((one) => one.method === method)!;
  return collectedOf(samplePolicy({ payment }), startOfHistory({ paidBy, charge: null, ...change }), asked, today);
}

function later(change: Partial<ChargeWork>, asked: CancellationToJudge = now) {
  const charge = {
    state: 'due',
    amountCents: 100_000,
    tries: 1,
    dueOn: '2026-11-25',
    isByLink: false,
    cardAwaitedOn: null,
  } as const;
  return collected('CC', { charge: { ...charge, ...change } }, asked);
}

const nothing = { by: 'customer', payments: [], goodwillCents: 0 };

test('who has taken the money follows from how it was paid', () => {
  for (const method of ['REF', 'FIN', 'PW'] as const) assert.equal(collected(method).by, 'seller');
  assert.equal(collected('PFF').by, 'lender');
  assert.deepEqual(collected('CC'), nothing);
});

test('what the customer has paid are the payments on the account, whatever becomes of the charge', () => {
  const paid = afterReport(afterCharge(startOfHistory()), { kind: 'received', amountCents: 500 });
  const { entries } = paid.record;
  const found = collected('CC', { entries });
  assert.ok(found.by === 'customer');
  assert.deepEqual(
    found.payments.map(({ mayGoToCard, leftCents }) => [mayGoToCard, leftCents]),
    [
      [true, 100_000],
      [false, 500],
    ],
  );
  for (const state of ['due', 'refused', 'stopped', 'charged'] as const) assert.deepEqual(later({ state }), nothing);
});

const withCharge = (chargeCents = 100_000) => ({ payments: [], goodwillCents: 0, chargeCents });

test('a charge that may have been made is unknown, of the price or of the used days', () => {
  assert.deepEqual(later({ state: 'charging' }), { by: 'unknown', ...withCharge() });
  assert.deepEqual(later({ state: 'charging', amountCents: 500 }), { by: 'unknown', ...withCharge(500) });
});

test('a charge that comes before the cancellation is expected, unless it was refused or the policy is to cover nothing', () => {
  assert.deepEqual(later({}, ahead), { by: 'card to come', on: '2026-11-25', ...withCharge() });
  assert.deepEqual(later({ tries: 2 }, ahead), nothing);
  assert.deepEqual(later({}, { ...ahead, kind: 'flat' }), nothing);
  assert.deepEqual(later({ dueOn: '2027-01-10' }, ahead), nothing);
  assert.deepEqual(later({ dueOn: '2026-11-18' }), nothing, 'cancelled before the try');
});

test('what comes through within the notice of a non-payment withdraws it, so nothing is given back of it', () => {
  const unpaid = { ...ahead, ground: 'NonPayment' } as const;
  assert.deepEqual(later({}, unpaid), nothing);
  assert.deepEqual(later({ state: 'charging' }, unpaid), nothing);
  assert.deepEqual(later({ state: 'charging' }, { ...unpaid, cancelledOn: today }), { by: 'unknown', ...withCharge() });
});

test('what is owed on a loan is reckoned until the lender has said it: on the day without cover, or of a flat one on the day it is made', () => {
  const loan = loanOf(samplePayments.find(({ method }) => method === 'PFF')!)!;
  const owedCents = (asked: CancellationToJudge, refundWork: readonly RefundWork[] = []) => {
    const found = collected('PFF', { refundWork }, asked);
    assert.ok(found.by === 'lender');
    return found.owedCents;
  };
  assert.equal(owedCents(ahead), owedOnLoan(loan, '2027-01-10'));
  const flat = { ...now, kind: 'flat', cancelledOn: '2026-11-15', madeOn: '2027-03-01' } as const;
  assert.equal(owedCents(flat), owedOnLoan(loan, '2027-03-01'));
  const ended = {
    ...notBegun,
    turn: 1,
    paymentEntryId: null,
    payee: 'Lender',
    amountCents: 9,
    state: 'done',
    doneOn: today,
    toLoanCents: 1,
  } as const;
  assert.equal(owedCents(now, [{ ...ended, byLenderCents: 0, id: 'x' as RefundWork['id'] }]), 1);
});

test('of the loan of a policy that was rescinded or cancelled flat everything comes back on whatever day, each part from whoever has it', () => {
  for (const effectiveDate of ['2026-11-20', '2027-01-31', '2028-02-01'])
    for (let wait = 1; wait <= 28; wait += 9) {
      const firstInstallmentDate = addDays(effectiveDate, wait);
      const asked = { totalWithTaxCents: 191_996, downPaymentCents: 20_000, paymentTermInYears: 1, effectiveDate };
      const priced = judgePlanRequest({ ...asked, firstInstallmentDate });
      assert.ok(priced.ok);
      for (const plan of priced.value) {
        const loan = { ...plan, loanNumber: 'L-1', downPaymentCents: 20_000, firstInstallmentDate };
        for (const days of [0, wait, wait + 1, 45, 200, 800]) {
          const madeOn = addDays(effectiveDate, days);
          const ground = days === 45 ? 'Other' : 'Rescission';
          const cause = { kind: 'flat', cancelledOn: effectiveDate, ground, madeOn } as const;
          const history = startOfHistory({ paidBy: 'loan', charge: null });
          const collectedNow = collectedOf({ payment: { method: 'PFF', loan } }, history, cause, madeOn);
          const refund = { refundCents: 191_996, totalCents: 191_996, usedDays: 'write-off', today: madeOn } as const;
          const { owed } = planRefund({ ...cause, ...refund, collected: collectedNow });
          const toCustomerCents = sumCents(owed.flatMap((one) => (one.payee === 'Customer' ? [one.amountCents] : [])));
          // This counts by the calendar alone: an installment on each month's day before the rescission.
          const taken = Array.from({ length: plan.loanTermInMonths }, (_, at) => addMonths(firstInstallmentDate, at));
          const takenCents = taken.filter((day) => day < madeOn).length * plan.installmentCents;
          const name = JSON.stringify({ effectiveDate, wait, days, months: plan.loanTermInMonths, owed });
          assert.equal(toCustomerCents, 20_000 + takenCents, name);
          assert.ok(takenCents > 0 === owed.some(({ payer }) => payer === 'Lender'), name);
        }
      }
    }
});
