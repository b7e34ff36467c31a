import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { before } from 'node:test';
import { makeSandboxCards } from '../../src/adapters/sandbox-cards/sandbox-cards.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { sweepCardPayments } from '../../src/flows/card/sweep-card-payments.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { keepReference, type ReferenceKeeper } from '../../src/store/reference/keeper.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard, chooseFrom } from '../kit/sale/binding.ts';
import { linkBox } from '../kit/sale/link-box.ts';
import {
  type Choice,
  cards,
  closeCheckout,
  openSaleClient,
  processorAddress,
  readCardLedger,
  type SaleClient,
  type Started,
  sendCard,
} from '../kit/sale/paying.ts';
import { assertQuoted, clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

/*
 * The service's own clock stands still at noon, so that its own sweep, which runs every minute, finds nothing that is
 * due. Each test sweeps by itself at the moment it needs, and ends with nothing left to sweep.
 */
const ticketEnds = '2026-11-15T17:30:00.000Z';
const swept = '2026-11-15T17:36:00.000Z';
const dayEnds = '2026-11-16T05:00:00.000Z';
const lapsed = '2026-11-16T05:00:00.001Z';

let service: TestService;
let ontario: SaleClient;
let today: Choice;
let ahead: Choice;
let database: Database;
let reference: ReferenceKeeper;
/** The sandbox processor, through the service's own plug. */
let processor: CardProcessor;
let origin: string;
const lines: { readonly event: string; readonly status?: string }[] = [];

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  ontario = await openSaleClient(service);
  today = (await ontario.quote()).choose('Replacement', 1);
  ahead = (await ontario.quote({ effectiveDate: addDays(noonDay, 10) })).choose('Replacement', 1);
  ({ checkoutOrigin: origin } = await ontario.started({ ...today }));
  const onFault = (error: unknown): never => assert.fail(String(error));
  database = openDatabase({ url: service.databaseUrl, poolSize: 4, onConnectionLost: onFault });
  afterwards(() => database.end());
  reference = await keepReference({ database, url: service.databaseUrl, onFault });
  afterwards(() => reference.close());
  processor = await plugTo(origin);
  await sweep(swept);
});

async function plugTo(address: string, timeoutMs = 5_000): Promise<CardProcessor> {
  return makeSandboxCards({ ...(await processorAddress(service, address)), publicOrigin: address, timeoutMs });
}

function sweep(instant: string, through = processor): Promise<{ readonly decided: number; readonly released: number }> {
  const add = (event: string, facts = {}): void => void lines.push({ event, ...facts });
  const log = { info: add, warn: add, error: add };
  return sweepCardPayments({ database, cards: through, reference: reference.current, linkBox, log }, new Date(instant));
}

async function statusOf({ asked }: Started): Promise<string> {
  const rows = await inDatabase(service.databaseUrl, 'SELECT status FROM card_payment WHERE id = $1', [
    asked.paymentId,
  ]);
  return rows[0].status;
}

async function holdOf(started: Started): Promise<string | undefined> {
  const { holds, charges } = await readCardLedger(service, started);
  assert.deepEqual(charges, []);
  return holds.find(({ paymentId }) => paymentId === started.asked.paymentId)?.status;
}

/** Held today, or saved for later, and confirmed. */
async function authorized(choice: Choice): Promise<Started> {
  const started = await ontario.started(choice);
  await sendCard(started);
  assert.equal((await ontario.confirm(started.asked)).body.status, 'Authorized');
  return started;
}

/** A line to the processor that a test can spoil. */
async function line(
  listener: RequestListener,
  timeoutMs = 100,
): Promise<{ readonly plug: CardProcessor; readonly server: Server }> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  const plug = await plugTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs);
  return { plug, server };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Asks the real processor what a spoilt line was asked. */
function passOn({ url, method = 'GET', headers }: IncomingMessage, body: string): Promise<Response> {
  const { authorization = '', 'content-type': contentType = '' } = headers;
  return fetch(origin + url, {
    method,
    headers: { authorization, 'content-type': contentType },
    ...(method === 'POST' && { body }),
  });
}

