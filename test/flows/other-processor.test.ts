import assert from 'node:assert/strict';
import test from 'node:test';
import { parseId } from '../../src/domain/ids.ts';
import { confirmCardPayment } from '../../src/flows/card/card-confirm.ts';
import { sweepCardPayments } from '../../src/flows/card/sweep-card-payments.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import { tryDueReversals } from '../../src/flows/refund/send-refund.ts';
import { retryWork } from '../../src/flows/work/settle-work.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { keepReference } from '../../src/store/reference/keeper.ts';
import { listStuck } from '../../src/store/work/list-stuck.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { cardForm } from '../kit/sale/bind-harness.ts';
import { authorizedPayment } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import { openScheduled } from '../kit/sale/scheduled.ts';
import { startTestService } from '../kit/service/service.ts';

/* The operator has changed to another card processor, which knows nothing of what was paid at the one before. */
const { databaseUrl, harness, sales, chargeOn, chargeOf } = await openScheduled([[10, 1]]);
const { database } = harness.parts;
const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
const saleClient = await openSaleClient(service);
const paid = async () => {
  const choice = (await saleClient.quote()).choose('Replacement', 2);
  return { choice, payment: await authorizedPayment(saleClient, choice) };
};
const [toBind, toReverse, abandoned] = [await paid(), await paid(), await paid()];
const pending = await saleClient.started({ ...(await saleClient.quote()).choose('Replacement', 2) });
await service.close(); // This also stops its jobs.

const never = async () => assert.fail('the wrong company was asked');
const other: Partial<CardProcessor> = {
  name: 'other',
  readCheckout: never,
  find: never,
  capture: never,
  chargeSavedCard: never,
  release: never,
  refund: never,
};
const otherCards: CardProcessor = { ...harness.parts.cards, ...other };
const sentence = 'It belongs to the card processor sandbox, and this service uses other.';
const actor = { kind: 'account', name: 'sam' } as const;
const causesOf = async (kind: 'reversals' | 'charges') =>
  (
    await listStuck(database, { kind, today: noon.slice(0, 10), cursor: null, limit: 10, visibleIntegrations: null })
  ).rows.map(({ cause }) => cause);

test('a later charge of a card that was saved elsewhere is a person’s, and is made once that processor is back', async () => {
  const [sale] = sales.get(10)!;
  assert.equal(await chargeOn(10, other), 0);
  assert.deepEqual(await causesOf('charges'), [sentence]);
  const asked = { kind: 'charges', id: sale!.payment.asked.paymentId, reason: 'the processor is back' } as const;
  assert.equal(await retryWork({ ...harness.parts, now: new Date(noon) }, actor, asked), null);
  assert.equal(await chargeOn(10, {}), 1);
  assert.deepEqual(await chargeOf(sale!), { state: 'charged', tries: 1 });
  assert.deepEqual(brokenPromises(await readBooks(databaseUrl, sale!.choice.applicationId)), []);
});

test('a charge is given back where it was made: until that can be reached, a person is shown why it is not', async () => {
  await harness.bind(
    { form: cardForm(toReverse.choice, toReverse.payment) },
    {
      cards: { ...harness.parts.cards, refund: async () => ({ kind: 'not-sent', cause: 'away' }) },
      failpoint: async (point) => {
        if (point === 'before issue') throw new IssueRefused();
      },
    },
  );
  for (let turn = 0; turn < 5; turn += 1) {
    await harness.letTimePass();
    assert.equal(await tryDueReversals({ ...harness.parts, cards: otherCards }), 1);
  }
  assert.deepEqual(await causesOf('reversals'), [sentence]);
  await harness.letTimePass();
  assert.equal(await tryDueReversals(harness.parts), 1);
  assert.deepEqual(brokenPromises(await readBooks(databaseUrl, toReverse.choice.applicationId)), []);
});

test('a payment that was authorized elsewhere is refused as expired, so that the customer pays anew', async () => {
  const answer = await harness.bind({ form: cardForm(toBind.choice, toBind.payment) }, { cards: otherCards });
  assert.deepEqual(answer.kind === 'refused' && answer.refusals.map(({ code }) => code), ['CardPaymentExpired']);
  assert.equal((await harness.bind({ form: cardForm(toBind.choice, toBind.payment) })).kind, 'bound');
});

test('a bind that was begun at the processor before waits for it', async () => {
  const lost = { ...harness.parts.cards, capture: async () => ({ kind: 'unknown', cause: 'no answer' }) as const };
  const form = cardForm(abandoned.choice, abandoned.payment);
  await harness.bind(
    { form },
    { cards: { ...lost, find: async () => ({ kind: 'not-sent', cause: 'away' }) as const } },
  );
  await harness.letTimePass();
  await harness.runJobs({ cards: otherCards });
  assert.equal((await readBooks(databaseUrl, abandoned.choice.applicationId)).bind!.state, 'running');
  const [{ last_error }] = await inDatabase(databaseUrl, `SELECT last_error FROM bind WHERE state = 'running'`);
  assert.equal(last_error, sentence);
  await harness.letTimePass();
  await harness.runJobs();
  assert.deepEqual(brokenPromises(await readBooks(databaseUrl, abandoned.choice.applicationId)), []);
});

test('a checkout that was opened elsewhere is not asked about, by confirm or by the sweep', async () => {
  const fail = (error: unknown): never => assert.fail(String(error));
  const reference = await keepReference({ database, url: databaseUrl, onFault: fail });
  afterwards(reference.close);
  const seller = [...reference.current().sellers.byId.values()].find(({ username }) => username === 'ontario')!;
  const confirmed = await confirmCardPayment(
    { database, cards: otherCards, log: harness.parts.log },
    { seller, now: new Date(noon), ...pending.asked, applicationId: parseId(pending.asked.applicationId)! },
    { requestId: 'test', fault: null },
  );
  assert.equal(confirmed.kind === 'refused' && confirmed.refusals[0]!.code, 'CardPaymentUnavailable');
  const later = new Date(Date.parse(noon) + 86_400_000);
  const parts = { ...harness.parts, reference: reference.current };
  assert.deepEqual(await sweepCardPayments({ ...parts, cards: otherCards }, later), { decided: 0, released: 0 });
  assert.equal((await sweepCardPayments(parts, later)).decided, 1);
});
