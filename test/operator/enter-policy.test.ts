import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  authorizedPayment,
  binder,
  byCard,
  byLoan,
  byReferral,
  steadySeller,
} from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, inDatabase, type Json } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

/*
 * A restore to an earlier point has forgotten sales that the partner, the processor and the lender remember. Here the
 * rows are taken away, which is what such a restore does; the sandbox's parties keep theirs.
 */
const { name, today } = steadySeller();
let service: TestService;
let saleClient: SaleClient;
let bind: ReturnType<typeof binder>;
let folder: string;

before(async () => {
  service = await startTestService();
  saleClient = await openSaleClient(service, name);
  bind = binder(service, saleClient.quoteClient.token);
  folder = await mkdtemp(join(tmpdir(), 'northbind-enter-'));
  afterwards(() => rm(folder, { recursive: true }));
});

for (const [method, forgets] of [
  ['REF', 'the bind'],
  ['REF', 'the quote, too'],
  ['PFF', 'the bind'],
  ['PFF', 'the quote, too'],
  ['CC', 'the bind'],
  ['CC', 'the quote, too'],
] as const)
  test(`a policy by ${method} is entered from the partner’s record, after a restore that forgets ${forgets}`, async () => {
    const sold = await sell(method);
    const { body, policyNumber, record } = sold;
    const applicationId = String(body.applicationId);
    const money = await readMoney(applicationId);
    await forget(applicationId, { quote: forgets !== 'the bind' });
    assert.equal(
      (await service.call('GET', `/v1/policies/${policyNumber}`, { token: saleClient.quoteClient.token })).status,
      422,
    );

    const entered = await enter(forgets === 'the bind' ? withoutQuote(record) : record);
    assert.equal(entered.code, 0, entered.stderr);
    await until(
      () => policiesOf(applicationId),
      (numbers) => numbers.length > 0,
    );
    assert.deepEqual(await policiesOf(applicationId), [policyNumber]);
    const repeat = assertBound(await bind(body));
    assert.equal(repeat.policyNumber, policyNumber, 'the partner’s repeat is answered as before');
    assert.equal(repeat.totalWithTax, record.totalWithTax);
    assert.deepEqual(await readMoney(applicationId), money, 'no money moves');
    assert.deepEqual(brokenPromises(await readBooks(service.databaseUrl, applicationId)), []);
    const again = await enter(record);
    assert.match(again.stderr, /There is a policy of this number already/);
  });

test('what the party does not have becomes no policy: the quote is open again', async () => {
  const { body, record } = await sell('REF');
  const applicationId = String(body.applicationId);
  await forget(applicationId, { quote: false });
  const { paymentReference: _, ...rest } = withoutQuote(record);
  const financing = { loanTermInMonths: 12, downPayment: 100, firstInstallmentDate: today };
  const entered = await enter({ ...rest, paymentMethod: 'PFF', financing });
  assert.equal(entered.code, 0, entered.stderr);
  // The job waits as long as a call may take; the partner's own bind closes the attempt as well.
  await inDatabase(
    service.databaseUrl,
    `UPDATE bind SET step_at = now() - interval '1 minute' WHERE application_id = $1`,
    [applicationId],
  );
  const [state] = await until(
    () => inDatabase(service.databaseUrl, 'SELECT state FROM bind WHERE application_id = $1', [applicationId]),
    ([row]) => row.state === 'released',
  );
  assert.deepEqual(state, { state: 'released' });
  assert.deepEqual(await policiesOf(applicationId), []);
});

test('a record that says something else than was sold is refused, and writes nothing', async () => {
  const { body, record } = await sell('REF');
  const applicationId = String(body.applicationId);
  await forget(applicationId, { quote: true });
  for (const [changes, words] of [
    [{ totalWithTax: Number(record.totalWithTax) + 0.01 }, /differs from the total/],
    [{ policyNumber: 'NB999999996' }, /no number that was issued/],
    [{ policyNumber: flipped(String(record.policyNumber)) }, /no number that was issued/],
    [{ paymentMethod: 'CC' }, /needs its card payment/],
    [{ seller: 'nobody' }, /nothing of that name/],
    [{ quote: undefined }, /quote was forgotten/],
    [{ selectedProducts: ['XXX'] }, /would not have been made/],
    [{ totalWithTax: 'much' }, /missing or malformed/],
  ] as const) {
    const { code, stderr } = await enter({ ...record, ...changes });
    assert.notEqual(code, 0, JSON.stringify(changes));
    assert.match(stderr, words);
  }
  const rows = await inDatabase(service.databaseUrl, 'SELECT FROM application WHERE id = $1', [applicationId]);
  assert.equal(rows.length, 0);
});

