import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { LenderPromise } from '@northbind/contract/lender/promises.ts';
import { loanTermNotOffered, policyNumberInUse } from '@northbind/contract/lender/schemas.ts';
import { addDays, addMonths, addYears } from '../../domain/calendar.ts';
import {
  annualRateOfLoan,
  aprOfLoan,
  isAnnualRateStatedRight,
  isAprStatedRight,
  type LoanDates,
} from '../../domain/financing/loan-apr.ts';
import type { Cents } from '../../domain/money.ts';
import {
  type Contract,
  type ContractRequest,
  type Lender,
  type LenderPlan,
  type LoanRefund,
  nothingLent,
} from '../../ports/lender.ts';
import { type CallContext, type Outcome, refusedBy } from '../../ports/outcome.ts';

/** A lender under examination. */
export interface ExaminedLender {
  readonly lender: Lender;
  /** The same lender, called with a key that it did not give out. */
  readonly withWrongKey: Lender;
  /** The same lender, called by some that hang up early, each at another moment: their calls mostly end as unknown. */
  readonly abandoning: readonly Lender[];
  /** A request that the lender accepts, under a policy number of its own. */
  readonly request: (change?: Partial<ContractRequest>) => ContractRequest;
  readonly context: CallContext;
}

/**
 * How each promise of the protocol is checked, with a request of its own. A check throws a `BrokenPromise` that says
 * what was seen instead.
 */
export const promiseChecks: Readonly<
  Record<LenderPromise, (examined: ExaminedLender, asked: ContractRequest) => Promise<void>>
