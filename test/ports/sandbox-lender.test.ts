import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as send } from 'node:http';
import { test } from 'node:test';
import { loanTermNotOffered, policyNumberInUse } from '@northbind/contract/lender/schemas.ts';
import pg from 'pg';
import { makeHttpLender } from '../../src/adapters/http-lender/http-lender.ts';
import { makeLoanLedger } from '../../src/adapters/sandbox-lender/loan-ledger.ts';
import { makeLoanStanding } from '../../src/adapters/sandbox-lender/loan-standing.ts';
import { owedOnLoan } from '../../src/domain/financing/owed-on-loan.ts';
import type { Facts, Log } from '../../src/domain/log.ts';
import { type Lender, nothingLent } from '../../src/ports/lender.ts';
import { type CallContext, refusedBy } from '../../src/ports/outcome.ts';
import { startLender } from '../../src/sandbox/lender/start-lender.ts';
import { sandboxCreditTerms } from '../../src/sandbox/lender/terms.ts';
import type { RunningParty } from '../../src/sandbox/party.ts';
import { unreachableOrigin } from '../kit/parties/unreachable.ts';
import { unresponsiveOrigin } from '../kit/parties/unresponsive.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { emptyDatabase } from '../kit/service/database.ts';
import { calm, contractRequest, describeLender, done, testBankAccount } from './lender-suite.ts';

const patienceMs = 150;
const today = '2026-11-15';

describeLender('sandbox', async () => {
  const databaseUrl = await emptyDatabase();
  const first = await start(databaseUrl);
  return {
    lender: makeHttpLender(first),
    impatient: makeHttpLender({ ...first, origin: await unresponsiveOrigin(), timeoutMs: patienceMs }),
    patienceMs,
    withWrongKey: makeHttpLender({ ...first, token: `${first.token}x` }),
    abandoning: [1, 2, 4, 8].map((timeoutMs) => makeHttpLender({ ...first, timeoutMs })),
    unreachable: makeHttpLender({ ...first, origin: unreachableOrigin }),
    restart: async () => {
      await first.close();
      return makeHttpLender(await start(databaseUrl));
    },
    unavailable: broken('FinancingUnavailable'),
    declined: broken('FinancingDeclined'),
    replyLost: broken('FinancingReplyLost'),
    neverAnswered: calm,
  };
});

test('instances that start at once on an empty database share one token and one set of records', async () => {
  const databaseUrl = await emptyDatabase();
  const instances = await Promise.all(Array.from({ length: 5 }, () => start(databaseUrl)));
  assert.equal(new Set(instances.map(({ token }) => token)).size, 1);
  const request = contractRequest();
  const outcomes = await Promise.all(instances.map((one) => makeHttpLender(one).createContract(request, calm)));
  assert.equal(new Set(outcomes.map((outcome) => done(outcome).loanNumber)).size, 1);
});

test('whoever has another token is turned away before anything is done', async () => {
  const running = await start(await emptyDatabase());
  const request = contractRequest();
  const withWrongToken = makeHttpLender({ origin: running.origin, token: `${running.token}x` });
  assert.equal((await withWrongToken.createContract(request, calm)).kind, 'not-sent');
  assert.equal((await fetch(`${running.origin}/ledger?customerReference=x`)).status, 401);
  assert.equal(done(await makeHttpLender(running).find(request.policyNumber, calm)), null);
});

test('2,000.00 over 24 months costs the rate and the fee, and the rate that it states holds both', async () => {
  const { lender } = await ready();
  const request = contractRequest({ totalWithTaxCents: 250_000, downPaymentCents: 50_000 });
  const [, twoYears] = done(await lender.pricePlans(request, calm));
  assert.ok(twoYears);
  assert.deepEqual(twoYears, {
    loanTermInMonths: 24,
    installmentCents: 9_320,
    financeChargeCents: 21_680,
    applicationFeeCents: 2_000,
    aprPercent: 11.43,
    totalPayableCents: 223_680,
    creditTerms: sandboxCreditTerms(twoYears, {
      advancedOn: '2026-11-15',
      firstInstallmentDate: request.firstInstallmentDate,
    }),
  });
  // It prices by months at 9.99 %, and the first period is less than one.
  assert.equal(twoYears.creditTerms.annualRatePercent, 10.39);
});

