import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import test, { before } from 'node:test';
import pg from 'pg';
import { type Choice, closeCheckout, openSaleClient, type SaleClient, sendCard } from '../kit/sale/paying.ts';
import { clockAt, noon } from '../kit/sale/quoting.ts';
import { startTestService } from '../kit/service/service.ts';

/*
 * What a step of a payment costs in PostgreSQL. Every statement of the process is written down where it leaves for the
 * server, so each is one round trip, together with the port of the HTTP request that it is made for. What has none, or
 * another one, is not the request's: jobs, the look for changed reference data, and the sandbox processor and lender,
 * which stand for other companies' databases.
 *
 * The count of the rate limit is a round trip of its own but not of each request: under load one of them counts all
 * requests that came meanwhile. Here, with one request at a time and a limit too low to
 * take places ahead, it shows as one, and it is told apart by its table.
 */
interface Noted {
  readonly name: string;
  readonly port: number | undefined;
}

let ontario: SaleClient;
let choice: Choice;
let servicePort: number;
const noted: Noted[] = [];
const portOfRequest = new AsyncLocalStorage<number | undefined>();

before(async () => {
  listen();
  // Enough connections that no statement waits for another's: it would then be sent by the request that releases one.
  const environment = { DATABASE_POOL_SIZE: '32', RATE_LIMIT: '900' };
  const service = await startTestService({ clock: clockAt(noon).clock, environment });
  servicePort = Number(new URL(service.url).port);
  ontario = await openSaleClient(service);
  choice = (await ontario.quote()).choose('Replacement', 2);
});

type Query = (this: pg.Client, first: unknown, ...rest: unknown[]) => unknown;

function listen(): void {
  subscribe('http.server.request.start', (message) => {
    portOfRequest.enterWith((message as { readonly request: IncomingMessage }).request.socket.localPort);
  });
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function noting(first, ...rest) {
    noted.push({ name: nameOf(first), port: portOfRequest.getStore() });
    return query.call(this, first, ...rest);
  };
}

/** A statement of the service has a name; any other is known by its text. */
function nameOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const { name, text } = query as { readonly name?: string; readonly text?: string };
  return text?.includes('rate_limit_count') ? countOfRequests : (name ?? text ?? 'unknown');
}

const countOfRequests = 'count of the rate limit';

/** The round trips that the service made for the call, in their order. */
async function costOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  noted.length = 0;
  await call();
  return noted.filter(({ port }) => port === servicePort).map(({ name }) => name);
}

test('a quote costs one: keep it', async () => {
  const request = await ontario.quoteClient.request();
  const cost = await costOf(() => ontario.quoteClient.quote(request));
  assert.deepEqual(cost, [countOfRequests, 'insert_application']);
});

test('a start costs two round trips: read the application, keep the payment', async () => {
  const cost = await costOf(() => ontario.started(choice));
  assert.deepEqual(cost, [countOfRequests, 'read_application', 'insert_card_payment']);
});

test('a start that is refused costs one at most', async () => {
  const unknown = { ...choice, paymentTermInYears: 9 };
  assert.deepEqual(await costOf(() => ontario.start(unknown)), [countOfRequests, 'read_application']);
  assert.deepEqual(await costOf(() => ontario.start({ ...choice, applicationId: 'none' })), [countOfRequests]);
});

test('a confirm costs one while the customer is busy, two when it decides, and one ever after', async () => {
  for (const act of [sendCard, closeCheckout]) {
    const started = await ontario.started(choice);
    const confirm = (): Promise<unknown> => ontario.confirm(started.asked);
    assert.deepEqual(await costOf(confirm), [countOfRequests, 'read_card_payment']);
    await act(started);
    assert.deepEqual(await costOf(confirm), [countOfRequests, 'read_card_payment', 'decide_card_payment']);
    assert.deepEqual(await costOf(confirm), [countOfRequests, 'read_card_payment']);
  }
});

test('a financing quote costs one: read the application', async () => {
  const body = { ...choice, downPayment: 100, firstInstallmentDate: '2026-12-01' };
  assert.deepEqual(await costOf(() => ontario.finance(body)), [countOfRequests, 'read_application']);
});