> = {
  planAddsUp: async ({ lender, context }, asked) => {
    const options = done(await lender.pricePlans(asked, context));
    expect(options.length > 0, 'no plan is on offer');
    for (const { applicationFeeCents, financeChargeCents, totalPayableCents, aprPercent } of options) {
      const sumCents = asked.totalWithTaxCents - asked.downPaymentCents + applicationFeeCents + financeChargeCents;
      expect(sumCents === totalPayableCents, `the parts are ${sumCents}, the total payable is ${totalPayableCents}`);
      expect(aprPercent >= 0 && aprPercent <= 35, `the APR is ${aprPercent}`);
    }
  },

  aprIsOfRealDates: (examined, asked) =>
    expectOfEachPlan(examined, asked, (plan, dates) =>
      isAprStatedRight(plan, dates)
        ? null
        : `an APR of ${plan.aprPercent} % is stated, and it is ${aprOfLoan(plan, dates)} %`,
    ),

  annualRateIsOfRealDates: (examined, asked) =>
    expectOfEachPlan(examined, asked, (plan, dates) =>
      isAnnualRateStatedRight(plan, dates)
        ? null
        : `an annual interest rate of ${plan.creditTerms.annualRatePercent} % is stated, and it is ${annualRateOfLoan(plan, dates)} %`,
    ),

  plansWriteNothing: async ({ lender, context }, asked) => {
    done(await lender.pricePlans(asked, context));
    expectSame(done(await lender.find(asked.policyNumber, context)), null);
  },

  contractHasFiguresOfPlan: async ({ lender, context }, asked) => {
    const options = done(await lender.pricePlans(asked, context));
    const plan = options.find(({ loanTermInMonths }) => loanTermInMonths === asked.loanTermInMonths);
    const { loanNumber, ...rest } = done(await lender.createContract(asked, context));
    const { attemptKey, downPaymentCents, firstInstallmentDate } = asked;
    expectSame(rest, {
      ...plan,
      attemptKey,
      downPaymentCents,
      firstInstallmentDate,
      status: 'Active',
      cancelled: null,
    });
    expectSame(done(await lender.find(asked.policyNumber, context)), { loanNumber, ...rest });
  },

  sameAttemptIsOneContract: async ({ lender, context }, asked) => {
    const first = done(await lender.createContract(asked, context));
    expectSame(done(await lender.createContract(asked, context)), first);
  },

  sameAttemptAtOnceIsOneContract: async ({ lender, context }, asked) => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => lender.createContract(asked, context)));
    const numbers = new Set(outcomes.map((outcome) => done(outcome).loanNumber));
    expect(numbers.size === 1, `there are ${numbers.size} loan numbers`);
  },

  otherAttemptIsRefused: async ({ lender, context }, asked) => {
    const first = done(await lender.createContract(asked, context));
    expectNumberInUse(await lender.createContract({ ...asked, attemptKey: randomUUID() }, context));
    expectSame(done(await lender.find(asked.policyNumber, context)), first);
  },

  otherAttemptsAtOnceAreOneContract: async ({ lender, context }, asked) => {
    const attempts = Array.from({ length: 10 }, () => ({ ...asked, attemptKey: randomUUID() }));
    const outcomes = await Promise.all(attempts.map((attempt) => lender.createContract(attempt, context)));
    const written = outcomes.filter(({ kind }) => kind === 'done');
    expect(written.length === 1, `${written.length} were written`);
    for (const outcome of outcomes) if (outcome.kind !== 'done') expectNumberInUse(outcome);
    expectSame(done(await lender.find(asked.policyNumber, context)), done(written[0]!));
  },

  termNotOfferedIsRefused: async ({ lender, context }, asked) => {
    const options = done(await lender.pricePlans(asked, context));
    const longest = Math.max(...options.map(({ loanTermInMonths }) => loanTermInMonths));
    const outcome = await lender.createContract({ ...asked, loanTermInMonths: longest + 1 }, context);
    expectSame(outcome, refusedBy('party', loanTermNotOffered, { reasonCode: 'loan-term-not-offered' }));
    expectSame(done(await lender.find(asked.policyNumber, context)), null);
    done(await lender.createContract(asked, context));
  },

  malformedIsRefused: async ({ lender, context }, asked) => {
    for (const change of [{ totalWithTaxCents: 1.5 }, { firstInstallmentDate: '2026-02-30' }, { attemptKey: '' }]) {
      const { kind } = await lender.createContract({ ...asked, ...change }, context);
      expect(kind === 'refused', `the outcome of a request with ${JSON.stringify(change)} is ${kind}`);
    }
    const { kind } = await lender.cancel(asked.policyNumber, onFirstDay(asked, 1.5), context);
    expect(kind === 'refused', `the outcome of a cancel with a broken cent is ${kind}`);
    expectSame(done(await lender.find(asked.policyNumber, context)), null);
    // The cancel closed nothing either.
    done(await lender.createContract(asked, context));
  },

  abandonedCallIsSettled: async ({ lender, abandoning, context }, asked) => {
    await Promise.all(abandoning.map((one) => one.createContract(asked, context)));
    const contract = done(await lender.createContract(asked, context));
    expectSame(done(await lender.find(asked.policyNumber, context)), contract);
    expectSame(done(await lender.createContract(asked, context)), contract);
  },

  noneIsFoundAsNull: async ({ lender, context }, asked) => {
    expectSame(done(await lender.find(asked.policyNumber, context)), null);
  },

  numberIsTakenLiterally: async ({ lender, request, context }) => {
    const asked = request({ policyNumber: `CHECK/${randomUUID()}?é#%2F` });
    const contract = done(await lender.createContract(asked, context));
    expectSame(done(await lender.find(asked.policyNumber, context)), contract);
    const cancelled = done(await lender.cancel(asked.policyNumber, null, context));
    expectSame(done(await lender.find(asked.policyNumber, context)), { ...contract, status: 'Cancelled', cancelled });
  },

  refundGoesToLoanFirst: async ({ lender, context }, asked) => {
    done(await lender.createContract(asked, context));
    const refundCents = Math.floor(advanceOf(asked) / 3);
    const { toLoanCents } = done(await lender.cancel(asked.policyNumber, onFirstDay(asked, refundCents), context));
    expectSame({ toLoanCents }, { toLoanCents: refundCents });
  },

  loanGetsNoMoreThanOwed: async ({ lender, request, context }, asked) => {
    done(await lender.createContract(asked, context));
    const refund = onFirstDay(asked, asked.totalWithTaxCents);
    const first = done(await lender.cancel(asked.policyNumber, refund, context));
    expectSame({ toLoanCents: first.toLoanCents }, { toLoanCents: advanceOf(asked) });
    const later = request();
    done(await lender.createContract(later, context));
    const inAYear = { ...refund, cancelledOn: addYears(later.effectiveDate, 1) };
    const { toLoanCents } = done(await lender.cancel(later.policyNumber, inAYear, context));
    expect(toLoanCents <= advanceOf(later), `${toLoanCents} goes to a loan of ${advanceOf(later)}`);
  },

  cancelWithoutRefundPaysNothing: async ({ lender, request, context }, asked) => {
    done(await lender.createContract(asked, context));
    expectSame(done(await lender.cancel(asked.policyNumber, null, context)), nothingLent);
    const unwritten = request();
    const refund = onFirstDay(unwritten, unwritten.totalWithTaxCents);
    expectSame(done(await lender.cancel(unwritten.policyNumber, refund, context)), nothingLent);
    expectSame(done(await lender.cancel(request().policyNumber, null, context)), nothingLent);
  },

  cancelSaysWhatWasCollected: async ({ lender, request, context }, asked) => {
    const contract = done(await lender.createContract(asked, context));
    const refundCents = asked.totalWithTaxCents;
    const atOnce = done(await lender.cancel(asked.policyNumber, onFirstDay(asked, refundCents), context));
    expectSame(atOnce.collectedCents, 0);
    const later = request();
    done(await lender.createContract(later, context));
    const inAYear = { cancelledOn: addYears(later.effectiveDate, 1), refundCents, isRescinded: false };
    const { toLoanCents, collectedCents } = done(await lender.cancel(later.policyNumber, inAYear, context));
    const coveredCents = toLoanCents + collectedCents;
    expect(
      coveredCents >= advanceOf(later) && coveredCents <= contract.totalPayableCents,
      `${collectedCents} collected and ${toLoanCents} owed are ${coveredCents}: the advance is ${advanceOf(later)}, the total payable ${contract.totalPayableCents}`,
    );
  },

  rescissionGivesAllBack: async ({ lender, context }, asked) => {
    done(await lender.createContract(asked, context));
    const inAYear = addYears(asked.effectiveDate, 1);
    const refund = { cancelledOn: inAYear, refundCents: asked.totalWithTaxCents, isRescinded: true };
    const { toLoanCents, collectedCents, givenBackCents } = done(
      await lender.cancel(asked.policyNumber, refund, context),
    );
    expect(
      toLoanCents + collectedCents - givenBackCents === advanceOf(asked),
      `${collectedCents} collected, ${givenBackCents} of it given back, and ${toLoanCents} owed: the advance is ${advanceOf(asked)}`,
    );
  },

  cancelIsAnsweredOnce: async ({ lender, request, context }, asked) => {
    done(await lender.createContract(asked, context));
    const refunds = Array.from({ length: 10 }, (_, index) => onFirstDay(asked, 1_000 * (index + 1)));
    const answers = await Promise.all(refunds.map((refund) => lender.cancel(asked.policyNumber, refund, context)));
    const first = done(answers[0]!);
    for (const answer of answers) expectSame(done(answer), first);
    for (const refund of [...refunds, null])
      expectSame(done(await lender.cancel(asked.policyNumber, refund, context)), first);
    const unsold = request();
    done(await lender.createContract(unsold, context));
    done(await lender.cancel(unsold.policyNumber, null, context));
    const late = await lender.cancel(unsold.policyNumber, onFirstDay(unsold, unsold.totalWithTaxCents), context);
    expectSame(done(late), nothingLent);
  },

  cancelIsRepeatable: async ({ lender, context }, asked) => {
    const contract = done(await lender.createContract(asked, context));
    const refund = onFirstDay(asked, asked.totalWithTaxCents);
    const cancelled = done(await lender.cancel(asked.policyNumber, refund, context));
    done(await lender.cancel(asked.policyNumber, refund, context));
    expectSame(done(await lender.find(asked.policyNumber, context)), { ...contract, status: 'Cancelled', cancelled });
  },

  cancelledStaysCancelled: async ({ lender, context }, asked) => {
    done(await lender.createContract(asked, context));
    done(await lender.cancel(asked.policyNumber, null, context));
    expectRefused(await lender.createContract(asked, context));
    expectNumberInUse(await lender.createContract({ ...asked, attemptKey: randomUUID() }, context));
    expectSame(done(await lender.find(asked.policyNumber, context))?.status, 'Cancelled');
  },

  cancelClosesNumber: async ({ lender, context }, asked) => {
    done(await lender.cancel(asked.policyNumber, null, context));
    expectRefused(await lender.createContract(asked, context));
    expectSame(done(await lender.find(asked.policyNumber, context)), null);
  },

  cancelAndCreateLeaveNothingActive: async ({ lender, request, context }) => {
    for (let round = 0; round < 10; round += 1) {
      const asked = request();
      await Promise.all([lender.createContract(asked, context), lender.cancel(asked.policyNumber, null, context)]);
      const found = done(await lender.find(asked.policyNumber, context));
      expect(found?.status !== 'Active', 'an active contract is left');
    }
  },

  wrongKeyDoesNothing: async ({ lender, withWrongKey, context }, asked) => {
    for (const { kind } of [
      await withWrongKey.createContract(asked, context),
      await withWrongKey.find(asked.policyNumber, context),
      await withWrongKey.cancel(asked.policyNumber, null, context),
    ])
      expect(kind === 'not-sent', `the outcome is ${kind}`);
    // The cancel closed nothing either.
    done(await lender.createContract(asked, context));
  },
};

