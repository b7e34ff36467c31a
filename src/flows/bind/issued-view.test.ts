import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleCharged, sampleFinanced, samplePolicy } from '../../../test/kit/sale/sample-policy.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { type Issued, issuedView } from './issued-view.ts';

const [first, second] = ['doc-1', 'doc-2'] as const as readonly string[] as [DocumentId, DocumentId];
const boundAt = '2026-11-15T17:00:00.000Z';

function view(policy: Policy, changes: Partial<Issued> = {}) {
  const issued = { seller: { username: 'ontario' }, documents: { declaration: first }, cardAt: null, boundAt };
  return issuedView(policy, { ...issued, ...changes });
}

/** Its card is charged on a later day. */
const scheduled = (): Policy => {
  const { card } = sampleCharged().payment;
  return samplePolicy({ payment: { method: 'CC', card: { ...card, charge: null } } });
};
const referred = (): Policy => samplePolicy({ payment: { method: 'REF', reference: 'INV-7' } });

test('the event of a policy tells how its money stands, by how it was paid', () => {
  const policies = [referred(), scheduled(), sampleCharged(), sampleFinanced()];
  assert.deepEqual(
    policies.map((policy) => view(policy).moneyStatus),
    ['CollectedByPartner', 'Scheduled', 'Paid', 'Financed'],
  );
});

test('it is in force from its effective date on', () => {
  const statusOf = (boundOn: string) => view(samplePolicy({ boundOn, effectiveDate: '2026-11-15' })).status;
  assert.deepEqual(['2026-11-14', '2026-11-15', '2026-11-16'].map(statusOf), ['NotStarted', 'InForce', 'InForce']);
});

test('its reference is the approval of the charge, or the partner’s own', () => {
  const charged = sampleCharged();
  const approval = charged.payment.card.charge?.authorizationNumber;
  assert.ok(approval);
  const policies = [charged, referred(), scheduled(), sampleFinanced()];
  assert.deepEqual(
    policies.map((policy) => view(policy).paymentReference),
    [approval, 'INV-7', null, null],
  );
});

test('it tells when the card was charged, and lists the documents in the order of their ids', () => {
  const { documents } = view(sampleCharged(), { documents: { receipt: second, declaration: first } });
  assert.deepEqual(documents, [
    { downloadId: first, kind: 'declaration', createdAt: boundAt },
    { downloadId: second, kind: 'receipt', createdAt: boundAt },
  ]);
  assert.equal(view(sampleCharged()).cardAt, null);
  const cardAt = new Date('2026-11-15T16:59:00Z');
  assert.equal(view(sampleCharged(), { cardAt }).cardAt, '2026-11-15T16:59:00.000Z');
});

test('nothing has been amended, cancelled or refunded yet', () => {
  const { seller, asOf, amendmentCount, cancellation, refunds } = view(sampleCharged());
  assert.deepEqual(
    { seller, boundAt, asOf, amendmentCount, cancellation, refunds },
    { seller: 'ontario', boundAt, asOf: boundAt, amendmentCount: 0, cancellation: null, refunds: [] },
  );
});
