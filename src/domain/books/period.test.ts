import assert from 'node:assert/strict';
import test from 'node:test';
import { daysOf, parseMonth } from './period.ts';

test('a month has its first and last day, also in December and in a leap year', () => {
  assert.deepEqual(parseMonth('2026-11'), { from: '2026-11-01', to: '2026-11-30' });
  assert.deepEqual(parseMonth('2026-12'), { from: '2026-12-01', to: '2026-12-31' });
  assert.deepEqual(parseMonth('2028-02'), { from: '2028-02-01', to: '2028-02-29' });
});

test('what is no month is none', () => {
  for (const text of ['2026-13', '2026-00', '2026-1', '2026', '202611', '2026-11-01', '', '1999-01', ' 2026-11'])
    assert.equal(parseMonth(text), null, text);
});

test('a period has every day of it, and none when it ends before it begins or takes decades', () => {
  assert.deepEqual(daysOf({ from: '2026-11-29', to: '2026-12-01' }), ['2026-11-29', '2026-11-30', '2026-12-01']);
  assert.equal(daysOf({ from: '2026-11-02', to: '2026-11-01' }), null);
  assert.equal(daysOf({ from: '2020-01-01', to: '2060-01-01' }), null);
});
