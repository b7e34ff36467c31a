import { randomUUID } from 'node:crypto';
import { type LenderPromise, lenderPromises } from '@northbind/contract/lender/promises.ts';
import { addDays, type PlainDate } from '../../domain/calendar.ts';
import type { BankAccount } from '../../domain/financing/bank-account.ts';
import type { ContractRequest, Lender } from '../../ports/lender.ts';
import type { CallContext } from '../../ports/outcome.ts';
import type { JsonParty } from '../call-json.ts';
import { makeHttpLender } from './http-lender.ts';
import { BrokenPromise, type ExaminedLender, promiseChecks } from './promise-checks.ts';

export interface LenderAddress extends JsonParty {
  /** The policies of the check begin today. */
  readonly today: PlainDate;
  readonly bankAccount?: BankAccount;
}

/** A promise, and what was seen instead where it was not kept. */
export interface CheckedPromise {
  readonly promise: LenderPromise;
  readonly sentence: string;
  readonly seenInstead: string | null;
}

export type LenderCheck =
  | { readonly kind: 'checked'; readonly promises: readonly CheckedPromise[] }
  /** The promises can't be checked at all, and why. */
  | { readonly kind: 'not-checked'; readonly cause: string };

/**
 * Checks every promise of the protocol on a lender, one after the other. It writes contracts for policies that do not
 * exist, and cancels them all at the end: for a lender's test environment.
 */
export async function checkLender(address: LenderAddress): Promise<LenderCheck> {
  const { lender, cancelAll } = rememberContracts(makeHttpLender(address));
  const sample = sampleRequest(address);
  const start = performance.now();
  const offered = await lender.pricePlans(sample, context);
  const answerMs = performance.now() - start;
  if (offered.kind !== 'done')
    return notChecked(`plans are ${offered.kind}: ${offered.kind === 'refused' ? offered.reason : offered.cause}`);
  const plan = offered.value.at(-1);
  if (plan === undefined) return notChecked('no plan is on offer for 2,500.00 less 500.00 over two years');

  const examined: ExaminedLender = {
    lender,
    withWrongKey: makeHttpLender({ ...address, token: randomUUID() }),
    abandoning: abandonedAfter.map((part) => makeHttpLender({ ...address, timeoutMs: Math.ceil(part * answerMs) })),
    request: (change = {}) => ({
      ...sample,
      policyNumber: `CHECK-${randomUUID()}`,
      attemptKey: randomUUID(),
      loanTermInMonths: plan.loanTermInMonths,
      ...change,
    }),
    context,
  };
  const promises: CheckedPromise[] = [];
  for (const [promise, sentence] of Object.entries(lenderPromises) as [LenderPromise, string][])
    promises.push({ promise, sentence, seenInstead: await seenInstead(examined, promise) });
  await cancelAll();
  return { kind: 'checked', promises };
}

async function seenInstead(examined: ExaminedLender, promise: LenderPromise): Promise<string | null> {
  try {
    await promiseChecks[promise](examined, examined.request());
    return null;
  } catch (error) {
    if (error instanceof BrokenPromise) return error.message;
    throw error;
  }
}

const context: CallContext = { requestId: 'lender-check', fault: null };

// Parts of the time that an answer took: before the request is sent, while it is carried out, and near its answer.
const abandonedAfter = [0.1, 0.25, 0.5, 0.75, 1];

function notChecked(cause: string): LenderCheck {
  return { kind: 'not-checked', cause };
}

function rememberContracts(lender: Lender): { readonly lender: Lender; readonly cancelAll: () => Promise<void> } {
  const numbers = new Set<string>();
  return {
    lender: {
      ...lender,
      createContract: (request, context) => {
        numbers.add(request.policyNumber);
        return lender.createContract(request, context);
      },
    },
    cancelAll: async () => {
      for (const number of numbers) await lender.cancel(number, null, context);
    },
  };
}

/** The form of an account, and nobody's: a lender's test environment may want another one. */
const sampleAccount: BankAccount = {
  institutionNumber: '815',
  transitNumber: '90817',
  accountNumber: '738291045566',
  accountHolderName: 'Jo Tremblay',
};

function sampleRequest({ today, bankAccount = sampleAccount }: LenderAddress): ContractRequest {
  return {
    policyNumber: '',
    attemptKey: '',
    customerReference: randomUUID(),
    totalWithTaxCents: 250_000,
    downPaymentCents: 50_000,
    paymentTermInYears: 2,
    effectiveDate: today,
    firstInstallmentDate: addDays(today, 16),
    loanTermInMonths: 0,
    borrower: {
      name: 'Jo Tremblay',
      addressLine1: '12 King St W',
      city: 'Toronto',
      province: 'ON',
      postalCode: 'M5H 1A1',
      emailAddress: 'jo@example.ca',
    },
    bankAccount,
  };
}
