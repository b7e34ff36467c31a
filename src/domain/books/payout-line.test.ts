import assert from 'node:assert/strict';
import test from 'node:test';
import { directLines, parsePayoutWords, payoutLineKindOf, sumByKind, type WrittenLine } from './payout-line.ts';

const none = new Map();
const written = (kind: WrittenLine['kind'], amountCents: number): WrittenLine => ({
  line: 2,
  kind,
  reference: 'a',
  amountCents,
});
const directed = (...lines: readonly WrittenLine[]) =>
  directLines(lines).map(({ kind, amountCents }) => `${kind} ${amountCents}`);

test('the words that processors use say what a line is', () => {
  const words = {
    charge: ['Charge', 'SALE', 'Purchase', 'Paiement', 'capture'],
    refund: ['Refund', 'refunded', 'payment_refund', 'Remboursement'],
    'refund returned': [
      'refund_failed',
      'Refund failure',
      'Returned refund',
      'Refund reversal',
      'Remboursement retourné',
    ],
    dispute: ['Dispute', 'chargeback', 'Contestation'],
    'dispute won': ['dispute_won', 'Chargeback reversal', 'dispute-reversed', 'Representment'],
    'dispute lost': ['dispute_lost', 'Chargeback lost', 'Contestation perdue'],
    fee: ['Fee', 'Processing fees', 'Chargeback fee', 'dispute_fee', 'Frais', 'Commission'],
    reserve: ['reserve', 'Rolling reserve', 'Holdback'],
    payout: ['Payout', 'Bank transfer', 'deposit', 'Virement'],
  };
  for (const [kind, ofKind] of Object.entries(words))
    for (const word of ofKind) assert.equal(payoutLineKindOf('processor', word, none), kind, word);
  for (const word of ['', 'adjustment', 'coffee', 'preserved'])
    assert.equal(payoutLineKindOf('processor', word, none), null);
});

test('a file’s own words come first, and what a lender pays out are loans', () => {
  const own = parsePayoutWords('Commission = charge, wire=payout,');
  assert.ok(own);
  assert.equal(payoutLineKindOf('processor', 'commission', own), 'charge');
  assert.equal(payoutLineKindOf('lender', 'Wire', own), 'payout');
  assert.equal(payoutLineKindOf('lender', 'Payout', none), null);
  assert.equal(payoutLineKindOf('lender', 'Fee', none), 'fee');
  for (const text of ['wire', 'wire=', '=payout', 'wire=money']) assert.equal(parsePayoutWords(text), null, text);
});

test('in a file without signs the words say what was taken; a sign that is written counts', () => {
  const unsigned = [written('charge', 500), written('fee', 15), written('payout', 400), written('dispute', 70)];
  assert.deepEqual(directed(...unsigned), ['charge 500', 'fee -15', 'payout -400', 'dispute -70']);
  const signed = [written(null, 500), written(null, -70), written('fee', 15), written('fee', -20)];
  assert.deepEqual(directed(...signed), ['charge 500', 'refund -70', 'fee 15', 'fee -20']);
  assert.deepEqual(directed(written('refund', 5), written('dispute won', -5)), ['refund -5', 'dispute won 5']);
  const back = [written('refund', -5), written('refund', 7)];
  assert.deepEqual(directed(...back), ['refund -5', 'refund returned 7'], 'what comes in again was sent back');
  assert.deepEqual(directed(written('fee', -1), written('refund', 7)), ['fee -1', 'refund returned 7']);
  assert.deepEqual(directed(written('payout', -1), written('refund', 7)), ['payout -1', 'refund -7']);
  assert.deepEqual(directed(written('reserve', 9), written('charge', -5)), ['reserve 9', 'refund -5']);
});

test('what each kind comes to is added up, and a kind that is not there is left out', () => {
  const lines = directLines([written('charge', 500), written('fee', -15), written('charge', 100), written('fee', -5)]);
  assert.deepEqual(sumByKind(lines), [
    { kind: 'charge', lines: 2, amountCents: 600 },
    { kind: 'fee', lines: 2, amountCents: -20 },
  ]);
});
