import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before, beforeEach } from 'node:test';
import { paymentCardConfirm as operation } from '@northbind/contract/payment-card-confirm.ts';
import { formCodes } from '../../contract/form-codes.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { declineLimitsOf } from '../../src/domain/card/declines.ts';
import {
  type Choice,
  cards,
  closeCheckout,
  openSaleClient,
  readCardLedger,
  type SaleClient,
  type Started,
  sendCard,
  startedFrom,
} from '../kit/sale/paying.ts';
import { assertRefused, changed, clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

const time = clockAt(noon);
/** While above zero, each look at the clock finds it this much later than the one before. */
let tickMs = 0;
let ticked = 0;
const clock = (): Date => {
  ticked += tickMs;
  return new Date(time.clock().getTime() + ticked);
};

let service: TestService;
let ontario: SaleClient;
/** Begins today: the card is held. */
let today: Choice;
/** Begins in ten days: the card is verified and saved. */
let ahead: Choice;
let todayCents: number;

before(async () => {
  const environment = { TOKEN_MINUTES: '1440', TRUST_PROXY: 'loopback' };
  service = await startTestService({ clock, environment, declineLimits: declineLimitsOf(true) });
  ontario = await openSaleClient(service);
  const quoted = await ontario.quote();
  today = quoted.choose('Replacement', 3);
  todayCents = quoted.totalCents(today);
  ahead = (await ontario.quote({ effectiveDate: addDays(noonDay, 10) })).choose('Replacement', 3);
});

beforeEach(() => {
  tickMs = 0;
  ticked = 0;
  time.moveTo(noon);
});

const seen = new Set<string>();

async function refuses(body: Json, changes: Json, expected: readonly string[], saleClient = ontario): Promise<Answer> {
  const answer = await saleClient.confirm(changed(body, changes));
  assertRefused(answer, expected, JSON.stringify(changes));
  for (const code of answer.codes) seen.add(code);
  return answer;
}

async function confirmed({ asked }: Started, headers = {}): Promise<Json> {
  const answer = await ontario.confirm(asked, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const undecidedCard = { expiresAt: null, maskedCardNumber: null, cardType: null };

test('while the customer has not finished, a confirm answers Pending and may be asked again', async () => {
  const started = await ontario.started(today);
  for (let turn = 0; turn < 3; turn += 1) {
    const { message, ...rest } = await confirmed(started);
    assert.deepEqual(rest, {
      isValid: true,
      errors: [],
      paymentId: started.asked.paymentId,
      status: 'Pending',
      ...undecidedCard,
    });
    assert.match(String(message), /^The payment is not finished yet\.$/);
  }
});

test('an accepted card is Authorized, shown masked, and held but not charged', async () => {
  const started = await ontario.started(today);
  assert.equal((await sendCard(started, cards.visa)).body.result, 'approved');
  const { message, ...rest } = await confirmed(started);
  assert.deepEqual(rest, {
    isValid: true,
    errors: [],
    paymentId: started.asked.paymentId,
    status: 'Authorized',
    expiresAt: '2026-11-16T05:00:00.000Z',
    maskedCardNumber: '4242********4242',
    cardType: 'Visa',
  });
  assert.match(String(message), /accepted/);
  const { holds, charges } = await readCardLedger(service, started);
  assert.deepEqual(
    holds.filter(({ paymentId }) => paymentId === started.asked.paymentId),
    [{ paymentId: started.asked.paymentId, amountCents: todayCents, status: 'Held' }],
  );
  assert.deepEqual(charges, []);
});

test('a card that is charged later is verified: Authorized, with nothing held', async () => {
  const started = await ontario.started(ahead);
  await sendCard(started, cards.mastercard);
  const body = await confirmed(started);
  assert.deepEqual(
    [body.status, body.maskedCardNumber, body.cardType],
    ['Authorized', '5454********5454', 'Mastercard'],
  );
  assert.deepEqual(await readCardLedger(service, started), { holds: [], charges: [], disputes: [] });
});

test('a refused card is Declined: an answer, not an error, without card or deadline', async () => {
  const started = await ontario.started(today);
  assert.equal((await sendCard(started, cards.refused)).body.result, 'declined');
  const { message, ...rest } = await confirmed(started);
  const paymentId = started.asked.paymentId;
  assert.deepEqual(rest, { isValid: true, errors: [], paymentId, status: 'Declined', ...undecidedCard });
  assert.match(String(message), /refused/);
});

test('a closed checkout is Cancelled', async () => {
  const started = await ontario.started(today);
  assert.equal((await closeCheckout(started)).body.result, 'cancelled');
  const { message, ...rest } = await confirmed(started);
  const paymentId = started.asked.paymentId;
  assert.deepEqual(rest, { isValid: true, errors: [], paymentId, status: 'Cancelled', ...undecidedCard });
  assert.match(String(message), /cancelled/);
});

test('a quote outlives its refused payments: a new one can be started and authorized', async () => {
  const refused = await ontario.started(today);
  await sendCard(refused, cards.refused);
  assert.equal((await confirmed(refused)).status, 'Declined');
  const second = await ontario.started(today);
  await sendCard(second);
  assert.equal((await confirmed(second)).status, 'Authorized');
  assert.equal((await confirmed(refused)).status, 'Declined');
});

test('after five declined cards an application takes no more for an hour, and others are not touched', async () => {
  const choice = (await ontario.quote()).choose('Replacement', 2);
  for (let count = 0; count < 5; count += 1) {
    const refused = await ontario.started(choice);
    await sendCard(refused, cards.refused);
    assert.equal((await confirmed(refused)).status, 'Declined');
    assert.equal((await confirmed(refused)).status, 'Declined', 'a repeat is not another card');
  }
  const sixth = await ontario.start(choice);
  assert.deepEqual([sixth.status, ...sixth.codes], [429, 'RateLimitExceeded']);
  assert.equal(sixth.headers.get('retry-after'), '3600');
  assert.equal((await ontario.start(today)).status, 200);
  time.moveTo('2026-11-15T18:00:01Z');
  assert.equal((await ontario.start(choice)).status, 200);
  time.moveTo(noon);
});

test('after thirty declined cards in a minute an address starts no more', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.77' };
  const statuses = new Set<number>();
  for (let count = 0; count < 60 && !statuses.has(429); count += 1) {
    const choice = (await ontario.quote()).choose('Replacement', 2);
    const answer = await ontario.start(choice, headers);
    statuses.add(answer.status);
    if (answer.status === 429) {
      assert.deepEqual(answer.codes, ['RateLimitExceeded']);
      assert.ok(count >= 30, `after ${count}`);
      continue;
    }
    const started = startedFrom(String(choice.applicationId), answer);
    await sendCard(started, cards.refused);
    await confirmed(started, headers);
  }
  assert.ok(statuses.has(429));
  assert.equal((await ontario.start(today)).status, 200, 'another address is not touched');
});

test('a typing error leaves the checkout open, and the payment Pending', async () => {
  const started = await ontario.started(today);
  assert.equal((await sendCard(started, '4242424242424241')).status, 422);
  assert.equal((await confirmed(started)).status, 'Pending');
  await sendCard(started);
  assert.equal((await confirmed(started)).status, 'Authorized');
});

test('a ticket that ran out unused is Cancelled, and not a moment earlier', async () => {
  const started = await ontario.started(today);
  time.moveTo('2026-11-15T17:29:59.999Z');
  assert.equal((await confirmed(started)).status, 'Pending');
  time.moveTo('2026-11-15T17:30:00.000Z');
  assert.equal((await sendCard(started)).status, 410);
  assert.equal((await confirmed(started)).status, 'Cancelled');
});

test('who finished in time is Authorized, even when the confirm comes after the ticket ran out', async () => {
  const started = await ontario.started(today);
  time.moveTo('2026-11-15T17:29:59.999Z');
  await sendCard(started);
  time.moveTo('2026-11-15T18:10:00Z');
  assert.equal((await confirmed(started)).status, 'Authorized');
});

test('a decided payment answers the same ever after, without asking the processor again', async () => {
  const acts: readonly (readonly [string, (started: Started) => Promise<Answer>])[] = [
    ['Authorized', (started) => sendCard(started)],
    ['Declined', (started) => sendCard(started, cards.refused)],
    ['Cancelled', closeCheckout],
  ];
  for (const [status, act] of acts) {
    const started = await ontario.started(ahead);
    await act(started);
    const first = await confirmed(started);
    assert.equal(first.status, status);
    time.moveTo('2026-11-15T19:00:00Z');
    assert.deepEqual(await confirmed(started), first);
    assert.deepEqual(await confirmed(started, { 'sandbox-fault': 'CardPaymentUnavailable' }), first);
    time.moveTo(noon);
  }
});

test('nothing that happens at the processor afterwards un-decides a payment', async () => {
  const authorized = await ontario.started(today);
  await sendCard(authorized);
  const first = await confirmed(authorized);
  assert.equal((await closeCheckout(authorized)).status, 409);
  assert.equal((await sendCard(authorized, cards.refused)).status, 409);
  assert.deepEqual(await confirmed(authorized), first);

  for (const [status, act] of [
    ['Cancelled', closeCheckout],
    ['Declined', (started: Started) => sendCard(started, cards.refused)],
  ] as const) {
    const started = await ontario.started(today);
    await act(started);
    assert.equal((await confirmed(started)).status, status);
    assert.equal((await sendCard(started)).status, 409);
    // Even a processor that changes its mind does not change the record.
    await inDatabase(
      service.databaseUrl,
      `UPDATE sandbox_cards.payment
       SET status = 'held', masked_card_number = '4242********4242', card_type = 'Visa'
       WHERE order_key = $1`,
      [started.asked.paymentId],
    );
    assert.equal((await confirmed(started)).status, status);
  }
});

test('twenty confirms at once agree on one decision, with one deadline, though each has its own time', async () => {
  for (const act of [sendCard, closeCheckout, (started: Started) => sendCard(started, cards.refused)]) {
    const started = await ontario.started(ahead);
    await act(started);
    tickMs = 1;
    const answers = await Promise.all(Array.from({ length: 20 }, () => ontario.confirm(started.asked)));
    const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    assert.equal(texts.size, 1, [...texts].join('\n'));
    assert.equal((await ontario.confirm(started.asked)).text, answers[0]!.text);
  }
});

test('confirms during the customer’s last step answer Pending or the decision, and then only the decision', async () => {
  const started = await ontario.started(today);
  const early = Array.from({ length: 10 }, () => ontario.confirm(started.asked));
  const sent = sendCard(started);
  const around = await Promise.all([...early, ...Array.from({ length: 10 }, () => ontario.confirm(started.asked))]);
  for (const { body } of around) assert.ok(['Pending', 'Authorized'].includes(body.status), body.status);
  await sent;
  const after = await Promise.all(Array.from({ length: 10 }, () => ontario.confirm(started.asked)));
  assert.deepEqual(new Set(after.map(({ body }) => body.status)), new Set(['Authorized']));
});

async function deadline(authorizedAt: string, effectiveDate: string, chargeDate: string): Promise<string> {
  time.moveTo(authorizedAt);
  const saleClient = await openSaleClient(service);
  const choice = (await saleClient.quote({ effectiveDate })).choose('Replacement', 1);
  const started = await saleClient.started({ ...choice, chargeDate });
  await sendCard(started);
  const { body } = await saleClient.confirm(started.asked);
  assert.equal(body.status, 'Authorized');
  return body.expiresAt;
}

test('a saved card has to be bound within 24 hours', async () => {
  assert.equal(await deadline('2026-11-15T17:00:00Z', '2026-11-25', '2026-11-25'), '2026-11-16T17:00:00.000Z');
  assert.equal(await deadline('2026-11-16T04:30:00Z', '2026-11-25', '2026-11-16'), '2026-11-17T04:30:00.000Z');
});

test('a hold has to be bound before its charge date ends in the seller’s zone', async () => {
  assert.equal(await deadline('2026-11-15T17:00:00Z', '2026-11-25', '2026-11-15'), '2026-11-16T05:00:00.000Z');
  assert.equal(await deadline('2026-11-16T04:59:00Z', '2026-11-15', '2026-11-15'), '2026-11-16T05:00:00.000Z');
  assert.equal(await deadline('2026-07-15T17:00:00Z', '2026-07-15', '2026-07-15'), '2026-07-16T04:00:00.000Z');
});

test('on the day of 25 hours a hold ends after 24; before the day of 23 hours a saved card ends with its charge date', async () => {
  assert.equal(await deadline('2026-11-01T04:10:00Z', '2026-11-01', '2026-11-01'), '2026-11-02T04:10:00.000Z');
  assert.equal(await deadline('2027-03-14T04:45:00Z', '2027-03-14', '2027-03-14'), '2027-03-15T04:00:00.000Z');
});

test('another seller’s charge date ends by that seller’s clock', async () => {
  const manitoba = await openSaleClient(service, 'manitoba');
  const started = await manitoba.started((await manitoba.quote()).choose('Replacement', 1));
  await sendCard(started);
  assert.equal((await manitoba.confirm(started.asked)).body.expiresAt, '2026-11-16T06:00:00.000Z');
});

test('the 24 hours count from the first confirm that saw the card, not from later ones', async () => {
  const started = await ontario.started(ahead);
  await sendCard(started);
  time.moveTo('2026-11-15T17:20:00Z');
  assert.equal((await confirmed(started)).expiresAt, '2026-11-16T17:20:00.000Z');
  time.moveTo('2026-11-15T20:00:00Z');
  assert.equal((await confirmed(started)).expiresAt, '2026-11-16T17:20:00.000Z');
});

test('a payment that is unknown, malformed, of another application, seller or ticket is not found, all alike', async () => {
  const { asked } = await ontario.started(today);
  const other = await ontario.started(ahead);
  const texts = new Set<string>();
  const wrong: readonly Json[] = [
    { paymentId: randomUUID() },
    { paymentId: 'nothing' },
    { paymentId: `${asked.paymentId} ` },
    { paymentId: "' OR true; --" },
    { paymentId: other.asked.paymentId },
    { applicationId: other.asked.applicationId },
    { applicationId: randomUUID() },
    { applicationId: 'nothing' },
    { ticket: other.asked.ticket },
    { ticket: 'nothing' },
    { ticket: asked.ticket.slice(1) },
    { ticket: asked.ticket.toUpperCase() },
    { ticket: 'é'.repeat(1_000) },
  ];
  for (const changes of wrong) {
    texts.add((await refuses(asked, changes, ['CardPaymentNotFound paymentId'])).text);
  }
  for (const name of ['quebec', 'manitoba', 'novascotia'] as const) {
    const saleClient = await openSaleClient(service, name);
    texts.add((await refuses(asked, {}, ['CardPaymentNotFound paymentId'], saleClient)).text);
  }
  assert.equal(texts.size, 1);
  assert.equal((await ontario.confirm(asked)).body.status, 'Pending');
});

test('a decided payment is as hard to find as a pending one', async () => {
  const started = await ontario.started(today);
  await sendCard(started);
  await confirmed(started);
  await refuses(started.asked, { ticket: 'nothing' }, ['CardPaymentNotFound paymentId']);
});

test('ids count in either case, a ticket in its own', async () => {
  const { asked } = await ontario.started(today);
  const applicationId = asked.applicationId.toUpperCase();
  const answer = await ontario.confirm({
    applicationId,
    paymentId: asked.paymentId.toUpperCase(),
    ticket: asked.ticket,
  });
  assert.equal(answer.body.paymentId, asked.paymentId, answer.text);
});

test('what is missing, null or blank is told as required, and what has no form as invalid, all at once', async () => {
  const { asked } = await ontario.started(today);
  const fields = { applicationId: 'ApplicationId', paymentId: 'PaymentId', ticket: 'Ticket' };
  for (const [field, name] of Object.entries(fields)) {
    for (const value of [undefined, null, '', '  '])
      await refuses(asked, { [field]: value }, [`${name}Required ${field}`]);
    for (const value of [7, true, {}, ['x'], 'x'.repeat(1_001)]) {
      await refuses(asked, { [field]: value }, [`${name}Invalid ${field}`]);
    }
  }
  const required = ['ApplicationIdRequired applicationId', 'PaymentIdRequired paymentId', 'TicketRequired ticket'];
  assertRefused(await ontario.confirm({}), required);
});

test('a processor that is away is told as retryable and decides nothing; the repeat gets the outcome', async () => {
  const started = await ontario.started(today);
  await sendCard(started);
  const answer = await ontario.confirm(started.asked, { 'sandbox-fault': 'CardPaymentUnavailable' });
  assertRefused(answer, ['CardPaymentUnavailable']);
  seen.add('CardPaymentUnavailable');
  const status = 'SELECT status FROM card_payment WHERE id = $1';
  assert.equal((await inDatabase(service.databaseUrl, status, [started.asked.paymentId]))[0].status, 'Pending');
  assert.equal((await confirmed(started)).status, 'Authorized');
});

test('who can’t find a payment does not learn whether the processor is away', async () => {
  const { asked } = await ontario.started(today);
  const headers = { 'sandbox-fault': 'CardPaymentUnavailable' };
  assertRefused(await ontario.confirm({ ...asked, ticket: 'wrong' }, headers), ['CardPaymentNotFound paymentId']);
});

test('in French every outcome is told in French', async () => {
  const french = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' };
  const outcomes: readonly (readonly [RegExp, (started: Started) => Promise<unknown>])[] = [
    [/^Le paiement n’est pas encore terminé\.$/, async () => undefined],
    [/^La carte a été acceptée\./, (started) => sendCard(started)],
    [/^La carte a été refusée/, (started) => sendCard(started, cards.refused)],
    [/^Le paiement a été annulé/, closeCheckout],
  ];
  for (const [message, act] of outcomes) {
    const started = await ontario.started(today);
    await act(started);
    assert.match(String((await confirmed(started, french)).message), message);
  }
});

test('a call without a token, or with a body that is no object, is not looked at', async () => {
  const { asked } = await ontario.started(today);
  assert.equal((await service.call('POST', '/v1/payment/card/confirm', { body: asked })).status, 401);
  for (const body of ['[]', '{', 'null']) assert.equal((await ontario.confirm(body)).status, 400, body);
});

test('every code that the contract names for a confirm was provoked here', () => {
  assert.deepEqual([...seen].sort(), [...operation.refusals, ...formCodes(operation)].sort());
});
