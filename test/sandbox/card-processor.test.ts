import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { makeCardDisputes } from '../../src/adapters/sandbox-cards/card-disputes.ts';
import { makeCardLedger } from '../../src/adapters/sandbox-cards/card-ledger.ts';
import { makeSandboxCards } from '../../src/adapters/sandbox-cards/sandbox-cards.ts';
import { type CardProcessor, refusedByIssuer } from '../../src/ports/card-processor.ts';
import { type CallContext, type Outcome, refusedBy } from '../../src/ports/outcome.ts';
import { type RunningCardProcessor, startCardProcessor } from '../../src/sandbox/card-processor/processor.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { cloneDatabase } from '../kit/service/database.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const visa = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvv: '123' };
const amountCents = 50_000;

let now = new Date('2026-11-15T15:00:00Z');
let processor: RunningCardProcessor;
let cards: CardProcessor;

before(async () => {
  processor = await startCardProcessor({
    databaseUrl: await cloneDatabase(),
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'https://checkout.example/',
    clock: () => now,
    log: silent,
  });
  afterwards(processor.close);
  cards = makeSandboxCards(processor);
});

test('browsers are sent to the public address', () => {
  assert.equal(cards.checkoutJsUrl, 'https://checkout.example/checkout/js/checkout.js');
});

test('the form is told what the checkout is for', async () => {
  const hold = await open();
  assert.deepEqual(await customer('details', hold), {
    status: 200,
    body: { status: 'open', mode: 'hold', amount: 500, language: 'fr' },
  });
  const verify = await open({ amountCents: 0 });
  const { body } = await customer('details', verify);
  assert.deepEqual([body.mode, body.amount], ['verify', 0]);
});

test('an accepted card is approved with the code of the real processor, and the ticket is used up', async () => {
  const { ticket } = await open();
  const first = await customer('submit', { ticket, ...visa });
  assert.equal(first.status, 200);
  assert.deepEqual([first.body.result, first.body.response_code], ['approved', '001']);
  const second = await customer('submit', { ticket, ...visa });
  assert.deepEqual([second.status, second.body.response_code], [409, '2002']);
  assert.equal((await customer('cancel', { ticket })).body.response_code, '2002');
  assert.equal((await customer('details', { ticket })).body.status, 'finished');
});

test('submits of one ticket at the same time place one hold', async () => {
  // Several rounds: in the first, connections are still being opened, and the submits come one after the other.
  for (let round = 0; round < 5; round += 1) {
    const sale = await open();
    const submits = Array.from({ length: 6 }, () => customer('submit', { ticket: sale.ticket, ...visa }));
    const codes = (await Promise.all(submits)).map(({ body }) => body.response_code);
    assert.deepEqual(codes.sort(), ['001', ...Array(5).fill('2002')]);
    const holds = [{ paymentId: sale.key, amountCents, status: 'Held' }];
    assert.deepEqual(await ledger(sale), { holds, charges: [], disputes: [] });
  }
});

test('a submit and a cancel at the same time end in one of the two, and never in both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sale = await open();
    await Promise.all([customer('submit', { ticket: sale.ticket, ...visa }), customer('cancel', sale)]);
    const state = await cards.readCheckout(sale, calm);
    assert.ok(state.kind === 'done');
    assert.equal((await ledger(sale)).holds.length, state.value.kind === 'approved' ? 1 : 0);
  }
});

test('a refused card finishes the checkout as declined', async () => {
  const sale = await open();
  const answer = await customer('submit', { ticket: sale.ticket, ...visa, cardNumber: '4000000000000002' });
  assert.deepEqual([answer.status, answer.body.result, answer.body.response_code], [200, 'declined', '050']);
  assert.equal((await customer('submit', { ticket: sale.ticket, ...visa })).body.response_code, '2002');
});