/** The processor is stopped. */
async function deadLine(): Promise<CardProcessor> {
  const { plug, server } = await line(() => undefined);
  server.close();
  await once(server, 'close');
  return plug;
}

test('a checkout that was finished but never confirmed is recorded as Authorized, as a confirm would have', async () => {
  const held = await ontario.started(today);
  const saved = await ontario.started(ahead);
  await sendCard(held, cards.visa);
  await sendCard(saved, cards.mastercard);
  assert.deepEqual(await sweep(swept), { decided: 2, released: 0 });
  const first = (await ontario.confirm(held.asked)).body;
  assert.deepEqual(
    [first.status, first.expiresAt, first.maskedCardNumber, first.cardType],
    ['Authorized', dayEnds, '4242********4242', 'Visa'],
  );
  const second = (await ontario.confirm(saved.asked)).body;
  assert.deepEqual(
    [second.status, second.expiresAt, second.maskedCardNumber, second.cardType],
    ['Authorized', '2026-11-16T17:36:00.000Z', '5454********5454', 'Mastercard'],
  );
  assert.equal(await holdOf(held), 'Held');
  assert.deepEqual(await sweep('2026-11-17T00:00:00Z'), { decided: 0, released: 2 });
});

test('what nobody finished is Cancelled, what was refused is Declined', async () => {
  const untouched = await ontario.started(today);
  const closed = await ontario.started(today);
  const refused = await ontario.started(ahead);
  await closeCheckout(closed);
  await sendCard(refused, cards.refused);
  assert.deepEqual(await sweep(swept), { decided: 3, released: 0 });
  assert.deepEqual(
    [await statusOf(untouched), await statusOf(closed), await statusOf(refused)],
    ['Cancelled', 'Cancelled', 'Declined'],
  );
  assert.equal((await ontario.confirm(untouched.asked)).body.status, 'Cancelled');
  assert.equal((await ontario.confirm(refused.asked)).body.status, 'Declined');
});

test('a payment is left to its customer until five minutes after the ticket ran out', async () => {
  const started = await ontario.started(today);
  for (const early of [noon, ticketEnds, '2026-11-15T17:35:00.000Z']) {
    assert.deepEqual(await sweep(early), { decided: 0, released: 0 }, early);
  }
  assert.equal(await statusOf(started), 'Pending');
  assert.deepEqual(await sweep('2026-11-15T17:35:00.001Z'), { decided: 1, released: 0 });
});

test('a payment that was decided before is not touched', async () => {
  const started = await ontario.started(today);
  await sendCard(started, cards.refused);
  const before = (await ontario.confirm(started.asked)).text;
  assert.deepEqual(await sweep(swept), { decided: 0, released: 0 });
  assert.equal((await ontario.confirm(started.asked)).text, before);
});

test('the hold of an authorization that nobody bound is given back from its deadline on, and not before', async () => {
  const started = await authorized(today);
  assert.deepEqual(await sweep('2026-11-16T04:59:59.999Z'), { decided: 0, released: 0 });
  assert.deepEqual([await statusOf(started), await holdOf(started)], ['Authorized', 'Held']);
  assert.deepEqual(await sweep(dayEnds), { decided: 0, released: 1 });
  assert.deepEqual([await statusOf(started), await holdOf(started)], ['Released', 'Released']);
  assert.deepEqual(await sweep(lapsed), { decided: 0, released: 0 });
});

test('a confirm after the lapse answers Cancelled, without a card or a deadline, and says why in both languages', async () => {
  const started = await authorized(today);
  await sweep(lapsed);
  const { message, ...rest } = (await ontario.confirm(started.asked)).body;
  assert.deepEqual(rest, {
    isValid: true,
    errors: [],
    paymentId: started.asked.paymentId,
    status: 'Cancelled',
    expiresAt: null,
    maskedCardNumber: null,
    cardType: null,
  });
  assert.match(message, /not used in time/);
  const french = await ontario.confirm(started.asked, { 'accept-language': 'fr' });
  assert.match(french.body.message, /pas été utilisée à temps/);
});

