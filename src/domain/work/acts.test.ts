import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type AccountHistory,
  afterCharge,
  afterEntry,
  afterReport,
  newInTurn,
  startOfHistory,
  today,
} from '../../../test/kit/invariants/account-history.ts';
import { notBegun, type RefundWork } from '../account/account-record.ts';
import { entryOfRefundByHand } from '../books/entry-of.ts';
import {
  actsOnCharge,
  actsOnReversal,
  actsOnStuck,
  type ListedCharge,
  listedChargeOf,
  refuseChargeAct,
  refuseWriteOff,
} from './acts.ts';

const refused: ListedCharge = {
  state: 'refused',
  isUnclearForADay: false,
  isRefusedForGood: false,
  mayBeWrittenOff: false,
  isTaxChanged: false,
};

test('a refused charge can be tried, paid by a link, moved and settled; once the cover is over it is also written off', () => {
  assert.deepEqual(actsOnCharge(refused), ['retry', 'link', 'move', 'settle']);
  assert.deepEqual(actsOnCharge({ ...refused, mayBeWrittenOff: true }), [
    'retry',
    'link',
    'write-off',
    'move',
    'settle',
  ]);
});

test('a card that was refused for good is not charged again, and a charge that is taxed otherwise is only settled', () => {
  assert.deepEqual(actsOnCharge({ ...refused, isRefusedForGood: true }), ['link', 'settle']);
  assert.equal(refuseChargeAct('retry', { ...refused, isRefusedForGood: true })?.code, 'ChargeRefusedForGood');
  assert.deepEqual(actsOnCharge({ ...refused, isTaxChanged: true }), ['settle']);
});

test('a charge that may have been made is never sent: it is settled once nobody works on it', () => {
  assert.deepEqual(actsOnCharge({ ...refused, state: 'charging' }), []);
  assert.deepEqual(actsOnCharge({ ...refused, state: 'charging', isUnclearForADay: true }), ['settle']);
  assert.equal(refuseChargeAct('settle', { ...refused, state: 'charging' })?.code, 'ChargeUnderWay');
});

test('what is owed is written off once the cover is over; before, only if all of it was refunded and not owed', () => {
  const paid = afterCharge(startOfHistory());
  const paymentEntryId = paid.record.entries.at(-1)!.id;
  const byHand: RefundWork = {
    ...notBegun,
    ...newInTurn<RefundWork['id']>(),
    paymentEntryId,
    payee: 'Customer',
    amountCents: 5_000,
    notOwedCents: 5_000,
    state: 'done',
    doneOn: today,
  };
  const given = afterEntry(
    startOfHistory({ ...paid.record, refundWork: [byHand] }),
    entryOfRefundByHand({ reversalId: byHand.id, amountCents: 5_000, paymentEntryId, happenedOn: today }),
  );
  const repaid = afterReport(given, { kind: 'received', amountCents: 5_000 });
  const bounced = afterReport(repaid, { kind: 'returned', amountCents: 5_000 });
  const owedIn = ({ record }: AccountHistory) => ({ ...record, coverEndsOn: '2027-11-15', isCancelled: false });
  const said = (history: AccountHistory, changed: object = {}) =>
    refuseWriteOff({ state: 'refused' }, { ...owedIn(history), ...changed }, today)?.code ?? null;
  assert.deepEqual([said(paid), said(given), said(repaid)], ['NothingToWriteOff', null, 'NothingToWriteOff']);
  assert.equal(bounced.account.balanceCents, 5_000);
  assert.equal(said(bounced), 'NothingToWriteOff', 'an earlier mistake that was made good does not let the price go');
  assert.deepEqual([said(bounced, { isCancelled: true }), said(bounced, { coverEndsOn: today })], [null, null]);
  // A list offers what the flow allows.
  const { mayBeWrittenOff: _, ...now } = refused;
  for (const history of [paid, given, repaid, bounced])
    assert.equal(
      listedChargeOf({ now, owed: { ...owedIn(history), day: today } }).mayBeWrittenOff,
      said(history) === null,
    );
});

test('a charge that is ahead can be moved and settled; one that is over, nothing', () => {
  assert.deepEqual(actsOnCharge({ ...refused, state: 'due' }), ['move', 'settle']);
  for (const state of ['charged', 'stopped'] as const) assert.deepEqual(actsOnCharge({ ...refused, state }), []);
});

test('what a person has to pay is not tried; nothing is offered while a try may still succeed', () => {
  const idle = { payee: 'Card', state: 'idle', mayStillSucceed: false } as const;
  assert.deepEqual(actsOnReversal(idle), ['retry', 'settle']);
  assert.deepEqual(actsOnReversal({ ...idle, state: 'begun' }), ['retry', 'settle']);
  for (const state of ['idle', 'begun'] as const)
    assert.deepEqual(actsOnReversal({ ...idle, payee: 'Lender', state }), ['retry'], 'its answer counts');
  assert.deepEqual(actsOnReversal({ ...idle, payee: 'Customer' }), ['settle']);
  assert.deepEqual(actsOnReversal({ ...idle, mayStillSucceed: true }), []);
  for (const state of ['done', 'refused'] as const) assert.deepEqual(actsOnReversal({ ...idle, state }), []);
  assert.deepEqual(
    actsOnStuck({ kind: 'binds', what: 'charging', mayStillSucceed: true, isBegun: false, charge: null }),
    [],
  );
});
