import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { startInstance } from '../kit/processes/instances.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { request } from '../kit/service/service.ts';
import { heading, payByCard, shopUpToPayment } from './shop-sale.ts';
import { desktop } from './shop-testbed.ts';

/*
 * The instance ends itself while a customer buys by a link; another takes its place. The page that was open goes on by
 * itself to the policy, and the card is charged once, whether the money had moved or not.
 */
let databaseUrl: string;
let browser: Awaited<ReturnType<typeof startBrowser>>;

before(async () => {
  databaseUrl = await cloneDatabase();
  browser = await startBrowser();
});

for (const point of ['after intent', 'after charge'] as const) {
  test(`a bind by link that dies ${point} is finished, and its page shows the policy`, {
    timeout: 300_000,
  }, async () => {
    const place = { PORT: String(await freePort(3)) };
    const doomed = await startInstance(databaseUrl, { ...place, SANDBOX_DIE_AT: point });
    const link = await makeLink(doomed.url);
    const page = await (await browser.visit({ locale: 'en-CA', reducedMotion: 'reduce', ...desktop })).newPage();
    await page.goto(link.url);
    await shopUpToPayment(page, { email: 'killed@example.ca' });
    await payByCard(page);
    assert.equal(await doomed.ended, 'SIGKILL');

    // Its lease is over, as it would be within a minute.
    await inDatabase(
      databaseUrl,
      `UPDATE bind SET lease_until = now() - interval '1 hour' WHERE lease_until IS NOT NULL`,
    );
    await startInstance(databaseUrl, place);
    await heading(page, 'You’re protected');
    const [row] = await inDatabase(databaseUrl, 'SELECT application_id FROM sale_link WHERE id = $1', [link.id]);
    const books = await readBooks(databaseUrl, row.application_id);
    assert.deepEqual([books.policies.length, books.charges.length, brokenPromises(books)], [1, 1, []]);
  });
}

async function makeLink(url: string): Promise<{ readonly id: string; readonly url: string }> {
  const signedIn = await request(url, 'POST', '/v1/authenticate', {
    headers: { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' },
    body: { username: 'ontario', password: 'sandbox-password' },
  });
  const made = await request(url, 'POST', '/v1/sale-links', { token: signedIn.body.token, body: {} });
  assert.equal(made.status, 201, made.text);
  return made.body;
}