test('a saved card lapses without a call to the processor: nothing was held', async () => {
  const started = await authorized(ahead);
  assert.deepEqual(await sweep('2026-11-16T17:00:00.001Z', await deadLine()), { decided: 0, released: 1 });
  assert.equal(await statusOf(started), 'Released');
  assert.equal((await ontario.confirm(started.asked)).body.status, 'Cancelled');
});

test('while the processor is away or silent nothing is decided and no hold is forgotten; the next turn settles', async () => {
  const silent = await line(() => undefined);
  for (const plug of [await deadLine(), silent.plug]) {
    const finished = await ontario.started(today);
    await sendCard(finished);
    const untouched = await ontario.started(today);
    const held = await authorized(today);
    assert.deepEqual(await sweep(lapsed, plug), { decided: 0, released: 0 });
    assert.deepEqual([await statusOf(finished), await statusOf(untouched)], ['Pending', 'Pending']);
    // No bind may take it any more, but the hold is not given up for released either.
    assert.deepEqual([await statusOf(held), await holdOf(held)], ['Releasing', 'Held']);
    assert.equal((await ontario.confirm(held.asked)).body.status, 'Cancelled');

    // Authorized after the charge date's end: over at once.
    assert.deepEqual(await sweep(lapsed), { decided: 2, released: 2 });
    assert.deepEqual([await statusOf(finished), await statusOf(untouched)], ['Released', 'Cancelled']);
    assert.deepEqual([await statusOf(held), await holdOf(held)], ['Released', 'Released']);
    assert.equal(await holdOf(finished), 'Released');
  }
});

test('a release whose reply was lost is found done by the next turn', async () => {
  const held = await authorized(today);
  const { plug } = await line(async (request, response) => {
    await passOn(request, await bodyOf(request));
    response.destroy();
  }, 10_000);
  assert.deepEqual(await sweep(lapsed, plug), { decided: 0, released: 0 });
  assert.deepEqual([await statusOf(held), await holdOf(held)], ['Releasing', 'Released']);
  assert.deepEqual(await sweep(lapsed), { decided: 0, released: 1 });
  assert.equal(await statusOf(held), 'Released');
});

test('a turn does not wait for a silent processor payment by payment: it ends after two calls without an answer', async () => {
  let calls = 0;
  const { plug } = await line(() => {
    calls += 1;
  });
  const pending = await Promise.all(Array.from({ length: 4 }, () => ontario.started(today)));
  const held = await Promise.all(Array.from({ length: 4 }, () => authorized(today)));
  const saved = await authorized(ahead);
  await sweep('2026-11-17T00:00:00Z', plug);
  assert.equal(calls, 2);
  // What needs no call is done all the same, and what has lapsed is out of reach of any bind.
  assert.equal(await statusOf(saved), 'Released');
  assert.deepEqual(new Set(await Promise.all(held.map(statusOf))), new Set(['Releasing']));
  assert.deepEqual(new Set(await Promise.all(pending.map(statusOf))), new Set(['Pending']));
  assert.deepEqual(await sweep('2026-11-17T00:00:00Z'), { decided: 4, released: 4 });
});

test('three sweeps at once come to what one would', async () => {
  const started = await Promise.all(Array.from({ length: 12 }, () => ontario.started(today)));
  for (const [index, one] of started.entries()) {
    if (index % 3 === 0) await sendCard(one);
    if (index % 3 === 1) await sendCard(one, cards.refused);
  }
  await Promise.all([sweep(swept), sweep(swept), sweep(swept)]);
  const expected = started.map((_, index) => ['Authorized', 'Declined', 'Cancelled'][index % 3]);
  assert.deepEqual(await Promise.all(started.map(statusOf)), expected);

  const held = started.filter((_, index) => index % 3 === 0);
  await Promise.all([sweep(lapsed), sweep(lapsed), sweep(lapsed)]);
  await sweep(lapsed); // Each passes over rows that another one is taking.
  assert.deepEqual(new Set(await Promise.all(held.map(statusOf))), new Set(['Released']));
  assert.deepEqual(new Set(await Promise.all(held.map(holdOf))), new Set(['Released']));
});

