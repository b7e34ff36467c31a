import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import {
  type Contract,
  type ContractRequest,
  type Lender,
  loanTermNotOffered,
  policyNumberInUse,
} from '../../src/ports/lender.ts';
import type { CallContext, Outcome } from '../../src/ports/outcome.ts';

/** What a test needs of a lender beyond the port: to lose it, to slow it down and to break its line. */
export interface LenderHarness {
  readonly lender: Lender;
  /** The same lender, waiting no longer than `patienceMs`. */
  readonly impatient: Lender;
  readonly patienceMs: number;
  /** A lender at an address where nothing listens. */
  readonly unreachable: Lender;
  /** Ends the lender's process and starts another one. Returns its adapter. */
  readonly restart: () => Promise<Lender>;
  /** Contexts of calls that go wrong. */
  readonly unavailable: CallContext;
  readonly declined: CallContext;
  readonly replyLost: CallContext;
  readonly neverAnswered: CallContext;
}

/** The promises of the port, kept by every adapter. */
export function describeLender(name: string, makeHarness: () => Promise<LenderHarness>): void {
  describe(`lender: ${name}`, () => {
    let harness: LenderHarness;
    before(async () => {
      harness = await makeHarness();
    });

    describe('plans', () => testPlans(() => harness));
    describe('contracts', () => testContracts(() => harness));
    describe('when the line breaks', () => testBrokenLine(() => harness));
  });
}

/** What an adapter waits by default. */
const usualPatienceMs = 10_000;

export const calm: CallContext = { requestId: 'port-suite', fault: null };

/** Distinct numbers, so that a search for them finds nothing by chance. */
export const testBankAccount = {
  institutionNumber: '815',
  transitNumber: '90817',
  accountNumber: '738291045566',
  accountHolderName: 'Zephyrine Quackenbush',
} as const;

/** A good request under a policy number of its own. */
export function contractRequest(change: Partial<ContractRequest> = {}): ContractRequest {
  return {
    policyNumber: `NB-${randomUUID()}`,
    attemptKey: randomUUID(),
    customerReference: randomUUID(),
    totalWithTaxCents: 250_000,
    downPaymentCents: 50_000,
    paymentTermInYears: 2,
    effectiveDate: '2026-11-15',
    firstInstallmentDate: '2026-12-01',
    loanTermInMonths: 24,
    borrower: {
      name: 'Jo Tremblay',
      addressLine1: '12 King St W',
      city: 'Toronto',
      province: 'ON',
      postalCode: 'M5H 1A1',
      emailAddress: 'jo@example.ca',
    },
    bankAccount: testBankAccount,
    ...change,
  };
}

/** What a call came to, for a call that has to come to something. */
export function done<T>(outcome: Outcome<T>): T {
  assert.ok(outcome.kind === 'done', `expected done, got ${JSON.stringify(outcome)}`);
  return outcome.value;
}

type Get = () => LenderHarness;

function testPlans(get: Get): void {
  test('plans add up: premium less down payment, fee and finance charge are the total payable', async () => {
    const request = contractRequest();
    const options = done(await get().lender.pricePlans(request, calm));
    assert.ok(options.length > 0);
    for (const { applicationFeeCents, financeChargeCents, totalPayableCents, aprPercent } of options) {
      assert.equal(250_000 - 50_000 + applicationFeeCents + financeChargeCents, totalPayableCents);
      assert.ok(aprPercent >= 0 && aprPercent <= 35);
    }
  });

  test('pricing plans writes nothing', async () => {
    const request = contractRequest();
    done(await get().lender.pricePlans(request, calm));
    assert.equal(done(await get().lender.find(request.policyNumber, calm)), null);
  });

  test('a plan that the lender does not want is refused', async () => {
    const outcome = await get().lender.pricePlans(contractRequest(), get().declined);
    assert.equal(outcome.kind, 'refused');
  });
}

