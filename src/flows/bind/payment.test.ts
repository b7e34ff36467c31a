import assert from 'node:assert/strict';
import test from 'node:test';
import { refusedBy } from '../../ports/outcome.ts';
import { causeOf, isTaken, type Payment } from './payment.ts';

test('a charge and a loan must be given back if no policy is issued; without them nothing was taken', () => {
  const isTakenBy = (kind: Payment['kind']) => isTaken({ kind } as Payment);
  assert.deepEqual((['none', 'scheduled', 'charge', 'loan'] as const).map(isTakenBy), [false, false, true, true]);
});

test('what a party says against it is the cause, or why it could not be asked', () => {
  assert.equal(causeOf(refusedBy('party', 'no such store')), 'no such store');
  assert.equal(causeOf({ kind: 'unknown', cause: 'no answer' }), 'no answer');
});