test('a sweep and confirms at the same time agree, and the log tells what was recorded', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const started = await ontario.started(ahead);
    await sendCard(started);
    lines.length = 0;
    const [, ...answers] = await Promise.all([
      sweep(swept),
      ...Array.from({ length: 4 }, () => ontario.confirm(started.asked)),
    ]);
    const texts = new Set(answers.map(({ text }) => text));
    assert.equal(texts.size, 1, [...texts].join('\n'));
    assert.equal((await ontario.confirm(started.asked)).text, [...texts][0]);
    for (const { status } of lines.filter(({ event }) => event === 'card payment settled')) {
      assert.equal(status, 'Authorized');
    }
  }
  await sweep('2026-11-17T00:00:00Z');
});

test('a sweep that heard of nothing does not undo what a confirm has recorded meanwhile', async () => {
  const started = await ontario.started(today);
  const { plug } = await line(async (request, response) => {
    const early = await (await passOn(request, '')).text();
    await sendCard(started);
    assert.equal((await ontario.confirm(started.asked)).body.status, 'Authorized');
    response.setHeader('content-type', 'application/json').end(early);
  }, 10_000);
  lines.length = 0;
  await sweep(swept, plug);
  assert.deepEqual([await statusOf(started), await holdOf(started)], ['Authorized', 'Held']);
  assert.deepEqual(
    lines.map(({ event, status }) => [event, status]),
    [['card payment settled', 'Authorized']],
  );
  await sweep(lapsed);
});

/** More payments like one that there is; the processor has never heard of them. */
function copyPayment({ asked }: Started, count: number): Promise<unknown> {
  const same = `application_id, seller_id, processor, status, ticket_hash, ticket_expires_at, coverage_category, payment_term,
    product_types, total_cents, hold_cents, charge_date, expires_at, reference, masked_card_number, card_type, started_at`;
  return inDatabase(
    service.databaseUrl,
    `INSERT INTO card_payment (id, ${same})
     SELECT uuidv7(), ${same}
     FROM card_payment, generate_series(1, $2)
     WHERE id = $1`,
    [asked.paymentId, count],
  );
}

test('a turn settles fifty payments and leaves the rest to the next', async () => {
  await copyPayment(await ontario.started(today), 52);
  assert.equal((await sweep(swept)).decided, 50);
  assert.equal((await sweep(swept)).decided, 3);
});

test('an application with hundreds of forgotten forms delays neither the forms nor the holds of others', async () => {
  const another = async (): Promise<Choice> => (await ontario.quote()).choose('Replacement', 1);
  const [many, ...few] = [today, await another(), await another(), await another()];
  await copyPayment(await ontario.started(many), 199);
  const forgotten = await Promise.all(few.map((choice) => ontario.started(choice)));
  assert.equal((await sweep(swept)).decided, 50);
  assert.deepEqual(await Promise.all(forgotten.map(statusOf)), ['Cancelled', 'Cancelled', 'Cancelled']);

  await copyPayment(await authorized(many), 199);
  const held = [await authorized(few[0]!), await authorized(few[1]!), await authorized(few[2]!)];
  // More than a batch: what ends at once is given back at once.
  assert.equal((await sweep(lapsed)).released, 203);
  assert.deepEqual(await Promise.all(held.map(holdOf)), ['Released', 'Released', 'Released']);
  for (let turn = 0; turn < 4; turn += 1) await sweep(lapsed);
});

