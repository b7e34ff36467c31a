import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleCharged } from '../../../test/kit/sale/sample-policy.ts';
import type { DocumentSource } from '../../store/document/document.ts';
import { requestOf } from './fetch-document.ts';

test('an amended declaration tells a charge that was made since the bind', () => {
  const { payment, ...sold } = sampleCharged();
  const { charge } = payment.card;
  const policy = { ...sold, payment: { ...payment, card: { ...payment.card, charge: null } } };
  const amendment = { number: 1, madeOn: '2026-12-02', replacesOf: '2026-11-15', changed: ['name'] };
  const source = { kind: 'amended-declaration', policy, amendment, laterCharge: charge, laterCard: null };
  const request = requestOf(source as unknown as DocumentSource, 'en');
  assert.ok(request.kind === 'amended-declaration' && 'card' in request.policy.payment);
  assert.deepEqual(request.policy.payment.card.charge, charge);
});
