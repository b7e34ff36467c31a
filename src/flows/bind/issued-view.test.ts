import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleCharged, samplePolicy } from '../../../test/kit/sample-policy.ts';
import type { DocumentId } from '../../domain/ids.ts';
import { type Issued, issuedView } from './issued-view.ts';
import type { Payment } from './payment.ts';

/* Ids begin with their time in milliseconds: here 2026-11-15T17:00:00.000Z and .001Z. */
const [first, second] = [0, 1].map((later) => {
  const time = (Date.parse('2026-11-15T17:00:00Z') + later).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000` as DocumentId;
}) as [DocumentId, DocumentId];

const charge = { authorizationNumber: 'A1' };
const charged = { kind: 'charge', charge } as Payment;

function view(money: Payment, changes: Partial<Issued> = {}, policy = samplePolicy()) {
  const boundAt = '2026-11-15T17:00:00Z';
  const issued = { seller: { username: 'ontario' }, money, documents: { declaration: first }, cardAt: null, boundAt };
  return issuedView(policy, { ...issued, ...changes });
}

test('the event of a policy tells how its money stands, by how it was paid', () => {
  const statusOf = (kind: Payment['kind']) => view({ kind, charge } as Payment).moneyStatus;
  assert.deepEqual((['none', 'scheduled', 'charge', 'loan'] as const).map(statusOf), [
    'CollectedByPartner',
    'Scheduled',
    'Paid',
    'Financed',
  ]);
});

test('it is in force from its effective date on', () => {
  const statusOf = (boundOn: string) =>
    view(charged, {}, samplePolicy({ boundOn, effectiveDate: '2026-11-15' })).status;
  assert.deepEqual(['2026-11-14', '2026-11-15', '2026-11-16'].map(statusOf), ['NotStarted', 'InForce', 'InForce']);
});

test('its reference is the approval of the charge, or the partner’s own', () => {
  assert.equal(view(charged).paymentReference, 'A1');
  const referred = samplePolicy({ payment: { method: 'REF', reference: 'INV-7' } });
  assert.equal(view({ kind: 'none' }, {}, referred).paymentReference, 'INV-7');
  assert.equal(view({ kind: 'scheduled' } as Payment, {}, sampleCharged()).paymentReference, null);
});

test('it tells when the card was charged, and lists the documents in the order in which they were made', () => {
  const { documents } = view(charged, { documents: { receipt: second, declaration: first } });
  assert.deepEqual(documents, [
    { downloadId: first, kind: 'declaration', createdAt: '2026-11-15T17:00:00.000Z' },
    { downloadId: second, kind: 'receipt', createdAt: '2026-11-15T17:00:00.001Z' },
  ]);
  assert.deepEqual(view(charged, { documents: { declaration: first, receipt: second } }).documents, documents);
  assert.equal(view(charged).cardAt, null);
  assert.equal(view(charged, { cardAt: new Date('2026-11-15T16:59:00Z') }).cardAt, '2026-11-15T16:59:00.000Z');
});

test('nothing has been amended, cancelled or refunded yet', () => {
  const { seller, boundAt, amendmentCount, cancellation, refunds } = view(charged);
  assert.deepEqual(
    { seller, boundAt, amendmentCount, cancellation, refunds },
    { seller: 'ontario', boundAt: '2026-11-15T17:00:00Z', amendmentCount: 0, cancellation: null, refunds: [] },
  );
});