test('payments that the processor does not answer for do not keep others from being settled', async () => {
  const other = await ontario.started(today);
  await copyPayment(other, 60);
  const { plug } = await line((request, response) => {
    // The processor understands no request except this one.
    const isOther = request.url?.includes(other.asked.paymentId) === true;
    response.writeHead(isOther ? 200 : 422, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isOther ? { status: 'nothing' } : { reason: 'request malformed' }));
  });
  await inDatabase(service.databaseUrl, 'UPDATE card_payment SET ticket_expires_at = $2 WHERE id = $1', [
    other.asked.paymentId,
    '2026-11-15T17:31:00Z',
  ]);
  for (let turn = 0; turn < 20; turn += 1) await sweep('2026-11-15T17:40:00Z', plug);
  assert.equal(await statusOf(other), 'Cancelled');
  for (let turn = 0; turn < 2; turn += 1) await sweep('2026-11-15T17:40:00Z');
});

test('holds that the processor will not release do not keep others from being released', async () => {
  const first = await authorized(today);
  await copyPayment(first, 60);
  const later = await authorized(today);
  await inDatabase(service.databaseUrl, 'UPDATE card_payment SET expires_at = $2 WHERE id = $1', [
    later.asked.paymentId,
    '2026-11-16T12:00:00Z',
  ]);
  const real = [first, later].map(({ asked }) => asked.paymentId);
  const { plug } = await line(async (request, response) => {
    const body = await bodyOf(request);
    const isReal = real.some((id) => body.includes(id) || request.url?.includes(id) === true);
    const answer = isReal ? await passOn(request, body) : refuseToRelease(request.method);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }, 10_000);
  for (let turn = 0; turn < 20; turn += 1) await sweep('2026-11-16T13:00:00Z', plug);
  assert.deepEqual([await statusOf(first), await holdOf(first)], ['Released', 'Released']);
  assert.deepEqual([await statusOf(later), await holdOf(later)], ['Released', 'Released']);
  // The others are still looked at: what the processor holds is not given up for released.
  const rows = await inDatabase(service.databaseUrl, "SELECT FROM card_payment WHERE status = 'Releasing'");
  assert.equal(rows.length, 60);
});

/** Says no to every release, and yes to the question whether the hold is there. */
function refuseToRelease(method: string | undefined): Response {
  const card = { reference: 'x', cardToken: null, maskedCardNumber: '4242********4242', cardType: 'Visa' };
  if (method === 'GET') return Response.json({ status: 'held', amountCents: 100, ...card });
  return Response.json({ reason: 'not today' }, { status: 409 });
}

test('once a payment has bound the application, the hold of another one is given back at the next turn', async () => {
  const choice = (await ontario.quote()).choose('Replacement', 1);
  const [paying, other] = [await authorizedPayment(ontario, choice), await authorizedPayment(ontario, choice)];
  await sweep(noon);
  assert.equal(await holdOf(other), 'Held', 'both are good until one of them is used');
  assertBound(await binder(service, ontario.quoteClient.token)({ ...choice, ...byCard(paying) }));
  await sweep(noon);
  assert.deepEqual([await statusOf(paying), await statusOf(other)], ['Captured', 'Released']);
  const { holds, charges } = await readCardLedger(service, other);
  assert.deepEqual(holds.map(({ status }) => status).sort(), ['Captured', 'Released']);
  assert.equal(charges.length, 1);
});

/*
 * What follows is unusable as its sale stands, at noon as well: the service's own sweep may come first. So these tests
 * judge what became of a payment, not which sweep did it.
 */

/** A quote, and another price for it. */
async function priced(): Promise<{
  readonly choice: Choice;
  readonly revise: (to: 'other' | 'first') => Promise<void>;
}> {
  const first = await ontario.quoteClient.request();
  const other = await ontario.quoteClient.request({ odometer: 64_500 });
  const made = await ontario.quoteClient.quote(first);
  const choice = chooseFrom(made, 'Replacement', 1);
  const revise = async (to: 'other' | 'first'): Promise<void> => {
    const asked = { ...(to === 'other' ? other : first), applicationId: choice.applicationId };
    assertQuoted(await ontario.quoteClient.quote(asked));
  };
  return { choice, revise };
}

async function setStatus({ asked }: Started, status: 'Authorized' | 'Binding'): Promise<void> {
  await inDatabase(service.databaseUrl, 'UPDATE card_payment SET status = $2 WHERE id = $1', [asked.paymentId, status]);
}