test('the lender checks again what it is asked, and says why it refuses', async () => {
  const { lender } = await ready();
  const reasonOf = async (change: Parameters<typeof contractRequest>[0]): Promise<string> => {
    const outcome = await lender.createContract(contractRequest(change), calm);
    return outcome.kind === 'refused' ? outcome.reason : outcome.kind;
  };
  const outside = 'first installment outside its window';
  assert.equal(await reasonOf({ firstInstallmentDate: '2026-11-15' }), outside);
  assert.equal(await reasonOf({ firstInstallmentDate: '2026-11-16' }), 'done');
  assert.equal(await reasonOf({ firstInstallmentDate: '2026-12-15' }), 'done');
  assert.equal(await reasonOf({ firstInstallmentDate: '2026-12-16' }), outside);
  assert.equal(await reasonOf({ downPaymentCents: 250_000 }), 'down payment not below the premium');
  assert.equal(await reasonOf({ downPaymentCents: 230_001 }), loanTermNotOffered);
  assert.equal(await reasonOf({ loanTermInMonths: 36 }), loanTermNotOffered);
  assert.equal(
    await reasonOf({ bankAccount: { ...testBankAccount, transitNumber: '9081' } }),
    'bank account malformed',
  );
  assert.equal(await reasonOf({ firstInstallmentDate: '2026-02-30' }), 'request malformed');
  assert.equal(await reasonOf({ totalWithTaxCents: 1.5 }), 'request malformed');
});

test('the account 0000000 is declined, and nothing is written', async () => {
  const { lender } = await ready();
  const request = contractRequest({ bankAccount: { ...testBankAccount, accountNumber: '0000000' } });
  assert.deepEqual(await lender.createContract(request, calm), refusedBy('party', 'declined'));
  assert.equal(done(await lender.find(request.policyNumber, calm)), null);
});

test('FinancingReplyLost: the call that lost the reply can’t learn by asking what became of it; the next one can', async () => {
  const { lender } = await ready();
  const request = contractRequest();
  const replyLost = broken('FinancingReplyLost');
  assert.equal(done(await lender.find(request.policyNumber, replyLost)), null);
  assert.equal((await lender.createContract(request, replyLost)).kind, 'unknown');
  assert.equal((await lender.find(request.policyNumber, replyLost)).kind, 'unknown');
  assert.equal(done(await lender.find(request.policyNumber, calm))?.status, 'Active');
});

test('PolicyNumberInUseByLender: someone else’s contract is really there, in no ledger of the application', async () => {
  const { lender, readLedger } = await ready();
  const request = contractRequest();
  const refused = refusedBy('party', policyNumberInUse, { reasonCode: 'policy-number-in-use' });
  assert.deepEqual(await lender.createContract(request, broken('PolicyNumberInUseByLender')), refused);
  assert.deepEqual(await lender.createContract(request, calm), refused);
  assert.notEqual(done(await lender.find(request.policyNumber, calm))?.attemptKey, request.attemptKey);
  assert.deepEqual(done(await readLedger(request.customerReference, today, calm)), []);
  const underAnotherNumber = { ...request, policyNumber: `${request.policyNumber}-2` };
  done(await lender.createContract(underAnotherNumber, calm));
});

test('PolicyNumberInUseByLender leaves a contract alone that was written before', async () => {
  const { lender } = await ready();
  const request = contractRequest();
  const first = done(await lender.createContract(request, calm));
  assert.deepEqual(done(await lender.createContract(request, broken('PolicyNumberInUseByLender'))), first);
});

test('the ledger shows what was lent to a customer and what became of it', async () => {
  const { lender, readLedger } = await ready();
  const onRecord = { amountCents: 200_000, cancelledOn: null, refundedCents: 0, collectedCents: 0, givenBackCents: 0 };
  const cancelled = contractRequest();
  const active = contractRequest({ customerReference: cancelled.customerReference });
  const first = done(await lender.createContract(cancelled, calm));
  done(await lender.cancel(cancelled.policyNumber, null, calm));
  const second = done(await lender.createContract(active, broken('CardPaymentDeclined')));
  assert.deepEqual(done(await readLedger(active.customerReference, today, calm)), [
    { ...onRecord, loanNumber: first.loanNumber, status: 'Cancelled' },
    { ...onRecord, loanNumber: second.loanNumber, status: 'Active' },
  ]);
  assert.deepEqual(done(await readLedger('nobody', today, calm)), []);
});

