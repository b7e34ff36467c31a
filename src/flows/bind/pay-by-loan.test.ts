import assert from 'node:assert/strict';
import test from 'node:test';
import type { BindForm } from '../../domain/bind/judge-bind.ts';
import type { BankAccount } from '../../domain/financing/bank-account.ts';
import type { CreditTerms } from '../../domain/financing/credit-terms.ts';
import type { Facts } from '../../domain/log.ts';
import { type Contract, type Lender, nothingLent } from '../../ports/lender.ts';
import { type Outcome, refusedBy } from '../../ports/outcome.ts';
import { loanStep, payByLoan } from './pay-by-loan.ts';
import type { ClaimedBind, PaymentParts, PaymentResult } from './payment.ts';

/** 200.00 and a fee of 20.00 over twelve months at 9.99 %, from the day after the policy begins. */
const figures = {
  loanTermInMonths: 12,
  installmentCents: 1_934,
  financeChargeCents: 1_208,
  applicationFeeCents: 2_000,
  totalPayableCents: 23_208,
  aprPercent: 33.72,
};
const criminal = { ...figures, applicationFeeCents: 2_200, totalPayableCents: 23_408, installmentCents: 1_951 };
const terms = { annualRatePercent: 11.78 } as CreditTerms;
const contract = {
  ...figures,
  loanNumber: 'L-1',
  attemptKey: 'app-1.2',
  downPaymentCents: 10_000,
  firstInstallmentDate: '2026-11-16',
  status: 'Active',
  cancelled: null,
  creditTerms: terms,
} as unknown as Contract;
const bankAccount = { accountNumber: '1234567', accountHolderName: 'Marie-Ève Tremblay' } as BankAccount;
const context = { requestId: 'r-1', fault: null };
const applicant = {
  firstOrCompanyName: 'Marie-Ève',
  lastName: 'Tremblay',
  addressLine1: '301 Sample Street',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  emailAddress: 'marie-eve@example.ca',
};

const loan = { loanTermInMonths: 12, downPaymentCents: 10_000, firstInstallmentDate: '2026-11-16' };

function claimedBy(buyer: Partial<Record<keyof typeof applicant, string | null>> = {}): ClaimedBind {
  return {
    context,
    claim: {
      applicationId: 'app-1',
      attempt: 2,
      policyNumber: 'NB1',
      agreed: { paymentTermInYears: 2, boundOn: '2026-11-14' },
    },
    sale: { applicationId: 'app-1', effectiveDate: '2026-11-15', inputs: { applicant: { ...applicant, ...buyer } } },
    seller: { province: 'ON' },
    selection: { totalWithTaxCents: 30_000 },
  } as unknown as ClaimedBind;
}

/** A lender that gives these answers and keeps what it was asked. */
function lenderWith(answers: Partial<Record<'pricePlans' | 'createContract' | 'find' | 'cancel', Outcome<unknown>>>) {
  const asked: unknown[] = [];
  const logged: (readonly [string, Facts | undefined])[] = [];
  const names = ['pricePlans', 'createContract', 'find', 'cancel'] as const;
  const calls = names.map((name) => [
    name,
    async (...given: readonly unknown[]) => {
      assert.equal(given.at(-1), context);
      asked.push([name, ...given.slice(0, -1)]);
      return answers[name];
    },
  ]);
  const log = { error: (event: string, facts?: Facts) => void logged.push([event, facts]) };
  return { asked, logged, parts: { lender: Object.fromEntries(calls) as Lender, log } as unknown as PaymentParts };
}

const done = <T>(value: T): Outcome<T> => ({ kind: 'done', value });
const codeOf = (result: PaymentResult): string => ('refusal' in result ? result.refusal.code : result.kind);
const causeOf = (result: PaymentResult): unknown => 'cause' in result && result.cause;

async function write(createContract: Outcome<unknown>, pricePlans: Outcome<unknown> = done([figures])) {
  const lender = lenderWith({ pricePlans, createContract });
  return { ...lender, result: await payByLoan(loan, bankAccount).move(lender.parts, claimedBy()) };
}

test('a loan is priced first, then written for the customer under the policy number and the key of the attempt', async () => {
  const { asked, logged, result } = await write(done(contract));
  assert.deepEqual(result, {
    kind: 'moved',
    money: { kind: 'loan', contract, account: { isCustomers: true, lastDigits: '567' } },
  });
  const terms = {
    totalWithTaxCents: 30_000,
    downPaymentCents: 10_000,
    paymentTermInYears: 2,
    effectiveDate: '2026-11-15',
    firstInstallmentDate: '2026-11-16',
  };
  const borrower = {
    name: 'Marie-Ève Tremblay',
    addressLine1: '301 Sample Street',
    city: 'Toronto',
    province: 'ON',
    postalCode: 'M5V 2T6',
    emailAddress: 'marie-eve@example.ca',
  };
  const written = {
    policyNumber: 'NB1',
    attemptKey: 'app-1.2',
    customerReference: 'app-1',
    loanTermInMonths: 12,
    borrower,
    bankAccount,
  };
  assert.deepEqual(asked, [
    ['pricePlans', terms],
    ['createContract', { ...terms, ...written }],
  ]);
  assert.deepEqual(logged, []);
});

test('a company has one name', async () => {
  const lender = lenderWith({ pricePlans: done([]), createContract: done(contract) });
  const company = claimedBy({ firstOrCompanyName: 'Sample Ltd', lastName: null });
  await payByLoan(loan, bankAccount).move(lender.parts, company);
  const [, request] = lender.asked[1] as [string, { readonly borrower: { readonly name: string } }];
  assert.equal(request.borrower.name, 'Sample Ltd');
});

