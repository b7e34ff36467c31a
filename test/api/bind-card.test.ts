import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before, beforeEach } from 'node:test';
import { errors, isErrorCode } from '../../contract/errors.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  authorizedPayment,
  type Bind,
  binder,
  byCard,
  byReferral,
  cardRefusedAtCharge,
  chooseFrom,
} from '../kit/sale/binding.ts';
import { type Choice, cards, closeCheckout, openSaleClient, type SaleClient, sendCard } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

const time = clockAt(noon);
let service: TestService;
let ontario: SaleClient;
let bind: Bind;

before(async () => {
  service = await startTestService({ clock: time.clock, environment: { TOKEN_MINUTES: '1440' } });
  ontario = await openSaleClient(service);
  bind = binder(service, ontario.quoteClient.token);
});

beforeEach(() => time.moveTo(noon));

const field = 'cardPayment.paymentId';

async function newChoice(effectiveDate = noonDay): Promise<Choice> {
  return (await ontario.quote({ effectiveDate })).choose('Replacement', 2);
}

async function refuses(body: Json, expected: readonly string[], fault: string | null = null): Promise<Answer> {
  const answer = await bind(body, fault);
  assertRefused(answer, expected, fault ?? '');
  return answer;
}

/** Asserts by all the books that no customer is charged without cover, once everything that was begun has ended. */
async function assertKept({ applicationId }: Choice): Promise<void> {
  await untilQuiet(service.databaseUrl);
  assert.deepEqual(brokenPromises(await readBooks(service.databaseUrl, applicationId)), []);
}

const isRetryable = (answer: Answer): boolean =>
  answer.codes.every((code) => isErrorCode(code) && errors[code].retryable);

/** Repeats as a partner does: the same bind again while the service says that it may be sent again. */
function repeat(body: Json): Promise<Answer> {
  return until(
    () => bind(body),
    (answer) => answer.status === 200 || !isRetryable(answer),
  );
}

test('a card that is due today is charged during the bind, and its receipt issued', async () => {
  const choice = await newChoice();
  const started = await authorizedPayment(ontario, choice, { cardNumber: cards.mastercard });
  const bound = assertBound(await bind({ ...choice, ...byCard(started) }));
  const { receiptDownloadId, authorizationNumber, ...card } = bound.cardPayment;
  assert.deepEqual(card, {
    paymentId: started.asked.paymentId,
    status: 'Captured',
    maskedCardNumber: card.maskedCardNumber,
    cardType: 'Mastercard',
    amountCharged: bound.totalWithTax,
    chargeDate: noonDay,
    transactionDate: new Date(noon).toISOString(),
  });
  assert.match(card.maskedCardNumber, /^5454\*+5454$/);
  assert.match(receiptDownloadId, /^[0-9a-f-]{36}$/);
  assert.match(authorizationNumber, /^\d{6}$/);
  const rows = await inDatabase(service.databaseUrl, 'SELECT reference FROM policy WHERE policy_number = $1', [
    bound.policyNumber,
  ]);
  assert.deepEqual(rows, [{ reference: authorizationNumber }], 'the approval code is the policy’s reference');
  const confirmed = await ontario.confirm(started.asked);
  assert.equal(confirmed.body.status, 'Authorized', 'a confirm after the bind');
  await assertKept(choice);
});

test('a card that is due later is scheduled: nothing is charged, and nothing that belongs to a charge is answered', async () => {
  const effectiveDate = addDays(noonDay, 10);
  const choice = await newChoice(effectiveDate);
  const started = await authorizedPayment(ontario, choice);
  const bound = assertBound(await bind({ ...choice, ...byCard(started) }));
  assert.deepEqual(bound.cardPayment, {
    paymentId: started.asked.paymentId,
    status: 'Scheduled',
    maskedCardNumber: bound.cardPayment.maskedCardNumber,
    cardType: 'Visa',
    amountCharged: 0,
    chargeDate: effectiveDate,
    transactionDate: new Date(noon).toISOString(),
  });
  assert.deepEqual((await readBooks(service.databaseUrl, choice.applicationId)).charges, []);
  await assertKept(choice);
});