test('the ledger shows what went to a loan, which runs until the first day without cover', async () => {
  const { lender, readLedger } = await ready();
  const request = contractRequest();
  const { loanNumber } = done(await lender.createContract(request, calm));
  const refund = { cancelledOn: '2027-03-10', refundCents: 120_000 };
  const answer = { toLoanCents: 120_000, collectedCents: 37_280, givenBackCents: 0 };
  assert.deepEqual(done(await lender.cancel(request.policyNumber, refund, calm)), answer);
  const { toLoanCents: refundedCents, ...other } = answer;
  const loan = { loanNumber, amountCents: 200_000, cancelledOn: '2027-03-10', refundedCents, ...other };
  const on = async (day: string) => done(await readLedger(request.customerReference, day, calm));
  assert.deepEqual(await on('2027-03-09'), [{ ...loan, status: 'Active' }]);
  assert.deepEqual(await on('2027-03-10'), [{ ...loan, status: 'Cancelled' }]);
  // Whoever asks for the contract is told that it is over.
  const found = done(await lender.find(request.policyNumber, calm));
  assert.deepEqual([found?.status, found?.cancelled], ['Cancelled', answer]);
});

test('installments are collected each month, and a loan in default pays none until all is paid', async () => {
  const { lender, readLedger, setStanding } = await ready();
  const request = contractRequest();
  const { policyNumber } = request;
  done(await lender.createContract(request, calm));
  const on = async (day: string) => {
    const [loan] = done(await readLedger(request.customerReference, day, calm));
    return [loan!.status, loan!.collectedCents];
  };
  assert.deepEqual(await on('2026-12-01'), ['Active', 0]);
  assert.deepEqual(await on('2026-12-02'), ['Active', 9_320]);
  assert.deepEqual(await on('2027-02-02'), ['Active', 27_960]);
  done(await setStanding(policyNumber, '2026-12-15', calm));
  done(await setStanding(policyNumber, '2027-01-15', calm));
  assert.deepEqual(await on('2026-12-14'), ['Active', 9_320]);
  assert.deepEqual(await on('2027-02-02'), ['InDefault', 9_320]);
  assert.equal(done(await lender.find(policyNumber, calm))?.status, 'InDefault');
  done(await setStanding(policyNumber, null, calm));
  assert.deepEqual(await on('2027-02-02'), ['Active', 27_960]);
  done(await setStanding(policyNumber, '2026-12-15', calm));
  const refund = { cancelledOn: '2027-02-02', refundCents: 250_000 };
  // As much is owed as on the day of the default, and as little was collected.
  const answer = { toLoanCents: 192_437, collectedCents: 9_320, givenBackCents: 0 };
  assert.deepEqual(done(await lender.cancel(policyNumber, refund, calm)), answer);
  assert.equal(done(await lender.find(policyNumber, calm))?.status, 'Cancelled');
  const none = { kind: 'refused', reason: 'no loan runs under the number', by: 'party', isFinal: false };
  assert.deepEqual(await setStanding(policyNumber, null, calm), none);
  assert.deepEqual(await setStanding('NB-none', '2026-12-15', calm), none);
});

for (const { fault, owed } of [
  { fault: 'LenderOwesMore', owed: { 250000: 170_000, 100000: 70_000, 20000: 0 } },
  // No more than was lent, and no more than the refund.
  { fault: 'LenderOwesLess', owed: { 250000: 200_000, 100000: 100_000, 20000: 20_000 } },
])
  test(`${fault}: the lender takes another amount than is owed, as far as loan and refund allow, and says so ever after`, async () => {
    const { lender } = await ready();
    for (const [refundCents, toLoanCents] of Object.entries(owed)) {
      const request = contractRequest();
      done(await lender.createContract(request, calm));
      const refund = { cancelledOn: today, refundCents: Number(refundCents) };
      const answer = { toLoanCents, collectedCents: 0, givenBackCents: 0 };
      for (const context of [broken(fault), calm])
        assert.deepEqual(done(await lender.cancel(request.policyNumber, refund, context)), answer);
    }
  });

