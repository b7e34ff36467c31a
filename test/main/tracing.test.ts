import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { afterwards } from '../kit/processes/afterwards.ts';
import { start, stop } from '../kit/processes/process.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { request as call } from '../kit/service/service.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly spanId: string;
  readonly status: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

const failed = 2;

test('with the standard OTEL_ variables set, a request and its statements are one trace, continued from the caller', async () => {
  const spans: Span[] = [];
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    collector.close();
    collector.closeAllConnections();
  });
  const { port } = collector.address() as AddressInfo;
  const service = await start({
    DATABASE_URL: await cloneDatabase(),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${service.url}/healthcheck`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
  await startCardPayment(service.url);
  assert.equal(await stop(service, 'SIGTERM'), 0);

  const request = spans.find(({ name }) => name === 'healthcheck');
  assert.equal(request?.traceId, traceId);
  assert.equal(request?.parentSpanId, 'b7ad6b7169203331');
  assert.ok(
    spans.some(({ name, traceId: of }) => name === 'statement' && of === traceId),
    'the statement is in the trace',
  );

  const [refused, opened] = spans.filter(({ name }) => name === 'cards openCheckout');
  assert.deepEqual([refused?.status.code, opened?.status.code], [failed, 0]);
  const outcome = { key: 'northbind.outcome', value: { stringValue: 'done' } };
  assert.deepEqual(opened?.attributes, [outcome]);
  const parent = spans.find(({ spanId }) => spanId === opened?.parentSpanId);
  assert.equal(parent?.name, 'paymentCard', 'a call to a party belongs to the request');
  const job = spans.find(({ name }) => name === 'deliver-mail');
  assert.ok(
    spans.some(({ parentSpanId }) => parentSpanId === job?.spanId),
    'a job has the spans of its statements',
  );
});

/** The first try is refused by the processor, the second is not. */
async function startCardPayment(url: string): Promise<void> {
  const service = {
    call: (...given: Tail<Parameters<typeof call>>) => call(url, ...given),
    login: async () => {
      const headers = { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' };
      const body = { username: 'ontario', password: 'sandbox-password' };
      return (await call(url, 'POST', '/v1/authenticate', { headers, body })).body.token;
    },
  };
  const client = await openSaleClient(service);
  const [effectiveDate] = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format().split('T');
  const choice = (await client.quote({ effectiveDate: effectiveDate! })).choose('Replacement', 3);
  const away = await client.start(choice, { 'sandbox-fault': 'CardPaymentUnavailable' });
  assert.deepEqual(away.codes, ['CardPaymentUnavailable']);
  await client.started(choice);
}

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;
