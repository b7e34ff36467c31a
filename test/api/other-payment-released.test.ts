import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, type Json, noon } from '../kit/sale/quoting.ts';
import { type Answer, startTestService } from '../kit/service/service.ts';

// By the job that runs every minute.
test('of two authorized payments the one that is not bound is released within two minutes', async () => {
  const service = await startTestService({ clock: clockAt(noon).clock });
  const saleClient = await openSaleClient(service);
  const { get, token } = saleClient.quoteClient;
  const quoted = await saleClient.quote();
  const choice = quoted.choose('Replacement', 3);
  const [one, other] = [await authorizedPayment(saleClient, choice), await authorizedPayment(saleClient, choice)];
  assertBound(await binder(service, token)({ ...choice, ...byCard(one) }));
  const ledger = async () => (await get(`/sandbox/ledger?applicationId=${choice.applicationId}`)).body;
  const holdOf = ({ holds }: Answer['body'], id: unknown) =>
    holds.find(({ paymentId }: Json) => paymentId === id)?.status;
  const released = await until(ledger, (record) => holdOf(record, other.asked.paymentId) === 'Released');
  assert.equal(holdOf(released, one.asked.paymentId), 'Captured');
  assert.equal(Math.round(released.charges[0].amount * 100), quoted.totalCents(choice));
});