test('a loan above the criminal rate is never written', async () => {
  const { asked, result } = await write(done(contract), done([{ ...criminal, loanTermInMonths: 12 }]));
  assert.deepEqual(result, {
    kind: 'refused',
    refusal: { code: 'LoanTermNotAvailable', field: 'financing.loanTermInMonths' },
    isCardOver: false,
  });
  assert.equal(asked.length, 1);
});

test('the price of another term, or none at all, keeps nobody from the loan', async () => {
  for (const plans of [
    done([{ ...criminal, loanTermInMonths: 24 }]),
    done([]),
    { kind: 'unknown', cause: 'no answer' } as const,
  ])
    assert.equal((await write(done(contract), plans)).result.kind, 'moved');
});

test('each no of the lender has a name of its own, and none of them costs the card', async () => {
  for (const [reasonCode, code] of [
    ['policy-number-in-use', 'PolicyNumberInUseByLender'],
    ['loan-term-not-offered', 'LoanTermNotAvailable'],
    [undefined, 'FinancingDeclined'],
  ] as const) {
    const { result } = await write(refusedBy('party', 'no', reasonCode && { reasonCode }));
    assert.deepEqual(
      [result.kind, codeOf(result), 'isCardOver' in result && result.isCardOver],
      ['refused', code, false],
    );
  }
});

test('what was never sent is refused; an unknown outcome is not', async () => {
  const notSent = (await write({ kind: 'not-sent', cause: 'no connection' })).result;
  assert.deepEqual([notSent.kind, codeOf(notSent)], ['refused', 'FinancingUnavailable']);
  assert.equal('isCardOver' in notSent && notSent.isCardOver, false);
  const unknown = (await write({ kind: 'unknown', cause: 'no answer' })).result;
  assert.deepEqual([unknown.kind, codeOf(unknown), causeOf(unknown)], ['unclear', 'FinancingUnavailable', 'no answer']);
});

test('a lender that states another APR than its loan has is told on, and the loan stands', async () => {
  const { logged, result } = await write(done({ ...contract, aprPercent: 9.99 }));
  assert.equal(result.kind, 'moved');
  assert.deepEqual(logged, [
    [
      'lender states another APR than its loan has',
      {
        requestId: 'r-1',
        policyNumber: 'NB1',
        loanNumber: 'L-1',
        statedAprPercent: 9.99,
        aprPercent: 33.72,
        advancedOn: '2026-11-15',
        firstInstallmentDate: '2026-11-16',
      },
    ],
  ]);
});

test('a lender that states the rate that it prices months by, not that of the dates, is told on, too', async () => {
  const { logged, result } = await write(done({ ...contract, creditTerms: { ...terms, annualRatePercent: 9.99 } }));
  assert.equal(result.kind, 'moved');
  assert.deepEqual(
    logged.map(([message, facts]) => [message, facts?.statedRatePercent, facts?.ratePercent]),
    [['lender states another interest rate than its loan has', 9.99, 11.77]],
  );
});

async function ask(find: Outcome<Contract | null>) {
  const lender = lenderWith({ find });
  return { ...lender, result: await loanStep(loan).ask(lender.parts, claimedBy()) };
}

test('a loan of this attempt that is active is the one that pays', async () => {
  const { asked, logged, result } = await ask(done(contract));
  assert.deepEqual(result, { kind: 'moved', money: { kind: 'loan', contract } });
  assert.deepEqual([asked, logged], [[['find', 'NB1']], []]);
  assert.equal((await ask(done({ ...contract, aprPercent: 9.99 }))).logged.length, 1);
});

test('no loan, or one that is cancelled, is nothing, and nobody is told of its APR', async () => {
  assert.deepEqual((await ask(done(null))).result, { kind: 'nothing' });
  const { logged, result } = await ask(done({ ...contract, status: 'Cancelled', aprPercent: 9.99 }));
  assert.deepEqual([result, logged], [{ kind: 'nothing' }, []]);
});

test('a contract of another attempt under the number is left alone', async () => {
  const { result } = await ask(done({ ...contract, attemptKey: 'app-1.1' }));
  assert.deepEqual(result, {
    kind: 'refused',
    refusal: { code: 'PolicyNumberInUseByLender', field: '' },
    isCardOver: false,
  });
});

test('a lender that can’t be asked leaves it unclear', async () => {
  const { result } = await ask({ kind: 'not-sent', cause: 'no connection' });
  assert.deepEqual(
    [result.kind, codeOf(result), causeOf(result)],
    ['unclear', 'FinancingUnavailable', 'no connection'],
  );
});

test('the number of an attempt that wrote no loan is closed, or it stays unclear', async () => {
  const { asked, parts } = lenderWith({ cancel: done(nothingLent) });
  assert.deepEqual(await loanStep(loan).close(parts, claimedBy(), 'none'), { kind: 'nothing' });
  assert.deepEqual(asked, [['cancel', 'NB1', null]]);
  const silent = lenderWith({ cancel: { kind: 'unknown', cause: 'no answer' } });
  const result = await loanStep(loan).close(silent.parts, claimedBy(), 'none');
  assert.deepEqual([result.kind, codeOf(result), causeOf(result)], ['unclear', 'FinancingUnavailable', 'no answer']);
});

test('whatever a repeat says of the loan, it goes on with the attempt’s own', () => {
  assert.equal(loanStep(loan).isSamePayment({ financing: null } as BindForm), true);
});
