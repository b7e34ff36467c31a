import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AmbiguousBindError,
  AuthenticationError,
  CancelledError,
  type NorthbindEvent,
  RateLimitError,
  RefusedError,
} from '../src/index.ts';
import {
  applicationId,
  bankAccount,
  byLoan,
  byReferral,
  policy,
  refusal,
  type Step,
  startScriptedService,
} from './scripted-service.ts';

const good: Step = { body: policy };

const unclear: Readonly<Record<string, Step>> = {
  'a dropped connection': 'drop',
  'an answer that breaks off': 'truncate',
  'an answer that breaks off and hides it': { body: '{"isValid":true,"policyNum' },
  'no answer in time': 'hang',
  'a fault of the service': refusal('InternalError', { status: 500 }),
  'a fault of what stands between': { status: 502, body: '<html>Bad gateway</html>' },
  'a refusal that can’t be read': { status: 422, body: '{"isValid":false,"errors":[{"co' },
  'a page of something else': { status: 403, body: '<html>Blocked</html>' },
  'a redirect': { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
  'the policy of another application': { body: { ...policy, applicationId: 'other', policyNumber: 'NB-2' } },
  BindInProgress: refusal('BindInProgress'),
  BindIncomplete: refusal('BindIncomplete'),
  CardPaymentUnavailable: refusal('CardPaymentUnavailable'),
  FinancingUnavailable: refusal('FinancingUnavailable'),
};

// Most of their time is waiting, so they wait together.
suite('what is unclear', { concurrency: true }, () => {
  for (const [what, step] of Object.entries(unclear)) {
    test(`after ${what} the same bind is sent again until it is answered`, async () => {
      const service = await startScriptedService([step, step, good]);
      const answer = await service.client().bind(byReferral, { timeoutMs: 1_000 });
      assert.deepEqual(answer, policy);
      assert.ok(service.heard.length >= 3);
      assert.deepEqual(new Set(service.heard.map(({ path, body }) => `${path} ${body}`)).size, 1);
      assert.deepEqual(JSON.parse(service.heard[0]!.body), byReferral);
    });

    test(`a bind that ends with ${what} is ambiguous, and can be resumed from its state`, async () => {
      const steps: Step[] = [step];
      const service = await startScriptedService(steps);
      const client = await service.authenticated();
      const error = await failureOf(client.bind(byReferral, { timeoutMs: 400, deadlineMs: 600 }));
      assert.ok(error instanceof AmbiguousBindError, String(error));
      assert.match(error.message, /^ambiguous: repeat this bind, never re-quote/);
      assert.equal(error.retryable, true);
      const kept = JSON.parse(JSON.stringify(error.state));
      assert.deepEqual(kept, error.state, 'plain JSON');
      steps[0] = good;
      assert.deepEqual(await client.resumeBind(kept), policy);
      assert.equal(service.heard.at(-1)!.body, service.heard[0]!.body);
    });
  }
});

test('a refusal that a repeat would not change ends the bind, with code, field and request id', async () => {
  const service = await startScriptedService([
    'drop',
    refusal('CardPaymentDeclined', { field: 'cardPayment.paymentId' }),
  ]);
  const error = await failureOf(service.client().bind(byReferral, { requestId: 'sale-7' }));
  assert.ok(error instanceof RefusedError);
  const { code, field, retryable, requestId, status, operation } = error;
  assert.deepEqual(
    { code, field, retryable, requestId, status, operation },
    {
      code: 'CardPaymentDeclined',
      field: 'cardPayment.paymentId',
      retryable: false,
      requestId: 'sale-7',
      status: 422,
      operation: 'bind',
    },
  );
  assert.equal(service.heard.length, 2);
});

test('a code that is newer than the SDK ends the bind too', async () => {
  const service = await startScriptedService([refusal('SomethingNew')]);
  const error = await failureOf(service.client().bind(byReferral));
  assert.ok(error instanceof RefusedError);
  assert.equal(error.code, 'SomethingNew');
});

test('a refusal under the id of another call is asked for again before it is believed', async () => {
  const stray = refusal('CardPaymentExpired', { headers: { 'x-request-id': 'of-another-call' } });
  const misled = await startScriptedService([stray, good]);
  assert.deepEqual(await misled.client().bind(byReferral), policy);

  // An intermediary that gives every call an id of its own.
  const renamed = await startScriptedService([stray]);
  assert.equal((await failureOf(renamed.client().bind(byReferral))).code, 'CardPaymentExpired');
  assert.equal(renamed.heard.length, 2);
});

test('a refusal of the bank account tells nothing about a bind that was sent before: correct it and resume', async () => {
  const wrong = refusal('InvalidBankTransit', { field: 'financing.bankAccount.transitNumber' });
  const first = await startScriptedService([wrong]);
  const refused = await failureOf(first.client().bind(byLoan));
  assert.ok(refused instanceof RefusedError, 'never sent before: there is no policy');

  const steps: Step[] = ['drop', wrong];
  const service = await startScriptedService(steps);
  const client = service.client();
  const open = await failureOf(client.bind(byLoan));
  const resumed = await failureOf(client.resumeBind(open.state, { bankAccount }));
  for (const error of [open, resumed]) {
    assert.ok(error instanceof AmbiguousBindError, String(error));
    assert.ok(error.cause instanceof RefusedError);
    assert.equal(error.cause.code, 'InvalidBankTransit');
    assert.equal(error.field, 'financing.bankAccount.transitNumber');
    assert.match(error.message, /Correct the bank account and resume\.$/);
  }
  assert.equal(service.heard.length, 3);
  steps.push(good);
  assert.deepEqual(await client.resumeBind(resumed.state, { bankAccount }), policy);
});

test('faults beside the bank account settle a resumed bind: the same bind can’t have passed before', async () => {
  const errors = ['financing.bankAccount.transitNumber', 'coverageCategory'].map((field) => ({
    code: 'SomethingInvalid',
    field,
    message: 'A sentence.',
  }));
  const service = await startScriptedService([{ status: 422, body: { isValid: false, errors } }]);
  const client = service.client();
  const error = await failureOf(client.resumeBind(client.prepareBind(byLoan), { bankAccount }));
  assert.ok(error instanceof RefusedError);
});

test('an application that is not found tells nothing about a bind that was sent before, perhaps elsewhere', async () => {
  const notFound = refusal('ApplicationNotFound', { field: 'applicationId' });
  const service = await startScriptedService([notFound]);
  const client = service.client();
  assert.ok((await failureOf(client.bind(byReferral))) instanceof RefusedError);
  const resumed = await failureOf(client.resumeBind(client.prepareBind(byReferral)));
  assert.ok(resumed instanceof AmbiguousBindError);
  assert.match(resumed.message, /credentials and at the base URL/);
  assert.equal(service.heard.length, 2);
});

test('a refusal of the bank account under another id is believed when it comes twice to a bind that is new', async () => {
  const headers = { 'x-request-id': 'of-an-intermediary' };
  const wrong = refusal('InvalidBankTransit', { field: 'financing.bankAccount.transitNumber', headers });
  const service = await startScriptedService([wrong]);
  assert.ok((await failureOf(service.client().bind(byLoan))) instanceof RefusedError);
  assert.equal(service.heard.length, 2);

  const limited = refusal('RateLimitExceeded', { status: 429, headers: { 'retry-after': '30' } });
  const unclear = await startScriptedService([wrong, limited]);
  const error = await failureOf(unclear.client().bind(byLoan, { deadlineMs: 5_000 }));
  assert.ok(error instanceof AmbiguousBindError, 'the first answer was not ours');
});

test('an id is the same in capital letters: the service answers it in small ones', async () => {
  const service = await startScriptedService([good]);
  const shouted = { ...byReferral, applicationId: applicationId.toUpperCase() };
  assert.deepEqual(await service.client().bind(shouted, { deadlineMs: 2_000 }), policy);
  assert.equal(service.heard.length, 1);
});

test('a bind that was cancelled after it was sent is ambiguous; before that it is cancelled and not sent', async () => {
  const service = await startScriptedService(['hang']);
  const controller = new AbortController();
  const bound = failureOf(service.client().bind(byReferral, { signal: controller.signal }));
  while (service.heard.length === 0) await sleep(10);
  controller.abort();
  const open = await bound;
  assert.ok(open instanceof AmbiguousBindError);
  assert.ok(open.cause instanceof CancelledError);

  const unsent = await failureOf(service.client().bind(byReferral, { signal: AbortSignal.abort() }));
  assert.ok(unsent instanceof CancelledError);
  assert.equal(unsent.name, 'AbortError');
  assert.equal(service.heard.length, 1);
});

test('a bind that is cancelled while it has no token yet is cancelled, not ambiguous', async () => {
  const service = await startScriptedService([good], ['drop', 'drop', 'drop', 'drop', 'drop']);
  const controller = new AbortController();
  const onEvent = ({ type }: NorthbindEvent) => type === 'waiting' && controller.abort();
  const error = await failureOf(service.client({ onEvent }).bind(byReferral, { signal: controller.signal }));
  assert.ok(error instanceof CancelledError, String(error));
  assert.equal(service.heard.length, 0);
});

test('wrong credentials end a bind; it is ambiguous only when it may have been sent before', async () => {
  const refused = { status: 401 };
  const never = await startScriptedService([good], [refused]);
  assert.ok((await failureOf(never.client().bind(byReferral))) instanceof AuthenticationError);
  assert.equal(never.heard.length, 0);

  const state = never.client().prepareBind(byReferral);
  const later = await startScriptedService([good], [refused]);
  const resumed = await failureOf(later.client().resumeBind(state));
  assert.ok(resumed instanceof AmbiguousBindError);
  assert.ok(resumed.cause instanceof AuthenticationError);

  const rotated = await startScriptedService(['drop', refused], [{ body: token }, refused]);
  const open = await failureOf(rotated.client().bind(byReferral));
  assert.ok(open instanceof AmbiguousBindError);
});

test('a bind that was only ever turned away by the rate limit is not ambiguous', async () => {
  const service = await startScriptedService([
    refusal('RateLimitExceeded', { status: 429, headers: { 'retry-after': '30' } }),
  ]);
  const error = await failureOf(service.client().bind(byReferral, { deadlineMs: 5_000 }));
  assert.ok(error instanceof RateLimitError);
  assert.equal(error.retryAfterMs, 30_000);
  assert.equal(service.heard.length, 1, 'the wait would outlast the deadline');
});

test('a bind waits as long as Retry-After asks', async () => {
  const limited = refusal('RateLimitExceeded', { status: 429, headers: { 'retry-after': '1' } });
  const service = await startScriptedService([limited, good]);
  const waits: number[] = [];
  const onEvent = (event: NorthbindEvent) => event.type === 'waiting' && waits.push(event.waitMs);
  await service.client({ onEvent }).bind(byReferral);
  assert.equal(waits.length, 1);
  assert.ok(waits[0]! >= 1_000 && waits[0]! <= 1_250, String(waits));
});

test('without a token nothing is sent, and the bind waits for one', async () => {
  const service = await startScriptedService([good], ['drop', refusal('InternalError', { status: 500 })]);
  assert.deepEqual(await service.client().bind(byReferral), policy);
  assert.equal(service.authentications.length, 3);
  assert.equal(service.heard.length, 1);
});

test('a fault is provoked the first time only, so that the repeat can succeed', async () => {
  const service = await startScriptedService([refusal('CardPaymentUnavailable'), good]);
  await service.client().bind(byReferral, { sandboxFault: 'CardPaymentReplyLost' });
  assert.deepEqual(
    service.heard.map(({ headers }) => headers['sandbox-fault']),
    ['CardPaymentReplyLost', undefined],
  );
});

test('a change to the request after the call does not change what is repeated', async () => {
  const service = await startScriptedService(['drop', good]);
  const request = structuredClone(byReferral) as { -readonly [K in keyof typeof byReferral]: (typeof byReferral)[K] };
  const bound = service.client().bind(request);
  request.paymentTermInYears = 5;
  await bound;
  assert.deepEqual(
    service.heard.map(({ body }) => JSON.parse(body).paymentTermInYears),
    [3, 3],
  );
  assert.equal(JSON.parse(service.heard[0]!.body).applicationId, applicationId);
});

const token = { token: 'a', expiryTime: '2026-01-01T00:00:00Z', expiryMinutes: 60 };

// biome-ignore lint/suspicious/noExplicitAny: tests look into errors of any shape.
async function failureOf(promise: Promise<unknown>): Promise<any> {
  return promise.then(
    (value) => assert.fail(`it answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}