function testContracts(get: Get): void {
  const create = (request: ContractRequest): Promise<Outcome<Contract>> => get().lender.createContract(request, calm);
  const find = async (policyNumber: string): Promise<Contract | null> =>
    done(await get().lender.find(policyNumber, calm));

  test('a contract carries the figures of its plan, and is found as it was answered', async () => {
    const request = contractRequest();
    const options = done(await get().lender.pricePlans(request, calm));
    const plan = options.find(({ loanTermInMonths }) => loanTermInMonths === 24)!;
    const { loanNumber, ...rest } = done(await create(request));
    assert.notEqual(loanNumber, '');
    const { attemptKey, downPaymentCents, firstInstallmentDate } = request;
    assert.deepEqual(rest, { ...plan, attemptKey, downPaymentCents, firstInstallmentDate, status: 'Active' });
    assert.deepEqual(await find(request.policyNumber), { loanNumber, ...rest });
  });

  test('nothing is found under a policy number that has no contract', async () => {
    assert.equal(await find('NB-none'), null);
  });

  test('the same attempt again answers the same contract', async () => {
    const request = contractRequest();
    const first = done(await create(request));
    assert.deepEqual(done(await create(request)), first);
  });

  test('ten creates of one attempt at once write one contract', async () => {
    const request = contractRequest();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => create(request)));
    assert.equal(new Set(outcomes.map((outcome) => done(outcome).loanNumber)).size, 1);
  });

  test('ten attempts at once under one policy number: one is written, nine are told that the number is in use', async () => {
    const request = contractRequest();
    const attempts = Array.from({ length: 10 }, () => ({ ...request, attemptKey: randomUUID() }));
    const outcomes = await Promise.all(attempts.map(create));
    const written = outcomes.filter(({ kind }) => kind === 'done');
    assert.equal(written.length, 1);
    assert.equal(outcomes.filter((outcome) => isNumberInUse(outcome)).length, 9);
    assert.deepEqual(await find(request.policyNumber), done(written[0]!));
  });

  test('another attempt under the number is refused, and the contract stays', async () => {
    const request = contractRequest();
    const first = done(await create(request));
    assert.ok(isNumberInUse(await create({ ...request, attemptKey: randomUUID() })));
    assert.deepEqual(await find(request.policyNumber), first);
  });

  test('a refused contract is not there', async () => {
    const request = contractRequest();
    assert.equal((await get().lender.createContract(request, get().declined)).kind, 'refused');
    assert.equal(await find(request.policyNumber), null);
    done(await create(request));
  });

  test('a contract that is written is not declined afterwards', async () => {
    const request = contractRequest();
    const first = done(await create(request));
    assert.deepEqual(done(await get().lender.createContract(request, get().declined)), first);
  });

  test('a loan term that was not offered is refused', async () => {
    const outcome = await create(contractRequest({ loanTermInMonths: 36 }));
    assert.deepEqual(outcome, { kind: 'refused', reason: loanTermNotOffered });
  });

  test('a cancelled contract stays on record; cancelling it again is done too', async () => {
    const request = contractRequest();
    const contract = done(await create(request));
    done(await get().lender.cancel(request.policyNumber, calm));
    done(await get().lender.cancel(request.policyNumber, calm));
    assert.deepEqual(await find(request.policyNumber), { ...contract, status: 'Cancelled' });
  });

  test('nothing is written under the number of a cancelled contract, by whatever attempt', async () => {
    const request = contractRequest();
    done(await create(request));
    done(await get().lender.cancel(request.policyNumber, calm));
    assert.equal((await create(request)).kind, 'refused');
    assert.ok(isNumberInUse(await create({ ...request, attemptKey: randomUUID() })));
    assert.equal((await find(request.policyNumber))?.status, 'Cancelled');
  });

  test('a number that was cancelled before anything was written under it stays closed', async () => {
    const request = contractRequest();
    done(await get().lender.cancel(request.policyNumber, calm));
    assert.equal((await create(request)).kind, 'refused');
    assert.equal(await find(request.policyNumber), null);
  });

  test('a cancel and a create that come at once never leave an active contract', async () => {
    for (let round = 0; round < 10; round += 1) {
      const request = contractRequest();
      await Promise.all([create(request), get().lender.cancel(request.policyNumber, calm)]);
      assert.notEqual((await find(request.policyNumber))?.status, 'Active');
    }
  });

  test('a policy number with signs of its own is one number', async () => {
    const request = contractRequest({ policyNumber: `NB/${randomUUID()}?é#%2F` });
    const contract = done(await create(request));
    assert.deepEqual(await find(request.policyNumber), contract);
  });
}

function testBrokenLine(get: Get): void {
  test('a lost reply is unknown, and the contract is found; the repeat answers it', async () => {
    const { lender, replyLost } = get();
    const request = contractRequest();
    assert.equal((await lender.createContract(request, replyLost)).kind, 'unknown');
    const found = done(await lender.find(request.policyNumber, calm));
    assert.equal(found?.attemptKey, request.attemptKey);
    assert.deepEqual(done(await lender.createContract(request, calm)), found);
  });

  test('a lender that is away has done nothing, and is not said to have refused', async () => {
    const { lender, unavailable } = get();
    const request = contractRequest();
    for (const { kind } of [
      await lender.pricePlans(request, unavailable),
      await lender.createContract(request, unavailable),
      await lender.find(request.policyNumber, unavailable),
      await lender.cancel(request.policyNumber, unavailable),
    ])
      assert.ok(kind === 'unknown' || kind === 'not-sent', kind);
    assert.equal(done(await lender.find(request.policyNumber, calm)), null);
  });

  test('where nobody listens nothing was sent', async () => {
    const { unreachable } = get();
    const request = contractRequest();
    assert.equal((await unreachable.pricePlans(request, calm)).kind, 'not-sent');
    assert.equal((await unreachable.createContract(request, calm)).kind, 'not-sent');
    assert.equal((await unreachable.find(request.policyNumber, calm)).kind, 'not-sent');
    assert.equal((await unreachable.cancel(request.policyNumber, calm)).kind, 'not-sent');
  });

  test('a lender that never answers is unknown when the time is up', async () => {
    const { impatient, patienceMs, neverAnswered } = get();
    const start = performance.now();
    assert.equal((await impatient.createContract(contractRequest(), neverAnswered)).kind, 'unknown');
    const elapsedMs = performance.now() - start;
    assert.ok(elapsedMs >= patienceMs - 5 && elapsedMs < usualPatienceMs, `${elapsedMs} ms`);
  });

  // Last: from here on the way to the lender is another one.
  test('contracts, and what was cancelled, outlive the lender’s process', async () => {
    const { lender, restart } = get();
    const active = contractRequest();
    const cancelled = contractRequest();
    const contract = done(await lender.createContract(active, calm));
    done(await lender.createContract(cancelled, calm));
    done(await lender.cancel(cancelled.policyNumber, calm));
    const again = await restart();
    assert.deepEqual(done(await again.find(active.policyNumber, calm)), contract);
    assert.deepEqual(done(await again.createContract(active, calm)), contract);
    assert.equal(done(await again.find(cancelled.policyNumber, calm))?.status, 'Cancelled');
  });
}

function isNumberInUse(outcome: Outcome<Contract>): boolean {
  return outcome.kind === 'refused' && outcome.reason === policyNumberInUse;
}
