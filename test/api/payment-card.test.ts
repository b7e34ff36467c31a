import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before, beforeEach } from 'node:test';
import { paymentCard as operation } from '@northbind/contract/payment-card.ts';
import { formCodes } from '../../contract/form-codes.ts';
import { idempotencyRefusals } from '../../contract/schemas/idempotency.ts';
import { addDays } from '../../src/domain/calendar.ts';
import {
  type Choice,
  openSaleClient,
  type Quoted,
  readCardLedger,
  type SaleClient,
  startedFrom,
} from '../kit/sale/paying.ts';
import { assertRefused, changed, clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { assertUnlicensed } from '../kit/sale/unlicensed.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

const later = addDays(noonDay, 10);
const ticketMinutes = 17;
const time = clockAt(noon);
let service: TestService;
let ontario: SaleClient;
let prime: Quoted;
/** A policy that begins in ten days. */
let ahead: Quoted;
/** A good request for each of the two. */
let choice: Choice;
let choiceAhead: Choice;

before(async () => {
  service = await startTestService({
    clock: time.clock,
    environment: { CARD_TICKET_MINUTES: String(ticketMinutes), TOKEN_MINUTES: '1440' },
  });
  ontario = await openSaleClient(service);
  prime = await ontario.quote();
  ahead = await ontario.quote({ effectiveDate: later });
  choice = prime.choose('Replacement', 3);
  choiceAhead = ahead.choose('Replacement', 3);
});

beforeEach(() => time.moveTo(noon));

const seen = new Set<string>();

/** Sends the request with the changes, and expects exactly these faults. Returns the messages. */
async function refuses(body: Json, changes: Json, expected: readonly string[], saleClient = ontario): Promise<string> {
  const answer = await saleClient.start(changed(body, changes));
  assertRefused(answer, expected, JSON.stringify(changes));
  for (const code of answer.codes) seen.add(code);
  return answer.body.errors.map(({ message }: { message: string }) => message).join('\n');
}

test('a start answers everything that the partner’s page needs, and nothing else', async () => {
  const answer = await ontario.start(choice);
  assert.equal(answer.status, 200, answer.text);
  const { paymentId, ticket, checkoutJsUrl, ...rest } = answer.body;
  assert.match(paymentId, /^[0-9a-f-]{36}$/);
  assert.match(ticket, /^[\w-]{43}$/);
  assert.deepEqual(rest, {
    isValid: true,
    errors: [],
    status: 'Pending',
    amount: prime.totalCents(choice) / 100,
    chargeDate: noonDay,
    checkoutGlobal: 'monerisCheckout',
    environment: 'qa',
    expiresAt: '2026-11-15T17:17:00.000Z',
  });
  const script = await fetch(checkoutJsUrl);
  assert.equal(script.status, 200);
  assert.match(script.headers.get('content-type') ?? '', /javascript/);
  assert.notEqual(new URL(checkoutJsUrl).origin, service.url);
});

test('the ticket runs out CARD_TICKET_MINUTES after the start, whatever the hour', async () => {
  time.moveTo('2026-11-15T23:50:12.345Z');
  const answer = await ontario.start(choice);
  assert.equal(answer.body.expiresAt, '2026-11-16T00:07:12.345Z');
});

test('the processor lets the ticket run out at the moment that the start named', async () => {
  const started = startedFrom(choice.applicationId, await ontario.start(choice));
  const statusAt = async (instant: string): Promise<string> => {
    time.moveTo(instant);
    const response = await fetch(`${started.checkoutOrigin}/checkout/details`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: started.asked.ticket }),
    });
    return ((await response.json()) as { status: string }).status;
  };
  assert.equal(await statusAt('2026-11-15T17:16:59.999Z'), 'open');
  assert.equal(await statusAt('2026-11-15T17:17:00.000Z'), 'expired');
});

