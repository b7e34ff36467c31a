import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, addMonths, addYears, dateIn, parseDate } from './calendar.ts';
import type { Province } from './province.ts';

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

/** By law, without any zone data: hours behind UTC in winter, whether the clock is changed, and until when it was. */
const clocks: Readonly<
  Record<Province, { readonly behind: number; readonly changes: 'each year' | 'never' | 'once' }>
> = {
  NL: { behind: 3.5, changes: 'each year' },
  NB: { behind: 4, changes: 'each year' },
  NS: { behind: 4, changes: 'each year' },
  PE: { behind: 4, changes: 'each year' },
  NU: { behind: 5, changes: 'each year' },
  ON: { behind: 5, changes: 'each year' },
  QC: { behind: 5, changes: 'each year' },
  MB: { behind: 6, changes: 'each year' },
  SK: { behind: 6, changes: 'never' },
  YT: { behind: 7, changes: 'never' },
  // They put the clock forward in March 2026 and have kept it so.
  AB: { behind: 7, changes: 'once' },
  NT: { behind: 7, changes: 'once' },
  BC: { behind: 8, changes: 'once' },
};

const hourMs = 3_600_000;

/** At two o'clock on the second Sunday of March and the first of November, by the clock that holds until then. */
function hoursBehind({ behind, changes }: (typeof clocks)[Province], at: number): number {
  if (changes === 'never') return behind;
  const year = new Date(at).getUTCFullYear();
  const sunday = (month: number, nth: number) =>
    Date.UTC(year, month, 1 + ((7 - new Date(Date.UTC(year, month, 1)).getUTCDay()) % 7) + 7 * (nth - 1));
  const [spring, autumn] = [sunday(2, 2) + (2 + behind) * hourMs, sunday(10, 1) + (1 + behind) * hourMs];
  const isForward = changes === 'once' ? year > 2026 || at >= spring : at >= spring && at < autumn;
  return isForward ? behind - 1 : behind;
}

test('the date of every hour from 2026 to 2028 is the one by law, in every province and territory', () => {
  for (const [province, clock] of Object.entries(clocks) as [Province, (typeof clocks)[Province]][])
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2029, 0, 1); at += hourMs) {
      const byLaw = new Date(at - hoursBehind(clock, at) * hourMs).toISOString().slice(0, 10);
      if (dateIn(province, new Date(at)) !== byLaw)
        assert.fail(`${province} ${new Date(at).toISOString()}: not ${byLaw}`);
    }
});