test('a hold whose price is gone is given back at the next turn, and no bind takes it any more', async () => {
  const { choice, revise } = await priced();
  const held = await authorized(choice);
  await revise('other');
  await sweep(noon);
  assert.deepEqual([await statusOf(held), await holdOf(held)], ['Released', 'Released']);
  await revise('first');
  const bound = await binder(service, ontario.quoteClient.token)({ ...choice, ...byCard(held) });
  assert.deepEqual(bound.codes, ['CardPaymentExpired']);
});

test('a hold that a bind has claimed is not given back, whatever became of the quote; nor one revised back in time', async () => {
  const { choice, revise } = await priced();
  const held = await authorized(choice);
  await setStatus(held, 'Binding');
  await revise('other');
  await sweep(noon);
  assert.deepEqual([await statusOf(held), await holdOf(held)], ['Binding', 'Held']);
  await revise('first');
  await setStatus(held, 'Authorized');
  await sweep(noon);
  assert.deepEqual([await statusOf(held), await holdOf(held)], ['Authorized', 'Held']);
  assertBound(await binder(service, ontario.quoteClient.token)({ ...choice, ...byCard(held) }));
});

test('a card that is typed into a form whose price is gone is given back at the next turn, not when the form is over', async () => {
  const { choice, revise } = await priced();
  const [typed, untouched] = [await ontario.started(choice), await ontario.started(choice)];
  await revise('other');
  await sendCard(typed);
  await sweep(noon);
  assert.deepEqual([await statusOf(typed), await holdOf(typed)], ['Released', 'Released']);
  assert.equal(await statusOf(untouched), 'Pending', 'a customer may still give a card, which is then given back');
  await sweep(swept);
});

test('a hold from the page of a link that is withdrawn is given back; one that the partner started stays', async () => {
  const choice = (await ontario.quote()).choose('Replacement', 1);
  const [ofPage, ofPartner] = [await authorized(choice), await authorized(choice)];
  const run = (sql: string, values: readonly unknown[]) => inDatabase(service.databaseUrl, sql, [...values]);
  await run('UPDATE card_payment SET is_of_page = true WHERE id = $1', [ofPage.asked.paymentId]);
  await run(
    `INSERT INTO sale_link (id, seller_id, secret_hash, sealed_secret, created_at, valid_until, payment_methods, down_payment_cents, sale, application_id, state)
     SELECT uuidv7(), seller_id, '\\x01', '\\x01', now(), $2, '{CC}', 0, '{}', id, 'shopping' FROM application WHERE id = $1`,
    [choice.applicationId, addDays(noonDay, 3)],
  );
  const change = (values: string) =>
    run(`UPDATE sale_link SET ${values} WHERE application_id = $1`, [choice.applicationId]);
  await sweep(noon);
  assert.equal(await holdOf(ofPage), 'Held', 'the link is open');
  await change("withdrawn_at = now(), state = 'binding'");
  await sweep(noon);
  assert.equal(await holdOf(ofPage), 'Held', 'what the page has accepted is carried on');
  await change("state = 'shopping'");
  await sweep(noon);
  assert.deepEqual([await holdOf(ofPage), await holdOf(ofPartner)], ['Released', 'Held']);
  await sweep(lapsed);
});

test('a hold is given back at the next turn once its seller takes no cards any more', async () => {
  const held = await authorized((await ontario.quote()).choose('Replacement', 1));
  const set = async (methods: string): Promise<void> => {
    await inDatabase(service.databaseUrl, "UPDATE seller SET payment_methods = $1 WHERE username = 'ontario'", [
      methods,
    ]);
    const wanted = methods.includes('CC');
    await until(
      async () => [...reference.current().sellers.byId.values()].find(({ username }) => username === 'ontario')!,
      ({ paymentMethods }) => paymentMethods.includes('CC') === wanted,
    );
  };
  await set('{REF}');
  await sweep(noon);
  assert.equal(await holdOf(held), 'Released');
  await set('{REF,FIN,PW,PFF,CC}');
});
