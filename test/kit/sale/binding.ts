import assert from 'node:assert/strict';
import { addDays, dateIn } from '../../../src/domain/calendar.ts';
import { isPolicyNumber } from '../invariants/policy-number.ts';
import type { Answer, TestService } from '../service/service.ts';
import { type Category, type Choice, cards, type SaleClient, type Started, sendCard } from './paying.ts';
import { inDatabase, type Json, noonDay } from './quoting.ts';

/** Used nowhere else, so that one found in a log or a table was leaked. */
export const bankAccount = {
  institutionNumber: '839',
  transitNumber: '71946',
  accountNumber: '582093716647',
  accountHolderName: 'Zwickl-Abenteuer Holdings',
} as const;

/** Matched as whole words: a hexadecimal id can contain the five digits of the transit number by chance. */
const bankWords = [bankAccount.accountNumber, bankAccount.accountHolderName, bankAccount.transitNumber];

/** Returns where bank details were leaked: the log, or tables of our own schemas. */
export async function bankLeaks(log: string, databaseUrl: string): Promise<readonly string[]> {
  const inLog = new RegExp(bankWords.map((word) => `\\b${word}\\b`).join('|')).test(log);
  const tables = await inDatabase(
    databaseUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const pattern = bankWords.map((word) => `\\m${word}\\M`).join('|');
  const leaky: string[] = inLog ? ['the log'] : [];
  for (const { name } of tables) {
    const rows = await inDatabase(databaseUrl, `SELECT FROM ${name} AS one WHERE one::text ~ $1 LIMIT 1`, [pattern]);
    if (rows.length > 0) leaky.push(name);
  }
  return leaky;
}

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

/** A sandbox card that the checkout accepts and a charge refuses. */
export const cardRefusedAtCharge = '4000000000000341';

/** Chooses every product of a term from the answer to a quote. */
export function chooseFrom({ body }: Answer, coverageCategory: Category, paymentTermInYears: number): Choice {
  const terms = coverageCategory === 'Replacement' ? body.replacementOptions : body.limitedIndemnityOptions;
  const term = terms.find((one: Json) => one.paymentTermInYears === paymentTermInYears);
  const selectedProducts = term.coverage.map((one: Json) => one.productType);
  return { applicationId: body.applicationId, coverageCategory, paymentTermInYears, selectedProducts };
}

/** Starts, pays and confirms a card payment. */
export async function authorizedPayment(
  saleClient: SaleClient,
  choice: Choice,
  options: PaymentOptions = {},
): Promise<Started> {
  const { chargeDate, cardNumber = cards.visa } = options;
  const started = await saleClient.started({ ...choice, ...(chargeDate !== undefined && { chargeDate }) });
  await sendCard(started, cardNumber);
  const confirmed = await saleClient.confirm(started.asked);
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

/** Asserts a 200 with a policy. Returns the body. */
export function assertBound(answer: Answer, about = ''): Answer['body'] {
  assert.equal(answer.status, 200, `${about} ${answer.text}`);
  assert.equal(answer.body.isValid, true);
  assert.deepEqual(answer.body.errors, []);
  assert.ok(isPolicyNumber(answer.body.policyNumber), answer.body.policyNumber);
  return answer.body;
}

/** Returns a seller whose day does not end within 15 minutes, and that day; for tests on the real clock. */
export function steadySeller(now = new Date()): { readonly name: 'ontario' | 'manitoba'; readonly today: string } {
  const soon = new Date(now.getTime() + 15 * 60_000);
  const isSteady = dateIn('ON', now) === dateIn('ON', soon);
  return isSteady ? { name: 'ontario', today: dateIn('ON', now) } : { name: 'manitoba', today: dateIn('MB', now) };
}
