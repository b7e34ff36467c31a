import assert from 'node:assert/strict';
import test from 'node:test';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Allowance, countWithoutLimit, makeRateLimiter, type RateLimiter } from './rate-limit.ts';

/** A store that instances share, and how often it was asked. */
function sharedStore(): { readonly instance: () => RateLimiter; readonly asked: () => number } {
  let asked = 0;
  const shared = new RateLimiterMemory(countWithoutLimit);
  const consume = shared.consume.bind(shared);
  shared.consume = async (...given) => {
    asked += 1;
    return consume(...given);
  };
  const onFault = (error: unknown): void => assert.fail(String(error));
  return { instance: () => makeRateLimiter({ shared, onFault }), asked: () => asked };
}

test('a high limit is counted in steps: never more than the limit, at most a thousandth lost by each instance', async () => {
  const { instance, asked } = sharedStore();
  const instances = [instance(), instance()];
  const [limit, parallel] = [20_000, 50];
  const allowed: Allowance[] = [];
  for (let round = 0; round < 500; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) => instances[index % 2]!.consume('key', limit)),
    );
    allowed.push(...answers.filter(({ isAllowed }) => isAllowed));
  }
  assert.ok(allowed.length <= limit && allowed.length >= limit - 2 * (limit / 1_000), String(allowed.length));
  assert.equal(new Set(allowed.map(({ remaining }) => remaining)).size, allowed.length, 'each has its own place');
  assert.ok(asked() < allowed.length / 10, `asked ${asked()} times`);
});

test('a low limit is counted one by one, exactly', async () => {
  const { instance } = sharedStore();
  const instances = [instance(), instance(), instance()];
  const answers: Allowance[] = [];
  for (let turn = 0; turn < 400; turn += 1) answers.push(await instances[turn % 3]!.consume('key', 300));
  assert.deepEqual(
    answers.map(({ isAllowed, remaining }) => ({ isAllowed, remaining })),
    answers.map((_, turn) => ({ isAllowed: turn < 300, remaining: Math.max(0, 299 - turn) })),
  );
});

test('keys do not share places', async () => {
  const { instance } = sharedStore();
  const limiter = instance();
  for (const key of ['one', 'other']) {
    const answers = await Promise.all(Array.from({ length: 3 }, () => limiter.consume(key, 5_000)));
    assert.deepEqual(
      answers.map(({ remaining }) => remaining),
      [4_999, 4_998, 4_997],
    );
  }
});
