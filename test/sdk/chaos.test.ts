import assert from 'node:assert/strict';
import test from 'node:test';
import { type BindRequest, type BindState, Northbind, NorthbindError, type Policy } from '../../sdk/src/index.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { randomOf } from '../kit/processes/random.ts';
import { bankAccount } from '../kit/sale/binding.ts';
import { clockAt, noon, noonDay } from '../kit/sale/quoting.ts';
import { startTestService } from '../kit/service/service.ts';
import { type ChaosProxy, startChaosProxy } from './chaos-proxy.ts';
import { type PaidBy, readyToBind, sandbox } from './sale.ts';

/**
 * Between the SDK and the service every call is dropped, delayed, doubled or cut off at random, and now and then the
 * partner's own process "dies" and goes on from what it had kept. `SDK_CHAOS_BINDS=1000` makes it long,
 * `SDK_CHAOS_SEED` another.
 */
const bindsCount = Number(process.env.SDK_CHAOS_BINDS ?? 36);
const seed = Number(process.env.SDK_CHAOS_SEED ?? 20261115);
const atOnce = 16;
const methods: readonly PaidBy[] = ['REF', 'CC', 'PFF'];

// Shorter than what the proxy may hold a call for, so that some answers are not waited for.
const timeoutMs = 400;
const holdMaxMs = 900;
const resumedMax = 20;

test(`of ${bindsCount} binds through a line that loses, doubles and garbles, each ends with exactly one policy`, {
  timeout: 60_000 + bindsCount * 1_000,
}, async (t) => {
  const service = await startTestService({ clock: clockAt(noon).clock, environment: { RATE_LIMIT: '1000000' } });
  const direct = new Northbind({ ...sandbox, baseUrl: service.url });
  const proxy = await startChaosProxy(service.url, seed, holdMaxMs);
  const random = randomOf(seed + 1);
  const sales = await eachOf(bindsCount, (place) => readyToBind(direct, methods[place % methods.length]!, noonDay));

  let resumed = 0;
  const policies = await eachOf(bindsCount, async (place) => {
    const bound = await bindAtLast(proxy, sales[place]!, random);
    resumed += bound.resumed;
    return bound.policy;
  });

  await untilQuiet(service.databaseUrl);
  await eachOf(bindsCount, async (place) => {
    const { applicationId, paymentMethod } = sales[place]!;
    const books = await readBooks(service.databaseUrl, applicationId);
    assert.deepEqual(brokenPromises(books), [], paymentMethod);
    assert.deepEqual(
      books.policies.map(({ number }) => number),
      [policies[place]!.policyNumber],
    );
    const { charges, loans } = await direct.sandbox.ledger(applicationId);
    assert.deepEqual(
      [charges.map(({ status }) => status), loans.map(({ status }) => status)],
      [paymentMethod === 'CC' ? ['Captured'] : [], paymentMethod === 'PFF' ? ['Active'] : []],
    );
  });
  assert.equal(new Set(policies.map(({ policyNumber }) => policyNumber)).size, bindsCount);
  t.diagnostic(`${resumed} binds resumed; ${[...proxy.done].map(([what, count]) => `${what} ${count}`).join(', ')}`);
});

/** As a partner does it: keep the state, bind; when it is ambiguous, or the process died, go on from the kept state. */
async function bindAtLast(
  proxy: ChaosProxy,
  request: BindRequest,
  random: () => number,
): Promise<{ policy: Policy; resumed: number }> {
  const connect = (): Northbind => new Northbind({ ...sandbox, baseUrl: proxy.url, timeoutMs });
  const kept: BindState = JSON.parse(JSON.stringify(connect().prepareBind(request)));
  for (let resumed = 0; ; resumed += 1) {
    const dies = random() < 0.2 ? AbortSignal.timeout(Math.ceil(random() * 500)) : undefined;
    const options = { timeoutMs, deadlineMs: 20_000, signal: dies };
    try {
      const northbind = connect();
      const policy = await (resumed === 0
        ? northbind.bind(request, options)
        : northbind.resumeBind(kept, { ...options, ...(request.financing && { bankAccount }) }));
      return { policy, resumed };
    } catch (error) {
      const isDead = dies?.aborted && (error as Error).name === 'AbortError';
      const isToBeResumed = error instanceof NorthbindError && (error.retryable || isDead);
      assert.ok(isToBeResumed && resumed < resumedMax, String(error));
    }
  }
}

/** Does the work a few at a time: a machine with two cores would time out with all at once. */
async function eachOf<T>(count: number, work: (place: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const stop = (error: unknown): never => {
    next = count; // The others have nothing to work for any more.
    throw error;
  };
  const worker = async (): Promise<void> => {
    for (let place = next++; place < count; place = next++) results[place] = await work(place).catch(stop);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return results;
}