test('a card that is no sandbox card is refused with a message that says so', async () => {
  const sale = await open();
  const answer = await customer('submit', { ticket: sale.ticket, ...visa, cardNumber: '4111111111111111' });
  assert.equal(answer.body.result, 'declined');
  assert.match(answer.body.message.en, /sandbox test card/);
  assert.match(answer.body.message.fr, /cartes d’essai/);
  assert.deepEqual(await cards.readCheckout(sale, calm), { kind: 'done', value: { kind: 'declined' } });
});

test('what is wrong with a card is told field by field, all at once, and the checkout stays open', async () => {
  const { ticket } = await open();
  const codes = async (typed: object): Promise<unknown> => {
    const { status, body } = await customer('submit', { ticket, ...visa, ...typed });
    assert.equal(status, 422);
    for (const { message } of body.errors) assert.ok(message.en !== '' && message.fr !== '');
    return body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]);
  };
  assert.deepEqual(await codes({ cardNumber: '', expiry: '', cvv: '' }), [
    ['cardNumber', 'CardNumberRequired'],
    ['expiry', 'ExpiryRequired'],
    ['cvv', 'CvvRequired'],
  ]);
  assert.deepEqual(await codes({ cardNumber: 4242 }), [['cardNumber', 'CardNumberRequired']]);
  assert.deepEqual(await codes({ cardNumber: '4242424242424241' }), [['cardNumber', 'CardNumberInvalid']]);
  assert.deepEqual(await codes({ cardNumber: '424242424242424' }), [['cardNumber', 'CardNumberLengthInvalid']]);
  assert.deepEqual(await codes({ cardNumber: '4242x24242424242' }), [['cardNumber', 'CardNumberInvalid']]);
  assert.deepEqual(await codes({ expiry: '13/40' }), [['expiry', 'ExpiryInvalid']]);
  assert.deepEqual(await codes({ expiry: '2040-12' }), [['expiry', 'ExpiryInvalid']]);
  assert.deepEqual(await codes({ expiry: '10/26' }), [['expiry', 'CardExpired']]);
  assert.deepEqual(await codes({ cvv: '12' }), [['cvv', 'CvvInvalid']]);
  assert.deepEqual(await codes({ cvv: '1234' }), [['cvv', 'CvvInvalid']]);
  assert.deepEqual(await codes({ cardNumber: '378282246310005', cvv: '123' }), [['cvv', 'CvvInvalid']]);
  // A card is good until the end of its month.
  assert.equal((await customer('submit', { ticket, ...visa, expiry: '11/26' })).body.result, 'approved');
});

test('a ticket that nobody issued is not known; a call without one says so', async () => {
  for (const path of ['details', 'submit', 'cancel'] as const) {
    const unknown = await customer(path, { ticket: randomUUID(), ...visa });
    assert.deepEqual([unknown.status, unknown.body.response_code], [404, '2001'], path);
    const missing = await customer(path, {});
    assert.deepEqual([missing.status, missing.body.errors[0].code], [422, 'TicketRequired'], path);
  }
});

test('a ticket expires by the clock: nobody can pay or cancel with it, and the payment reads as cancelled', async () => {
  const start = now;
  const sale = await open();
  now = new Date(start.getTime() + 30 * 60_000 - 1);
  assert.equal((await customer('details', sale)).body.status, 'open');
  now = new Date(start.getTime() + 30 * 60_000);
  assert.equal((await customer('details', sale)).body.status, 'expired');
  const late = await customer('submit', { ticket: sale.ticket, ...visa });
  assert.deepEqual([late.status, late.body.response_code], [410, '2003']);
  assert.equal((await customer('cancel', sale)).body.response_code, '2003');
  assert.deepEqual(await cards.readCheckout(sale, calm), { kind: 'done', value: { kind: 'cancelled' } });
  assert.deepEqual(await ledger(sale), { holds: [], charges: [], disputes: [] });
  now = start;
});

test('closing a checkout twice is the same as once', async () => {
  const { ticket } = await open();
  assert.equal((await customer('cancel', { ticket })).body.result, 'cancelled');
  assert.equal((await customer('cancel', { ticket })).body.result, 'cancelled');
  assert.equal((await customer('details', { ticket })).body.status, 'cancelled');
});