test('LenderOwesLess: 300.00 more goes to a loan of which a part was paid back', async () => {
  const { lender } = await ready();
  const request = contractRequest();
  const contract = done(await lender.createContract(request, calm));
  const refund = { cancelledOn: '2027-06-15', refundCents: 250_000 };
  const owedCents = owedOnLoan(contract, refund.cancelledOn);
  const { toLoanCents } = done(await lender.cancel(request.policyNumber, refund, broken('LenderOwesLess')));
  assert.equal(toLoanCents, owedCents + 30_000);
});

test('a refund goes to the loan up to what is owed on the day, to the cent as the service reckons it', async () => {
  const { lender } = await ready();
  // The first installment falls due on 2026-12-01, the last on 2028-11-01.
  const owed = { '2026-12-01': 200_000, '2026-12-02': 192_437, '2028-11-01': 9_152, '2028-11-02': 0 };
  for (const [cancelledOn, owedCents] of Object.entries(owed)) {
    const request = contractRequest();
    const contract = done(await lender.createContract(request, calm));
    assert.equal(owedOnLoan(contract, cancelledOn), owedCents, cancelledOn);
    const refund = { cancelledOn, refundCents: 250_000 };
    const { toLoanCents } = done(await lender.cancel(request.policyNumber, refund, calm));
    assert.equal(toLoanCents, owedCents);
  }
});

