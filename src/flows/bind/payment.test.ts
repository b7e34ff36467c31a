import assert from 'node:assert/strict';
import test from 'node:test';
import { isTaken, type Payment } from './payment.ts';

test('a charge and a loan must be given back if no policy is issued; without them nothing was taken', () => {
  const isTakenBy = (kind: Payment['kind']) => isTaken({ kind } as Payment);
  assert.deepEqual((['none', 'scheduled', 'charge', 'loan'] as const).map(isTakenBy), [false, false, true, true]);
});