test('the merchant’s API wants the merchant’s token', async () => {
  const withWrongToken = makeSandboxCards({ ...processor, token: 'wrong' });
  const outcome = await withWrongToken.find(randomUUID(), calm);
  assert.deepEqual(outcome, { kind: 'not-sent', cause: 'answered 401' });
});

test('a hold can be captured in part, never for more, and given back in part, never for more', async () => {
  const sale = await held();
  const capture = { key: sale.key, reference: sale.reference };
  assert.deepEqual(await cards.capture({ ...capture, amountCents: amountCents + 1 }, calm), refused('amount too high'));
  const charge = doneOf(await cards.capture({ ...capture, amountCents: 40_000 }, calm));
  assert.deepEqual(
    await cards.capture({ ...capture, amountCents }, calm),
    refusedBy('us', 'charged with another amount'),
  );

  const refund = { key: sale.key, reference: charge.reference };
  assert.deepEqual(await cards.refund({ ...refund, amountCents: 40_001 }, calm), refused('amount too high'));
  doneOf(await cards.refund({ ...refund, amountCents: 10_000 }, calm));
  doneOf(await cards.refund({ ...refund, amountCents: 10_000 }, calm));
  assert.deepEqual(
    await cards.refund({ ...refund, amountCents: 5_000 }, calm),
    refusedBy('us', 'refunded with another amount'),
  );
  assert.deepEqual((await ledger(sale)).charges, [
    { paymentId: sale.key, orderKey: sale.key, amountCents: 40_000, refundedCents: 10_000, status: 'Captured' },
  ]);
});

