import assert from 'node:assert/strict';
import test from 'node:test';
import { refusedBy } from '../../ports/outcome.ts';
import { failedBy } from './failed-by.ts';

test('a no, a no for good, a party that was not reached and an unknown outcome are four failures, each with its words', () => {
  assert.deepEqual(failedBy(refusedBy('party', 'no such store')), { failure: 'refused', cause: 'no such store' });
  const closed = refusedBy('issuer', 'card closed', { isFinal: true });
  assert.deepEqual(failedBy(closed), { failure: 'refused-for-good', cause: 'card closed' });
  assert.deepEqual(failedBy({ kind: 'not-sent', cause: 'no way' }), { failure: 'unavailable', cause: 'no way' });
  assert.deepEqual(failedBy({ kind: 'unknown', cause: 'no answer' }), { failure: 'unknown', cause: 'no answer' });
});
