import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral, chooseFrom } from '../kit/sale/binding.ts';
import {
  assertQuoted,
  assertRefused,
  clockAt,
  inDatabase,
  noon,
  noonDay,
  openQuoteClient,
  type QuoteClient,
  requestFor,
} from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let ontario: QuoteClient;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  ontario = await openQuoteClient(service);
});

async function quoteOf(client: QuoteClient, vin: string, effectiveDate = noonDay) {
  const asked = { Vin: vin, EffectiveDate: effectiveDate, Odometer: '24500', PurchaseMethod: 'Cash' };
  const answer = await client.quote(requestFor(client.name, { effectiveDate }, await client.vehicleId(asked)));
  assertQuoted(answer);
  return answer;
}

async function bindOf(client: QuoteClient, vin: string, effectiveDate = noonDay, headers = {}) {
  const body = { ...chooseFrom(await quoteOf(client, vin, effectiveDate), 'Replacement', 3), ...byReferral };
  return service.call('POST', '/v1/bind', { token: client.token, body, headers });
}

async function refuseSecondPolicy(clientId: string, isRefused: boolean): Promise<void> {
  await inDatabase(service.databaseUrl, 'UPDATE integration SET refuses_second_policy = $2 WHERE client_id = $1', [
    clientId,
    isRefused,
  ]);
}

test('a quote tells the seller’s own policies for the vehicle, and those alone that still cover', async () => {
  const vin = await ontario.testVin();
  assert.deepEqual((await quoteOf(ontario, vin)).body.existingPolicies, []);
  const { policyNumber, ...first } = assertBound(await bindOf(ontario, vin));
  const quoted = await quoteOf(ontario, vin);
  const existing = { policyNumber, status: 'InForce', effectiveDate: noonDay, expiryDate: first.expiryDate };
  assert.deepEqual(quoted.body.existingPolicies, [existing]);
  const path = `/v1/applications/${quoted.body.applicationId}`;
  assert.deepEqual((await service.call('GET', path, { token: ontario.token })).body.existingPolicies, [existing]);

  const later = addDays(noonDay, 5);
  const second = assertBound(await bindOf(ontario, vin, later));
  const revision = { ...requestFor('ontario', {}, quoted.body.vehicle.id), applicationId: quoted.body.applicationId };
  assert.deepEqual(
    (await ontario.quote(revision)).body.existingPolicies.map((one: Record<string, unknown>) => [
      one.policyNumber,
      one.status,
    ]),
    [
      [second.policyNumber, 'NotStarted'],
      [policyNumber, 'InForce'],
    ],
  );
  assert.deepEqual((await quoteOf(await openQuoteClient(service, 'quebec'), vin)).body.existingPolicies, []);

  await inDatabase(service.databaseUrl, 'UPDATE policy SET cover_ends_on = $2 WHERE policy_number = $1', [
    policyNumber,
    noonDay,
  ]);
  const [left, ...none] = (await quoteOf(ontario, vin)).body.existingPolicies;
  assert.deepEqual([left.policyNumber, none], [second.policyNumber, []]);
});

test('where the integration refuses a second policy, a bind for a covered vehicle is refused', async () => {
  const vin = await ontario.testVin();
  const { policyNumber } = assertBound(await bindOf(ontario, vin));
  await refuseSecondPolicy('northbind-sandbox', true);
  // Until the service knows, another vehicle gets one policy after the other.
  const often = await ontario.testVin();
  await until(
    () => bindOf(ontario, often),
    ({ status }) => status === 422,
  );
  const told = await bindOf(ontario, vin);
  assertRefused(told, ['VehicleAlreadyCovered']);
  assert.ok(told.body.errors[0].message.includes(policyNumber));

  const alberta = await openQuoteClient(service, 'alberta');
  const foreign = await bindOf(alberta, vin);
  assertRefused(foreign, ['VehicleAlreadyCovered']);
  assert.ok(!foreign.text.includes(policyNumber), 'another seller’s policy is not named');

  const manitoba = await openQuoteClient(service, 'manitoba');
  assertBound(await bindOf(manitoba, vin));
  const { applicationId } = (await quoteOf(ontario, await ontario.testVin())).body;
  assert.ok(applicationId);

  // It ends on the day on which the new one begins.
  const later = addDays(noonDay, 3);
  await inDatabase(service.databaseUrl, 'UPDATE policy SET cover_ends_on = $2 WHERE policy_number = $1', [
    policyNumber,
    later,
  ]);
  assertRefused(await bindOf(ontario, vin, addDays(later, -1)), ['VehicleAlreadyCovered']);
  assertBound(await bindOf(ontario, vin, later));
});

test('a cancellation is not withdrawn where another policy covers the vehicle from its day on', async () => {
  const operator = await signInOperator(service, 'support');
  const vin = await ontario.testVin();
  const { policyNumber } = assertBound(await bindOf(ontario, vin));
  const lastDay = addDays(noonDay, 5);
  const cancellation = `/api/policies/${policyNumber}/cancellation`;
  const asked = { kind: 'pro-rata', cancelledOn: lastDay };
  const { body } = await operator.post(`${cancellation}/preview`, asked);
  const shown = { refundCents: body.refundCents, route: body.plan.route };
  const cancelled = await operator.post(cancellation, { ...asked, shown, reason: 'sold' });
  assert.equal(cancelled.status, 200, cancelled.text);
  const withdraw = () => operator.post(`${cancellation}/withdraw`, { reason: 'kept after all' });

  const next = assertBound(await bindOf(ontario, vin, lastDay));
  const refused = await withdraw();
  assert.deepEqual(refused.codes, ['VehicleAlreadyCovered']);
  assert.equal(refused.body.errors[0].details.policyNumber, next.policyNumber);
  const sql = 'SELECT cancelled_on::text AS "cancelledOn" FROM cancellation WHERE policy_number = $1';
  assert.deepEqual(await inDatabase(service.databaseUrl, sql, [policyNumber]), [{ cancelledOn: lastDay }]);
});

test('a repeat of a bind answers its own policy, which does not stand in its way', async () => {
  const body = { ...chooseFrom(await quoteOf(ontario, await ontario.testVin()), 'Replacement', 3), ...byReferral };
  const bind = binder(service, ontario.token);
  assert.equal(assertBound(await bind(body)).policyNumber, assertBound(await bind(body)).policyNumber);
});

test('of many binds for one vehicle at the same time exactly one makes a policy', async () => {
  const vin = await ontario.testVin();
  const alberta = await openQuoteClient(service, 'alberta');
  const clients = [ontario, alberta, ontario, alberta, ontario, alberta, ontario, alberta];
  const bodies = await Promise.all(
    clients.map(async (client) => ({
      client,
      body: { ...chooseFrom(await quoteOf(client, vin), 'Replacement', 3), ...byReferral },
    })),
  );
  const answers = await Promise.all(
    bodies.map(({ client, body }) => service.call('POST', '/v1/bind', { token: client.token, body })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const { status, codes } of answers)
    if (status !== 200) assert.ok(['BindInProgress', 'VehicleAlreadyCovered'].includes(codes[0]!), codes.join());
  for (const { client, body } of bodies) {
    const { status, codes } = await service.call('POST', '/v1/bind', { token: client.token, body });
    assert.ok(status === 200 || codes[0] === 'VehicleAlreadyCovered', codes.join());
  }
});
