import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentMethodValues } from '@northbind/contract/vocabulary.ts';
import { isPaidBy, paymentMethodRules, paymentMethods } from './payment-method.ts';

test('the methods are those of the contract', () => {
  assert.deepEqual(paymentMethods, paymentMethodValues);
});

test('only money that the partner has taken has a reference of the partner’s, and only other money needs a block', () => {
  for (const method of paymentMethods) {
    const { takesReference, block } = paymentMethodRules[method];
    assert.equal(takesReference, isPaidBy('partner', method), method);
    assert.equal(block === null, isPaidBy('partner', method), method);
  }
});
