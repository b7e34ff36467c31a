import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApplicationId, EntryId } from '../ids.ts';
import { type MoneyKind, netOf, type PayoutLine, type PayoutLineKind } from './payout-line.ts';
import { type BookedMoney, parseAmount, payoutDifference, reconcile, type SaleOfMoney } from './reconcile.ts';

const money = (
  reference: string,
  amountCents: number,
  isOfPeriod = true,
  kind: MoneyKind = amountCents < 0 ? 'refund' : 'charge',
): BookedMoney => ({
  kind,
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
const compare = (lines: readonly PayoutLine[], booked: readonly BookedMoney[], tellsKinds = true) =>
  reconcile({ lines, booked, tellsKinds, sales: new Map() });
const kinds = (...asked: Parameters<typeof compare>) => compare(...asked).differences.map(({ kind }) => kind);
const of = (kind: PayoutLineKind, amountCents: number): PayoutLine => ({ ...line('a', amountCents), kind });

test('a file that has what the books have has no difference, in whatever order', () => {
  const result = compare(
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
  assert.deepEqual(compare([line('x', 500)], []).matched, []);
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
  const net = [line('a', 500), of('fee', -10), of('reserve', -50), of('reserve', 50), of('payout', -440)];
  assert.deepEqual(kinds(net, [money('a', 500)]), []);
  assert.deepEqual(kinds([of('dispute', -500)], [money('a', -500)]), ['unknown', 'missing']);
  assert.deepEqual(kinds([of('dispute won', 500)], [money('a', 500)]), ['unknown', 'missing']);
});

test('a dispute that the books have is no difference, and a refund is never taken for it', () => {
  const disputed = [money('a', -500, true, 'dispute'), money('a', 500, true, 'dispute won')];
  assert.deepEqual(kinds([of('dispute', -500), of('dispute won', 500)], disputed), []);
  assert.deepEqual(kinds([of('dispute lost', -500)], disputed.slice(0, 1)), [], 'taken when the bank had decided');
  assert.deepEqual(kinds([of('dispute lost', 0)], []), [], 'no money moves');
  assert.deepEqual(kinds([of('refund', -500)], disputed.slice(0, 1)), ['unknown', 'missing']);
  assert.deepEqual(kinds([of('charge', 500)], disputed.slice(1)), ['unknown', 'missing']);
  assert.deepEqual(kinds([of('dispute', -400)], disputed.slice(0, 1)), ['different']);
});

test('a file that does not say what its lines are is compared by their direction', () => {
  const disputed = [money('a', -500, true, 'dispute'), money('a', 500, true, 'dispute won')];
  assert.deepEqual(kinds([line('a', -500), line('a', 500)], disputed, false), []);
  assert.deepEqual(kinds([line('a', -500)], [money('a', 500)], false), ['unknown', 'missing']);
});

test('a difference names the sale of the charge, also when the books do not have the line', () => {
  const sale: SaleOfMoney = { applicationId: 's' as ApplicationId, policyNumber: 'NB1', sellerId: 'x' };
  const { differences } = reconcile({
    lines: [of('dispute', -500), line('x', 5)],
    booked: [],
    tellsKinds: true,
    sales: new Map([['a', sale]]),
  });
  assert.deepEqual(
    differences.map(({ kind, moneyKind, sale: found }) => [kind, moneyKind, found?.policyNumber]),
    [
      ['unknown', 'dispute', 'NB1'],
      ['unknown', 'charge', undefined],
    ],
  );
});

test('a payout is what its lines come to, with whichever sign it is written; else it is a difference', () => {
  const lines = [line('a', 500), of('fee', -10), of('reserve', -50), of('reserve', 20)];
  for (const written of [460, -460]) {
    const net = netOf([...lines, of('payout', written)]);
    assert.deepEqual(net, {
      feeCents: -10,
      reserveHeldCents: -50,
      reserveReleasedCents: 20,
      linesCents: 460,
      paidOutCents: 460,
    });
    assert.deepEqual(payoutDifference([...lines, of('payout', written)], net), []);
  }
  assert.equal(netOf(lines).paidOutCents, null);
  assert.deepEqual(payoutDifference(lines, netOf(lines)), []);
  const wrong = [...lines, of('payout', -450)];
  const [difference] = payoutDifference(wrong, netOf(wrong));
  assert.deepEqual(
    [difference!.kind, difference!.moneyKind, difference!.bookedCents, difference!.settledCents],
    ['different', 'payout', 460, 450],
  );
});

test('of several with one reference, those with equal amounts belong together', () => {
  const { differences } = compare([line('a', 100), line('a', 200)], [money('a', 300), money('a', 100)]);
  assert.deepEqual(
    differences.map(({ settledCents, bookedCents }) => [settledCents, bookedCents]),
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