test('a cancel whose body has no refund is one of a loan that no policy came of', async () => {
  const { lender, running } = await ready();
  const request = contractRequest();
  done(await lender.createContract(request, calm));
  const response = await fetch(`${running.origin}/v1/contracts/${request.policyNumber}/cancel`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  assert.deepEqual([response.status, await response.json()], [200, nothingLent]);
  assert.equal(done(await lender.find(request.policyNumber, calm))?.status, 'Cancelled');
});

test('FinancingReplyLost: the cancellation is made, and the repeat is told what went to the loan', async () => {
  const { lender } = await ready();
  const request = contractRequest();
  done(await lender.createContract(request, calm));
  const refund = { cancelledOn: today, refundCents: 30_000 };
  assert.equal((await lender.cancel(request.policyNumber, refund, broken('FinancingReplyLost'))).kind, 'unknown');
  assert.equal(done(await lender.find(request.policyNumber, calm))?.status, 'Cancelled');
  assert.deepEqual(done(await lender.cancel(request.policyNumber, refund, calm)), {
    ...nothingLent,
    toLoanCents: 30_000,
  });
});

test('FinancingUnavailable: a cancellation is not made, and the contract stays as it is', async () => {
  const { lender } = await ready();
  const request = contractRequest();
  const contract = done(await lender.createContract(request, calm));
  const refund = { cancelledOn: today, refundCents: 30_000 };
  assert.notEqual((await lender.cancel(request.policyNumber, refund, broken('FinancingUnavailable'))).kind, 'done');
  assert.deepEqual(done(await lender.find(request.policyNumber, calm)), contract);
});

test('the records of an older lender, which knew no refund, are kept and go on', async () => {
  const { lender, running, databaseUrl } = await ready();
  const [cancelled, active] = [contractRequest(), contractRequest()];
  for (const request of [cancelled, active]) done(await lender.createContract(request, calm));
  done(await lender.cancel(cancelled.policyNumber, null, calm));
  await running.close();
  await inDatabase(
    databaseUrl,
    `ALTER TABLE sandbox_lender.contract
     DROP COLUMN cancelled_on, DROP COLUMN refunded_cents,
     DROP COLUMN in_default_since, DROP COLUMN collected_cents, DROP COLUMN given_back_cents`,
  );
  const newer = makeHttpLender(await start(databaseUrl));
  const refund = { cancelledOn: today, refundCents: 30_000 };
  assert.deepEqual(done(await newer.cancel(cancelled.policyNumber, refund, calm)), nothingLent);
  const answer = { ...nothingLent, toLoanCents: 30_000 };
  assert.deepEqual(done(await newer.cancel(active.policyNumber, refund, calm)), answer);
});

test('no bank number and no name reaches a column, a log line or an answer', async () => {
  const { lender, running, databaseUrl, lines } = await ready();
  const request = contractRequest();
  const answers: unknown[] = [
    await lender.createContract(request, calm),
    await lender.createContract(request, broken('FinancingReplyLost')),
    await lender.createContract(contractRequest(), broken('PolicyNumberInUseByLender')),
    await lender.createContract(contractRequest({ bankAccount: { ...testBankAccount, institutionNumber: '' } }), calm),
    await lender.find(request.policyNumber, calm),
  ];
  const url = `${running.origin}/v1/contracts/NB-1`;
  const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' };
  for (const body of [`{"bankAccount":${testBankAccount.accountNumber}x`, JSON.stringify({ ...request, borrower: 1 })])
    answers.push(await (await fetch(url, { method: 'PUT', headers, body })).text());

  const records = await dumpSchema(databaseUrl);
  assert.match(records, /"account_ending":"566"/);
  assert.ok(lines.length >= answers.length);
  const secrets = [
    testBankAccount.accountNumber,
    testBankAccount.transitNumber,
    testBankAccount.accountHolderName,
    request.borrower.name,
    request.borrower.emailAddress,
    `"${testBankAccount.institutionNumber}"`,
  ];
  for (const secret of secrets) {
    assert.ok(!records.includes(secret), `a column holds ${secret}`);
    assert.ok(!lines.join('\n').includes(secret), `a log line holds ${secret}`);
    assert.ok(!JSON.stringify(answers).includes(secret), `an answer holds ${secret}`);
  }
  assert.ok(!lines.join('\n').includes(running.token));
});

test('a lender with calls that hang can still be closed', async () => {
  const running = await start(await emptyDatabase());
  const headers = {
    authorization: `Bearer ${running.token}`,
    'content-type': 'application/json',
    'content-length': 100,
  };
  const hanging = send(`${running.origin}/v1/contracts/NB-1`, { method: 'PUT', headers });
  const ended = once(hanging, 'response'); // Rejects with the error that ends it.
  hanging.write('{'); // The rest never comes.
  // What was sent before it has arrived when this is answered.
  assert.equal(done(await makeHttpLender(running).find('NB-2', calm)), null);
  await running.close();
  await assert.rejects(ended, { code: 'ECONNRESET' });
});

interface ReadyLender {
  readonly lender: Lender;
  readonly readLedger: ReturnType<typeof makeLoanLedger>;
  readonly setStanding: ReturnType<typeof makeLoanStanding>;
  readonly running: RunningParty;
  readonly databaseUrl: string;
  readonly lines: readonly string[];
}

async function ready(): Promise<ReadyLender> {
  const databaseUrl = await emptyDatabase();
  const lines: string[] = [];
  const running = await start(databaseUrl, lines);
  const [readLedger, setStanding] = [makeLoanLedger(running), makeLoanStanding(running)];
  return { lender: makeHttpLender(running), readLedger, setStanding, running, databaseUrl, lines };
}

async function start(databaseUrl: string, lines: string[] = []): Promise<RunningParty> {
  const clock = (): Date => new Date('2026-11-15T15:00:00Z');
  const running = await startLender({ databaseUrl, host: '127.0.0.1', port: 0, clock, log: collect(lines) });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= running.close();
    return closing;
  };
  afterwards(close);
  return { ...running, close };
}

function broken(fault: string): CallContext {
  return { ...calm, fault };
}

function collect(lines: string[]): Log {
  const add = (event: string, facts?: Facts): void => void lines.push(JSON.stringify({ event, ...facts }));
  return { info: add, warn: add, error: add };
}

/** Every row of every table that the lender has, as text. */
async function dumpSchema(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'sandbox_lender'`,
    );
    const dumps = tables.rows.map(({ name }) =>
      client.query<{ row: string }>(`SELECT to_json(t)::text AS row FROM sandbox_lender.${name} AS t`),
    );
    return (await Promise.all(dumps)).flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
  } finally {
    await client.end();
  }
}
