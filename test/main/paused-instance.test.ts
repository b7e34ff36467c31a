import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addDays } from '../../src/domain/calendar.ts';
import taxes from '../../src/sandbox/data/tax-table.json' with { type: 'json' };
import { afterwards } from '../kit/processes/afterwards.ts';
import { type Instance, startInstance } from '../kit/processes/instances.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, byCard, byReferral, steadySeller } from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { inDatabase, type Json } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import type { Answer } from '../kit/service/service.ts';

/*
 * Two processes on one database. One is stopped; the operator changes something; it is continued six seconds later,
 * with what it had in memory, and finds the calls that came meanwhile.
 */
const { name, today } = steadySeller();
const pauseMs = 6_000;
let databaseUrl: string;
let folder: string;
let paused: Instance;
let other: Instance;
let seller: SaleClient;

before(async () => {
  databaseUrl = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'northbind-paused-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  [paused, other] = await Promise.all([startInstance(databaseUrl), startInstance(databaseUrl)]);
  seller = await openSaleClient({ call: other.call, login });
});

async function login(): Promise<string> {
  const second = name === 'manitoba' ? '-2' : '';
  const answer = await other.call('POST', '/v1/authenticate', {
    headers: { client_id: `northbind-sandbox${second}`, client_secret: `sandbox-client-secret${second}` },
    body: { username: name, password: 'sandbox-password' },
  });
  return answer.body.token;
}

async function operate(...words: readonly string[]): Promise<void> {
  const { code, stderr } = await northbind({ DATABASE_URL: databaseUrl }, ...words, '--reason', 'test');
  assert.equal(code, 0, stderr);
}

/** Stops the instance, makes the change, and continues it six seconds later. */
async function pauseWhile<T>(change: () => Promise<T>): Promise<T> {
  paused.signal('SIGSTOP');
  try {
    const changed = await change();
    await sleep(pauseMs);
    return changed;
  } finally {
    paused.signal('SIGCONT');
  }
}

const post = (instance: Instance, path: string, body: unknown): Promise<Answer> =>
  instance.call('POST', path, { token: seller.quoteClient.token, body });

const choose = async (wish: Json = {}): Promise<Choice> =>
  (await seller.quote({ effectiveDate: today, ...wish })).choose('Replacement', 2);

/** What is allowed again may be refused for a moment by an instance that has not heard of it. */
async function allowAgain(choice: Choice, ...words: readonly string[]): Promise<void> {
  await operate(...words);
  await until(
    () => post(other, '/v1/payment/card', choice),
    ({ status }) => status === 200,
  );
}

const count = async (table: string): Promise<number> =>
  (await inDatabase(databaseUrl, `SELECT count(*)::integer AS count FROM ${table}`))[0].count;

/** What the paused instance is asked for, each by a call of its own. Returns how it answers once it goes on. */
async function askPaused(change: () => Promise<void>): Promise<Readonly<Record<string, Answer>>> {
  const [toRefer, toCharge, toPay] = [await choose(), await choose(), await choose()];
  const payment = await authorizedPayment(seller, toCharge);
  const request = await seller.quoteClient.request({ effectiveDate: today });
  const asked = await pauseWhile(async () => {
    await change();
    return {
      quote: post(paused, '/v1/quote', request),
      'card form': post(paused, '/v1/payment/card', toPay),
      bind: post(paused, '/v1/bind', { ...toRefer, ...byReferral }),
      'bind by card': post(paused, '/v1/bind', { ...toCharge, ...byCard(payment) }),
      list: paused.call('GET', '/v1/policies', { token: seller.quoteClient.token }),
    };
  });
  const answers = await Promise.all(Object.entries(asked).map(async ([what, answer]) => [what, await answer] as const));
  return Object.fromEntries(answers);
}

const statusAndCodes = (answers: Readonly<Record<string, Answer>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(answers).map(([what, { status, codes }]) => [what, [status, ...codes].join(' ')] as const),
  );

const sold = async (): Promise<readonly number[]> => Promise.all(['policy', 'bind', 'sandbox_cards.charge'].map(count));

test('a seller that is disabled while an instance stands still gets nothing from it', async () => {
  const known = await choose();
  const before = await sold();
  const answers = await askPaused(() => operate('seller', 'disable', name));
  await allowAgain(known, 'seller', 'enable', name);
  const refused = '401';
  assert.deepEqual(statusAndCodes(answers), {
    quote: refused,
    'card form': refused,
    bind: refused,
    'bind by card': refused,
    list: refused,
  });
  assert.deepEqual(await sold(), before);
});

