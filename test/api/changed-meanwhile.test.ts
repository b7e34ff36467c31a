import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import taxes from '../../src/sandbox/data/tax-table.json' with { type: 'json' };
import { openDatabase, transact } from '../../src/store/database.ts';
import { afterwards } from '../kit/afterwards.ts';
import { byReferral, chooseFrom } from '../kit/binding.ts';
import { clockAt, inDatabase, type Json, noon, openQuoteClient, type QuoteClient } from '../kit/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service.ts';
import { until } from '../kit/until.ts';

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
async function callWhile(change: string, call: () => Promise<Answer>): Promise<Answer> {
  const calls: Promise<Answer>[] = [];
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

test('what does not concern a sale delays it for a moment and changes nothing', async () => {
  const choice = await choose();
  const answer = await callWhile(`UPDATE seller SET name = name WHERE username = 'quebec'`, () =>
    post('/v1/bind', { ...choice, ...byReferral }),
  );
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await policiesOf(choice)).length, 1);
});

/** Ontario's taxes are a hundredth dearer, from the beginning. */
function dearerTable(): string {
  const raised = 10_000;
  const rates = taxes.rates.map(({ totalPartsPerMillion, components: [first, ...others], ...rate }) => {
    if (rate.province !== 'ON' || first === undefined)
      return { ...rate, totalPartsPerMillion, components: first === undefined ? [] : [first, ...others] };
    const dearer = { ...first, partsPerMillion: first.partsPerMillion + raised };
    return { ...rate, totalPartsPerMillion: totalPartsPerMillion + raised, components: [dearer, ...others] };
  });
  const table = JSON.stringify({ ...taxes, rates, version: 'dearer' });
  return `INSERT INTO tax_table (version, document) VALUES ('dearer', $table$${table}$table$)`;
}

test('a price whose tax is changed while it is bound is not sold, and the next quote has the new tax', async () => {
  const choice = await choose();
  const answer = await callWhile(dearerTable(), () => post('/v1/bind', { ...choice, ...byReferral }));
  assert.equal((await policiesOf(choice)).length, 0, answer.text);
  const next = await choose();
  const [{ version }] = await inDatabase(
    service.databaseUrl,
    'SELECT tax_table_version AS version FROM application WHERE id = $1',
    [next.applicationId],
  );
  assert.deepEqual([answer.codes, version], [['TaxRateChanged'], 'dearer']);
});
