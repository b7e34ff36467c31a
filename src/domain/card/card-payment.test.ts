import assert from 'node:assert/strict';
import test from 'node:test';
import { authorizationEnds, mayChargeOn } from './card-payment.ts';

test('a card may be charged from today to the effective date, and not a day beside', () => {
  const codeOn = (date: string): string | null => {
    const verdict = mayChargeOn(date, '2026-11-15', '2026-11-20');
    return verdict.ok ? null : verdict.refusal.code;
  };
  assert.equal(codeOn('2026-11-14'), 'ChargeDateOutOfRange');
  assert.equal(codeOn('2026-11-15'), null);
  assert.equal(codeOn('2026-11-20'), null);
  assert.equal(codeOn('2026-11-21'), 'ChargeDateOutOfRange');
});

test('an authorization ends after 24 hours', () => {
  const ends = authorizationEnds(new Date('2026-11-15T15:00:00Z'), '2026-11-20', 'ON');
  assert.equal(ends.toISOString(), '2026-11-16T15:00:00.000Z');
});

test('an authorization does not outlive the charge date of the seller’s zone', () => {
  const ends = authorizationEnds(new Date('2026-11-15T15:00:00Z'), '2026-11-15', 'ON');
  assert.equal(ends.toISOString(), '2026-11-16T05:00:00.000Z');
  const summer = authorizationEnds(new Date('2026-07-15T15:00:00Z'), '2026-07-15', 'NL');
  assert.equal(summer.toISOString(), '2026-07-16T02:30:00.000Z');
});

test('an authorization given after the end of its charge date is over at once', () => {
  const late = new Date('2026-11-16T06:00:00Z');
  assert.equal(authorizationEnds(late, '2026-11-15', 'ON').getTime(), late.getTime());
});