test('the amount is the sum of the selected products, in every category and term', async () => {
  for (const category of ['Replacement', 'LimitedIndemnity'] as const) {
    for (const term of prime.terms(category)) {
      const all = prime.choose(category, term);
      for (const products of [
        all.selectedProducts,
        all.selectedProducts.slice(0, 1),
        all.selectedProducts.slice(0, 2),
      ]) {
        const one = prime.choose(category, term, products);
        const answer = await ontario.start(one);
        assert.equal(answer.body.amount, prime.totalCents(one) / 100, `${category} ${term} ${products} ${answer.text}`);
      }
    }
  }
});

test('a product that is named twice is paid once', async () => {
  const twice = changed(choice, { selectedProducts: [...choice.selectedProducts, ...choice.selectedProducts] });
  assert.equal((await ontario.start(twice)).body.amount, prime.totalCents(choice) / 100);
});

test('without a charge date the card is charged on the effective date, and nothing is held before', async () => {
  for (const chargeDate of [undefined, null, '', ' ', later]) {
    const { body } = await ontario.start({ ...choiceAhead, chargeDate });
    assert.deepEqual([body.chargeDate, body.amount], [later, 0], String(chargeDate));
  }
});

test('a policy that begins later can be charged today, and then the whole amount is held', async () => {
  const { body } = await ontario.start({ ...choiceAhead, chargeDate: noonDay });
  assert.deepEqual([body.chargeDate, body.amount], [noonDay, ahead.totalCents(choiceAhead) / 100]);
});

test('a card can be charged on any day from today to the effective date, and not a day beside', async () => {
  for (const days of [1, 5, 9, 10]) {
    const chargeDate = addDays(noonDay, days);
    const { body } = await ontario.start({ ...choiceAhead, chargeDate });
    assert.deepEqual([body.chargeDate, body.amount], [chargeDate, 0]);
  }
  for (const days of [-1, 11, 400]) {
    const changes = { chargeDate: addDays(noonDay, days) };
    const message = await refuses(choiceAhead, changes, ['ChargeDateOutOfRange chargeDate']);
    assert.ok(message.includes(noonDay) && message.includes(later), message);
  }
});

test('today is a day of the seller’s province', async () => {
  const alberta = await openSaleClient(service, 'alberta');
  const there = (await alberta.quote({ effectiveDate: later })).choose('Replacement', 2);
  // Half past midnight in Toronto, still the evening before in Calgary, with or without summer time there.
  time.moveTo('2026-11-16T05:30:00Z');
  const nextDay = addDays(noonDay, 1);
  assert.ok((await alberta.start({ ...there, chargeDate: noonDay })).body.amount > 0);
  assert.equal((await alberta.start({ ...there, chargeDate: nextDay })).body.amount, 0);
  await refuses(choiceAhead, { chargeDate: noonDay }, ['ChargeDateOutOfRange chargeDate']);
  assert.ok((await ontario.start({ ...choiceAhead, chargeDate: nextDay })).body.amount > 0);
});

test('what is no date is told as that; of a date-time the date as written counts', async () => {
  for (const chargeDate of ['tomorrow', '2026-02-30', '15/11/2026', 20261115, true, [later], `${noonDay}T25:00:00Z`]) {
    await refuses(choiceAhead, { chargeDate }, ['ChargeDateInvalid chargeDate']);
  }
  for (const dateTime of [` ${noonDay} `, `${noonDay}T23:59:00-05:00`, `${noonDay}T00:00:00Z`, `${noonDay} 00:00`])
    assert.equal((await ontario.start({ ...choiceAhead, chargeDate: dateTime })).body.chargeDate, noonDay);
});

