import assert from 'node:assert/strict';
import test from 'node:test';
import { judgeErasure } from './judge-erasure.ts';

const sale = { isErased: false, isUnderWay: false, coverEndsOn: null };

test('a quote that was never bound may go at once, unless something of it is under way', () => {
  assert.deepEqual(judgeErasure(sale, '2026-11-16', 7), { scope: 'person' });
  const underWay = { ...sale, isUnderWay: true };
  assert.deepEqual(judgeErasure(underWay, '2026-11-16', 7), { scope: 'nothing', why: 'SaleUnderWay' });
  const erased = { ...underWay, isErased: true };
  assert.deepEqual(judgeErasure(erased, '2026-11-16', 7), { scope: 'nothing', why: 'SaleErased' });
});

test('a policy keeps its person while it is in force, then the books keep what they need, then the person goes', () => {
  const ended = { ...sale, coverEndsOn: '2026-11-16' };
  const inForce = { scope: 'nothing', why: 'PolicyInForce', until: '2026-11-16' };
  assert.deepEqual(judgeErasure(ended, '2026-11-15', 7), inForce);
  assert.deepEqual(judgeErasure(ended, '2026-11-16', 7), { scope: 'contact', until: '2033-11-16' });
  assert.deepEqual(judgeErasure(ended, '2033-11-15', 7), { scope: 'contact', until: '2033-11-16' });
  assert.deepEqual(judgeErasure(ended, '2033-11-16', 7), { scope: 'person' });
});

test('policies that are kept for good never lose their person, only the ways to reach it', () => {
  const ended = { ...sale, coverEndsOn: '2026-11-16' };
  assert.deepEqual(judgeErasure(ended, '2126-11-16', 0), { scope: 'contact', until: null });
});
