import assert from 'node:assert/strict';
import test from 'node:test';
import { type LenderPromise, lenderPromises } from '@northbind/contract/lender/promises.ts';
import { checkLender, type LenderAddress } from '../../src/adapters/http-lender/check-lender.ts';
import { type LenderPlan, nothingLent } from '../../src/ports/lender.ts';
import { startLender } from '../../src/sandbox/lender/start-lender.ts';
import type { Carry } from '../kit/parties/call-relay.ts';
import { lenderProxy } from '../kit/parties/lender-proxy.ts';
import { unreachableOrigin } from '../kit/parties/unreachable.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { emptyDatabase } from '../kit/service/database.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = (): Date => new Date('2026-11-15T15:00:00Z');
const databaseUrl = await emptyDatabase();
const sandbox = await startLender({ databaseUrl, host: '127.0.0.1', port: 0, clock, log: quiet });
afterwards(sandbox.close);
const today = '2026-11-15';

/** Returns the broken promises, with what was seen instead. */
async function brokenAt(address: Omit<LenderAddress, 'today'>): Promise<Partial<Record<LenderPromise, string>>> {
  const checked = await checkLender({ ...address, today });
  assert.ok(checked.kind === 'checked', JSON.stringify(checked));
  assert.deepEqual(
    checked.promises.map(({ promise }) => promise),
    Object.keys(lenderPromises),
  );
  return Object.fromEntries(
    checked.promises.flatMap(({ promise, seenInstead }) => (seenInstead === null ? [] : [[promise, seenInstead]])),
  );
}

test('the sandbox lender keeps every promise, and the check leaves no active loan behind', async () => {
  assert.deepEqual(await brokenAt(sandbox), {});
  const [{ count }] = await inDatabase(
    databaseUrl,
    'SELECT count(*)::integer FROM sandbox_lender.contract WHERE cancelled_at IS NULL',
  );
  assert.equal(count, 0);
});

/** What the lender answered, with something else in it. */
function changed<Reply extends { readonly body: string }>(reply: Reply, change: object): Reply {
  return { ...reply, body: JSON.stringify({ ...JSON.parse(reply.body), ...change }) };
}

/** The sandbox lender behind a proxy that breaks something on purpose. */
async function brokenLender(answer: Carry): Promise<LenderAddress> {
  return { origin: await lenderProxy(sandbox.origin, answer), token: sandbox.token, today };
}

test('a lender that answers 404 for a number without a contract is told so', async () => {
  const broken = await brokenAt(
    await brokenLender(async (call, forward) => {
      const reply = await forward(call);
      return reply.body === '{"contract":null}' ? { status: 404, body: '{}' } : reply;
    }),
  );
  assert.equal(broken.noneIsFoundAsNull, 'a call that should succeed was unknown: answered 404');
});

test('a lender that states the rates of months, whenever the first installment is, is told so', async () => {
  const broken = await brokenAt(
    await brokenLender(async (call, forward) => {
      const reply = await forward(call);
      if (call.path !== '/v1/plans' || reply.status !== 200) return reply;
      const options = JSON.parse(reply.body).options.map((one: LenderPlan) => ({
        ...one,
        aprPercent: 10.93,
        creditTerms: { ...one.creditTerms, annualRatePercent: 9.99 },
      }));
      return { ...reply, body: JSON.stringify({ options }) };
    }),
  );
  assert.match(
    broken.aprIsOfRealDates!,
    /^of \d+ installments of \d+ from 2026-11-16 on, .+ an APR of 10\.93 % is stated, and it is 1\d/,
  );
  assert.match(
    broken.annualRateIsOfRealDates!,
    /^of \d+ installments of \d+ from 2026-11-16 on, .+ an annual interest rate of 9\.99 % is stated, and it is 1\d/,
  );
});

test('a lender that only pretends to cancel is told each promise that this breaks', async () => {
  const broken = await brokenAt(
    await brokenLender(async (call, forward) =>
      call.path.endsWith('/cancel') ? { status: 200, body: JSON.stringify(nothingLent) } : forward(call),
    ),
  );
  const expected: LenderPromise[] = [
    'cancelAndCreateLeaveNothingActive',
    'cancelClosesNumber',
    'cancelIsRepeatable',
    'cancelSaysWhatWasCollected',
    'cancelledStaysCancelled',
    'loanGetsNoMoreThanOwed',
    'malformedIsRefused',
    'numberIsTakenLiterally',
    'refundGoesToLoanFirst',
    'rescissionGivesAllBack',
    'wrongKeyDoesNothing',
  ];
  assert.deepEqual(Object.keys(broken).sort(), expected);
  assert.equal(broken.cancelClosesNumber, 'the outcome is done');
});

