import assert from 'node:assert/strict';
import test from 'node:test';
import { progressOf } from './link-progress.ts';

const made = { openedAt: null, applicationId: null, isPaid: false, policyNumber: null };
const opened = { ...made, openedAt: new Date(0) };
const priced = { ...opened, applicationId: 'a' };

test('a link is made, opened, priced, paid and bound, and the furthest step counts', () => {
  assert.equal(progressOf(made), 'Made');
  assert.equal(progressOf(opened), 'Opened');
  assert.equal(progressOf(priced), 'Priced');
  assert.equal(progressOf({ ...priced, isPaid: true }), 'Paid');
  assert.equal(progressOf({ ...priced, isPaid: true, policyNumber: 'NB1' }), 'Bound');
});

test('what a partner has bound by the API without the page is bound', () => {
  assert.equal(progressOf({ ...made, applicationId: 'a', policyNumber: 'NB1' }), 'Bound');
});
