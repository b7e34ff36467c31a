import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApplicationId, EntryId } from '../ids.ts';
import type { PayoutLine, PayoutLineKind } from './payout-line.ts';
import { type BookedMoney, parseAmount, reconcile } from './reconcile.ts';

const money = (reference: string, amountCents: number, isOfPeriod = true): BookedMoney => ({
  entryId: `charge ${reference}` as EntryId,
  applicationId: reference as ApplicationId,
  policyNumber: null,
  sellerId: 's',
  reference,
  amountCents,
  isOfPeriod,
});
const line = (reference: string, amountCents: number, at = 2): PayoutLine => ({
  line: at,
  kind: amountCents < 0 ? 'refund' : 'charge',
  reference,
  amountCents,
});
const kinds = (lines: readonly PayoutLine[], booked: readonly BookedMoney[]) =>
  reconcile(lines, booked).differences.map(({ kind }) => kind);

test('a file that has what the books have has no difference, in whatever order', () => {
  const result = reconcile(
    [line('b', -200), line('a', 500)],
    [money('a', 500), money('b', 600, false), money('b', -200)],
  );
  assert.deepEqual(result.differences, []);
  assert.deepEqual(
    result.matched.map(({ reference, amountCents }) => [reference, amountCents]),
    [
      ['b', -200],
      ['a', 500],
    ],
  );
});

test('an amount that differs, a line that is not ours and money that is not in the file are differences', () => {
  assert.deepEqual(kinds([line('a', 501)], [money('a', 500)]), ['different']);
  assert.deepEqual(kinds([line('a', 0)], [money('a', 500)]), ['different'], 'a charge of nothing is a charge');
  assert.deepEqual(kinds([line('x', 500)], []), ['unknown']);
  assert.deepEqual(reconcile([line('x', 500)], []).matched, []);
  assert.deepEqual(kinds([], [money('a', 500)]), ['missing']);
  assert.deepEqual(kinds([], [money('a', 500, false)]), [], 'of other days');
});

test('a charge that is settled twice is unknown the second time', () => {
  assert.deepEqual(kinds([line('a', 500), line('a', 500, 3)], [money('a', 500)]), ['unknown']);
});

test('a refund is never taken for its charge', () => {
  assert.deepEqual(kinds([line('a', -500)], [money('a', 500)]), ['unknown', 'missing']);
});

test('what the party keeps, holds back or pays out is no difference, and a dispute is never taken for a refund', () => {
  const of = (kind: PayoutLineKind, amountCents: number): PayoutLine => ({ ...line('a', amountCents), kind });
  const net = [line('a', 500), of('fee', -10), of('reserve', -50), of('reserve', 50), of('payout', -440)];
  assert.deepEqual(kinds(net, [money('a', 500)]), []);
  assert.deepEqual(kinds([of('dispute', -500)], [money('a', -500)]), ['unknown', 'missing']);
  assert.deepEqual(kinds([of('dispute won', 500)], [money('a', 500)]), ['unknown', 'missing']);
});

test('of several with one reference, those with equal amounts belong together', () => {
  const { differences } = reconcile([line('a', 100), line('a', 200)], [money('a', 300), money('a', 100)]);
  assert.deepEqual(
    differences.map(({ line: found, booked }) => [found?.amountCents, booked?.amountCents]),
    [[200, 300]],
  );
});

test('amounts are read in the ways in which files write them', () => {
  const amounts = {
    '1234.50': 123_450,
    '-12.5': -1_250,
    '$1,234.50': 123_450,
    '1 234,50': 123_450,
    '1\u202f234,5': 123_450,
    '(12.50)': -1_250,
    '1,234': 123_400,
    '12,345.00': 1_234_500,
    '123,456': 12_345_600,
    '$1,234,567.89': 123_456_789,
    '+7': 700,
    '0.00': 0,
  };
  for (const [text, cents] of Object.entries(amounts)) assert.equal(parseAmount(text), cents, text);
  for (const text of [
    '',
    'x',
    '1.234',
    '1,2,3',
    '12.345',
    '1e5',
    '--1',
    '12345678901',
    '1.2.3',
    'NaN',
    '12(.50)',
    '(12).50',
    '1-2',
  ])
    assert.equal(parseAmount(text), null, text);
});