test('a lender that counts its fee as owed, or pays a loan that never was, is told so', async () => {
  const greedy = await brokenLender(async (call, forward) => {
    const reply = await forward(call);
    if (!call.path.endsWith('/cancel') || reply.status !== 200) return reply;
    const refundCents = JSON.parse(call.body).refund?.refundCents ?? 202_000;
    return changed(reply, { toLoanCents: Math.min(refundCents, 202_000) });
  });
  const broken = await brokenAt(greedy);
  assert.deepEqual(Object.keys(broken).sort(), [
    'cancelIsAnsweredOnce',
    'cancelIsRepeatable',
    'cancelSaysWhatWasCollected',
    'cancelWithoutRefundPaysNothing',
    'loanGetsNoMoreThanOwed',
    'numberIsTakenLiterally',
    'rescissionGivesAllBack',
  ]);
  const seen = '{"toLoanCents":202000} was answered instead of {"toLoanCents":200000}';
  assert.equal(broken.loanGetsNoMoreThanOwed, seen);
});

test('a lender that forgets the installments, or takes them in full for the loan as well, is told so', async () => {
  const says = (collectedCents: number) =>
    brokenLender(async (call, forward) => {
      const reply = await forward(call);
      return call.path.endsWith('/cancel') && reply.status === 200 ? changed(reply, { collectedCents }) : reply;
    });
  const { cancelSaysWhatWasCollected } = await brokenAt(await says(0));
  assert.equal(
    cancelSaysWhatWasCollected,
    '0 collected and 104968 owed are 104968: the advance is 200000, the total payable 223680',
  );
  assert.equal((await brokenAt(await says(1))).cancelSaysWhatWasCollected, '1 was answered instead of 0');
});

test('a lender that gives back more than it has collected has not answered a cancel', async () => {
  const { cancelSaysWhatWasCollected } = await brokenAt(
    await brokenLender(async (call, forward) => {
      const reply = await forward(call);
      return call.path.endsWith('/cancel') && reply.status === 200 ? changed(reply, { givenBackCents: 1 }) : reply;
    }),
  );
  const seen = 'a call that should succeed was unknown: it says that it gives back more than it has collected';
  assert.equal(cancelSaysWhatWasCollected, seen);
});

test('a lender that reckons anew at each cancel is told so', async () => {
  const broken = await brokenAt(
    await brokenLender(async (call, forward) => {
      const reply = await forward(call);
      if (!call.path.endsWith('/cancel') || reply.status !== 200) return reply;
      const { toLoanCents } = JSON.parse(reply.body);
      const refundCents = JSON.parse(call.body).refund?.refundCents ?? 0;
      return changed(reply, { toLoanCents: Math.min(toLoanCents, refundCents) });
    }),
  );
  assert.deepEqual(Object.keys(broken), ['cancelIsAnsweredOnce']);
});

test('a lender that does not say what goes to the loan has not answered a cancel', async () => {
  const broken = await brokenAt(
    await brokenLender(async (call, forward) => {
      const reply = await forward(call);
      return call.path.endsWith('/cancel') && reply.status === 200 ? { ...reply, body: '{}' } : reply;
    }),
  );
  const seen = 'a call that should succeed was unknown: answer 200 not understood';
  assert.equal(broken.cancelIsRepeatable, seen);
  assert.equal(broken.refundGoesToLoanFirst, seen);
});

test('a lender that writes a second loan for the repeat of an attempt is told so', async () => {
  let loans = 0;
  const broken = await brokenAt(
    await brokenLender(async (call, forward) => {
      const reply = await forward(call);
      if (call.method !== 'PUT' || reply.status !== 200) return reply;
      const { contract } = JSON.parse(reply.body);
      return { ...reply, body: JSON.stringify({ contract: { ...contract, loanNumber: `L-${++loans}` } }) };
    }),
  );
  assert.match(broken.sameAttemptIsOneContract!, /"L-\d+".+ was answered instead of .+"L-\d+"/);
  assert.equal(broken.sameAttemptAtOnceIsOneContract, 'there are 10 loan numbers');
});

test('a lender that hands one attempt’s contract to another, or lets any key in, is told so', async () => {
  const careless = await brokenLender(async (call, forward) => {
    const trusting = { ...call, headers: { ...call.headers, authorization: `Bearer ${sandbox.token}` } };
    const reply = await forward(trusting);
    return reply.body.includes('policy number in use') ? forward({ ...trusting, method: 'GET', body: '' }) : reply;
  });
  const broken = await brokenAt(careless);
  assert.equal(broken.otherAttemptIsRefused, 'the outcome is unknown');
  assert.equal(broken.wrongKeyDoesNothing, 'the outcome is done');
});

test('a lender that can’t be reached, or turns the key away, is not checked', async () => {
  assert.deepEqual(await checkLender({ ...sandbox, origin: unreachableOrigin, today }), {
    kind: 'not-checked',
    cause: 'plans are not-sent: ECONNREFUSED',
  });
  assert.deepEqual(await checkLender({ ...sandbox, token: 'another key', today }), {
    kind: 'not-checked',
    cause: 'plans are not-sent: answered 401',
  });
});
