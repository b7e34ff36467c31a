import assert from 'node:assert/strict';
import test from 'node:test';
import { type Caller, TryQueue, TryQueueFull } from './try-queue.ts';

const known = (address: string, name = 'partner'): Caller => ({ lane: 'known', address, name });

/** A queue with one turn at a time, whose tries end when the test says so. */
function openQueue() {
  const queue = new TryQueue(1);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const tryOnce = (label: string, caller: Caller, isRight = false): Promise<void> =>
    queue
      .run(caller, async () => {
        begun.push(label);
        await new Promise<void>((resolve) => ends.push(resolve));
        return isRight ? 'in' : null;
      })
      .then(
        () => undefined,
        (error: unknown) => {
          assert.ok(error instanceof TryQueueFull);
          refused.push(label);
        },
      );
  /** Ends the running try and lets the next begin. */
  const endOne = async (): Promise<void> => {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, begun, refused, tryOnce, endOne };
}

test('the first try of an address goes before the second of every other', async () => {
  const { begun, tryOnce, endOne } = openQueue();
  for (let count = 1; count <= 60; count += 1) void tryOnce(`flood ${count}`, known('192.0.2.1'));
  void tryOnce('partner', known('192.0.2.2', 'another'));
  await endOne();
  assert.deepEqual(begun, ['flood 1', 'partner']);
});

test('a try that succeeds is given back', async () => {
  const { begun, tryOnce, endOne } = openQueue();
  void tryOnce('right', known('192.0.2.2'), true);
  await endOne();
  void tryOnce('wrong', known('192.0.2.1'));
  void tryOnce('wrong again', known('192.0.2.1'));
  void tryOnce('right again', known('192.0.2.2'), true);
  await endOne();
  assert.deepEqual(begun, ['right', 'wrong', 'right again']);
});

test('operators, known client ids and the rest take turns', async () => {
  const { begun, tryOnce, endOne } = openQueue();
  for (const lane of ['other', 'known', 'operator'] as const)
    for (let count = 1; count <= 3; count += 1)
      void tryOnce(`${lane} ${count}`, { lane, address: `192.0.2.${count}`, name: `${lane} ${count}` });
  for (let count = 0; count < 5; count += 1) await endOne();
  assert.deepEqual(
    begun
      .slice(1, 4)
      .map((label) => label.split(' ')[0])
      .sort(),
    ['known', 'operator', 'other'],
  );
});

test('a client id that is attacked from everywhere comes after the others', async () => {
  const { begun, tryOnce, endOne } = openQueue();
  for (let count = 1; count <= 5; count += 1) void tryOnce(`attack ${count}`, known(`192.0.2.${count}`, 'attacked'));
  void tryOnce('partner', known('192.0.2.99', 'another'));
  await endOne();
  assert.deepEqual(begun, ['attack 1', 'partner']);
});

test('a full lane refuses the address with the most tries, and nobody in another lane', async () => {
  const { begun, refused, tryOnce, endOne } = openQueue();
  for (let count = 1; count <= 200; count += 1) void tryOnce('flood', known('192.0.2.1'));
  void tryOnce('partner', known('192.0.2.2', 'another'));
  void tryOnce('operator', { lane: 'operator', address: '192.0.2.3', name: 'admin' });
  await endOne();
  await endOne();
  assert.deepEqual([...begun].sort(), ['flood', 'operator', 'partner']);
  assert.equal(refused.length, 200 - 128);
  assert.ok(refused.every((label) => label === 'flood'));
});
