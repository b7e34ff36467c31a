import assert from 'node:assert/strict';
import test from 'node:test';
import { actsOnCharge, actsOnReversal, actsOnStuck, type ListedCharge, refuseChargeAct } from './acts.ts';

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

test('a charge that is ahead can be moved and settled; one that is over, nothing', () => {
  assert.deepEqual(actsOnCharge({ ...refused, state: 'due' }), ['move', 'settle']);
  for (const state of ['charged', 'stopped'] as const)
    assert.deepEqual(actsOnCharge({ ...refused, state, mayBeWrittenOff: true }), []);
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
