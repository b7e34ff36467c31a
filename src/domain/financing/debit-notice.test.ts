import assert from 'node:assert/strict';
import test from 'node:test';
import { isNoticeWaived } from './debit-notice.ts';

test('a customer has ten days between the notice and the first debit, and waives them where there are fewer', () => {
  assert.equal(isNoticeWaived('2026-11-25', '2026-11-15'), false);
  assert.equal(isNoticeWaived('2026-11-26', '2026-11-15'), false);
  assert.equal(isNoticeWaived('2026-11-24', '2026-11-15'), true);
});
