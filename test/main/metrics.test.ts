import assert from 'node:assert/strict';
import test from 'node:test';
import { afterwards } from '../kit/afterwards.ts';
import { cloneDatabase } from '../kit/database.ts';
import { start, stop } from '../kit/process.ts';
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
