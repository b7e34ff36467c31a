import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays, dateIn } from '../../src/domain/calendar.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, bankAccount, binder, chooseFrom } from '../kit/sale/binding.ts';
import { assertQuoted, requestFor } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { emptyDatabase } from '../kit/service/database.ts';
import { ownFile } from '../kit/service/own-files.ts';
import { productionSettings } from '../kit/service/production.ts';
import { startTestService } from '../kit/service/service.ts';
import { startMailServer } from '../ports/mail-server.ts';

/* Production mode with the sandbox's parties: cards, loans and refunds are walked before the real contracts are there. */
const mail = await startMailServer();
const checkoutPort = await freePort();
const checkout = `http://127.0.0.1:${checkoutPort}`;
const rehearsal = {
  ...productionSettings,
  DATABASE_URL: await emptyDatabase(),
  SMTP_URL: mail.url,
  CARD_PROCESSOR: 'rehearsal',
  CHECKOUT_PORT: String(checkoutPort),
  CHECKOUT_PUBLIC_URL: checkout,
  LENDER: 'rehearsal',
};

async function run(...words: readonly string[]) {
  const ran = await northbind(rehearsal, ...words);
  assert.equal(ran.code, 0, `${words.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran;
}

test('a rehearsal sells by card and by loan in production mode, marks every paper, mail and page, and keeps its database', async () => {
  await run('migrate');
  await run('taxtable', 'load', await ownFile('tax-table.json'));
  await run('ratebook', 'load', await ownFile('rate-book.json'));
  await run('ratebook', 'activate', 'own-2', '--from', 'today', '--reason', 'first prices');
  const { clientSecret } = (await run('integration', 'create', 'Birch', '--client-id', 'birch', '--json')).json();
  const of = ['--username', 'birch-on', '--integration', 'birch', '--province', 'ON', '--series', 'Prime'];
  const ways = ['--payment-methods', 'CC,PFF', '--json'];
  const { password } = (await run('seller', 'create', 'Birch Ontario', ...of, ...ways)).json();

  const service = await startTestService({ environment: rehearsal });
  const started = service.lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'started');
  assert.equal(started.mode, 'rehearsal');
  const headers = { client_id: 'birch', client_secret: clientSecret };
  const signIn = { headers, body: { username: 'birch-on', password } };
  const { token } = (await service.call('POST', '/v1/authenticate', signIn)).body;
  const bind = binder(service, token);
  const today = dateIn('ON', new Date());
  const quoteOn = async (effectiveDate: string) => {
    const wish = { effectiveDate, odometer: 24_500, purchaseMethod: 'Cash' } as const;
    const asked = { Vin: '5TDKDRBH6PS000001', EffectiveDate: effectiveDate, Odometer: '24500', PurchaseMethod: 'Cash' };
    const found = await service.call('GET', `/v1/quote/vehicle-configurations?${new URLSearchParams(asked)}`, {
      token,
    });
    const body = requestFor('ontario', wish, found.body.vehicles[0].id);
    const quoted = await service.call('POST', '/v1/quote', { token, body });
    assertQuoted(quoted);
    return chooseFrom(quoted, 'Replacement', 3);
  };

  const choice = await quoteOn(today);
  const payment = (await service.call('POST', '/v1/payment/card', { token, body: choice })).body;
  assert.ok(String(payment.checkoutJsUrl).startsWith(`${checkout}/`), payment.checkoutJsUrl);
  const typed = { ticket: payment.ticket, cardNumber: '4242424242424242', expiry: '12/40', cvv: '123' };
  const submitted = await fetch(`${checkout}/checkout/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(typed),
  });
  assert.equal(submitted.status, 200);
  const { paymentId, ticket } = payment;
  const { applicationId } = choice;
  await service.call('POST', '/v1/payment/card/confirm', { token, body: { applicationId, paymentId, ticket } });
  const sold = assertBound(await bind({ ...choice, paymentMethod: 'CC', cardPayment: { paymentId } }));
  const paper = await fetch(`${service.url}/v1/document/${sold.documentDownloadId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { text } = readPdf(Buffer.from(await paper.arrayBuffer()));
  assert.match(text, /Rehearsal: no insurance is in force/);
  await until(
    () => mail.taken.length,
    (count) => count > 0,
  );
  assert.match(mail.taken[0]!.mail.text ?? '', /Rehearsal: no insurance/);

  const later = addDays(today, 1);
  const financing = { loanTermInMonths: 24, downPayment: 100, firstInstallmentDate: addDays(later, 15), bankAccount };
  const financed = assertBound(await bind({ ...(await quoteOn(later)), paymentMethod: 'PFF', financing }));
  assert.ok(financed.financing.loanNumber);

  const gone = await fetch(`${service.url}/pay/${'x'.repeat(43)}?lang=fr`);
  assert.match(await gone.text(), /Répétition/);

  await service.close();
  for (const [changes, words] of [
    [{ CARD_PROCESSOR: 'none', LENDER: 'none' }, /belongs to a rehearsal/],
    [{ NORTHBIND_MODE: 'sandbox', CARD_PROCESSOR: '', LENDER: '' }, /belongs to a rehearsal/],
  ] as const)
    await assert.rejects(startTestService({ environment: { ...rehearsal, ...changes } }), words);
  const real = { ...productionSettings, DATABASE_URL: await emptyDatabase() };
  await (await startTestService({ environment: real })).close();
  await assert.rejects(
    startTestService({ environment: { ...rehearsal, DATABASE_URL: real.DATABASE_URL } }),
    /belongs to production, and a rehearsal never uses it/,
  );
});