async function sell(method: 'REF' | 'PFF' | 'CC') {
  const { quoteClient } = saleClient;
  const vin = await quoteClient.testVin();
  const lookedUp = { Vin: vin, EffectiveDate: today, Odometer: '24500', PurchaseMethod: 'Cash' };
  const vehicle = (await quoteClient.lookUp(lookedUp)).body.vehicles[0];
  const { vehicleConfigurationId: _, ...asked } = { ...(await quoteClient.request({ effectiveDate: today })) } as Json;
  const quoted = await quoteClient.quote({ ...asked, vehicleConfigurationId: vehicle.id });
  assertQuoted(quoted);
  const [{ paymentTermInYears, coverage }] = quoted.body.replacementOptions;
  const { applicationId } = quoted.body;
  const choice = {
    applicationId,
    coverageCategory: 'Replacement' as const,
    paymentTermInYears,
    selectedProducts: coverage.map((one: Json) => one.productType),
  };
  const card = method === 'CC' ? await authorizedPayment(saleClient, choice) : null;
  const body: Json = { ...choice, ...(card !== null ? byCard(card) : method === 'PFF' ? byLoan(today) : byReferral) };
  const { policyNumber, totalWithTax } = assertBound(await bind(body));
  const [payment] = await inDatabase(
    service.databaseUrl,
    `SELECT id AS "paymentId", processor, reference, masked_card_number AS "maskedCardNumber", card_type AS "cardType"
     FROM card_payment WHERE application_id = $1`,
    [applicationId],
  );
  const { id: ___, year: ____, make: _____, model: ______, ...said } = vehicle;
  const { bankAccount: __, ...financing } = (body.financing ?? {}) as Json;
  const record: Json = {
    integration: name === 'manitoba' ? 'northbind-sandbox-2' : 'northbind-sandbox',
    seller: name,
    policyNumber,
    boundOn: today,
    ...choice,
    totalWithTax,
    paymentMethod: method,
    ...(method === 'REF' && { paymentReference: byReferral.paymentReference }),
    ...(method === 'PFF' && { financing }),
    ...(method === 'CC' && { cardPayment: payment }),
    quotedOn: today,
    quote: { ...asked, vehicle: said },
  };
  return { body, policyNumber, record };
}

const withoutQuote = ({ quote: _, quotedOn: __, ...record }: Json): Json => record;

async function enter(record: Json) {
  const file = join(folder, 'policy.json');
  await writeFile(file, JSON.stringify(record));
  return northbind(
    { DATABASE_URL: service.databaseUrl },
    'policy',
    'enter',
    file,
    '--reason',
    'restored from the copy',
  );
}

const flipped = (policyNumber: string): string =>
  policyNumber.slice(0, -1) + String((Number(policyNumber.at(-1)) + 1) % 10);

/** Deletes a sale as if it had never been written, whatever refers to it. */
async function forget(applicationId: string, { quote }: { readonly quote: boolean }): Promise<void> {
  const ofPolicy = (table: string) =>
    `DELETE FROM ${table} WHERE policy_number = (SELECT policy_number FROM bind WHERE application_id = '${applicationId}')`;
  const ofApplication = (table: string) => `DELETE FROM ${table} WHERE application_id = '${applicationId}'`;
  const ofEntries = (table: string) =>
    `DELETE FROM ${table} WHERE entry_id IN (SELECT id FROM ledger_entry WHERE policy_number =
      (SELECT policy_number FROM bind WHERE application_id = '${applicationId}'))`;
  const statements = [
    'SET LOCAL session_replication_role = replica',
    ofEntries('ledger_posting'),
    ofEntries('entry_reference'),
    ...['ledger_entry', 'document', 'mail', 'event', 'due_charge', 'policy'].map(ofPolicy),
    ...['bind', 'card_payment', 'audit'].map(ofApplication),
    ...(quote ? [ofApplication('application_words'), `DELETE FROM application WHERE id = '${applicationId}'`] : []),
  ];
  await inDatabase(service.databaseUrl, `BEGIN; ${statements.join('; ')}; COMMIT`);
}

async function policiesOf(applicationId: string): Promise<readonly string[]> {
  const rows = await inDatabase(service.databaseUrl, 'SELECT policy_number FROM policy WHERE application_id = $1', [
    applicationId,
  ]);
  return rows.map(({ policy_number }) => policy_number);
}

/** What the processor and the lender have on record. */
async function readMoney(applicationId: string): Promise<Json> {
  const { body } = await service.call('GET', `/sandbox/ledger?applicationId=${applicationId}`, {
    token: saleClient.quoteClient.token,
  });
  return body;
}
