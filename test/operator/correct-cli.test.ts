import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan, steadySeller } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { customerAt, sellUnpaid } from '../kit/sale/unpaid.ts';
import { northbind } from '../kit/service/command-line.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let applicationId: string;
let policyNumber: string;
const { name, today } = steadySeller();
const run = (...words: readonly string[]) => northbind({ DATABASE_URL: service.databaseUrl }, ...words);

before(async () => {
  service = await startTestService();
  ({ applicationId, policyNumber } = await sell());
});

async function sell() {
  const saleClient = await openSaleClient(service, name);
  const quoted = await saleClient.quote({ effectiveDate: today });
  const choice = quoted.choose('Replacement', 2);
  const payment = await authorizedPayment(saleClient, choice);
  return assertBound(await binder(service, saleClient.quoteClient.token)({ ...choice, ...byCard(payment) }));
}

test('the lender is asked whether a loan is in default, from the command line as from the console', async () => {
  const saleClient = await openSaleClient(service, name);
  const { token } = saleClient.quoteClient;
  const choice = (await saleClient.quote({ effectiveDate: today })).choose('Replacement', 3);
  const { policyNumber } = assertBound(await binder(service, token)({ ...choice, ...byLoan(today) }));
  const words = ['policy', 'cancel', policyNumber, '--kind', 'pro-rata', '--on', addDays(today, 60), '--by', 'insurer'];
  const end = () => run(...words, '--ground', 'NonPayment', '--reason', 'pays no installments', '--yes');
  assert.equal((await end()).code, 3, 'it is in good standing');
  const told = await service.call('POST', '/sandbox/loans', { token, body: { policyNumber, state: 'InDefault' } });
  assert.equal(told.status, 200, told.text);
  const ended = await end();
  assert.equal(ended.code, 0, ended.stderr);
});

test('a cancellation for a day ahead is shown with its day, gives nothing back, and is withdrawn', async () => {
  const on = addDays(today, 60);
  const { applicationId, policyNumber } = await sell();
  const bare = await run('policy', 'cancel', policyNumber, '--preview');
  assert.match(bare.stdout, new RegExp(`First day without cover +${today}\\nKind +pro-rata`), bare.stderr);
  assert.equal((await run('policy', 'cancel', policyNumber, '--reason', 'x', '--yes')).code, 2, 'only a preview');
  const words = ['policy', 'cancel', policyNumber, '--kind', 'pro-rata', '--on', on];
  const preview = await run(...words, '--preview');
  assert.equal(preview.code, 0, preview.stderr);
  assert.match(preview.stdout, /UNUSED DAYS.*\n.*67[01] of 73[01]/s);
  const lastDay = addDays(on, -1);
  const givenBack = `to the card; [\\d.]+ by the card processor to the card on ${on}; it can be withdrawn until ${lastDay}`;
  assert.match(preview.stdout, new RegExp(`Refunded +${givenBack}`));
  const shown = (await run(...words, '--preview', '--json')).json();
  const scheduled = await run(...words, '--reason', 'sold the car', '--yes');
  assert.match(scheduled.stdout, new RegExp(`Policy ${policyNumber} is cancelled as of ${on}`), scheduled.stderr);
  const sale = (await run('sale', 'show', applicationId)).stdout;
  assert.match(sale, new RegExp(`Cancellation +scheduled, first day without cover ${on}, pro-rata`));
  assert.match(sale, new RegExp(`Processor +Card +\\S+ +Pending +due ${on}`));

  const withdraw = ['policy', 'withdraw-cancellation', policyNumber, '--reason', 'keeps the car'];
  assert.match((await run(...withdraw)).stdout, /^Withdrawn/);
  const again = await run(...withdraw);
  assert.deepEqual([again.code, /not cancelled/.test(again.stderr)], [3, true], again.stderr);
  const books = await readBooks(service.databaseUrl, applicationId);
  assert.deepEqual([books.cancellation, books.charges[0]!.refundedCents], [null, 0]);
  assert.ok(shown.refundCents > 0);
});

test('a cancellation is shown, is not done without a yes, and is carried out by the running service', async () => {
  const words = ['policy', 'cancel', policyNumber, '--kind', 'flat', '--on', today];
  const shown = (await run(...words, '--preview', '--json')).json();

  assert.equal((await run(...words, '--yes')).code, 3, 'without a reason');
  const unasked = await run(...words, '--reason', 'sold the car');
  assert.equal(unasked.code, 2, 'nobody to ask');
  assert.equal((await readBooks(service.databaseUrl, applicationId)).cancellation, null);

  const done = await run(...words, '--reason', 'sold the car', '--yes', '--json');
  assert.equal(done.code, 0, done.stderr);
  const { documentId, taxesBack, ...cancelled } = done.json();
  // Which taxes go back is known once it is made.
  assert.deepEqual({ ...cancelled, taxesBack: [] }, shown);
  assert.ok(taxesBack.length > 0);
  assert.match(documentId, /^[0-9a-f-]{36}$/);
  await untilQuiet(service.databaseUrl);
  const books = await readBooks(service.databaseUrl, applicationId);
  assert.deepEqual(brokenPromises(books), []);
  assert.equal(books.charges[0]!.refundedCents, shown.refundCents);
  const sale = (await run('sale', 'show', applicationId)).stdout;
  assert.match(sale, /Cancellation +in effect/);
  assert.match(sale, new RegExp(`Processor +Card +\\S+ +Done +${today}`));
});

