import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Type } from '@northbind/contract/type.ts';
import { makeJsonCaller } from '../../src/adapters/call-json.ts';
import { makeCardLedger } from '../../src/adapters/sandbox-cards/card-ledger.ts';
import { makeSandboxCards } from '../../src/adapters/sandbox-cards/sandbox-cards.ts';
import { refusedBy } from '../../src/ports/outcome.ts';
import { startCardProcessor } from '../../src/sandbox/card-processor/processor.ts';
import { unreachableOrigin } from '../kit/parties/unreachable.ts';
import { unresponsiveOrigin } from '../kit/parties/unresponsive.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { type CardProcessorHarness, describeCardProcessor, type SuiteCard } from './card-processor-suite.ts';

const cardNumbers: Readonly<Record<SuiteCard, string>> = {
  accepted: '4242 4242 4242 4242',
  refused: '4000 0000 0000 0002',
  'refused at the charge': '4000 0000 0000 0341',
};

const faults = {
  'reply lost': 'CardPaymentReplyLost',
  'refund reply lost': 'CardPaymentReplyLost',
  hang: null, // The impatient ones speak to a party that never answers.
} as const;

describeCardProcessor('Sandbox cards', async (): Promise<CardProcessorHarness> => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const processor = await startCardProcessor({
    databaseUrl: await cloneDatabase(),
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    clock: () => new Date(),
    log: silent,
  });
  afterwards(processor.close);
  const { origin, publicOrigin, token } = processor;
  const readLedger = makeCardLedger({ origin, token });
  const post = (path: string, body: object): Promise<Response> =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    cards: makeSandboxCards({ origin, publicOrigin, token }),
    impatientCards: makeSandboxCards({ origin: await unresponsiveOrigin(), publicOrigin, token, timeoutMs: 300 }),
    unreachableCards: makeSandboxCards({ origin: unreachableOrigin, publicOrigin, token }),
    tellsCancelled: true,
    submitCard: (ticket, card) =>
      post('/checkout/submit', { ticket, cardNumber: cardNumbers[card], expiry: '12/40', cvv: '123' }),
    cancel: (ticket) => post('/checkout/cancel', { ticket }),
    breaking: (how) => ({ requestId: randomUUID(), fault: faults[how] }),
    closeAccount: () => ({ requestId: randomUUID(), fault: 'CardRefundDeclined' }),
    charges: async (customerReference) => {
      const outcome = await readLedger(customerReference, { requestId: randomUUID(), fault: null });
      assert.ok(outcome.kind === 'done');
      return outcome.value.charges.map(({ orderKey, amountCents, refundedCents }) => ({
        key: orderKey,
        amountCents,
        refundedCents,
      }));
    },
  };
});

test('an answer in the agreed form is done', async () => {
  const origin = await serve((_request, response) => response.end('{"value":7}'));
  assert.deepEqual(await call(origin), { kind: 'done', value: { value: 7 } });
});

test('a 4xx with a reason is a refusal; without one it is nobody’s word, and unknown', async () => {
  const origin = await serve((request, response) => {
    response.writeHead(409).end(request.url === '/refuse' ? '{"reason":"no"}' : '<html>not found</html>');
  });
  assert.deepEqual(await call(`${origin}/refuse`), refusedBy('party', 'no'));
  assert.equal((await call(origin)).kind, 'unknown');
});

test('a 5xx is unknown, unless the party says that it did nothing', async () => {
  const origin = await serve((request, response) => {
    response.writeHead(503).end(request.url === '/idle' ? '{"reason":"nothing done"}' : '{"reason":"no"}');
  });
  assert.equal((await call(`${origin}/idle`)).kind, 'not-sent');
  assert.equal((await call(origin)).kind, 'unknown');
});

test('whoever is turned away at the door was not heard', async () => {
  for (const status of [401, 403, 429]) {
    const origin = await serve((_request, response) => response.writeHead(status).end('{"reason":"token"}'));
    assert.equal((await call(origin)).kind, 'not-sent', String(status));
  }
});

test('a success that can’t be understood is unknown, never done and never refused', async () => {
  for (const text of ['', 'null', '{"value":"seven"}', '{"value":7', 'x'.repeat(1024 * 1024)]) {
    const origin = await serve((_request, response) => response.end(text));
    assert.equal((await call(origin)).kind, 'unknown', text.slice(0, 20));
  }
});

test('a connection that breaks in the middle of an answer is unknown', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"value":', () => response.destroy());
  });
  assert.equal((await call(origin)).kind, 'unknown');
});

test('an answer that comes too slowly is unknown when the time is up', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200);
    response.write('{"value":');
  });
  assert.deepEqual(await call(origin, 200), { kind: 'unknown', cause: 'timeout' });
});

test('a name that nobody has, and a port where nobody listens, are not sent', async () => {
  assert.equal((await call('http://nobody.invalid')).kind, 'not-sent');
  assert.equal((await call(unreachableOrigin)).kind, 'not-sent');
});

test('one request id goes from the caller to the party', async () => {
  const ids: unknown[] = [];
  const origin = await serve((request, response) => {
    ids.push(request.headers['x-request-id']);
    response.end('{"value":7}');
  });
  await call(origin);
  assert.deepEqual(ids, ['request-1']);
});

function call(url: string, timeoutMs = 5_000) {
  const { origin, pathname } = new URL(url);
  const ask = makeJsonCaller({ origin, token: 'token', timeoutMs });
  return ask(`POST ${pathname}`, Type.Object({ value: Type.Literal(7) }), { requestId: 'request-1', fault: null }, {});
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
