import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { cancelPolicy, previewCancellation } from '../../src/flows/cancellation/cancel-policy.ts';
import { inDatabase, noon, noonDay } from '../kit/quoting.ts';
import { openScheduled, type ScheduledSale } from '../kit/scheduled.ts';

/*
 * A charge that never left is as it was before: nothing was taken. A cancellation that comes while it is being tried
 * takes it for unknown, and must learn that it was not sent.
 */
const scheduled = await openScheduled([[5, 2]]);
const { harness, databaseUrl, chargeOn, chargeOf } = scheduled;
const day = addDays(noonDay, 5);
const notSent = async () => ({ kind: 'not-sent', cause: 'the processor is away' }) as const;

const policyOf = async ({ choice }: ScheduledSale): Promise<string> => {
  const sql = 'SELECT policy_number FROM policy WHERE application_id = $1';
  return (await inDatabase(databaseUrl, sql, [choice.applicationId]))[0].policy_number;
};

async function cancel(sale: ScheduledSale): Promise<void> {
  const now = new Date(Date.parse(noon) + 5 * 86_400_000);
  const at = { database: harness.parts.database, now };
  const policyNumber = await policyOf(sale);
  const asked = { kind: 'pro-rata', cancelledOn: day } as const;
  const drafted = await previewCancellation(at, policyNumber, asked);
  assert.ok(!isOperatorRefusal(drafted));
  const order = { ...asked, policyNumber, reason: 'The car was sold.', shown: drafted.cancellation };
  const made = await cancelPolicy(at, { kind: 'command line', name: 'test' }, order);
  assert.ok(!isOperatorRefusal(made), JSON.stringify(made));
}

const moneyOf = async (sale: ScheduledSale): Promise<string> => {
  const sql = 'SELECT money FROM cancellation WHERE policy_number = $1';
  return (await inDatabase(databaseUrl, sql, [await policyOf(sale)]))[0].money;
};

test('a charge whose look-up was not answered was never sent: a cancellation owes nothing', async () => {
  const sale = scheduled.sales.get(5)![0]!;
  await chargeOn(5, { find: notSent }, sale.payment.asked.paymentId);
  assert.deepEqual(await chargeOf(sale), { state: 'due', tries: 1 });
  await cancel(sale);
  assert.equal(await moneyOf(sale), 'NothingOwed');
  assert.deepEqual(await chargeOf(sale), { state: 'stopped', tries: 1 });
});

test('a policy that is cancelled while its charge is tried in vain learns that nothing was taken', async () => {
  const sale = scheduled.sales.get(5)![1]!;
  const chargeSavedCard = async () => {
    await cancel(sale);
    assert.equal(await moneyOf(sale), 'RefundPending');
    return notSent();
  };
  await chargeOn(5, { chargeSavedCard }, sale.payment.asked.paymentId);
  assert.equal(await moneyOf(sale), 'NothingOwed');
  assert.deepEqual(await chargeOf(sale), { state: 'stopped', tries: 1 });
});