test('an application that is unknown, malformed or another seller’s is not found, all alike', async () => {
  const texts = new Set<string>();
  for (const applicationId of [randomUUID(), 'nothing', "'; DROP TABLE application; --", `${choice.applicationId}0`]) {
    const answer = await ontario.start({ ...choice, applicationId });
    assertRefused(answer, ['ApplicationNotFound applicationId'], applicationId);
    texts.add(answer.text);
  }
  for (const name of ['quebec', 'manitoba'] as const) {
    const answer = await (await openSaleClient(service, name)).start(choice);
    assertRefused(answer, ['ApplicationNotFound applicationId'], name);
    texts.add(answer.text);
  }
  assert.equal(texts.size, 1);
  seen.add('ApplicationNotFound');
});

test('an application id counts in either case', async () => {
  const answer = await ontario.start({ ...choice, applicationId: choice.applicationId.toUpperCase() });
  const { asked } = startedFrom(choice.applicationId, answer);
  assert.equal((await ontario.confirm(asked)).body.status, 'Pending');
});

test('names of properties and of the category count in any case, unknown properties do not count', async () => {
  const { applicationId, coverageCategory, paymentTermInYears, selectedProducts } = choice;
  const answer = await ontario.start({
    APPLICATIONID: applicationId,
    coveragecategory: coverageCategory.toUpperCase(),
    PaymentTermInYears: paymentTermInYears,
    SelectedProducts: selectedProducts,
    amount: 1,
  });
  assert.equal(answer.body.amount, prime.totalCents(choice) / 100, answer.text);
});

test('what is required and missing, null or blank is told as required, all at once', async () => {
  const required = {
    applicationId: 'ApplicationIdRequired',
    coverageCategory: 'CoverageCategoryRequired',
    paymentTermInYears: 'PaymentTermInYearsRequired',
    selectedProducts: 'SelectedProductsRequired',
  };
  for (const [field, code] of Object.entries(required)) {
    for (const value of [undefined, null, '', '  ']) await refuses(choice, { [field]: value }, [`${code} ${field}`]);
  }
  const all = Object.entries(required).map(([field, code]) => `${code} ${field}`);
  assertRefused(await ontario.start({}), all);
  assertRefused(await ontario.start({ chargeDate: 'soon' }), [...all, 'ChargeDateInvalid chargeDate']);
});

test('what has the wrong form is told as invalid', async () => {
  const invalid: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['applicationId', 'ApplicationIdInvalid', [17, true, {}, [choice.applicationId], 'x'.repeat(201)]],
    ['coverageCategory', 'CoverageCategoryInvalid', ['Full', 1, ['Replacement'], {}]],
    ['paymentTermInYears', 'PaymentTermInYearsInvalid', ['3', 2.5, true, [3], 1e12]],
    [
      'selectedProducts',
      'SelectedProductsInvalid',
      ['RPL', { 0: 'RPL' }, [1], [null], ['RPL', ''], Array(51).fill('RPL')],
    ],
  ];
  for (const [field, code, values] of invalid) {
    for (const value of values) await refuses(choice, { [field]: value }, [`${code} ${field}`]);
  }
});

test('a term below the minimum of Plus is told as that, with the minimum', async () => {
  const plus = await ontario.quote({ series: 'Plus' });
  const good = plus.choose('Replacement', 2);
  assert.equal((await ontario.start(good)).status, 200);
  const message = await refuses(good, { paymentTermInYears: 1 }, ['PaymentTermBelowSeriesMinimum paymentTermInYears']);
  assert.match(message, /\b2\b/);
  for (const paymentTermInYears of [0, -3]) {
    await refuses(choice, { paymentTermInYears }, ['PaymentTermBelowSeriesMinimum paymentTermInYears']);
  }
});

test('a term that was not quoted is not available', async () => {
  await refuses(choice, { paymentTermInYears: 9 }, ['PaymentTermNotAvailable paymentTermInYears']);
  await refuses(choice, { paymentTermInYears: 2_147_483_647 }, ['PaymentTermNotAvailable paymentTermInYears']);
});

