import assert from 'node:assert/strict';
import test from 'node:test';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { type ProxyKind, startProxy } from '../kit/processes/proxy.ts';
import { assertBound, binder, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, noon } from '../kit/sale/quoting.ts';
import { request, startTestService, type TestService } from '../kit/service/service.ts';

/* The files of deploy/ in the real programs. `npm run prove -- proxies` restarts, kills and
 * freezes instances behind them under load. */
for (const kind of ['nginx', 'haproxy'] satisfies ProxyKind[]) {
  test(`behind ${kind} as deploy/ configures it, a partner sells over TLS, and goes on when an instance stops`, async () => {
    const { clock } = clockAt(noon);
    const first = await startTestService({ environment: { TRUST_PROXY: '1' }, clock });
    const second = await startTestService({
      clock,
      environment: { TRUST_PROXY: '1', DATABASE_URL: first.databaseUrl, RATE_LIMIT: '100000' },
    });
    const proxy = await startProxy(kind, { port: await freePort(), instances: [first.url, second.url] });
    afterwards(proxy.close);
    const service: TestService = {
      ...first,
      url: proxy.url,
      call: (method, path, options) => request(proxy.url, method, path, options),
      login: async () => (await authenticate()).body.token,
    };
    const authenticate = () =>
      service.call('POST', '/v1/authenticate', {
        headers: { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' },
        body: { username: 'ontario', password: 'sandbox-password' },
      });
    assert.equal((await authenticate()).status, 200, 'headers with an underscore arrive');

    const client = await openSaleClient(service);
    const sell = async (): Promise<void> => {
      const choice = (await client.quote()).choose('Replacement', 3);
      assertBound(await binder(service, client.quoteClient.token)({ ...choice, ...byReferral }));
    };
    await sell();
    const { token } = client.quoteClient;
    const large = await service.call('POST', '/v1/quote', { token, body: { note: 'x'.repeat(100_000) } });
    assert.deepEqual([large.status, large.codes], [413, ['RequestTooLarge']], 'in the contract’s form');

    await first.close();
    for (let count = 0; count < 5; count += 1) await sell();
    const answered = second.lines.filter((line) => line.includes('"operation":"bind"'));
    assert.ok(answered.length >= 5, proxy.output());

    await second.close();
    const away = await service.call('POST', '/v1/quote', { token, body: {} });
    assert.deepEqual([away.status, away.codes], [503, ['ServiceUnavailable']], 'the proxy’s own answer is in it, too');
    assert.match(away.headers.get('retry-after')!, /^\d+$/);
    assert.match(away.headers.get('content-type')!, /^application\/json/);
    const secret = 'the-secret-of-a-payment-link';
    assert.equal((await service.call('GET', `/pay/${secret}`)).status, 503);
    for (const path of [`/pay/${secret}`, `/sale/${secret}`]) {
      const page = await fetch(`${proxy.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      assert.deepEqual([page.status, page.headers.get('content-type')], [503, 'text/html; charset=utf-8'], path);
      assert.match(await page.text(), /lang="fr".*lang="en"/, 'a customer reads a page, in both languages');
    }
    if (kind === 'nginx') assert.match(proxy.output(), /\/v1\/quote/, 'its errors are printed');
    assert.ok(!proxy.output().includes(secret), proxy.output());
  });
}
