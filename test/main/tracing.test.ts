import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { cloneDatabase } from '../kit/database.ts';
import { start, stop } from '../kit/process.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
}

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
  const { port } = collector.address() as AddressInfo;
  const service = await start({
    DATABASE_URL: await cloneDatabase(),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${service.url}/healthcheck`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
  assert.equal(await stop(service, 'SIGTERM'), 0);
  collector.close();

  const request = spans.find(({ name }) => name === 'healthcheck');
  assert.equal(request?.traceId, traceId);
  assert.equal(request?.parentSpanId, 'b7ad6b7169203331');
  assert.ok(
    spans.some(({ name, traceId: of }) => name === 'statement' && of === traceId),
    'the statement is in the trace',
  );
});
