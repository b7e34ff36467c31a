import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import taxes from '../../src/sandbox/data/tax-table.json' with { type: 'json' };
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, byCard, byLoan, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient, type Quoted, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, type Json, openQuoteClient } from '../kit/sale/quoting.ts';
import { customerAt, refusedCards } from '../kit/sale/unpaid.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/*
 * Tax follows the day of payment. Quebec's tax on premiums rises from 9 % to 9.975 % on the first of January 2027; its
 * GST and QST do not change.
 */
const december = '2026-12-20T17:00:00Z';
const january = '2027-01-05T17:00:00Z';
const time = clockAt(december);

let service: TestService;
let quebec: SaleClient;

before(async () => {
  service = await startTestService({ clock: time.clock });
});

/** Every sale begins at the time; its token does, too. */
async function moveTo(instant: string): Promise<void> {
  time.moveTo(instant);
  quebec = await openSaleClient(service, 'quebec');
}

test('a quote shows the tax of its own day, whatever day the policy begins', async () => {
  await moveTo(december);
  assertTaxed(await quebec.quote({ effectiveDate: '2027-01-10' }), { RPL: 90_000, DED: 90_000, TIRE: 149_750 });
  await moveTo(january);
  assertTaxed(await quebec.quote({ effectiveDate: '2027-01-10' }), { RPL: 99_750, DED: 99_750, TIRE: 149_750 });
});

test('paid in December it costs 9 %: by card, by loan and by reference', async () => {
  await moveTo(december);
  for (const pay of [
    async (choice: Choice) => byCard(await authorizedPayment(quebec, choice, { chargeDate: '2026-12-31' })),
    () => Promise.resolve(byLoan('2027-01-10')),
    () => Promise.resolve(byReferral),
  ]) {
    const choice = chosen(await quebec.quote({ effectiveDate: '2027-01-10', purchaseMethod: 'Finance' }));
    const answer = await bind({ ...choice, ...(await pay(choice)) });
    assert.equal(answer.status, 200, answer.text);
  }
});

test('a charge in January is refused with the day and the way out, and so is the default charge date', async () => {
  await moveTo(december);
  const choice = chosen(await quebec.quote({ effectiveDate: '2027-01-10' }));
  for (const chargeDate of ['2027-01-01', '2027-01-10', undefined]) {
    const answer = await quebec.start({ ...choice, ...(chargeDate !== undefined && { chargeDate }) });
    assertRefused(answer, ['TaxRateChanged chargeDate']);
    assert.match(answer.body.errors[0].message, /2027-01-01.*before it/);
  }
  assert.equal((await quebec.start({ ...choice, chargeDate: '2026-12-31' })).status, 200);
});

test('a bind in January of a quote of December is refused until it is revised', async () => {
  await moveTo(december);
  const request = await quebec.quoteClient.request({ effectiveDate: '2027-01-10', purchaseMethod: 'Finance' });
  const { body } = await quebec.quoteClient.quote(request);
  const choice = {
    applicationId: body.applicationId,
    coverageCategory: 'Replacement',
    paymentTermInYears: 3,
    selectedProducts: ['RPL', 'TIRE'],
  };
  const paidLater = await authorizedPayment(quebec, choice as Choice, { chargeDate: '2026-12-31' });
  await moveTo(january);
  for (const payment of [byLoan('2027-01-10'), byReferral]) {
    const answer = await bind({ ...choice, ...payment });
    assertRefused(answer, ['TaxRateChanged']);
    assert.match(answer.body.errors[0].message, /2027-01-01/);
  }
  // The card's day has passed: that is said, and not the tax.
  assertRefused(await bind({ ...choice, ...byCard(paidLater) }), ['CardPaymentExpired cardPayment.paymentId']);

  const revised = await quebec.quoteClient.quote({ ...request, applicationId: body.applicationId });
  assert.equal(revised.status, 200, revised.text);
  const answer = await bind({ ...choice, ...byReferral });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(answer.body.totalWithTax > totalOf(body, choice.selectedProducts));
});

