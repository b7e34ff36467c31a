import assert from 'node:assert/strict';
import test from 'node:test';
import { makeMoneris } from '../../src/adapters/moneris/moneris.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { sweepCardPayments } from '../../src/flows/card/sweep-card-payments.ts';
import { openDatabase } from '../../src/store/database.ts';
import { keepReference } from '../../src/store/reference/keeper.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byCard } from '../kit/sale/binding.ts';
import { linkBox } from '../kit/sale/link-box.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, noon, noonDay } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService } from '../kit/service/service.ts';
import { holdProfile, verifyProfile } from '../ports/moneris-books.ts';
import { startMonerisStandIn, visa } from '../ports/moneris-stand-in.ts';

/* A service in the sandbox whose cards go through Moneris's adapter to a stand-in: the whole sale, through the API. */
const moneris = await startMonerisStandIn();
afterwards(moneris.close);
const service = await startTestService({
  clock: clockAt(noon).clock,
  environment: {
    TOKEN_MINUTES: '1440',
    CARD_PROCESSOR: 'moneris',
    MONERIS_URL: moneris.origin,
    MONERIS_STORE_ID: 'store5',
    MONERIS_API_TOKEN: 'yesguy',
    MONERIS_HOLD_CHECKOUT_ID: holdProfile,
    MONERIS_VERIFY_CHECKOUT_ID: verifyProfile,
  },
});
const ontario = await openSaleClient(service);
const bind = binder(service, ontario.quoteClient.token);
const support = await signInOperator(service, 'support');
const dollars = (cents: number): string => (cents / 100).toFixed(2);

async function quoteAndStart(chargeDate?: string) {
  const quoted = await ontario.quote(chargeDate === undefined ? {} : { effectiveDate: addDays(noonDay, 10) });
  const choice = quoted.choose('Replacement', 2);
  const started = await ontario.started({ ...choice, ...(chargeDate !== undefined && { chargeDate }) });
  return { choice, started, totalCents: quoted.totalCents(choice), key: started.asked.paymentId };
}

/** Cancels as a person does: looks, then confirms what was shown. */
async function cancelFlat(policyNumber: string): Promise<void> {
  const path = `/api/policies/${policyNumber}/cancellation`;
  const asked = { kind: 'flat', cancelledOn: noonDay };
  const { refundCents, settlement } = (await support.post(`${path}/preview`, asked)).body;
  const shown = { refundCents, settlement };
  const { status, text } = await support.post(path, { ...asked, reason: 'a rehearsal', shown });
  assert.equal(status, 200, text);
}

test('a card is held, confirmed, captured by the bind and refunded by a cancellation', async () => {
  const { choice, started, totalCents, key } = await quoteAndStart();
  assert.equal(started.checkoutOrigin, moneris.origin);
  assert.equal((await ontario.confirm(started.asked)).body.status, 'Pending');
  moneris.customerPays(started.asked.ticket);
  const confirmed = (await ontario.confirm(started.asked)).body;
  assert.deepEqual([confirmed.status, confirmed.maskedCardNumber], ['Authorized', '4242********4242']);

  const bound = assertBound(await bind({ ...choice, ...byCard(started) }));
  const taken = { key, amount: dollars(totalCents), refunded: '0.00' };
  assert.deepEqual(moneris.books.charges(choice.applicationId), [taken]);
  assert.equal(assertBound(await bind({ ...choice, ...byCard(started) })).policyNumber, bound.policyNumber);
  assert.deepEqual(moneris.books.charges(choice.applicationId), [taken]);

  await cancelFlat(bound.policyNumber);
  const [given] = await until(
    () => moneris.books.charges(choice.applicationId),
    ([one]) => one?.refunded !== '0.00',
  );
  assert.equal(given?.refunded, dollars(totalCents));
});