test('a card that was saved for a day and is bound on that day is charged during the bind', async () => {
  const effectiveDate = addDays(noonDay, 1);
  const choice = await newChoice(effectiveDate);
  const started = await authorizedPayment(ontario, choice);
  time.moveTo('2026-11-16T16:00:00Z');
  const bound = assertBound(await bind({ ...choice, ...byCard(started) }));
  assert.equal(bound.cardPayment.status, 'Captured');
  assert.equal(bound.cardPayment.amountCharged, bound.totalWithTax);
  assert.equal(bound.effectiveDate, effectiveDate);
  await assertKept(choice);
});

test('a card payment must be named, known, and of this application', async () => {
  const choice = await newChoice();
  const other = await authorizedPayment(ontario, await newChoice());
  await refuses({ ...choice, paymentMethod: 'CC', cardPayment: {} }, [`PaymentIdRequired ${field}`]);
  await refuses({ ...choice, paymentMethod: 'CC', cardPayment: { paymentId: ' ' } }, [`PaymentIdRequired ${field}`]);
  await refuses({ ...choice, paymentMethod: 'CC', cardPayment: { paymentId: 7 } }, [`PaymentIdInvalid ${field}`]);
  await refuses({ ...choice, paymentMethod: 'CC', cardPayment: 'x' }, ['CardPaymentInvalid cardPayment']);
  await refuses({ ...choice, paymentMethod: 'CC' }, ['CardPaymentRequired cardPayment']);
  for (const paymentId of [randomUUID(), 'nonsense', other.asked.paymentId])
    await refuses({ ...choice, paymentMethod: 'CC', cardPayment: { paymentId } }, [`CardPaymentNotFound ${field}`]);
});

test('a payment that is pending, declined or cancelled is not authorized', async () => {
  const choice = await newChoice();
  const pending = await ontario.started(choice);
  await refuses({ ...choice, ...byCard(pending) }, [`CardPaymentNotAuthorized ${field}`]);
  await sendCard(pending);
  await refuses({ ...choice, ...byCard(pending) }, [`CardPaymentNotAuthorized ${field}`]); // It was not confirmed.

  const declined = await ontario.started(choice);
  await sendCard(declined, cards.refused);
  assert.equal((await ontario.confirm(declined.asked)).body.status, 'Declined');
  await refuses({ ...choice, ...byCard(declined) }, [`CardPaymentNotAuthorized ${field}`]);

  const cancelled = await ontario.started(choice);
  await closeCheckout(cancelled);
  assert.equal((await ontario.confirm(cancelled.asked)).body.status, 'Cancelled');
  await refuses({ ...choice, ...byCard(cancelled) }, [`CardPaymentNotAuthorized ${field}`]);

  assert.equal((await ontario.confirm(pending.asked)).body.status, 'Authorized');
  assertBound(await bind({ ...choice, ...byCard(pending) }));
  await assertKept(choice);
});

test('a card that its issuer refuses at the charge makes no policy; a new payment does', async () => {
  const choice = await newChoice();
  const bad = await authorizedPayment(ontario, choice, { cardNumber: cardRefusedAtCharge });
  await refuses({ ...choice, ...byCard(bad) }, [`CardPaymentDeclined ${field}`]);
  await refuses({ ...choice, ...byCard(bad) }, [`CardPaymentDeclined ${field}`]); // It stays so.
  const byFault = await authorizedPayment(ontario, choice);
  await refuses({ ...choice, ...byCard(byFault) }, [`CardPaymentDeclined ${field}`], 'CardPaymentDeclined');
  for (const { asked } of [bad, byFault]) {
    const { status, message } = (await ontario.confirm(asked)).body;
    assert.equal(status, 'Declined');
    assert.match(message, /was refused and has not been charged/);
  }
  assert.deepEqual((await readBooks(service.databaseUrl, choice.applicationId)).policies, []);
  assertBound(await bind({ ...choice, ...byCard(await authorizedPayment(ontario, choice)) }));
  await assertKept(choice);
});

test('a saved card that is refused on its day makes no policy', async () => {
  const choice = await newChoice(addDays(noonDay, 1));
  const started = await authorizedPayment(ontario, choice, { cardNumber: cardRefusedAtCharge });
  time.moveTo('2026-11-16T16:00:00Z');
  await refuses({ ...choice, ...byCard(started) }, [`CardPaymentDeclined ${field}`]);
  await assertKept(choice);
});