test('a product of the other category, or of none, is a mismatch that names it', async () => {
  for (const strange of ['LIM', 'rpl', 'KEY', 'NOPE']) {
    const changes = { selectedProducts: ['RPL', strange] };
    const message = await refuses(choice, changes, ['SelectedProductsMismatch selectedProducts']);
    assert.ok(message.includes(strange), message);
  }
});

test('a required product that is not selected is named', async () => {
  for (const selectedProducts of [['DED'], []]) {
    const message = await refuses(choice, { selectedProducts }, ['RequiredProductMissing selectedProducts']);
    assert.match(message, /RPL/);
  }
});

test('faults of the term and of the products are told together', async () => {
  await refuses(choice, { paymentTermInYears: 9, selectedProducts: ['LIM'] }, [
    'PaymentTermNotAvailable paymentTermInYears',
    'SelectedProductsMismatch selectedProducts',
  ]);
});

test('once the effective date has passed in the seller’s province nothing can be paid any more', async () => {
  time.moveTo('2026-11-16T04:59:59Z');
  assert.equal((await ontario.start(choice)).status, 200);
  time.moveTo('2026-11-16T05:00:00Z');
  await refuses(choice, {}, ['EffectiveDateBackDate effectiveDate']);
  await refuses(choice, { chargeDate: noonDay }, ['EffectiveDateBackDate effectiveDate']);
});

test('a seller that takes no cards is told so, whatever else is wrong with the choice', async () => {
  const novaScotia = await openSaleClient(service, 'novascotia');
  const quoted = await novaScotia.quote();
  const good = quoted.choose('Replacement', 2);
  await refuses(good, {}, ['PaymentMethodNotAvailableForSeller'], novaScotia);
  await refuses(good, { paymentTermInYears: 9 }, ['PaymentMethodNotAvailableForSeller'], novaScotia);
});

test('a processor that is away is told as retryable, leaves nothing behind, and the repeat works', async () => {
  const fresh = (await ontario.quote()).choose('Replacement', 1);
  const answer = await ontario.start(fresh, { 'sandbox-fault': 'CardPaymentUnavailable' });
  assertRefused(answer, ['CardPaymentUnavailable']);
  seen.add('CardPaymentUnavailable');
  const line = service.lines.map((text) => JSON.parse(text)).find(({ event }) => event === 'party call failed');
  const { durationMs, cause, ...rest } = line;
  const requestId = answer.headers.get('x-request-id');
  assert.deepEqual(rest, { event: line.event, party: 'cards', call: 'openCheckout', outcome: 'not-sent', requestId });
  assert.match(cause, /^answered 503$/);
  assert.ok(durationMs >= 0);
  const metrics = await fetch(`${service.operatorUrl}/metrics`).then((response) => response.text());
  assert.match(metrics, /northbind_party_call_seconds_count\{party="cards",call="openCheckout",outcome="not-sent"\} 1/);
  const payments = 'SELECT FROM card_payment WHERE application_id = $1';
  assert.equal((await inDatabase(service.databaseUrl, payments, [fresh.applicationId])).length, 0);
  assert.equal((await ontario.start(fresh)).status, 200);
  assert.equal((await inDatabase(service.databaseUrl, payments, [fresh.applicationId])).length, 1);
});

test('a fault of another call is refused at a start, and starts nothing', async () => {
  for (const fault of ['BindIncomplete', 'FinancingUnavailable'])
    assert.deepEqual((await ontario.start(choice, { 'sandbox-fault': fault })).codes, ['SandboxFaultUnknown'], fault);
});

test('starting twice gives two payments, each with a ticket of its own, and holds nothing', async () => {
  const fresh = (await ontario.quote()).choose('Replacement', 1);
  const [one, two] = [await ontario.started(fresh), await ontario.started(fresh)];
  assert.notEqual(one.asked.paymentId, two.asked.paymentId);
  assert.notEqual(one.asked.ticket, two.asked.ticket);
  assert.deepEqual(await readCardLedger(service, one), { holds: [], charges: [], disputes: [] });
});

