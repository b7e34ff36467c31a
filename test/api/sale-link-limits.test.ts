import assert from 'node:assert/strict';
import test from 'node:test';
import { openSaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { openSalePage } from '../kit/sale/sale-page.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { type Answer, startTestService } from '../kit/service/service.ts';

/* How often one link may do what leaves a trace for good, counted over windows and instances. */

const databaseUrl = await cloneDatabase();
const start = () => startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
const [service, other] = [await start(), await start()];

const codesAt = (answers: readonly Answer[]): readonly string[] => answers.flatMap(({ codes }) => codes);
const opened = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;
const rowOf = async (linkId: string): Promise<Json> =>
  (
    await inDatabase(
      databaseUrl,
      `SELECT card_forms, application.revision, application.id AS application_id,
              (SELECT count(*)::integer FROM card_payment WHERE card_payment.application_id = application.id) AS payments
       FROM sale_link
       JOIN application ON application.id = sale_link.application_id
       WHERE sale_link.id = $1`,
      [linkId],
    )
  )[0];

test('a link opens 20 card forms over its life, however many windows of two instances ask at once', async () => {
  const first = await openSalePage(service);
  await first.shop();
  const second = await openSalePage(other, { at: first });
  const asked = await Promise.all(
    Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? first : second).step('card', { chargeDate: noonDay })),
  );
  // Of two windows at once one is told that the other was faster; its form counts all the same.
  const later: Answer[] = [];
  for (let turn = 0; turn < 25; turn += 1)
    later.push(
      await (await openSalePage(turn % 2 === 0 ? service : other, { at: first })).step('card', { chargeDate: noonDay }),
    );
  assert.deepEqual(new Set(codesAt(asked)), new Set(['ChangedElsewhere', 'SaleLinkCardFormsUsedUp']));
  assert.equal(later.at(-1)?.status, 422);
  assert.deepEqual(later.at(-1)?.codes, ['SaleLinkCardFormsUsedUp']);
  const { card_forms, payments, application_id: applicationId } = await rowOf(first.linkId);
  assert.deepEqual([card_forms, payments], [20, 20]);

  const token = await service.login();
  const card = { applicationId, coverageCategory: 'Replacement', paymentTermInYears: 3, selectedProducts: ['RPL'] };
  const byApi = await service.call('POST', '/v1/payment/card', { token, body: card });
  assertRefused(byApi, ['SaleLinkCardFormsUsedUp applicationId']);
  assert.match(byApi.body.errors[0].message, /20 times/);
});

test('a link opens forms for its own methods alone', async () => {
  const loanAlone = await openSalePage(service, { link: { paymentMethods: ['PFF'] } });
  await loanAlone.shop();
  const card = await loanAlone.step('card', { chargeDate: noonDay });
  assert.deepEqual([card.status, card.codes], [422, ['PaymentMethodNotAvailableForSeller']]);
  const cardAlone = await openSalePage(service, { link: { paymentMethods: ['CC'] } });
  await cardAlone.shop();
  const loan = await cardAlone.step('financing', { loan: { downPayment: 0, firstInstallmentDate: noonDay } });
  assert.deepEqual([loan.status, loan.codes], [422, ['PaymentMethodNotAvailableForSeller']]);
  assert.equal((await rowOf(loanAlone.linkId)).card_forms, 0);
});

test('a form that the processor could not open is none of the 20', async () => {
  const page = await openSalePage(service);
  await page.shop();
  const { application_id: applicationId } = await rowOf(page.linkId);
  const token = await service.login();
  const card = { applicationId, coverageCategory: 'Replacement', paymentTermInYears: 3, selectedProducts: ['RPL'] };
  const headers = { 'sandbox-fault': 'CardPaymentUnavailable' };
  for (let turn = 0; turn < 25; turn += 1)
    assertRefused(await service.call('POST', '/v1/payment/card', { token, body: card, headers }), [
      'CardPaymentUnavailable',
    ]);
  assert.equal((await rowOf(page.linkId)).card_forms, 0);
  assert.equal((await page.step('card', { chargeDate: noonDay })).status, 200);
});

test('what is not a link’s opens as many forms as its partner asks', async () => {
  const client = await openSaleClient(service);
  const choice = (await client.quote()).choose('Replacement', 1);
  for (let turn = 0; turn < 22; turn += 1) await client.started(choice);
});

test('the application of a link is revised 60 times, however many windows of two instances ask at once', async () => {
  const page = await openSalePage(service);
  await page.shop();
  const { application_id: applicationId } = await rowOf(page.linkId);
  for (let turn = 0; turn < 5; turn += 1) assert.equal((await page.quote({ lastName: `Roy ${turn}` })).status, 200);

  const token = await service.login();
  const { body: application } = await service.call('GET', `/v1/applications/${applicationId}`, { token });
  const request = {
    applicationId,
    series: 'Prime',
    vehicleConfigurationId: application.vehicle.id,
    effectiveDate: noonDay,
    odometer: 24_500,
    purchaseMethod: 'Cash',
    applicant: {
      firstOrCompanyName: 'Robin',
      lastName: 'Roy',
      addressLine1: '301 Front Street West',
      city: 'Toronto',
      postalCode: 'M5V 2T6',
      phoneNumber: '416-555-0142',
      emailAddress: 'robin@example.ca',
    },
  };
  const revised = await Promise.all(
    Array.from({ length: 70 }, (_, index) =>
      (index % 2 === 0 ? service : other).call('POST', '/v1/quote', { token, body: request }),
    ),
  );
  assert.equal(opened(revised), 55);
  assert.deepEqual(new Set(codesAt(revised)), new Set(['SaleLinkRevisionsUsedUp']));
  assert.equal((await rowOf(page.linkId)).revision, 61);
  const refused = await page.quote();
  assert.deepEqual([refused.status, refused.codes], [422, ['SaleLinkRevisionsUsedUp']]);
  const faulty = await service.call('POST', '/v1/quote', { token, body: { ...request, odometer: -1 } });
  assertRefused(faulty, ['OdometerInvalid odometer', 'SaleLinkRevisionsUsedUp applicationId']);

  const bind = {
    coverageCategory: 'Replacement',
    paymentTermInYears: 3,
    selectedProducts: ['RPL'],
    paymentMethod: 'REF',
  };
  const bound = await service.call('POST', '/v1/bind', { token, body: { applicationId, ...bind } });
  assert.equal(bound.status, 200, 'what was quoted last can be bound');
  const late = await service.call('POST', '/v1/quote', { token, body: request });
  assertRefused(late, ['QuoteAlreadyBound applicationId']);
});

test('what a customer types and nobody can store is refused at its field', async () => {
  const page = await openSalePage(service);
  await page.shop();
  for (const [name, typed] of [
    ['emailAddress', 'robin\u0000@example.ca'],
    ['phoneNumber', '416\u0000555'],
    ['lastName', '\ud800'],
  ] as const) {
    const refused = await page.quote({ [name]: typed });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, `applicant.${name}`], refused.text);
  }
  assert.equal((await page.quote()).status, 200);
});
