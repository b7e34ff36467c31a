import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, dateIn } from '../../src/domain/calendar.ts';
import type { FinancingOption } from '../../src/domain/financing/offer.ts';
import { startLender } from '../../src/sandbox/lender/start-lender.ts';
import { lenderProxy } from '../kit/parties/lender-proxy.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, bankAccount, bankLeaks, binder, chooseFrom } from '../kit/sale/binding.ts';
import { assertQuoted, assertRefused, inDatabase, type Json, requestFor } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { emptyDatabase } from '../kit/service/database.ts';
import { ownFile } from '../kit/service/own-files.ts';
import { startTestService } from '../kit/service/service.ts';
import { startMailServer } from '../ports/mail-server.ts';

/*
 * A service in production from nothing, whose operator works at the command line and whose lender is an outside party.
 */
const lenderLog: string[] = [];
const log = (event: string): void => void lenderLog.push(event);
const lenderDatabaseUrl = await emptyDatabase();
const lender = await startLender({
  databaseUrl: lenderDatabaseUrl,
  host: '127.0.0.1',
  port: 0,
  clock: () => new Date(),
  log: { info: log, warn: log, error: log },
});
afterwards(lender.close);
/** Changes what the lender answers; nothing unless a test says so. */
let distort = (loan: FinancingOption): FinancingOption => loan;
const lenderUrl = await lenderProxy(lender.origin, async (call, forward) => {
  const reply = await forward(call);
  if (reply.status !== 200) return reply;
  const { options, contract, ...rest } = JSON.parse(reply.body);
  if (options !== undefined) return { ...reply, body: JSON.stringify({ ...rest, options: options.map(distort) }) };
  return contract ? { ...reply, body: JSON.stringify({ ...rest, contract: distort(contract) }) } : reply;
});
const mail = await startMailServer();
const databaseUrl = await emptyDatabase();
const production = {
  NORTHBIND_MODE: 'production',
  DATABASE_URL: databaseUrl,
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://sales.example.ca',
  SMTP_URL: mail.url,
  SECRET_KEY: 'a key of at least thirty-two characters',
  TRUST_PROXY: 'none',
  CARD_PROCESSOR: 'none',
  LENDER: 'http',
  LENDER_URL: lenderUrl,
  LENDER_KEY: lender.token,
  LENDER_NAME: 'Example Finance',
  LENDER_PHONE: '416 555-0157',
  LENDER_EMAIL: 'loans@example.ca',
  ISSUER_NAME: 'Example Protection',
  ISSUER_ADDRESS: '1 Main Street; Toronto ON  M5V 2T6',
  ISSUER_PHONE: '416 555-0142',
  ISSUER_EMAIL: 'service@example.ca',
  ISSUER_WEBSITE: 'www.example.ca',
};

