import assert from 'node:assert/strict';
import test from 'node:test';
import { afterwards } from '../kit/processes/afterwards.ts';
import { start, stop } from '../kit/processes/process.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';
import { startSlowProxy } from '../proof/kit/slow-proxy.ts';

test('while the database is silent, the metrics answer with the last known figures and their age', async () => {
  const { service, proxy, read } = await open();
  const well = await read();
  assert.deepEqual({ ...well, age: 0 }, { status: 200, age: 0, binds: 0, oldest: 0 });
  proxy.set('hang');
  const [silent, later] = [await read(), await read()];
  assert.deepEqual([silent.status, silent.binds, silent.oldest], [200, 0, 0]);
  assert.ok(well.age < silent.age && silent.age < later.age, JSON.stringify([well, silent, later]));
  await stop(service, 'SIGKILL');
});

test('figures that were never read are as old as the instance', async () => {
  const { service, proxy, read } = await open();
  proxy.set('hang');
  const [first, later] = [await read(), await read()];
  assert.equal(first.status, 200);
  assert.ok(first.age > 0 && first.age < later.age, JSON.stringify([first, later]));
  await stop(service, 'SIGKILL');
});

test('what webhooks have yet to arrive and how far the clocks are apart is told', async () => {
  const aheadMs = 7_000;
  const service = await startTestService({ clock: () => new Date(Date.now() + aheadMs) });
  const token = await service.login();
  const body = { url: 'http://127.0.0.1:1/' }; // Nobody listens there.
  const { id } = (await service.call('POST', '/v1/webhook-endpoints', { token, body })).body;
  await service.call('POST', `/v1/webhook-endpoints/${id}/ping`, { token });
  const figureOf = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  assert.equal(await figureOf('northbind_webhooks_waiting'), 1);
  assert.ok(Math.abs((await figureOf('northbind_clock_skew_seconds')) - aheadMs / 1_000) < 3);
  // Served and failed, it is due later; an endpoint that nobody serves is late.
  await until(
    () => inDatabase(service.databaseUrl, 'SELECT attempts FROM webhook_delivery'),
    ([{ attempts }]) => attempts > 0,
  );
  const hold = `UPDATE webhook_endpoint SET due_at = now() - interval '400 s', lease_until = now() + interval '1 h'`;
  await inDatabase(service.databaseUrl, hold);
  assert.ok((await figureOf('northbind_webhooks_late_seconds')) >= 400);
});

/** A service whose database can fall silent. */
async function open() {
  const databaseUrl = new URL(await cloneDatabase());
  const proxy = await startSlowProxy(`http://${databaseUrl.host}`);
  afterwards(proxy.close);
  databaseUrl.host = new URL(proxy.origin).host;
  const service = await start({ DATABASE_URL: databaseUrl.href });
  const read = async () => {
    const response = await fetch(`${service.operatorUrl}/metrics`, { signal: AbortSignal.timeout(60_000) });
    const text = await response.text();
    const figure = (line: string): number => Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    return {
      status: response.status,
      age: figure('northbind_figures_age_seconds'),
      binds: figure('northbind_needs_person\\{kind="binds"\\}'),
      oldest: figure('northbind_work_oldest_seconds\\{kind="mails"\\}'),
    };
  };
  return { service, proxy, read };
}
