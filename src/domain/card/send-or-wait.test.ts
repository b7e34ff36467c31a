import assert from 'node:assert/strict';
import test from 'node:test';
import { sendOrWait, type UnknownFor } from './send-or-wait.ts';

const ages: readonly UnknownFor[] = ['not begun', 'under half a day', 'half a day', 'a day'];

test('what may still come is never sent for a price that is not owed, or taxed otherwise by now', () => {
  for (const age of ages)
    for (const [isOwed, isTaxChanged] of [
      [false, false],
      [false, true],
      [true, true],
    ] as const)
      assert.notEqual(sendOrWait(age, isOwed, isTaxChanged), 'send', `${age} ${isOwed} ${isTaxChanged}`);
});

test('within the day in which it may still come a charge is neither given up nor, from half a day on, sent again', () => {
  const next = (age: UnknownFor) => [
    sendOrWait(age, true, false),
    sendOrWait(age, false, false),
    sendOrWait(age, true, true),
  ];
  assert.deepEqual(next('under half a day'), ['send', 'wait', 'wait']);
  assert.deepEqual(next('half a day'), ['wait', 'wait', 'wait']);
});

test('what was not begun, or after a day counts as not made, is sent if it is owed, and ended if it is not', () => {
  for (const age of ['not begun', 'a day'] as const)
    assert.deepEqual(
      [sendOrWait(age, true, false), sendOrWait(age, false, true), sendOrWait(age, true, true)],
      ['send', 'never made', 'taxed otherwise'],
    );
});