test('the token of an OAuth client that is disabled while an instance stands still is refused by it', async () => {
  const second = name === 'manitoba' ? '-2' : '';
  const clientId = `northbind-sandbox${second}-oauth`;
  const secret = { client_id: clientId, client_secret: `sandbox-oauth-secret${second}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: `seller:${name}`, ...secret });
  const given = await fetch(`${other.url}/oauth2/token`, { method: 'POST', body });
  const { access_token: token } = (await given.json()) as { readonly access_token: string };
  const list = () => paused.call('GET', '/v1/policies', { token });
  assert.equal((await list()).status, 200);
  const answers = await pauseWhile(async () => {
    await operate('oauth-client', 'disable', clientId);
    return Array.from({ length: 5 }, list);
  });
  for (const { status } of await Promise.all(answers)) assert.equal(status, 401);
  await operate('oauth-client', 'enable', clientId);
});

test('a payment method that is taken away while an instance stands still is not sold by', async () => {
  const known = await choose();
  const before = await sold();
  const answers = await askPaused(() => operate('seller', 'update', name, '--payment-methods', 'FIN,PFF'));
  await allowAgain(known, 'seller', 'update', name, '--payment-methods', 'REF,FIN,PW,CC,PFF');
  const refused = '422 PaymentMethodNotAvailableForSeller';
  assert.deepEqual(statusAndCodes(answers), {
    quote: '200',
    'card form': refused,
    bind: refused,
    'bind by card': refused,
    list: '200',
  });
  assert.deepEqual(await sold(), before);
});

/** Every tax is dearer by so many hundredths, from the beginning. */
async function loadDearerTable(hundredths: number): Promise<void> {
  const version = `dearer by ${hundredths}`;
  const raised = hundredths * 10_000;
  const rates = taxes.rates.map(({ totalPartsPerMillion, components: [first, ...others], ...rate }) => {
    if (first === undefined) return { ...rate, totalPartsPerMillion, components: [] };
    const dearer = { ...first, partsPerMillion: first.partsPerMillion + raised };
    return { ...rate, totalPartsPerMillion: totalPartsPerMillion + raised, components: [dearer, ...others] };
  });
  const file = join(folder, `${version}.json`);
  await writeFile(file, JSON.stringify({ ...taxes, rates, version }));
  await operate('taxtable', 'load', file);
}

test('a tax table that is loaded while an instance stands still is the one that it quotes, charges and binds by', async () => {
  const before = await sold();
  const answers = await askPaused(() => loadDearerTable(1));
  const refused = '422 TaxRateChanged';
  const { 'bind by card': byCardSaid, ...said } = statusAndCodes(answers);
  assert.deepEqual(said, { quote: '200', 'card form': refused, bind: refused, list: '200' });
  // The other instance may have released the hold already: it can never be used at the new tax.
  assert.ok([refused, '422 CardPaymentExpired'].includes(byCardSaid!), String(byCardSaid));
  assert.deepEqual(await sold(), before);
  const [{ version }] = await inDatabase(
    databaseUrl,
    'SELECT tax_table_version AS version FROM application WHERE id = $1',
    [answers.quote!.body.applicationId],
  );
  assert.equal(version, 'dearer by 1');
});

/** Gives the job to whoever looks at that time; nobody runs it now. */
async function chargeAt(time: string): Promise<void> {
  const sql = `UPDATE periodic_job SET due_at = ${time} WHERE name = 'charge-due' AND owner IS NULL RETURNING name`;
  await until(
    () => inDatabase(databaseUrl, sql),
    (rows) => rows.length === 1,
  );
}

test('a saved card whose day has come is not charged by the tax that was in force before an instance stood still', async () => {
  const dueDay = addDays(today, 5);
  const choice = await choose({ effectiveDate: dueDay });
  const payment = await authorizedPayment(seller, choice);
  assertBound(await post(other, '/v1/bind', { ...choice, ...byCard(payment) }));
  await chargeAt(`now() + interval '1 hour'`);
  await inDatabase(databaseUrl, 'UPDATE seller SET today_floor = $2 WHERE username = $1', [name, dueDay]);
  await until(
    () => paused.call('GET', '/sandbox/clock', { token: seller.quoteClient.token }),
    ({ body }) => body.today === dueDay,
  );
  const before = await sold();
  // So that the other one does not look for it.
  other.signal('SIGSTOP');
  await pauseWhile(async () => {
    await loadDearerTable(2);
    await chargeAt('now()');
  });
  const charge = async (): Promise<Json> =>
    (
      await inDatabase(databaseUrl, 'SELECT state, last_error AS "why" FROM due_charge WHERE card_payment_id = $1', [
        payment.asked.paymentId,
      ])
    )[0];
  const { state, why } = await until(charge, (now) => !['due', 'charging'].includes(String(now.state)));
  other.signal('SIGCONT');
  assert.equal(state, 'refused');
  assert.match(String(why), /^not charged: the tax rate changed/);
  assert.deepEqual(await sold(), before);
});

test('an instance that stands still in the middle of a sale holds up a change, and other sales, for seconds only', async () => {
  const held = new pg.Client({ connectionString: databaseUrl });
  // As of a process that does not go on: its session is ended by the server.
  held.on('error', () => undefined);
  await held.connect();
  afterwards(() => held.end());
  await held.query('BEGIN');
  await held.query('SELECT reference_version()');
  const changed = operate('seller', 'update', name, '--name', 'Renamed');
  await until(
    () =>
      inDatabase(
        databaseUrl,
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND NOT granted`,
      ),
    (waiting) => waiting.length > 0,
  );
  const choice = await choose({ effectiveDate: addDays(today, 5) });
  assertBound(await post(other, '/v1/bind', { ...choice, ...byReferral }));
  await changed;
});
