import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { type LenderPromise, lenderPromises } from '@northbind/contract/lender/promises.ts';
import { promiseChecks } from '../../src/adapters/http-lender/promise-checks.ts';
import type { ContractRequest, Lender } from '../../src/ports/lender.ts';
import type { CallContext, Outcome } from '../../src/ports/outcome.ts';

/** What a test needs of a lender beyond the port: to lose it, to slow it down and to break its line. */
export interface LenderHarness {
  readonly lender: Lender;
  /** The same lender, waiting no longer than `patienceMs`. */
  readonly impatient: Lender;
  readonly patienceMs: number;
  /** The same lender, called with a wrong key, and called by some that hang up early. */
  readonly withWrongKey: Lender;
  readonly abandoning: readonly Lender[];
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

    describe('promises', () => testPromises(() => harness));
    describe('declined', () => testDeclined(() => harness));
    describe('listed', () => testList(() => harness));
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

/** What the protocol promises, checked as `northbind lender-check` checks it. */
function testPromises(get: Get): void {
  for (const [promise, sentence] of Object.entries(lenderPromises) as [LenderPromise, string][])
    test(sentence, () => {
      const { lender, withWrongKey, abandoning } = get();
      const examined = { lender, withWrongKey, abandoning, request: contractRequest, context: calm };
      return promiseChecks[promise](examined, contractRequest());
    });
}

function testDeclined(get: Get): void {
  test('a plan that the lender does not want is refused', async () => {
    const outcome = await get().lender.pricePlans(contractRequest(), get().declined);
    assert.equal(outcome.kind, 'refused');
  });

  test('a refused contract is not there', async () => {
    const { lender, declined } = get();
    const request = contractRequest();
    assert.equal((await lender.createContract(request, declined)).kind, 'refused');
    assert.equal(done(await lender.find(request.policyNumber, calm)), null);
    done(await lender.createContract(request, calm));
  });

  test('a contract that is written is not declined afterwards', async () => {
    const { lender, declined } = get();
    const request = contractRequest();
    const first = done(await lender.createContract(request, calm));
    assert.deepEqual(done(await lender.createContract(request, declined)), first);
  });
}

function testList(get: Get): void {
  test('what was lent and what came back of it is listed by the lender’s own books', async () => {
    const { lender } = get();
    const [active, cancelled] = [contractRequest(), contractRequest()];
    const loans = [done(await lender.createContract(active, calm)), done(await lender.createContract(cancelled, calm))];
    const refund = { cancelledOn: cancelled.effectiveDate, refundCents: 30_000 };
    const answer = done(await lender.cancel(cancelled.policyNumber, refund, calm));
    const numbers = [active.policyNumber, cancelled.policyNumber, contractRequest().policyNumber];
    const listed = done(await lender.listLoans(numbers, calm));
    const of = ({ loanNumber }: { readonly loanNumber: string }, { policyNumber }: ContractRequest) => ({
      policyNumber,
      loanNumber,
      advancedCents: 200_000,
    });
    assert.deepEqual(listed.loans, [
      { ...of(loans[0]!, active), status: 'Active', cancelled: null },
      { ...of(loans[1]!, cancelled), status: 'Cancelled', cancelled: answer },
    ]);
    assert.deepEqual(listed.unanswered, []);
  });

  test('of whom the lender says nothing, nothing is believed', async () => {
    const { policyNumber } = contractRequest();
    const listed = done(await get().unreachable.listLoans([policyNumber], calm));
    assert.deepEqual(listed, { loans: [], unanswered: [policyNumber] });
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
      await lender.cancel(request.policyNumber, null, unavailable),
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
    assert.equal((await unreachable.cancel(request.policyNumber, null, calm)).kind, 'not-sent');
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
    done(await lender.cancel(cancelled.policyNumber, null, calm));
    const again = await restart();
    assert.deepEqual(done(await again.find(active.policyNumber, calm)), contract);
    assert.deepEqual(done(await again.createContract(active, calm)), contract);
    assert.equal(done(await again.find(cancelled.policyNumber, calm))?.status, 'Cancelled');
  });
}