test('an authorization that has lapsed can’t be bound: by the clock, and when the processor says so', async () => {
  const choice = await newChoice(addDays(noonDay, 10));
  const started = await authorizedPayment(ontario, choice, { chargeDate: noonDay });
  const body = { ...choice, ...byCard(started) };
  await refuses({ ...body, selectedProducts: ['NOPE'] }, ['SelectedProductsMismatch selectedProducts']);
  time.moveTo('2026-11-16T05:00:00Z'); // The end of the charge date in Toronto.
  await refuses(body, [`CardPaymentExpired ${field}`]);

  time.moveTo(noon);
  const lapsing = await newChoice();
  const other = { ...lapsing, ...byCard(await authorizedPayment(ontario, lapsing)) };
  await refuses(other, [`CardPaymentExpired ${field}`], 'CardPaymentExpired');
  await refuses(other, [`CardPaymentExpired ${field}`]);
  await assertKept(lapsing);
});

test('of a card payment and a quote that have both run out both are told, the card payment first', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byCard(await authorizedPayment(ontario, choice)) };
  const unpaid = { ...choice, ...byCard(await ontario.started(choice)) };
  time.moveTo('2026-11-16T05:00:00Z');
  const answer = await refuses(body, [`CardPaymentExpired ${field}`, 'EffectiveDateBackDate effectiveDate']);
  assert.equal(answer.body.errors[0].code, 'CardPaymentExpired');
  await refuses(unpaid, ['EffectiveDateBackDate effectiveDate']);
  await assertKept(choice);
});

test('a verified card lapses a day after it was authorized', async () => {
  const choice = await newChoice(addDays(noonDay, 10));
  const started = await authorizedPayment(ontario, choice);
  const body = { ...choice, ...byCard(started) };
  time.moveTo('2026-11-16T17:00:00Z');
  const later = binder(service, await service.login()); // The token has run out as well.
  assertRefused(await later(body), [`CardPaymentExpired ${field}`]);
  time.moveTo('2026-11-16T16:59:59Z');
  assertBound(await bind(body));
});

test('a payment is good for exactly what it was started for', async () => {
  const request = await ontario.quoteClient.request({ odometer: 1_000 });
  const quoted = await ontario.quoteClient.quote(request);
  const { applicationId, vehicle, replacementOptions } = quoted.body;
  const choice = chooseFrom(quoted, 'Replacement', 2);
  const body = { ...choice, ...byCard(await authorizedPayment(ontario, choice)) };
  const mismatch = [`CardPaymentAmountMismatch ${field}`];
  await refuses({ ...body, ...chooseFrom(quoted, 'Replacement', 1) }, mismatch);
  await refuses({ ...body, ...chooseFrom(quoted, 'LimitedIndemnity', 2) }, mismatch);
  const fewer = replacementOptions
    .find((term: Json) => term.paymentTermInYears === 2)
    .coverage.filter((product: Json) => !product.isOptional)
    .map((product: Json) => product.productType);
  assert.ok(fewer.length < choice.selectedProducts.length, 'there is an optional product to leave out');
  await refuses({ ...body, selectedProducts: fewer }, mismatch);

  // A revision that changes the price, for the same choice.
  const odometer = 90_000;
  const lookUp = { Vin: vehicle.vin, EffectiveDate: noonDay, Odometer: String(odometer), PurchaseMethod: 'Cash' };
  const vehicleConfigurationId = await ontario.quoteClient.vehicleId(lookUp);
  const revised = await ontario.quoteClient.quote({ ...request, applicationId, vehicleConfigurationId, odometer });
  assert.equal(revised.status, 200, revised.text);
  await refuses(body, mismatch);
  assert.deepEqual((await readBooks(service.databaseUrl, applicationId)).charges, []);
  assertBound(await bind({ ...choice, ...byCard(await authorizedPayment(ontario, choice)) }));
  await assertKept(choice);
});

test('an unreachable processor charges nothing, and the same bind goes through later', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byCard(await authorizedPayment(ontario, choice)) };
  await refuses(body, ['CardPaymentUnavailable'], 'CardPaymentUnavailable');
  await refuses(body, ['CardPaymentUnavailable'], 'CardPaymentUnavailable');
  assert.deepEqual((await readBooks(service.databaseUrl, choice.applicationId)).charges, []);
  assertBound(await repeat(body));
  await assertKept(choice);
});

