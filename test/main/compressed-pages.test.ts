import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { readWebFiles } from '@northbind/shop/server/web-files.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});

/** Headers and bytes as they are sent. */
async function sent(address: string, accepted: string) {
  const response = await fetch(address, { headers: { 'accept-encoding': accepted } });
  await response.arrayBuffer();
  return { status: response.status, ...Object.fromEntries(response.headers) } as Readonly<Record<string, unknown>>;
}

test('pages and files of both ports are compressed, as the browser can read it', async () => {
  const page = await (await fetch(service.operatorUrl)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!;
  const saleScript = [...readWebFiles().keys()].find((path) => path.endsWith('.js'))!;
  const addresses = [
    `${service.url}/docs/getting-started`,
    `${service.url}/docs/assets/guide.css`,
    `${service.url}/swagger/v1/swagger.json`,
    `${service.url}/pay/unknown`,
    `${service.url}/sale${saleScript}`,
    `${service.operatorUrl}${script}`,
  ];
  for (const address of addresses) {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const answer = await sent(address, accepted);
      assert.equal(answer['content-encoding'], encoding, `${address}, ${accepted}`);
      assert.match(String(answer.vary), /accept-encoding/, address);
    }
  }
});

test('answers of the APIs are sent as they are', async () => {
  for (const address of [`${service.url}/v1/seller`, `${service.operatorUrl}/api/sales`]) {
    const answer = await sent(address, 'br, gzip');
    assert.equal(answer['content-encoding'], undefined, address);
    assert.equal(answer.vary, undefined, address);
  }
});
