import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../src/contract-types.ts';
import { Northbind } from '../src/index.ts';
import { byReferral, secrets } from './scripted-service.ts';

test('every operation of the contract has its method', async () => {
  const asked = new Set<string>();
  // A service that has a token for everybody and refuses everything else.
  const fetch = async (url: string | URL | Request) =>
    /authenticate|token/.test(String(url))
      ? Response.json({
          token: 't',
          expiryTime: '',
          expiryMinutes: 60,
          access_token: 't',
          token_type: '',
          expires_in: 60,
          scope: '',
        })
      : Response.json({ errors: [{ code: 'RouteNotFound', field: '', message: '' }] }, { status: 404 });
  const options = {
    baseUrl: 'http://127.0.0.1',
    fetch,
    onEvent: ({ operation }: { operation: string }) => asked.add(operation),
  };
  const { clientId, clientSecret } = secrets;
  const byOAuth = new Northbind({ ...options, clientId, clientSecret });
  const northbind = new Northbind({ ...options, ...secrets });
  const { quotes, financing, cardPayments, applications, policies, events, webhookEndpoints, sandbox } = northbind;
  const any = {} as never;
  const calls: readonly Promise<unknown>[] = [
    byOAuth.dealers.list(),
    northbind.vehicles.lookUp({ vin: 'v', effectiveDate: '2026-03-31' }),
    northbind.seller.get(),
    northbind.dealers.list(),
    northbind.lienHolders.search('ally'),
    quotes.create(any),
    financing.quote(any),
    cardPayments.start(any),
    cardPayments.confirm(any),
    northbind.disclosures.list(any),
    northbind.bind(byReferral),
    northbind.documents.fetch('d'),
    northbind.saleLinks.create(),
    northbind.saleLinks.get('l'),
    northbind.saleLinks.page(),
    northbind.saleLinks.withdraw('l'),
    applications.get('a'),
    applications.page(),
    policies.get('p'),
    policies.page(),
    policies.requestCancellation('p', any),
    policies.cancellationRequest('p'),
    policies.withdrawCancellationRequest('p'),
    northbind.statements.get('2026-11'),
    northbind.requests.page(),
    events.after(),
    webhookEndpoints.create(any),
    webhookEndpoints.list(),
    webhookEndpoints.get('e'),
    webhookEndpoints.update('e', {}),
    webhookEndpoints.delete('e'),
    webhookEndpoints.rotateSecret('e'),
    webhookEndpoints.ping('e'),
    webhookEndpoints.deliveries('e'),
    webhookEndpoints.replay('e', 'd'),
    webhookEndpoints.replaySince('e', '2026-11-15T17:04:00Z'),
    northbind.testVin(2024),
    sandbox.clock(),
    sandbox.setClock('2026-03-31'),
    sandbox.decideCancellation('p', 'Accept'),
    sandbox.setLoanState('p', 'InDefault'),
    sandbox.cancel({ policyNumber: 'p', reason: 'VehicleSold' }),
    sandbox.recordPayment({ policyNumber: 'p', kind: 'Received' }),
    sandbox.recordRefund({ policyNumber: 'p' }),
    sandbox.dispute('p', 'Opened'),
    sandbox.ledger('a'),
    sandbox.outbox(),
    sandbox.reset(),
    sandbox.makeEvent('policy.issued'),
  ];
  for (const { status } of await Promise.allSettled(calls)) assert.equal(status, 'rejected');
  assert.deepEqual([...asked].sort(), Object.keys(operations).sort());
});
