import assert from 'node:assert/strict';
import { addDays, dateIn } from '../../src/domain/calendar/calendar.ts';
import { isPolicyNumber } from '../../src/domain/policy/policy-number.ts';
import { type Choice, cards, type Started, sendCard, type Till } from './paying.ts';
import { type Json, noonDay } from './quoting.ts';
import type { Answer, TestService } from './service.ts';

/** Numbers that stand nowhere else, so that one found in a log or a table was leaked. */
export const bankAccount = {
  institutionNumber: '839',
  transitNumber: '71946',
  accountNumber: '582093716647',
  accountHolderName: 'Zwickl-Abenteuer Holdings',
} as const;

export const byReferral = { paymentMethod: 'REF', paymentReference: 'CHEQUE-0042' } as const;

/** A year's loan, for a policy that begins on that day. */
export function byLoan(effectiveDate: string = noonDay, changes: Json = {}): Json {
  return {
    paymentMethod: 'PFF',
    financing: {
      loanTermInMonths: 12,
      downPayment: 100,
      firstInstallmentDate: addDays(effectiveDate, 15),
      bankAccount,
      ...changes,
    },
  };
}

export function byCard({ asked }: Started): Json {
  return { paymentMethod: 'CC', cardPayment: { paymentId: asked.paymentId } };
}

/** The sandbox's cards that a bind tells apart from those that a checkout does. */
export const cardRefusedAtCharge = '4000000000000341';

/** A payment that was started, paid and confirmed. */
export async function authorizedPayment(till: Till, choice: Choice, options: PaymentOptions = {}): Promise<Started> {
  const { chargeDate, cardNumber = cards.visa } = options;
  const started = await till.started({ ...choice, ...(chargeDate !== undefined && { chargeDate }) });
  await sendCard(started, cardNumber);
  const confirmed = await till.confirm(started.asked);
  assert.equal(confirmed.body.status, 'Authorized', confirmed.text);
  return started;
}

export interface PaymentOptions {
  readonly chargeDate?: string;
  readonly cardNumber?: string;
}

export type Bind = (body: unknown, fault?: string | null) => Promise<Answer>;

export function binder(service: Pick<TestService, 'call'>, token: string): Bind {
  return (body, fault = null) =>
    service.call('POST', '/v1/bind', { token, body, headers: fault === null ? {} : { 'sandbox-fault': fault } });
}

/** A 200 with a policy; answers the body. */
export function assertBound(answer: Answer, about = ''): Answer['body'] {
  assert.equal(answer.status, 200, `${about} ${answer.text}`);
  assert.equal(answer.body.isValid, true);
  assert.deepEqual(answer.body.errors, []);
  assert.ok(isPolicyNumber(answer.body.policyNumber), answer.body.policyNumber);
  return answer.body;
}

/** A seller whose day does not end while the test runs, for tests on the real clock; and that day. */
export function steadySeller(now = new Date()): { readonly name: 'ontario' | 'manitoba'; readonly today: string } {
  const soon = new Date(now.getTime() + 15 * 60_000);
  const isSteady = dateIn('ON', now) === dateIn('ON', soon);
  return isSteady ? { name: 'ontario', today: dateIn('ON', now) } : { name: 'manitoba', today: dateIn('MB', now) };
}
