import assert from 'node:assert/strict';
import test from 'node:test';
import { startBrowser } from '../kit/browser.ts';
import { startTestService } from '../kit/service.ts';

test('the reference is interactive without any outside host, and takes the token once', async () => {
  const service = await startTestService();
  const token = await service.login();
  const visitor = await (await startBrowser()).visit({ viewport: { width: 1200, height: 1000 } });
  const page = await visitor.newPage();
  const outside: string[] = [];
  const troubles: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });

  await page.goto(`${service.url}/swagger`);
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByLabel('auth-bearer-value').fill(token);
  await page.getByLabel('Apply credentials').click();
  // Each way to get a token has one.
  await page.getByRole('button', { name: 'Close' }).first().click();

  const status = async (operation: string): Promise<string> => {
    const block = page.locator(`[id$="-${operation}"]`);
    await block.locator('.opblock-summary-control').click();
    // What is filled in is sent with every call, so an example must not be.
    for (const name of ['X-Request-Id', 'Accept-Language'])
      assert.equal(await block.getByPlaceholder(name).inputValue(), '', name);
    await block.getByRole('button', { name: 'Execute' }).click();
    return block.locator('.live-responses-table .response-col_status').last().innerText();
  };
  assert.match(await status('dealers'), /^200/);
  assert.match(await status('readSandboxClock'), /^200/, 'the token is still there for the next operation');
  assert.deepEqual(outside, []);
  assert.deepEqual(troubles, []);
});
