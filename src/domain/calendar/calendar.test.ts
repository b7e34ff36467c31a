import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, addMonths, addYears, dateIn, parseDate } from './calendar.ts';

test('the date in a province changes at its own midnight', () => {
  const at = (time: string) => ['NL', 'ON', 'BC'].map((province) => dateIn(province as 'ON', new Date(time)));
  assert.deepEqual(at('2026-11-15T03:29:59.999Z'), ['2026-11-14', '2026-11-14', '2026-11-14']);
  assert.deepEqual(at('2026-11-15T03:30:00Z'), ['2026-11-15', '2026-11-14', '2026-11-14']);
  assert.deepEqual(at('2026-11-15T04:59:59.999Z'), ['2026-11-15', '2026-11-14', '2026-11-14']);
  assert.deepEqual(at('2026-11-15T05:00:00Z'), ['2026-11-15', '2026-11-15', '2026-11-14']);
  assert.deepEqual(at('2026-11-15T03:29:00Z'), ['2026-11-14', '2026-11-14', '2026-11-14']);
});

test('days are added across months, leap days and changes of the clock', () => {
  assert.equal(addDays('2026-10-31', 1), '2026-11-01');
  assert.equal(addDays('2026-11-01', 1), '2026-11-02');
  assert.equal(addDays('2028-02-28', 1), '2028-02-29');
  assert.equal(addDays('2027-02-28', 1), '2027-03-01');
  assert.equal(addDays('2026-12-15', 31), '2027-01-15');
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
});

test('a date is read as written, and one that no calendar has is none', () => {
  for (const date of ['2026-11-15', '2028-02-29', '2000-02-29', '2026-12-31']) {
    assert.equal(parseDate(date), date);
    assert.equal(parseDate(`${date}T23:30:00-05:00`), date);
  }
  for (const text of [
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-1-1',
    '',
  ]) {
    assert.equal(parseDate(text), null, text);
  }
});

test('no sum of days, months or years leaves the dates that have four digits of a year', () => {
  assert.equal(addDays('9999-12-31', 1), '9999-12-31');
  assert.equal(addDays('9999-12-30', 1), '9999-12-31');
  assert.equal(addDays('0001-01-01', -29), '0001-01-01');
  assert.equal(addDays('0001-01-02', -1_000), '0001-01-01');
  assert.equal(addMonths('9999-12-15', 1), '9999-12-31');
  assert.equal(addYears('9998-06-01', 5), '9999-12-31');
  assert.equal(parseDate('0000-01-01'), null);
  assert.equal(parseDate('0001-01-01'), '0001-01-01');
});
