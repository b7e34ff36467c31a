import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import rateBook from '../../src/sandbox/data/rate-book.json' with { type: 'json' };
import taxes from '../../src/sandbox/data/tax-table.json' with { type: 'json' };
import { openDatabase, transact } from '../../src/store/database.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { byReferral, chooseFrom } from '../kit/sale/binding.ts';
import { clockAt, inDatabase, type Json, noon, openQuoteClient, type QuoteClient } from '../kit/sale/quoting.ts';
import { customerAt, sellUnpaid } from '../kit/sale/unpaid.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/*
 * What the operator changes while a call runs. The change is committed when the call has been admitted and judged by
 * what the instance has in memory, and before it writes: as on an instance that was suspended or has not heard of it.
 */
let service: TestService;
let ontario: QuoteClient;
let database: ReturnType<typeof openDatabase>;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  ontario = await openQuoteClient(service);
  database = openDatabase({ url: service.databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
});

/** Makes the change, calls, and commits the change once the call waits for it. Returns how the call was answered. */
async function callWhile<Told = Answer>(change: string, call: () => Promise<Told>): Promise<Told> {
  const calls: Promise<Told>[] = [];
  await transact(database, async (tx) => {
    await tx.query(change);
    const answered = call();
    calls.push(answered);
    const sql = `SELECT FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;
    const isWaiting = until(
      () => inDatabase(service.databaseUrl, sql),
      (waiting) => waiting.length > 0,
    );
    await Promise.race([answered, isWaiting]);
  });
  return calls[0]!;
}

const ofOntario = (set: string) => `UPDATE seller SET ${set} WHERE username = 'ontario'`;
const ofClient = (set: string) => `UPDATE integration SET ${set} WHERE client_id = 'northbind-sandbox'`;
const post = (path: string, body: unknown) => service.call('POST', path, { token: ontario.token, body });

async function choose(wish: Parameters<QuoteClient['request']>[0] = {}): Promise<Json> {
  return chooseFrom(await ontario.quote(await ontario.request(wish)), 'Replacement', 3);
}

const policiesOf = ({ applicationId }: Json) =>
  inDatabase(service.databaseUrl, 'SELECT FROM policy WHERE application_id = $1', [applicationId]);

/** Each change with how it is taken back, and how the next call is answered. */
const changes: readonly (readonly [what: string, change: string, back: string, says: string])[] = [
  ['a seller that is disabled', ofOntario('is_disabled = true'), ofOntario('is_disabled = false'), '401'],
  ['an integration that is disabled', ofClient('is_disabled = true'), ofClient('is_disabled = false'), '401'],
  [
    'a seller whose password was changed',
    ofOntario(`password_hash = 'x' || password_hash`),
    ofOntario('password_hash = substr(password_hash, 2)'),
    '401',
  ],
  [
    'a seller that has lost the payment method',
    ofOntario(`payment_methods = '{FIN}'`),
    ofOntario(`payment_methods = '{REF,FIN,PW,CC,PFF}'`),
    'PaymentMethodNotAvailableForSeller',
  ],
  [
    'a seller that has lost the series',
    ofOntario(`series = '{Plus}'`),
    ofOntario(`series = '{Prime,Plus}'`),
    'SeriesNotEnabledForSeller',
  ],
];

for (const [what, change, back, says] of changes)
  for (const [how, path, paid] of [
    ['sells nothing', '/v1/bind', byReferral],
    ['opens no card form', '/v1/payment/card', {}],
  ] as const)
    test(`${what} while it sells ${how}`, async () => {
      const choice = await choose();
      const answer = await callWhile(change, () => post(path, { ...choice, ...paid }));
      await inDatabase(service.databaseUrl, back);
      assert.deepEqual([String(answer.status), ...answer.codes].includes(says), true, answer.text);
      assert.equal((await policiesOf(choice)).length, 0);
      const forms = await inDatabase(service.databaseUrl, 'SELECT FROM card_payment WHERE application_id = $1', [
        choice.applicationId,
      ]);
      assert.equal(forms.length, 0);
    });

test('a quote of a dealer that is unlinked while it is bound is not sold', async () => {
  const request = await ontario.request({ series: 'Plus' });
  const choice = chooseFrom(await ontario.quote(request), 'Replacement', 3);
  const link = (isActive: boolean) =>
    `UPDATE dealer_link SET is_active = ${isActive} WHERE dealer_id = '${request.dealerId}'`;
  const answer = await callWhile(link(false), () => post('/v1/bind', { ...choice, ...byReferral }));
  await inDatabase(service.databaseUrl, link(true));
  assert.deepEqual(answer.codes, ['DealerNotLinkedToSeller']);
  assert.equal((await policiesOf(choice)).length, 0);
});

test('a seller that loses its series while it quotes gets no quote', async () => {
  const request = await ontario.request();
  const answer = await callWhile(ofOntario(`series = '{Plus}'`), () => ontario.quote(request));
  await inDatabase(service.databaseUrl, ofOntario(`series = '{Prime,Plus}'`));
  assert.deepEqual(answer.codes, ['SeriesNotEnabledForSeller']);
});

test('a seller whose customers may no longer buy by links gets none that it is making', async () => {
  const answer = await callWhile(ofOntario('sells_by_link = false'), () => post('/v1/sale-links', {}));
  await inDatabase(service.databaseUrl, ofOntario('sells_by_link = true'));
  assert.deepEqual(answer.codes, ['SaleLinksNotAvailable']);
  assert.equal((await inDatabase(service.databaseUrl, 'SELECT FROM sale_link')).length, 0);
});

test('what does not concern a sale delays it for a moment and changes nothing', async () => {
  const choice = await choose();
  const answer = await callWhile(`UPDATE seller SET name = name WHERE username = 'quebec'`, () =>
    post('/v1/bind', { ...choice, ...byReferral }),
  );
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await policiesOf(choice)).length, 1);
});

test('a client of OAuth 2.0 that is disabled while it sells sells nothing', async () => {
  const form = { grant_type: 'client_credentials', client_id: 'northbind-sandbox-oauth', scope: 'seller:ontario' };
  const body = new URLSearchParams({ ...form, client_secret: 'sandbox-oauth-secret' });
  const answered = await fetch(`${service.url}/oauth2/token`, { method: 'POST', body });
  const { access_token: token } = (await answered.json()) as { readonly access_token: string };
  const choice = await choose();
  const disable = (isDisabled: boolean) =>
    `UPDATE oauth_client SET is_disabled = ${isDisabled} WHERE client_id = 'northbind-sandbox-oauth'`;
  const answer = await callWhile(disable(true), () =>
    service.call('POST', '/v1/bind', { token, body: { ...choice, ...byReferral } }),
  );
  await inDatabase(service.databaseUrl, disable(false));
  assert.equal(answer.status, 401, answer.text);
  assert.equal((await policiesOf(choice)).length, 0);
});

test('a quote has the prices of the rate book that is put in force while it is made', async () => {
  const premiums = rateBook.premiums.map(({ baseCents, ...row }) => ({
    ...row,
    baseCents: Object.fromEntries(Object.entries(baseCents).map(([term, cents]) => [term, cents * 2])),
  }));
  const request = await ontario.request();
  const before = await ontario.quote(request);
  const book = JSON.stringify({ ...rateBook, version: 'dearer', premiums });
  const load = `INSERT INTO rate_book (version, document) VALUES ('dearer', $book$${book}$book$)`;
  const after = await callWhile(load, () => ontario.quote(request));
  const premiumOf = ({ body }: Answer): number => body.replacementOptions[0].coverage[0].premium;
  assert.ok(premiumOf(after) > 1.9 * premiumOf(before), after.text);
});

test('a customer who pays by a link while the tax is changed gets no card form', async () => {
  const sale = await sellUnpaid(service, 'quebec');
  const operator = await signInOperator(service, 'support');
  const order = { reason: 'customer called', days: 7, isShown: true };
  const { body } = await operator.post(`/api/policies/${sale.policyNumber}/payment-link`, order);
  const customer = customerAt(service, body.address);
  const opened = await callWhile(dearerTable('QC'), () => customer.post('checkout'));
  assert.ok(!opened.html.includes('data-ticket'), opened.html);
  const forms = 'SELECT FROM card_payment WHERE application_id = $1 AND is_by_link';
  assert.equal((await inDatabase(service.databaseUrl, forms, [sale.applicationId])).length, 0);
});

/** The province's taxes are a hundredth dearer, from the beginning. */
function dearerTable(province: string): string {
  const raised = 10_000;
  const rates = taxes.rates.map(({ totalPartsPerMillion, components: [first, ...others], ...rate }) => {
    if (rate.province !== province || first === undefined)
      return { ...rate, totalPartsPerMillion, components: first === undefined ? [] : [first, ...others] };
    const dearer = { ...first, partsPerMillion: first.partsPerMillion + raised };
    return { ...rate, totalPartsPerMillion: totalPartsPerMillion + raised, components: [dearer, ...others] };
  });
  const table = JSON.stringify({ ...taxes, rates, version: `dearer in ${province}` });
  return `INSERT INTO tax_table (version, document) VALUES ('dearer in ${province}', $table$${table}$table$)`;
}

test('a price whose tax is changed while it is bound is not sold, and the next quote has the new tax', async () => {
  const choice = await choose();
  const answer = await callWhile(dearerTable('ON'), () => post('/v1/bind', { ...choice, ...byReferral }));
  assert.equal((await policiesOf(choice)).length, 0, answer.text);
  const next = await choose();
  const [{ version }] = await inDatabase(
    service.databaseUrl,
    'SELECT tax_table_version AS version FROM application WHERE id = $1',
    [next.applicationId],
  );
  assert.deepEqual([answer.codes, version], [['TaxRateChanged'], 'dearer in ON']);
});