test('a revised quote is paid at its new price', async () => {
  const request = await ontario.quoteClient.request();
  const { applicationId, replacementOptions } = (await ontario.quoteClient.quote(request)).body;
  const body = { applicationId, coverageCategory: 'Replacement', paymentTermInYears: 1, selectedProducts: ['RPL'] };
  const priceOf = (options: { coverage: { totalWithTax: number }[] }[]): number =>
    options[0]!.coverage[0]!.totalWithTax;
  assert.equal((await ontario.start(body)).body.amount, priceOf(replacementOptions));
  const asPlus = { ...request, ...dealer, applicationId, series: 'Plus' };
  const revised = await ontario.quoteClient.quote(asPlus);
  assert.equal(revised.status, 200, revised.text);
  await refuses(body, {}, ['PaymentTermBelowSeriesMinimum paymentTermInYears']);
  const { amount } = (await ontario.start({ ...body, paymentTermInYears: 2 })).body;
  assert.equal(amount, priceOf(revised.body.replacementOptions));
});

const dealer = {
  dealerId: 'dl-sample-motors-ottawa',
  dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan@example.ca' },
};

test('in French the refusal is French', async () => {
  const answer = await ontario.start({ ...choiceAhead, chargeDate: '2026-11-14' }, { 'accept-language': 'fr-CA' });
  assertRefused(answer, ['ChargeDateOutOfRange chargeDate']);
  assert.match(answer.body.errors[0].message, /du 2026-11-15 au 2026-11-25/);
});

test('a call without a token, or with a body that is no object, is not looked at', async () => {
  assert.equal((await service.call('POST', '/v1/payment/card', { body: choice })).status, 401);
  for (const body of ['[]', '{"applicationId":', '"text"', 'null']) {
    const answer = await ontario.start(body);
    assert.deepEqual([answer.status, answer.text], [400, ''], body);
  }
});

test('a quote that is bound is spent: no payment can be started for it, whatever day it is', async () => {
  const spent = (await ontario.quote()).choose('Replacement', 2);
  const bound = await service.call('POST', '/v1/bind', {
    token: ontario.quoteClient.token,
    body: { ...spent, paymentMethod: 'REF', paymentReference: 'CHQ-1' },
  });
  assert.equal(bound.status, 200, bound.text);
  await refuses(spent, {}, ['QuoteAlreadyBound applicationId']);
  time.moveTo('2026-11-16T05:00:00Z');
  await refuses(spent, {}, ['QuoteAlreadyBound applicationId']);
});

test('a charge after a tax rate has changed is refused; the day of the new rate is named', async () => {
  time.moveTo('2026-12-20T17:00:00Z');
  const quebec = await openSaleClient(service, 'quebec');
  const quoted = await quebec.quote({ effectiveDate: '2027-01-10' });
  const message = await refuses(quoted.choose('Replacement', 3), {}, ['TaxRateChanged chargeDate'], quebec);
  assert.match(message, /2027-01-01/);
});

test('where licences are needed, a seller without one starts no payment', async () => {
  seen.add(await assertUnlicensed(service, 'ON', () => ontario.start(choice)));
});

test('every code that the contract names for a start was provoked here', () => {
  const expected = new Set<string>([...operation.refusals, ...formCodes(operation)]);
  for (const ofKeys of idempotencyRefusals) expected.delete(ofKeys); // Provoked in a file of their own.
  // Likewise: by a service without a processor, by a link's page, and by what an operator changes after the quote.
  for (const code of [
    'CardPaymentNotAvailableForSeller',
    'SaleLinkCardFormsUsedUp',
    'DealerNotLinkedToSeller',
    'SeriesNotEnabledForSeller',
    'QuoteRevised',
  ])
    expected.delete(code);
  assert.deepEqual([...seen].sort(), [...expected].sort());
});