/** What the lender pays for the customer. */
function advanceOf({ totalWithTaxCents, downPaymentCents }: ContractRequest): Cents {
  return totalWithTaxCents - downPaymentCents;
}

/** Cancelled before the first installment, so that the whole advance is owed. */
function onFirstDay({ effectiveDate }: ContractRequest, refundCents: Cents): LoanRefund {
  return { cancelledOn: effectiveDate, refundCents };
}

/** What was seen instead of what was promised. It quotes nothing of the request, which holds a bank account. */
export class BrokenPromise extends Error {}

function expect(isKept: boolean, seen: string): void {
  if (!isKept) throw new BrokenPromise(seen);
}

function expectSame(seen: unknown, expected: unknown): void {
  expect(
    isDeepStrictEqual(seen, expected),
    `${JSON.stringify(seen)} was answered instead of ${JSON.stringify(expected)}`,
  );
}

function expectRefused(outcome: Outcome<Contract>): void {
  expect(outcome.kind === 'refused', `the outcome is ${outcome.kind}`);
}

function expectNumberInUse(outcome: Outcome<Contract>): void {
  expectRefused(outcome);
  expectSame(outcome, refusedBy('party', policyNumberInUse, { reasonCode: 'policy-number-in-use' }));
}

function done<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'done') return outcome.value;
  const cause = outcome.kind === 'refused' ? outcome.reason : outcome.cause;
  throw new BrokenPromise(`a call that should succeed was ${outcome.kind}: ${cause}`);
}

/** The first installment decides what a plan's rates are: on the next day, as asked, and a month later. */
async function expectOfEachPlan(
  { lender, context }: ExaminedLender,
  asked: ContractRequest,
  fault: (plan: LenderPlan, dates: LoanDates) => string | null,
): Promise<void> {
  const { effectiveDate } = asked;
  const days = [addDays(effectiveDate, 1), asked.firstInstallmentDate, addMonths(effectiveDate, 1)];
  for (const firstInstallmentDate of days) {
    const dates = { advancedOn: effectiveDate, firstInstallmentDate };
    for (const plan of done(await lender.pricePlans({ ...asked, firstInstallmentDate }, context))) {
      const seen = fault(plan, dates);
      const of = `${plan.loanTermInMonths} installments of ${plan.installmentCents} from ${firstInstallmentDate} on, for an advance on ${effectiveDate}`;
      expect(seen === null, `of ${of}, ${seen}`);
    }
  }
}