test('a refund of what was paid outside waits for a person, who settles it with its day and reference', async () => {
  const sale = await sellUnpaid(service, 'alberta');
  const why = ['--reason', 'customer called'];
  const [charge] = (await run('stuck', 'list', '--kind', 'charges', '--json')).json().rows;
  const paid = ['stuck', 'settle', 'charge', charge.id, '--reference', 'cheque 42', ...why];
  assert.equal((await run(...paid, '--by', 'processor')).code, 3, 'it is known that the card was refused');
  assert.equal((await run(...paid)).code, 0);
  const cancel = ['policy', 'cancel', sale.policyNumber, '--kind', 'flat', '--on', sale.dueDay, ...why, '--yes'];
  assert.match(
    (await run(...cancel)).stdout,
    /it was paid outside, and you give it back; [\d.]+ by you to the customer/,
  );

  const [refund] = (await run('stuck', 'list', '--kind', 'reversals', '--json')).json().rows;
  assert.deepEqual([refund.what, refund.policyNumber], ['Customer', sale.policyNumber]);
  assert.match((await run('stuck', 'retry', 'reversal', refund.id, ...why)).stderr, /yours to pay/);
  const settle = ['stuck', 'settle', 'reversal', refund.id, '--reference', 'cheque 43', ...why];
  assert.match((await run(...settle, '--on', addDays(sale.dueDay, 1))).stderr, /not after the seller’s today/);
  assert.equal(
    (await run('stuck', 'list', '--kind', 'reversals', '--json')).json().rows.length,
    1,
    'a refusal settles nothing',
  );
  const settled = await run(...settle, '--on', sale.dueDay);
  assert.equal(settled.code, 0, settled.stderr);
  const shown = (await run('sale', 'show', sale.applicationId)).stdout;
  assert.match(shown, new RegExp(`Operator +Customer +\\S+ +Done +${sale.dueDay}`));
});

test('a policy that stays unpaid is ended with notice; what its used days cost stays owed until it is written off', async () => {
  const sale = await sellUnpaid(service, 'alberta');
  const on = addDays(sale.dueDay, 40);
  const why = ['--reason', 'not paid'];
  const unpaid = ['--kind', 'pro-rata', '--on', on, '--by', 'insurer', '--ground', 'NonPayment', '--used-days', 'owe'];
  // A link of a few days would be over before the notice is: the command makes another, with the service's own key.
  assert.equal((await run('payment-link', 'send', sale.policyNumber, '--days', '3', ...why)).code, 0);
  const cancelled = await run('policy', 'cancel', sale.policyNumber, ...unpaid, ...why, '--yes');
  assert.equal(cancelled.code, 0, cancelled.stderr);
  const { paymentUrl } = (await sale.saleClient.quoteClient.get(`/v1/policies/${sale.policyNumber}`)).body;
  assert.match((await customerAt(service, paymentUrl).look()).html, /<button>Pay/);
  assert.match(cancelled.stdout, new RegExp(`if unpaid, [\\d.]+ for used days stays owed on ${on}; payment before`));
  const writeOff = ['policy', 'write-off', sale.policyNumber, ...why];
  assert.equal((await run(...writeOff)).code, 3, 'nothing is owed before its day');
  await sale.moveTo(on);
  const [charge] = (await run('stuck', 'list', '--kind', 'charges', '--json')).json().rows;
  assert.deepEqual([charge.what, charge.policyNumber], ['used days', sale.policyNumber]);
  assert.match((await run('sale', 'show', sale.applicationId)).stdout, /in effect, .* for used days owed/);
  assert.equal((await run(...writeOff)).code, 0);
  const shown = (await run('sale', 'show', sale.applicationId)).stdout;
  assert.match(shown, /Money +Written off/);
  assert.match(shown, /for used days written off/);
  assert.equal((await run(...writeOff)).code, 3);
});

test('mails are sent again and to a corrected address', async () => {
  const why = ['--reason', 'mistyped'];
  const corrected = await run('policy', 'email', policyNumber, 'right@example.com', ...why, '--json');
  assert.equal(corrected.code, 0, corrected.stderr);
  assert.deepEqual((await run('policy', 'resend', policyNumber, ...why, '--json')).json(), { mails: 3 });
});