test('where no rate changes, a quote is sold on any day of its own', async () => {
  time.moveTo(december);
  const choice = chosen(await (await openSaleClient(service)).quote({ effectiveDate: '2027-01-10' }));
  time.moveTo(january);
  const ontario = await openSaleClient(service);
  const answer = await service.call('POST', '/v1/bind', {
    token: ontario.quoteClient.token,
    body: { ...choice, ...byReferral },
  });
  assert.equal(answer.status, 200, answer.text);
});

test('tire and rim cover is automobile insurance in Alberta, so it takes no GST there; in Manitoba it is a contract', async () => {
  time.moveTo(december);
  const taxOf = async (name: 'alberta' | 'manitoba') => {
    const client = await openQuoteClient(service, name);
    const { body } = await client.quote(await client.request({ effectiveDate: '2026-12-21' }));
    return body.replacementOptions[0].coverage.find((one: Json) => one.productType === 'TIRE');
  };
  assert.equal((await taxOf('alberta')).tax, 0);
  const { premium, tax } = await taxOf('manitoba');
  assert.equal(Math.round(tax * 100), Math.round(premium * 12));
});

test('a charge that is refused in December is not made in January: the operator is told the day and the way out', async () => {
  await moveTo(december);
  const operator = await signInOperator(service, 'admin');
  const choice = chosen(await quebec.quote({ effectiveDate: '2027-01-10' }));
  const payment = await authorizedPayment(quebec, choice, {
    chargeDate: '2026-12-31',
    cardNumber: refusedCards.tomorrow,
  });
  const { policyNumber } = assertBound(await bind({ ...choice, ...byCard(payment) }));
  const { token, get } = quebec.quoteClient;
  const clockTo = (today: string) => service.call('POST', '/sandbox/clock', { token, body: { today } });
  const causes = async (): Promise<readonly (readonly string[])[]> =>
    (await operator.get('/api/needs-person/charges')).body.rows
      .filter((row: Json) => row.policyNumber === policyNumber)
      .map(({ failure, cause }: Json) => [failure, cause]);
  const send = (order: Json) =>
    operator.post(`/api/policies/${policyNumber}/payment-link`, {
      reason: 'customer called',
      days: 7,
      isShown: true,
      ...order,
    });

  await clockTo('2026-12-31');
  const { events } = (await get('/v1/events?types=payment.refused&limit=100')).body;
  assert.equal(events.find((event: Json) => event.policyNumber === policyNumber).data.nextAttemptOn, null);
  assert.match(
    (await causes()).join(),
    /^refused-before-tax-change,refused: .*the tax rate changes, on 2027-01-01\. Cancel the policy/,
  );
  const id = payment.asked.paymentId;
  const moved = await operator.call('PUT', `/api/due-charges/${id}/date`, {
    body: { dueOn: '2027-01-01', reason: 'pay day' },
  });
  assert.deepEqual([moved.codes, moved.body.errors[0].details.day], [['ChargePastTaxChange'], '2027-01-01']);
  assert.deepEqual((await send({ chargeOn: '2027-01-05' })).codes, ['ChargePastTaxChange']);
  const link = await send({});
  assert.equal(link.body.lastDay, '2026-12-31', 'not seven days');
  const customer = customerAt(service, link.body.address);
  assert.match((await customer.look()).html, /<button>Pay|<button>Payer/);

  // Nobody charged it in December, for whatever reason.
  await inDatabase(
    service.databaseUrl,
    'UPDATE due_charge SET due_at = now(), given_up_at = NULL WHERE policy_number = $1',
    [policyNumber],
  );
  await clockTo('2027-01-01');
  assert.match(
    (await causes()).join(),
    /^tax-changed,not charged: the tax rate changed on 2027-01-01\. Cancel the policy/,
  );
  const retried = await operator.post(`/api/work/charges/${id}/retry`, { reason: 'again' });
  assert.deepEqual(retried.codes, ['ChargePastTaxChange']);
  assert.deepEqual((await send({})).codes, ['ChargePastTaxChange']);
  assert.doesNotMatch((await customer.post('checkout')).html, /data-ticket/);
  const ledger = (await get(`/sandbox/ledger?applicationId=${choice.applicationId}`)).body;
  assert.deepEqual(ledger.charges, []);
  assert.equal((await get(`/v1/policies/${policyNumber}`)).body.moneyStatus, 'Unpaid');
});

