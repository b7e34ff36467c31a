import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  CancelledError,
  errorCodes,
  NoAnswerError,
  NoResultError,
  type Northbind,
  type NorthbindEvent,
  RateLimitError,
  RefusedError,
  ServiceError,
} from '../src/index.ts';
import { refusal, type Step, startScriptedService } from './scripted-service.ts';

const asked = { applicationId: 'a', paymentId: 'p', ticket: 't' };
/** Has every property that the contract promises for these calls. */
const whole: Step = {
  body: {
    isValid: true,
    errors: [],
    paymentId: 'p',
    status: 'Pending',
    message: '',
    expiresAt: null,
    vehicles: [],
    options: [],
    holds: [],
    charges: [],
    disputes: [],
    loans: [],
    today: '2026-03-31',
    applicationsRemoved: 0,
    applicationId: 'a',
    revision: 1,
    series: 'Prime',
    effectiveDate: '2026-03-31',
    quotedOn: '2026-03-31',
    vehicle: {},
    replacementOptions: [],
    limitedIndemnityOptions: [],
    existingPolicies: [],
    ticket: 't',
    amount: 0,
    chargeDate: '2026-03-31',
    checkoutJsUrl: 'https://example.ca/checkout.js',
    environment: 'qa',
  },
};

test('a refused call is sent again exactly when the contract calls the code retryable', async () => {
  const tries = Object.entries(errorCodes).map(async ([code, { retryable, status }]) => {
    const service = await startScriptedService([refusal(code, { status }), whole]);
    const result = await service
      .client()
      .cardPayments.confirm(asked)
      .catch((error: unknown) => error);
    assert.equal(service.heard.length, retryable ? 2 : 1, code);
    if (retryable) assert.equal((result as { status: string }).status, 'Pending');
    else assert.ok(result instanceof (status === 500 ? ServiceError : RefusedError), code);
  });
  await Promise.all(tries);
});

test('a key of the partner’s goes with every try; one that no header may have is refused before it is sent', async () => {
  const service = await startScriptedService(['drop', whole, whole]);
  await service.client().quotes.create(quote, { idempotencyKey: 'order-1' });
  assert.deepEqual(
    service.heard.map(({ headers }) => headers['idempotency-key']),
    ['order-1', 'order-1'],
  );
  await service.client().quotes.create(quote);
  assert.equal(service.heard.at(-1)?.headers['idempotency-key'], undefined);
  for (const idempotencyKey of ['', 'a b', 'a\nb', 'x'.repeat(256)])
    await assert.rejects(async () => service.client().quotes.create(quote, { idempotencyKey }), TypeError);
  assert.equal(service.heard.length, 3);
});

type Ask = (client: Northbind) => Promise<unknown>;
const quote = {} as Parameters<Northbind['quotes']['create']>[0];

const repeated: Readonly<Record<string, Ask>> = {
  'a look-up': (client) => client.vehicles.lookUp({ vin: 'V', effectiveDate: '2026-03-31' }),
  'a financing quote': (client) => client.financing.quote({} as never),
  'a confirm': (client) => client.cardPayments.confirm(asked),
  'a ledger': (client) => client.sandbox.ledger('a'),
  'a reset': (client) => client.sandbox.reset(),
  'a quote with a key': (client) => client.quotes.create(quote, { idempotencyKey: 'order-1' }),
  'a card payment with a key': (client) => client.cardPayments.start({} as never, { idempotencyKey: 'order-1' }),
};
const sentOnce: Readonly<Record<string, Ask>> = {
  'a quote': (client) => client.quotes.create(quote),
  'a revision': (client) => client.quotes.revise('a', quote),
  'a card payment': (client) => client.cardPayments.start({} as never),
  'a move of the clock': (client) => client.sandbox.setClock('2026-03-31'),
};

suite('when no answer came', { concurrency: true }, () => {
  for (const [what, ask] of Object.entries(repeated)) {
    test(`${what} is sent again when no answer came`, async () => {
      const service = await startScriptedService(['drop', { status: 503 }, whole]);
      await ask(service.client());
      assert.equal(service.heard.length, 3);
    });
  }

  for (const [what, ask] of Object.entries(sentOnce)) {
    test(`${what} is not sent again when no answer came: the first may have made one`, async () => {
      const service = await startScriptedService(['drop', whole]);
      await assert.rejects(ask(service.client()), NoAnswerError);
      assert.equal(service.heard.length, 1);
    });
  }
});

test('there are as many retries as were asked for, each waiting longer, never exactly alike', async () => {
  const service = await startScriptedService([refusal('CardPaymentUnavailable')]);
  const waits: number[] = [];
  const onEvent = (event: NorthbindEvent) => event.type === 'waiting' && waits.push(event.waitMs);
  await assert.rejects(service.client({ retries: 2, onEvent }).cardPayments.confirm(asked), { retryable: true });
  assert.equal(service.heard.length, 3);
  assert.ok(waits[0]! >= 125 && waits[0]! < 250 && waits[1]! >= 250 && waits[1]! < 500, String(waits));
});

test('who is asked to wait longer than the rate limit’s window is told at once', async () => {
  const service = await startScriptedService([
    refusal('RateLimitExceeded', { status: 429, headers: { 'retry-after': '3600' } }),
  ]);
  await assert.rejects(service.client().dealers.list(), RateLimitError);
  assert.equal(service.heard.length, 1);
});

test('a signal ends a call while it waits to be sent again', async () => {
  const service = await startScriptedService([
    refusal('RateLimitExceeded', { status: 429, headers: { 'retry-after': '60' } }),
  ]);
  const controller = new AbortController();
  const onEvent = ({ type }: NorthbindEvent) => type === 'waiting' && controller.abort();
  await assert.rejects(service.client({ onEvent }).dealers.list({ signal: controller.signal }), CancelledError);
});

test('no answer in time is told as such', async () => {
  const service = await startScriptedService(['hang']);
  const failed = service.client().quotes.create(quote, { timeoutMs: 50 });
  await assert.rejects(failed, { name: 'NoAnswerError', code: 'TimedOut', status: null });
});

test('an answer without what the contract promises of it is not taken for one', async () => {
  const service = await startScriptedService([{ body: { dealers: [] } }, whole]);
  assert.deepEqual(await service.client().vehicles.lookUp({ vin: 'V', effectiveDate: '2026-03-31' }), []);
  assert.equal(service.heard.length, 2);
});

test('an empty 400 means that there is no result', async () => {
  const service = await startScriptedService([{ status: 400 }]);
  await assert.rejects(service.client().vehicles.lookUp({ vin: 'V', effectiveDate: '2026-03-31' }), NoResultError);
  assert.equal(service.heard.length, 1);
});

test('a look-up is asked in the contract’s spelling, with what was given only', async () => {
  const service = await startScriptedService([{ body: { vehicles: [] } }]);
  await service.client().vehicles.lookUp({ vin: '1HGCM82633A004352', effectiveDate: '2026-03-31', odometer: 0 });
  assert.equal(
    service.heard[0]!.path,
    '/v1/quote/vehicle-configurations?Vin=1HGCM82633A004352&Odometer=0&EffectiveDate=2026-03-31',
  );
});

test('a log that fails does not fail the call', async () => {
  const service = await startScriptedService([{ body: { dealers: [] } }]);
  const throwing = service.client({
    onEvent: () => {
      throw new Error('full disk');
    },
  });
  assert.deepEqual(await throwing.dealers.list(), []);
  const rejecting = service.client({ onEvent: (async () => Promise.reject(new Error('full disk'))) as () => void });
  assert.deepEqual(await rejecting.dealers.list(), []);
});
