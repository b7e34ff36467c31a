import assert from 'node:assert/strict';
import test from 'node:test';
import { formats } from './formats.ts';

const { en, fr } = formats;

test('money is written as each language writes it, from a cent to millions', () => {
  assert.deepEqual([0, 5, 99, 123_456, 123_456_789, -5].map(en.money), [
    '$0.00',
    '$0.05',
    '$0.99',
    '$1,234.56',
    '$1,234,567.89',
    '\u2212$0.05',
  ]);
  assert.equal(fr.money(5), '0,05\u00a0$');
  assert.equal(fr.money(123_456), '1\u00a0234,56\u00a0$');
  assert.equal(fr.money(123_456_789), '1\u00a0234\u00a0567,89\u00a0$');
});

test('dates are written out', () => {
  assert.equal(en.date('2026-11-15'), 'November\u00a015, 2026');
  assert.equal(fr.date('2026-11-15'), '15\u00a0novembre\u00a02026');
  assert.equal(fr.date('2027-02-01'), '1er\u00a0février\u00a02027');
});

test('times, rates and distances', () => {
  assert.deepEqual([0, 5, 719, 720, 845].map(en.time), [
    '12:00\u00a0a.m.',
    '12:05\u00a0a.m.',
    '11:59\u00a0a.m.',
    '12:00\u00a0p.m.',
    '2:05\u00a0p.m.',
  ]);
  assert.equal(fr.time(845), '14\u00a0h\u00a005');
  assert.equal(en.percent(12.47), '12.47%');
  assert.equal(en.percent(9.9), '9.90%');
  assert.equal(fr.percent(0), '0,00\u00a0%');
  assert.equal(en.kilometres(900), '900\u00a0km');
  assert.equal(fr.kilometres(123_450), '123\u00a0450\u00a0km');
});