async function run(...words: readonly string[]) {
  const ran = await northbind(production, ...words);
  assert.equal(ran.code, 0, `${words.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran;
}

test('lender-check passes on the lender at its address, and says what it has checked', async () => {
  const unasked = await northbind(production, 'lender-check', lender.origin);
  assert.deepEqual([unasked.code, /--yes/.test(unasked.stderr)], [2, true]);
  assert.match((await run('lender-check', lender.origin, '--yes')).stdout, /The lender keeps all \d+ promises\.\n$/);
  const closed = await northbind(
    { ...production, LENDER_KEY: 'another key of sixteen' },
    'lender-check',
    lender.origin,
    '--yes',
  );
  assert.equal(closed.code, 1);
  assert.equal(closed.stderr, "The lender can't be checked: plans are not-sent: answered 401.\n");
  const plain = await northbind(production, 'lender-check', 'http://lender.example.ca', '--yes');
  assert.match(plain.stderr, /LENDER_URL must start with https: unless it is on this machine/);
});

test('production sells a financed policy through the lender protocol, and gives the loan back when it is cancelled', async () => {
  await run('migrate');
  await run('taxtable', 'load', await ownFile('tax-table.json'));
  await run('ratebook', 'load', await ownFile('rate-book.json'));
  await run('ratebook', 'activate', 'own-2', '--from', 'today', '--reason', 'first prices');
  const { clientSecret } = (await run('integration', 'create', 'Birch', '--client-id', 'birch', '--json')).json();
  const { password } = (
    await run(
      'seller',
      'create',
      'Birch Ontario',
      '--username',
      'birch-on',
      '--integration',
      'birch',
      '--province',
      'ON',
      '--series',
      'Prime',
      '--payment-methods',
      'PFF',
      '--json',
    )
  ).json();

  const service = await startTestService({ environment: production });
  const headers = { client_id: 'birch', client_secret: clientSecret };
  const { token } = (
    await service.call('POST', '/v1/authenticate', { headers, body: { username: 'birch-on', password } })
  ).body;
  const today = dateIn('ON', new Date());
  const effectiveDate = addDays(today, 1);
  const wish = { effectiveDate, odometer: 24_500, purchaseMethod: 'Cash' } as const;
  const query = new URLSearchParams({
    Vin: '5TDKDRBH6PS000001',
    EffectiveDate: effectiveDate,
    Odometer: '24500',
    PurchaseMethod: 'Cash',
  });
  const found = await service.call('GET', `/v1/quote/vehicle-configurations?${query}`, { token });
  assert.equal(found.status, 200, found.text);
  const quoted = await service.call('POST', '/v1/quote', {
    token,
    body: requestFor('ontario', wish, found.body.vehicles[0].id),
  });
  assertQuoted(quoted);
  const choice = chooseFrom(quoted, 'Replacement', 3);
  const terms = { downPayment: 100, firstInstallmentDate: addDays(effectiveDate, 15) };
  const priced = await service.call('POST', '/v1/quote/financing', { token, body: { ...choice, ...terms } });
  const option = priced.body.options.find((one: Json) => one.loanTermInMonths === 24);

  const bind = binder(service, token);
  const financing = { loanTermInMonths: 24, ...terms, bankAccount };
  const bound = assertBound(await bind({ ...choice, paymentMethod: 'PFF', financing }));
  const { loanNumber, ...figures } = bound.financing;
  assert.deepEqual(figures, { ...option, ...terms });
  const onRecord = () =>
    inDatabase(
      lenderDatabaseUrl,
      'SELECT loan_number, cancelled_at IS NULL AS "isActive" FROM sandbox_lender.contract WHERE policy_number = $1',
      [bound.policyNumber],
    );
  assert.deepEqual(await onRecord(), [{ loan_number: loanNumber, isActive: true }]);
  assert.deepEqual(await bankLeaks(service.lines.join('\n'), databaseUrl), []);

  const [message] = await until(
    () => mail.takenBy('marie-eve@example.ca'),
    (taken) => taken.length > 0,
  );
  assert.equal(message!.mail.attachments.length, 2);

  assert.doesNotMatch(service.lines.join('\n'), /states another APR/);

  // A lender that states a wrong rate: the loan is written, so the policy is, and somebody is told.
  const sell = async (): Promise<Json> => {
    const another = await service.call('POST', '/v1/quote', {
      token,
      body: requestFor('ontario', wish, found.body.vehicles[0].id),
    });
    return { ...chooseFrom(another, 'Replacement', 3), paymentMethod: 'PFF', financing };
  };
  distort = (loan) => ({ ...loan, aprPercent: loan.aprPercent - 0.2 });
  const wrong = assertBound(await bind(await sell()));
  const told = service.lines.filter((line) => line.includes('lender states another APR than its loan has'));
  assert.equal(told.length, 1);
  assert.ok(told[0]!.includes(wrong.policyNumber) && told[0]!.includes(`"aprPercent":${option.apr}`), told.join());

  // A lender whose fee takes the loan above the criminal rate, whatever it states: neither offered nor bound.
  distort = (loan) => ({
    ...loan,
    applicationFeeCents: loan.applicationFeeCents + 100_000,
    totalPayableCents: loan.totalPayableCents + 100_000,
    installmentCents: Math.floor((loan.totalPayableCents + 100_000) / loan.loanTermInMonths),
  });
  const sale = await sell();
  const { paymentMethod: _, financing: __, ...chosen } = sale;
  const dear = await service.call('POST', '/v1/quote/financing', { token, body: { ...chosen, ...terms } });
  assert.deepEqual([dear.status, dear.body.options], [200, []]);
  assertRefused(await bind(sale), ['LoanTermNotAvailable financing.loanTermInMonths']);
  const contracts = 'SELECT count(*)::integer FROM sandbox_lender.contract WHERE customer_reference = $1';
  assert.deepEqual(await inDatabase(lenderDatabaseUrl, contracts, [String(sale.applicationId)]), [{ count: 0 }]);
  distort = (loan) => loan;

  await run('policy', 'cancel', bound.policyNumber, '--kind', 'flat', '--on', today, '--reason', 'sold', '--yes');
  await until(onRecord, ([{ isActive }]) => isActive === false);
  await service.close();
});