test('a dispute of a charge is opened once and then won or lost, and the ledger and the payout file show it', async () => {
  const dispute = makeCardDisputes(processor);
  const [won, lost] = [await held(), await held()];
  const bothCents = { [won.key]: 40_000, [lost.key]: amountCents };
  const references = new Map<string, string>();
  for (const sale of [won, lost]) {
    const capture = { key: sale.key, reference: sale.reference, amountCents: bothCents[sale.key]! };
    references.set(sale.key, doneOf(await cards.capture(capture, calm)).reference);
  }
  assert.deepEqual(await dispute({ key: won.key, outcome: 'Won' }, calm), refused('not disputed'));
  assert.deepEqual(await dispute({ key: randomUUID(), outcome: 'Opened' }, calm), refused('unknown order'));
  const tooMuch = { key: won.key, outcome: 'Opened', amountCents: 40_001 } as const;
  assert.deepEqual(await dispute(tooMuch, calm), refused('amount too high'));
  const opened = doneOf(await dispute({ key: won.key, outcome: 'Opened' }, calm));
  assert.deepEqual([opened.amountCents, opened.status], [40_000, 'Open']);
  assert.deepEqual(doneOf(await dispute({ key: won.key, outcome: 'Opened' }, calm)), opened);
  const part = { key: lost.key, outcome: 'Opened', amountCents: 10_000 } as const;
  assert.equal(doneOf(await dispute(part, calm)).amountCents, 10_000);
  doneOf(await dispute({ key: won.key, outcome: 'Won' }, calm));
  doneOf(await dispute({ key: lost.key, outcome: 'Lost' }, calm));
  assert.deepEqual(await dispute({ key: won.key, outcome: 'Lost' }, calm), refused('already disputed'));
  const entry = { paymentId: lost.key, orderKey: lost.key };
  assert.deepEqual((await ledger(won)).disputes, [
    { paymentId: won.key, orderKey: won.key, amountCents: 40_000, status: 'Won' },
  ]);
  assert.deepEqual((await ledger(lost)).disputes, [{ ...entry, amountCents: 10_000, status: 'Lost' }]);

  const listed = doneOf(await cards.listCharges([won.key, lost.key], calm));
  assert.deepEqual(
    listed.charges.map(({ key, disputedCents }) => [key, disputedCents]),
    [
      [won.key, 0],
      [lost.key, 10_000],
    ],
  );

  const days = new URLSearchParams({ from: '2000-01-01', to: '2099-12-31' });
  const headers = { authorization: `Bearer ${processor.token}` };
  const [title, ...lines] = (await (await fetch(`${processor.origin}/api/payouts?${days}`, { headers })).text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  assert.deepEqual(title, ['Day', 'Kind', 'Reference', 'Amount']);
  const of = (key: string) =>
    lines
      .filter(([, , reference]) => reference === references.get(key))
      .map(([, kind, , amount]) => `${kind} ${amount}`);
  assert.deepEqual(of(won.key), ['charge 400.00', 'fee -8.00', 'dispute -400.00', 'fee -15.00', 'dispute won 400.00']);
  assert.deepEqual(of(lost.key).slice(2), ['dispute -100.00', 'fee -15.00']);
  const cents = lines.map(([, , , amount]) => Math.round(Number(amount) * 100));
  assert.equal(
    cents.reduce((sum, one) => sum + one, 0),
    0,
  );
  assert.equal(lines.at(-1)![1], 'payout');
});

test('the ledger shows a saved card’s charge under the checkout at which the card was given', async () => {
  const sale = await held({ amountCents: 0 });
  const { key, customerReference } = sale;
  doneOf(
    await cards.chargeSavedCard({ key: `${key}-1`, customerReference, cardToken: sale.cardToken!, amountCents }, calm),
  );
  const [charge] = (await ledger(sale)).charges;
  assert.deepEqual([charge?.paymentId, charge?.orderKey], [key, `${key}-1`]);
});

test('CardPaymentUnavailable: no call gets through, and nothing is done', async () => {
  const sale = await held();
  const broken = { requestId: 'r', fault: 'CardPaymentUnavailable' };
  const hold = { key: sale.key, reference: sale.reference };
  const outcomes = [
    await cards.openCheckout({ ...sale, key: randomUUID(), amountCents, language: 'en', ticketMinutes: 30 }, broken),
    await cards.readCheckout(sale, broken),
    await cards.find(sale.key, broken),
    await cards.capture({ ...hold, amountCents }, broken),
  ];
  assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['not-sent']));
  assert.deepEqual(await ledger(sale), {
    holds: [{ paymentId: sale.key, amountCents, status: 'Held' }],
    charges: [],
    disputes: [],
  });
});

test('CardPaymentReplyLost: the charge is made, and neither its reply nor a look-up under the same fault tells of it', async () => {
  const sale = await held();
  const broken = { requestId: 'r', fault: 'CardPaymentReplyLost' };
  const hold = { key: sale.key, reference: sale.reference, amountCents };
  assert.equal((await cards.find(sale.key, broken)).kind, 'done');
  assert.equal((await cards.capture(hold, broken)).kind, 'unknown');
  assert.equal((await cards.find(sale.key, broken)).kind, 'unknown');
  assert.equal((await cards.capture(hold, broken)).kind, 'unknown');
  assert.equal((await ledger(sale)).charges.length, 1);
});

test('CardPaymentDeclined: the issuer refuses, and the hold stays', async () => {
  const sale = await held();
  const hold = { key: sale.key, reference: sale.reference, amountCents };
  assert.deepEqual(await cards.capture(hold, { requestId: 'r', fault: 'CardPaymentDeclined' }), refusedByIssuer({}));
  assert.deepEqual((await ledger(sale)).holds[0]?.status, 'Held');
});

test('CardPaymentExpired: the hold has lapsed, is released, and stays so', async () => {
  const sale = await held();
  const hold = { key: sale.key, reference: sale.reference, amountCents };
  const lapsed = refusedBy('party', 'expired', { reasonCode: 'hold-lapsed' });
  assert.deepEqual(await cards.capture(hold, { requestId: 'r', fault: 'CardPaymentExpired' }), lapsed);
  assert.deepEqual(await cards.capture(hold, calm), lapsed);
  assert.equal((await cards.release(hold, calm)).kind, 'done');
  assert.deepEqual(await ledger(sale), {
    holds: [{ paymentId: sale.key, amountCents, status: 'Released' }],
    charges: [],
    disputes: [],
  });
});

