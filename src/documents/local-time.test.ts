import assert from 'node:assert/strict';
import test from 'node:test';
import { localTime } from './local-time.ts';

test('an instant is shown as the clocks of the province show it', () => {
  assert.deepEqual(localTime('ON', '2026-11-15T19:32:08Z'), { date: '2026-11-15', minutesOfDay: 14 * 60 + 32 });
  assert.deepEqual(localTime('ON', '2026-11-16T03:10:00Z'), { date: '2026-11-15', minutesOfDay: 22 * 60 + 10 });
  assert.deepEqual(localTime('NL', '2026-11-15T19:32:08Z'), { date: '2026-11-15', minutesOfDay: 16 * 60 + 2 });
});

test('a minute that has begun is that minute, at both ends of the day', () => {
  assert.deepEqual(localTime('ON', '2026-11-15T05:00:59Z'), { date: '2026-11-15', minutesOfDay: 0 });
  assert.deepEqual(localTime('ON', '2026-11-16T04:59:59.999Z'), { date: '2026-11-15', minutesOfDay: 1439 });
});

test('on the days when clocks are changed the time is right before and after the change', () => {
  const timeOn = (instant: string) => localTime('QC', instant).minutesOfDay;
  assert.equal(timeOn('2027-03-14T06:59:00Z'), 119); // 1:59 EST
  assert.equal(timeOn('2027-03-14T07:00:00Z'), 180); // 3:00 EDT
  assert.equal(timeOn('2026-11-01T05:59:00Z'), 119); // 1:59 EDT
  assert.equal(timeOn('2026-11-01T06:00:00Z'), 60); // 1:00 EST
  assert.equal(timeOn('2026-11-01T20:00:00Z'), 900);
});
