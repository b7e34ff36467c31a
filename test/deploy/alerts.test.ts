import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { systemProgram } from '../kit/processes/system-program.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral, steadySeller } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';
import { startSlowProxy } from '../proof/kit/slow-proxy.ts';

/*
 * The alerts of deploy/ in a real Prometheus, which scrapes real instances: at rest, at work, and in trouble. It asks
 * often, so that what the rules wait for is all that is waited for.
 */
const { name: seller, today } = steadySeller();

test('no alert is true at rest and at work; a full disk and a silent database wake somebody, once, within two minutes', async () => {
  const real = new URL(await cloneDatabase());
  const relay = await startSlowProxy(real.href);
  afterwards(relay.close);
  const url = new URL(real);
  url.port = new URL(relay.origin).port;
  const environment = { DATABASE_URL: url.href, RATE_LIMIT: '1000000' };
  const services = [await startTestService({ environment }), await startTestService({ environment })] as const;
  const prometheus = await startPrometheus(services.map(({ operatorUrl }) => operatorUrl));

  await prometheus.untilScraped(services.length);
  await prometheus.untilQuiet();
  assert.deepEqual(await prometheus.seenWithin(10_000), [], 'at rest');
  const work = startWork(services);
  afterwards(work.stop);
  afterwards(() => relay.set('open'));
  assert.deepEqual(await prometheus.seenWithin(15_000), [], 'at work');

  await inDatabase(
    real.href,
    `CREATE FUNCTION run_out() RETURNS trigger LANGUAGE plpgsql AS
     $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END$$`,
  );
  await inDatabase(
    real.href,
    'CREATE TRIGGER run_out BEFORE INSERT ON application FOR EACH ROW EXECUTE FUNCTION run_out()',
  );
  assert.deepEqual(await prometheus.pagesWithin(60_000), ['NorthbindDatabaseShort']);
  await inDatabase(real.href, 'DROP TRIGGER run_out ON application');
  await prometheus.untilQuiet();

  relay.set('hang');
  assert.deepEqual(await prometheus.pagesWithin(120_000), ['NorthbindDatabaseSilent']);
  await sleep(5_000);
  assert.deepEqual(await prometheus.pages(), ['NorthbindDatabaseSilent'], 'one outage is one page');
});

/** A partner at each instance, who sells without haste. */
function startWork(services: readonly TestService[]): { readonly stop: () => void } {
  let isOver = false;
  const sell = async (service: TestService): Promise<void> => {
    const client = await openSaleClient(service, seller);
    const bind = binder(service, client.quoteClient.token);
    while (!isOver) {
      const quoted = await client.quote({ effectiveDate: today }).catch(() => null);
      if (quoted !== null) assertBound(await bind({ ...quoted.choose('Replacement', 2), ...byReferral }));
      await sleep(100);
    }
  };
  for (const service of services) void sell(service).catch(() => undefined);
  return {
    stop: () => {
      isOver = true;
    },
  };
}

/** These judge the machine, which may be busy with something else. */
const ofSpeed = ['NorthbindBindsSlow', 'NorthbindQuotesSlow', 'NorthbindPartySlow', 'NorthbindEventLoopLate'];

interface Alert {
  readonly labels: { readonly alertname: string; readonly severity: string };
  readonly state: 'pending' | 'firing';
}

async function startPrometheus(operatorUrls: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-prometheus-'));
  const port = await freePort();
  const file = join(folder, 'prometheus.json');
  const rules = new URL('../../deploy/prometheus/northbind.rules.yml', import.meta.url).pathname;
  const targets = operatorUrls.map((url) => new URL(url).host);
  // JSON is YAML.
  const config = {
    // Metrics wait for up to two seconds for the database.
    global: { scrape_interval: '4s', scrape_timeout: '4s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'northbind', static_configs: [{ targets }] }],
  };
  await writeFile(file, JSON.stringify(config));
  const child = spawn(
    systemProgram('prometheus', 'prometheus'),
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  );
  afterwards(() => end(child, folder));
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    return ((await response.json()) as { data: T }).data;
  };
  const alerts = async (): Promise<readonly Alert[]> => (await ask<{ alerts: readonly Alert[] }>('alerts')).alerts;
  const pages = async (): Promise<readonly string[]> =>
    (await alerts())
      .filter(({ state, labels }) => state === 'firing' && labels.severity === 'page')
      .map(({ labels }) => labels.alertname);
  return {
    pages,
    untilScraped: (count: number) =>
      until(
        () => ask<{ result: readonly unknown[] }>('query?query=northbind_figures_age_seconds').catch(() => null),
        (data) => data?.result.length === count,
      ),
    /** What fired meanwhile, or was true throughout: on a busy machine much is true for a moment. */
    seenWithin: async (ms: number): Promise<readonly string[]> => {
      const fired = new Set<string>();
      let lasting: Set<string> | null = null;
      for (const since = performance.now(); performance.now() - since < ms; await sleep(250)) {
        const found = await alerts();
        for (const { state, labels } of found) if (state === 'firing') fired.add(labels.alertname);
        const now = new Set(found.map(({ labels }) => labels.alertname));
        lasting = lasting === null ? now : lasting.intersection(now);
      }
      return [...fired.union(lasting ?? new Set<string>())].filter((name) => !ofSpeed.includes(name));
    },
    /** The pages, as soon as there is one. */
    pagesWithin: async (ms: number): Promise<readonly string[]> => {
      for (const since = performance.now(); performance.now() - since < ms; await sleep(250)) {
        const found = await pages();
        if (found.length > 0) return found;
      }
      return [];
    },
    untilQuiet: () => until(alerts, (found) => found.length === 0),
  };
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await rm(folder, { recursive: true, force: true });
}