test('all stuck mails are sent again, or marked as arrived, by one command', async () => {
  const stick = `UPDATE mail SET due_at = NULL, given_up_at = now(), failure = 'unknown', last_error = 'ETIMEDOUT' WHERE state = 'sent'`;
  const why = ['--reason', 'the relay was restarted'];
  const untilSent = () =>
    until(
      () => inDatabase(service.databaseUrl, 'SELECT FROM mail WHERE due_at IS NOT NULL'),
      (unsent) => unsent.length === 0,
    );
  await untilSent();
  const { length } = await inDatabase(service.databaseUrl, `${stick} RETURNING id`);
  assert.equal((await run('stuck', 'retry', 'mail', '--all', ...why)).code, 2, 'nobody to ask');
  assert.equal((await run('stuck', 'retry', 'mail', ...why)).code, 2, 'neither one nor all');
  const none = await run('stuck', 'retry', 'mail', '--all', '--failure', 'refused', ...why, '--yes', '--json');
  assert.deepEqual(none.json(), { done: 0, refused: 0 });
  const arrived = ['stuck', 'settle', 'mail', '--all', '--failure', 'unknown', '--reference', 'relay log'];
  const settled = await run(...arrived, ...why, '--yes', '--json');
  assert.deepEqual(settled.json(), { done: length, refused: 0 }, settled.stderr);
  await inDatabase(service.databaseUrl, stick);
  const sent = await run('stuck', 'retry', 'mail', '--all', ...why, '--yes', '--json');
  assert.deepEqual(sent.json(), { done: length, refused: 0 }, sent.stderr);
  await untilSent();
});

test('what is not there has an exit code of its own, and a missing reason is wrong usage', async () => {
  const id = '00000000-0000-7000-8000-000000000000';
  const why = ['--reason', 'looked at it'];
  for (const words of [
    ['stuck', 'retry', 'reversal', id],
    ['stuck', 'settle', 'charge', 'no-id', '--reference', 'x'],
    ['charge', 'move', id, today],
    ['mail', 'resend', id],
  ])
    assert.equal((await run(...words, ...why)).code, 4, words.join(' '));
  assert.equal((await run('stuck', 'retry', 'bind', id)).code, 2);
});

test('a payment link is shown once, mailed instead, and revoked', async () => {
  const sale = await sellUnpaid(service, name);
  const why = ['--reason', 'customer called', '--json'];
  const shown = await run('payment-link', 'send', sale.policyNumber, '--show', '--days', '3', ...why);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.json().address, /\/pay\/[\w-]{43}$/);
  assert.equal(shown.json().lastDay, addDays(sale.dueDay, 2));
  assert.match((await customerAt(service, shown.json().address).look()).html, /<button>Pay/);
  const mailed = await run('payment-link', 'send', sale.policyNumber, ...why);
  assert.deepEqual(mailed.json(), { lastDay: addDays(sale.dueDay, 6), address: null });
  assert.equal((await customerAt(service, shown.json().address).look()).status, 404);
  assert.equal((await run('payment-link', 'send', sale.policyNumber, '--days', 'x', ...why)).code, 2);
  assert.equal((await run('payment-link', 'revoke', sale.policyNumber, ...why)).code, 0);
  assert.equal((await run('payment-link', 'revoke', sale.policyNumber, ...why)).code, 3);
  assert.equal((await run('payment-link', 'send', 'NB000000000', ...why)).code, 4);
});

test('the books are checked, reported and compared with a payout file', async () => {
  const checked = await run('books', 'check');
  assert.deepEqual([checked.code, /^The books balance: \d+ policies/.test(checked.stdout)], [0, true], checked.stdout);
  const statement = await run('books', 'statement', 'ontario', '--month', '2026-11');
  assert.match(
    statement.stdout,
    /^date,policy_number,kind,payment_method,premium,tax,total,commission,collected,taxes,seller\r\n/,
  );
  assert.match((await run('books', 'bordereau', '--month', '2026-11')).stdout, /^insurer,date,kind,policy_number,/);
  const taxes = await run('books', 'taxes', '--from', '2026-11-01', '--to', '2026-11-30');
  assert.match(taxes.stdout, /^province,tax,rate_percent,taxable,amount\r\n/);
  assert.equal((await run('books', 'statement', 'ontario', '--month', 'November')).code, 2);

  const folder = await mkdtemp(join(tmpdir(), 'northbind-books-'));
  const file = join(folder, 'settled.csv');
  await writeFile(file, 'Loan,Paid\nnot-ours,12.50\n');
  const days = ['--from', '2020-01-01', '--to', '2020-01-31'];
  const columns = ['--reference', 'Loan', '--amount', 'Paid'];
  const compared = await run('books', 'reconcile', file, '--party', 'lender', ...days, ...columns, '--json');
  await rm(folder, { recursive: true });
  const { fileId: _, differences, ...counts } = JSON.parse(compared.stdout);
  assert.deepEqual(counts, {
    lines: 1,
    matched: 0,
    disputes: 0,
    missing: 0,
    different: 0,
    unknown: 1,
    sums: [{ kind: 'charge', lines: 1, amountCents: 1_250 }],
  });
  assert.deepEqual([differences.length, differences[0].reference], [1, 'not-ours']);
  const [{ id }] = JSON.parse((await run('stuck', 'list', '--kind', 'differences', '--json')).stdout).rows;
  const settled = await run('stuck', 'settle', 'difference', id, '--reference', 'mail', '--reason', 'a test of theirs');
  assert.equal(settled.code, 0, settled.stderr);
  assert.match((await run('books', 'settlements')).stdout, /settled\.csv/);
});