test('BindIncomplete: the charge breaks off before anything is done, and a look-up says so', async () => {
  const sale = await held();
  const broken = { requestId: 'r', fault: 'BindIncomplete' };
  const hold = { key: sale.key, reference: sale.reference, amountCents };
  assert.equal((await cards.capture(hold, broken)).kind, 'unknown');
  assert.equal(doneOf(await cards.find(sale.key, broken)).kind, 'held');
  doneOf(await cards.capture(hold, calm));
});

test('a fault that is another party’s breaks nothing here', async () => {
  const sale = await held();
  const hold = { key: sale.key, reference: sale.reference, amountCents };
  doneOf(await cards.capture(hold, { requestId: 'r', fault: 'FinancingUnavailable' }));
});

test('the checkout takes JSON of a modest size only', async () => {
  const post = (type: string, body: string): Promise<Response> =>
    fetch(`${processor.origin}/checkout/submit`, { method: 'POST', headers: { 'content-type': type }, body });
  assert.equal((await post('text/plain', '{}')).status, 415);
  assert.equal((await post('application/json', '{"cardNumber":"4242')).status, 400);
  assert.equal((await post('application/json', JSON.stringify({ ticket: 'x'.repeat(10_000) }))).status, 413);
});

test('answers are not kept, not framed and not guessed at', async () => {
  const response = await fetch(`${processor.origin}/checkout/details`, { method: 'POST' });
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
});

test('the script is served to any page, once until it changes', async () => {
  const url = `${processor.origin}/checkout/js/checkout.js`;
  const first = await fetch(url);
  assert.equal(first.status, 200);
  assert.match(first.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.match(await first.text(), /monerisCheckout/);
  const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag')! } });
  assert.equal(again.status, 304);
});

test('the form may be framed by any page and runs only its own files', async () => {
  const response = await fetch(`${processor.origin}/checkout/form`);
  assert.equal(response.status, 200);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.match(policy, /frame-ancestors \*/);
  assert.equal(response.headers.get('x-frame-options'), null);
});

test('no file outside the checkout’s own folder is served', async () => {
  for (const name of ['..%2Fprocessor.ts', '..%2F..%2Fkeys.ts', 'none.js', '.js', 'form', '%00.js']) {
    assert.equal((await fetch(`${processor.origin}/checkout/assets/${name}`)).status, 404, name);
  }
});

const calm: CallContext = { requestId: 'r', fault: null };

interface Sale {
  readonly key: string;
  readonly customerReference: string;
  readonly ticket: string;
}

async function open(request: { amountCents: number } = { amountCents }): Promise<Sale> {
  const ids = { key: randomUUID(), customerReference: randomUUID() };
  const { ticket } = doneOf(await cards.openCheckout({ ...ids, ...request, language: 'fr', ticketMinutes: 30 }, calm));
  return { ...ids, ticket };
}

async function held(request?: { amountCents: number }) {
  const sale = await open(request);
  await customer('submit', { ticket: sale.ticket, ...visa });
  const state = doneOf(await cards.readCheckout(sale, calm));
  assert.ok(state.kind === 'approved');
  return { ...sale, ...state };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
async function customer(path: 'details' | 'submit' | 'cancel', body: object): Promise<{ status: number; body: any }> {
  const response = await fetch(`${processor.origin}/checkout/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function ledger({ customerReference }: Sale) {
  return doneOf(await makeCardLedger(processor)(customerReference, calm));
}

function refused(reason: string): Outcome<never> {
  return refusedBy('party', reason);
}

function doneOf<T>(outcome: Outcome<T>): T {
  assert.ok(outcome.kind === 'done', JSON.stringify(outcome));
  return outcome.value;
}
