import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type AccountHistory,
  afterCancellation,
  afterCharge,
  afterGoodwill,
  afterReport,
  afterTry,
  afterVoid,
  idleIn,
  startOfHistory,
} from '../../../test/kit/invariants/account-history.ts';
import type { EntryKind } from '../books/ledger-entry.ts';
import { judgeVoidNow } from './judge-void.ts';

const unpaid = startOfHistory();
const paid = afterCharge(unpaid);
const lastOf = ({ record }: AccountHistory, kind: EntryKind) => record.entries.findLast((one) => one.kind === kind)!;

/** The refusal's code, or null. */
function said(history: AccountHistory, kind: EntryKind): string | null {
  const entry = { ...lastOf(history, kind), recordedBy: 'operator' } as const;
  return judgeVoidNow(entry, history.record, history.account)?.code ?? null;
}

const without = (history: AccountHistory, kind: EntryKind) => afterVoid(history, lastOf(history, kind));

test('goodwill is taken back until it was given: what it took off a debt is owed again', () => {
  const part = afterReport(unpaid, { kind: 'received', amountCents: 40_000 });
  const relieved = afterGoodwill(part, 10_000);
  assert.equal(relieved.account.balanceCents, 50_000);
  assert.equal(said(relieved, 'goodwill'), null);
  assert.equal(without(relieved, 'goodwill').account.balanceCents, 60_000);
  const pending = afterGoodwill(paid, 10_000);
  assert.equal(said(pending, 'goodwill'), null);
  assert.equal(said(afterTry(pending, idleIn(pending)[0]!.id, 'begun'), 'goodwill'), 'ReversalUnderWay');
  assert.equal(said(afterTry(pending, idleIn(pending)[0]!.id, 'done'), 'goodwill'), 'EntryInUse');
  assert.equal(said(afterCancellation(pending, { kind: 'pro-rata', refundCents: 60_000 }), 'goodwill'), 'EntryInUse');
});

test('a lost dispute that was recorded by mistake is open again, with all that the customer was to bear of it', () => {
  const given = afterGoodwill(paid, 40_000);
  const begun = afterTry(given, idleIn(given)[0]!.id, 'begun');
  const lost = afterReport(afterReport(begun, { kind: 'dispute-opened' }), { kind: 'dispute-lost' });
  const firstLoss = lost.record.entries.find(({ kind }) => kind === 'dispute-lost')!;
  // The refund was not made after all: the customer bears more, as the service records.
  const more = afterTry(lost, begun.record.refundWork[0]!.id, 'refused');
  assert.ok(more.record.entries.filter(({ kind }) => kind === 'dispute-lost').length > 1);
  const open = afterVoid(more, firstLoss);
  assert.ok(!open.record.entries.some(({ kind }) => kind === 'dispute-lost'));
  assert.equal(open.account.moneyStatus, 'Disputed');
});

test('a lost dispute that was won after all stands as long as that does', () => {
  const lost = afterReport(afterReport(paid, { kind: 'dispute-opened' }), { kind: 'dispute-lost' });
  const won = afterReport(lost, { kind: 'dispute-won' });
  assert.equal(said(won, 'dispute-lost'), 'EntryInUse');
  assert.equal(said(without(won, 'dispute-won'), 'dispute-lost'), null);
});