test('a card for which another amount was held is never bound, and the hold is released', async () => {
  const { choice, started, totalCents, key } = await quoteAndStart();
  moneris.customerPays(started.asked.ticket, visa, dollars(totalCents - 1));
  assert.equal((await ontario.confirm(started.asked)).body.status, 'Cancelled');
  assert.ok(service.lines.some((line) => line.includes('card payment of another amount') && line.includes(key)));
  assertRefused(await bind({ ...choice, ...byCard(started) }), ['CardPaymentExpired cardPayment.paymentId']);

  const abandoned = await quoteAndStart();
  moneris.customerPays(abandoned.started.asked.ticket, visa, dollars(abandoned.totalCents + 1));

  const fail = (error: unknown): never => assert.fail(String(error));
  const database = openDatabase({ url: service.databaseUrl, poolSize: 2, onConnectionLost: fail });
  const reference = await keepReference({ database, url: service.databaseUrl, onFault: fail });
  const cards = makeMoneris({
    storeId: 'store5',
    apiToken: 'yesguy',
    holdCheckoutId: holdProfile,
    verifyCheckoutId: verifyProfile,
    environment: 'qa',
    origin: moneris.origin,
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const parts = { database, cards, log, linkBox, reference: reference.current };
  // The first run finds the abandoned one and releases the other; the second releases the found one.
  for (const minutes of [40, 41]) await sweepCardPayments(parts, new Date(Date.parse(noon) + minutes * 60_000));
  await reference.close();
  await database.end();
  for (const one of [key, abandoned.key])
    assert.deepEqual(
      moneris.books.approved(one, '02').map(({ amount }) => amount),
      ['0.00'],
    );
  assert.deepEqual(moneris.books.charges(choice.applicationId), []);
  assert.deepEqual(moneris.books.charges(abandoned.choice.applicationId), []);
});

test('a hold that somebody captured with another amount is not bound until that is given back', async () => {
  const { choice, started, totalCents, key } = await quoteAndStart();
  moneris.customerPays(started.asked.ticket);
  assert.equal((await ontario.confirm(started.asked)).body.status, 'Authorized');
  const [hold] = moneris.books.approved(key, '01');
  const amount = dollars(totalCents - 1);
  moneris.books.transact('completion', { order_id: key, txn_number: hold!.transId, comp_amount: amount });
  const body = { ...choice, ...byCard(started) };
  // The job may be asking about it at that moment.
  for (let times = 0; times < 3; times += 1)
    assert.match((await bind(body)).codes.join(), /^(CardPaymentUnavailable|BindInProgress)$/);
  assert.deepEqual(moneris.books.charges(choice.applicationId), [{ key, amount, refunded: '0.00' }]);

  const [completion] = moneris.books.approved(key, '02');
  moneris.books.transact('refund', { order_id: key, txn_number: completion!.transId, amount });
  const { codes } = await until(
    () => bind(body),
    (answer) => !answer.codes.some((code) => code === 'CardPaymentUnavailable' || code === 'BindInProgress'),
  );
  assert.deepEqual(codes, ['CardPaymentDeclined']);
});

test('a saved card is charged on its day; one that its issuer will never approve is not tried again by anyone', async () => {
  const chargeDate = addDays(noonDay, 3);
  const good = await quoteAndStart(chargeDate);
  const stolen = await quoteAndStart(chargeDate);
  const poor = await quoteAndStart(chargeDate);
  moneris.customerPays(good.started.asked.ticket);
  moneris.customerPays(stolen.started.asked.ticket, { ...visa, refusesCharges: true, iso: '43' });
  moneris.customerPays(poor.started.asked.ticket, { ...visa, refusesCharges: true, iso: '51' });
  const policyNumbers: string[] = [];
  for (const { choice, started } of [good, stolen, poor]) {
    assert.equal((await ontario.confirm(started.asked)).body.status, 'Authorized');
    policyNumbers.push(assertBound(await bind({ ...choice, ...byCard(started) })).policyNumber);
  }

  const moveTo = async (today: string): Promise<number> => {
    const { body, text } = await service.call('POST', '/sandbox/clock', {
      token: ontario.quoteClient.token,
      body: { today },
    });
    assert.equal(body.today, today, text);
    return body.chargesRun;
  };
  const triesOf = (key: string): number =>
    moneris.requests.filter(({ what, fields }) => what === 'res_purchase_cc' && fields.order_id!.startsWith(key))
      .length;
  assert.equal(await moveTo(chargeDate), 3);
  assert.equal(await moveTo(addDays(chargeDate, 1)), 1);
  assert.deepEqual(
    [good, stolen, poor].map(({ key }) => triesOf(key)),
    [1, 1, 2],
  );
  assert.deepEqual(moneris.books.charges(good.choice.applicationId), [
    { key: `${good.key}.1`, amount: dollars(good.totalCents), refunded: '0.00' },
  ]);

  const stuck = (await support.get('/api/needs-person/charges')).body.rows;
  assert.equal(stuck.length, 1);
  assert.equal(stuck[0].policyNumber, policyNumbers[1]);
  assert.match(stuck[0].cause, /^refused for good: .+ must never be charged again/);
  const retried = await support.post(`/api/work/charges/${stolen.key}/retry`, { reason: 'once more' });
  assert.deepEqual(retried.codes, ['ChargeRefusedForGood']);
  const moved = await support.call('PUT', `/api/due-charges/${stolen.key}/date`, {
    body: { reason: 'once more', dueOn: addDays(chargeDate, 3) },
  });
  assert.deepEqual(moved.codes, ['ChargeRefusedForGood'], moved.text);
  const admin = await signInOperator(service);
  const settled = await admin.post(`/api/work/charges/${stolen.key}/settle`, {
    reason: 'paid by transfer',
    reference: 'transfer 88',
  });
  assert.equal(settled.status, 204, settled.text);
  assert.equal(triesOf(stolen.key), 1);
});