test('a charge whose reply is lost is used by the repeat, and made once', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byCard(await authorizedPayment(ontario, choice)) };
  await refuses(body, ['CardPaymentUnavailable'], 'CardPaymentReplyLost');
  assert.equal((await readBooks(service.databaseUrl, choice.applicationId)).charges.length, 1);
  assertBound(await repeat(body));
  await assertKept(choice);
});

test('after a lost reply, a bind that asks for something else does not get past the charge', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byCard(await authorizedPayment(ontario, choice)) };
  await refuses(body, ['CardPaymentUnavailable'], 'CardPaymentReplyLost');
  assert.deepEqual((await repeat({ ...choice, ...byReferral })).codes, ['QuoteAlreadyBound']);
  assertBound(await repeat(body));
  await assertKept(choice);
});

test('a saved card’s charge whose reply is lost is made once', async () => {
  const choice = await newChoice(addDays(noonDay, 1));
  const body = { ...choice, ...byCard(await authorizedPayment(ontario, choice)) };
  time.moveTo('2026-11-16T16:00:00Z');
  await refuses(body, ['CardPaymentUnavailable'], 'CardPaymentReplyLost');
  assertBound(await repeat(body));
  const { charges } = await readBooks(service.databaseUrl, choice.applicationId);
  assert.equal(charges.length, 1);
  await assertKept(choice);
});

test('a bind that stopped before the charge is incomplete, and its repeat with the same payment completes it', async () => {
  const choice = await newChoice();
  const body = { ...choice, ...byCard(await authorizedPayment(ontario, choice)) };
  await refuses(body, ['BindIncomplete'], 'BindIncomplete');
  assert.deepEqual((await readBooks(service.databaseUrl, choice.applicationId)).charges, []);
  assertBound(await repeat(body));
  await assertKept(choice);
});

test('a policy that can’t be issued after the charge gives the money back; the payment is used up, the quote is not', async () => {
  const choice = await newChoice();
  const started = await authorizedPayment(ontario, choice);
  const body = { ...choice, ...byCard(started) };
  const failed = await refuses(body, ['BindFailedAfterCardCapture'], 'BindFailedAfterCardCapture');
  assert.ok(failed.text.includes(started.asked.paymentId), 'the message names the payment');
  await assertKept(choice);
  const { charges } = await readBooks(service.databaseUrl, choice.applicationId);
  assert.deepEqual(
    charges.map(({ cents, refundedCents }) => cents === refundedCents),
    [true],
  );
  const used = await refuses(body, [`CardPaymentAlreadyUsed ${field}`]);
  assert.ok(used.text.includes(started.asked.paymentId), 'the message names the payment');
  assertBound(await bind({ ...choice, ...byCard(await authorizedPayment(ontario, choice)) }));
  await assertKept(choice);
});

test('the repeat of a bind names its payment in any case; another payment is another bind', async () => {
  const choice = await newChoice();
  const started = await authorizedPayment(ontario, choice);
  const second = await authorizedPayment(ontario, choice);
  const shouted = { ...choice, paymentMethod: 'CC', cardPayment: { paymentId: started.asked.paymentId.toUpperCase() } };
  const { policyNumber } = assertBound(await bind(shouted));
  assert.equal(assertBound(await bind({ ...choice, ...byCard(started) })).policyNumber, policyNumber);
  await refuses({ ...choice, ...byCard(second) }, ['QuoteAlreadyBound']);
  await refuses({ ...choice, ...byReferral }, ['QuoteAlreadyBound']);
  await assertKept(choice);
});

test('a seller without cards is told so', async () => {
  const novascotia = await openSaleClient(service, 'novascotia');
  const choice = (await novascotia.quote()).choose('Replacement', 3);
  const answer = await binder(
    service,
    novascotia.quoteClient.token,
  )({
    ...choice,
    paymentMethod: 'CC',
    cardPayment: { paymentId: randomUUID() },
  });
  assertRefused(answer, ['PaymentMethodNotAvailableForSeller paymentMethod', `CardPaymentNotFound ${field}`]);
});
