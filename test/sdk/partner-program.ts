import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BindState, Northbind, verifyWebhook } from '@northbind/sdk';

/*
 * A partner's program as the guide describes it, that may be killed at any time: it sells one policy, looks it up, and
 * hears of its later events by webhook and by the feed. What it has seen is a line in its journal before it answers or
 * goes on.
 */
const { NORTHBIND_URL: baseUrl = '', FOLDER: folder = '', HOOKS_PORT = '' } = process.env;
const credentials = {
  clientId: 'northbind-sandbox',
  clientSecret: 'sandbox-client-secret',
  username: 'ontario',
  password: 'sandbox-password',
};
const northbind = new Northbind({ baseUrl, ...credentials, retries: 10 });

const journal = join(folder, 'journal.ndjson');
interface Line {
  readonly by: 'webhook' | 'feed';
  readonly id: string;
  readonly type: string;
}
const note = (line: Line): void => appendFileSync(journal, `${JSON.stringify(line)}\n`, { flush: true });
const noted = (): readonly Line[] =>
  existsSync(journal)
    ? readFileSync(journal, 'utf8')
        .split('\n')
        .slice(0, -1) // A line that was not finished was not answered.
        .map((line) => JSON.parse(line) as Line)
    : [];

/** A file is there whole or not at all. */
function keep(name: string, value: object): void {
  writeFileSync(join(folder, `${name}.new`), JSON.stringify(value), { flush: true });
  renameSync(join(folder, `${name}.new`), join(folder, name));
}
const kept = <T>(name: string): T | null =>
  existsSync(join(folder, name)) ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as T) : null;

// A killed program may have left half a line.
if (existsSync(journal)) {
  const text = readFileSync(journal, 'utf8');
  if (!text.endsWith('\n')) writeFileSync(journal, text.slice(0, text.lastIndexOf('\n') + 1));
}

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const endpoint = kept<{ readonly secret: string }>('endpoint.json');
  try {
    const { id, type } = verifyWebhook(body, request.headers, endpoint?.secret ?? '');
    note({ by: 'webhook', id, type });
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(HOOKS_PORT), '127.0.0.1');

if (kept('endpoint.json') === null) keep('endpoint.json', await makeEndpoint());
if (kept('sold.json') === null) keep('sold.json', await sell());
for (let after = noted().findLast(({ by }) => by === 'feed')?.id; ; await sleep(200)) {
  try {
    for await (const { id, type } of northbind.events.list({ limit: 100, ...(after !== undefined && { after }) })) {
      note({ by: 'feed', id, type });
      after = id;
    }
  } catch {
    // The service is away: the next round goes on where this one ended.
  }
}

async function makeEndpoint(): Promise<object> {
  const json = { 'content-type': 'application/json' };
  const { clientId: client_id, clientSecret: client_secret, username, password } = credentials;
  const login = await fetch(`${baseUrl}/v1/authenticate`, {
    method: 'POST',
    headers: { ...json, client_id, client_secret },
    body: JSON.stringify({ username, password }),
  });
  const { token } = (await login.json()) as { readonly token: string };
  const made = await fetch(`${baseUrl}/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ url: `http://127.0.0.1:${HOOKS_PORT}/hooks` }),
  });
  if (made.status !== 201) throw new Error(await made.text());
  return (await made.json()) as object;
}

/** A policy whose card is charged in five days, and then refused. */
async function sell(): Promise<object> {
  const state = kept<BindState>('bind.json') ?? (await readyToBind());
  keep('bind.json', state);
  const { policyNumber } = await northbind.resumeBind(state);
  const policy = await northbind.policies.get(policyNumber);
  const listed: string[] = [];
  for await (const one of northbind.policies.list({ partnerReference: 'order-1' })) listed.push(one.policyNumber);
  return { policyNumber, moneyStatus: policy.moneyStatus, listed };
}

async function readyToBind(): Promise<BindState> {
  const { today } = await northbind.sandbox.clock();
  const effectiveDate = new Date(Date.parse(today) + 5 * 86_400_000).toISOString().slice(0, 10);
  const asked = { effectiveDate, odometer: 24_500, purchaseMethod: 'Cash' } as const;
  const { vin } = await northbind.testVin(2024);
  const [vehicle] = await northbind.vehicles.lookUp({ vin, ...asked });
  const { applicationId, replacementOptions } = await northbind.quotes.create({
    ...asked,
    series: 'Prime',
    vehicleConfigurationId: vehicle!.id,
    partnerReference: 'order-1',
    applicant: {
      firstOrCompanyName: 'Marie-Ève',
      lastName: 'Tremblay',
      addressLine1: '301 Sample Street',
      city: 'Toronto',
      postalCode: 'M5V 2T6',
      phoneNumber: '416-555-0142',
      emailAddress: 'marie-eve@example.ca',
    },
  });
  const { paymentTermInYears, coverage } = replacementOptions[0]!;
  const selectedProducts = coverage.map(({ productType }) => productType);
  const selection = { applicationId, coverageCategory: 'Replacement', paymentTermInYears, selectedProducts } as const;
  const payment = await northbind.cardPayments.start({ ...selection, chargeDate: effectiveDate });
  await payByCard(payment.checkoutJsUrl, payment.ticket);
  await northbind.cardPayments.confirm({ applicationId, paymentId: payment.paymentId, ticket: payment.ticket });
  return northbind.prepareBind({
    ...selection,
    paymentMethod: 'CC',
    cardPayment: { paymentId: payment.paymentId },
  });
}

/** In the customer's place, with a card that is refused when it is charged later. */
async function payByCard(checkoutJsUrl: string, ticket: string): Promise<void> {
  const answer = await fetch(new URL('/checkout/submit', checkoutJsUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket, cardNumber: '4000000000000341', expiry: '12/30', cvv: '123' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