test('a bind is refused if a later tax table brings the change before the day of its charge', async () => {
  await service.call('POST', '/sandbox/reset', { token: quebec.quoteClient.token }); // Its clock is in January.
  await moveTo(december);
  const choice = chosen(await quebec.quote({ effectiveDate: '2026-12-30' }));
  const charge = { chargeDate: '2026-12-30' };
  const payment = await authorizedPayment(quebec, choice, charge);
  await storeTable('sooner', '2026-12-27', '2026-12-28');
  const other = chosen(await quebec.quote({ effectiveDate: '2026-12-30' }));
  await until(
    async () => (await quebec.start({ ...other, ...charge })).codes,
    (codes) => codes.includes('TaxRateChanged'),
  );
  assertRefused(await bind({ ...choice, ...byCard(payment) }), ['TaxRateChanged']);
});

test('a quote is not sold at a rate that a later tax table says was no longer right on its day', async () => {
  await moveTo(december);
  const request = await quebec.quoteClient.request({ effectiveDate: '2026-12-30' });
  const { body } = await quebec.quoteClient.quote(request);
  const choice = {
    applicationId: body.applicationId,
    coverageCategory: 'Replacement',
    paymentTermInYears: 3,
    selectedProducts: ['RPL', 'TIRE'],
  };
  await storeTable('early', '2026-12-14', '2026-12-15');
  await until(
    async () => totalOf((await quebec.quoteClient.quote(request)).body, choice.selectedProducts),
    (total) => total > totalOf(body, choice.selectedProducts),
  );
  assertRefused(await quebec.start({ ...choice, chargeDate: '2026-12-20' }), ['TaxRateChanged chargeDate']);
  assertRefused(await bind({ ...choice, ...byReferral }), ['TaxRateChanged']);
  await quebec.quoteClient.quote({ ...request, applicationId: body.applicationId });
  const answer = await bind({ ...choice, ...byReferral });
  assert.equal(answer.status, 200, answer.text);
});

/** The tax rises on another day than the first of January. */
async function storeTable(version: string, lastDay: string, firstDay: string): Promise<void> {
  const rates = taxes.rates.map(({ from, until, ...rate }) => ({
    ...rate,
    from,
    until,
    ...(from === '2027-01-01' && { from: firstDay }),
    ...(until === '2026-12-31' && { until: lastDay }),
  }));
  const table = JSON.stringify({ ...taxes, rates, version });
  await inDatabase(service.databaseUrl, 'INSERT INTO tax_table (version, document) VALUES ($1, $2)', [version, table]);
}

type Choice = ReturnType<Quoted['choose']>;

const chosen = (quoted: Quoted): Choice => quoted.choose('Replacement', 3, ['RPL', 'TIRE']);

const bind = (body: Json): Promise<Answer> =>
  service.call('POST', '/v1/bind', { token: quebec.quoteClient.token, body });

interface Priced {
  readonly productType: string;
  readonly premium: number;
  readonly tax: number;
  readonly totalWithTax: number;
}

function assertTaxed({ body }: Quoted, partsPerMillion: Readonly<Record<string, number>>): void {
  const products: Priced[] = body.replacementOptions.flatMap((term: Json) => term.coverage);
  for (const [code, rate] of Object.entries(partsPerMillion)) {
    const priced = products.filter(({ productType }) => productType === code);
    assert.equal(priced.length, 8, code);
    // The sample premiums are whole dollars, so this is exact.
    for (const { premium, tax } of priced)
      assert.equal(Math.round(tax * 100), Math.round((premium * rate) / 10_000), code);
  }
}

function totalOf(body: Answer['body'], codes: readonly string[]): number {
  const term = body.replacementOptions.find((one: Json) => one.paymentTermInYears === 3);
  return term.coverage
    .filter(({ productType }: Priced) => codes.includes(productType))
    .reduce((sum: number, { totalWithTax }: Priced) => sum + totalWithTax, 0);
}
