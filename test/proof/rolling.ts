import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../kit/free-port.ts';
import { type ProxyKind, startProxy } from '../kit/proxy.ts';
import { until } from '../kit/until.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { type Sale, startLoad } from './kit/load.ts';
import type { ManagedProcess } from './kit/managed-process.ts';
import { type Proof, unless } from './kit/proof.ts';

/**
 * Two instances behind nginx, then behind HAProxy, each with the file of `deploy/`. While partners sell, each instance
 * is restarted in turn as the guide says, and then one is taken away. No request may fail.
 */
export const rolling: Proof = {
  name: 'rolling',
  run: async (testbed) => {
    const databaseUrl = await testbed.postgres.newDatabase();
    const { addresses } = await testbed.startParties(databaseUrl);
    // As in production, where 5 is the default.
    const environment = { LAME_DUCK_SECONDS: '5', TRUST_PROXY: '1' };
    const start = () => testbed.startInstance(databaseUrl, { parties: addresses, environment });
    const instances = [await start(), await start()] as const;
    const watched = { requests: 0, failures: new Map<string, number>() };
    const sales: Sale[] = [];
    let restarts = 0;

    const roll = async (kind: ProxyKind): Promise<void> => {
      const [first, second] = instances;
      const proxy = await startProxy(kind, { port: await freePort(), instances: [first.url, second.url] });
      testbed.afterwards(proxy.close);
      const fetchCounted = countRequests(watched, kind);
      const load = startLoad(testbed, { url: proxy.url, workers: testbed.isQuick ? 2 : 6, fetch: fetchCounted });
      await sleep(settleMs);
      for (const instance of testbed.isQuick ? [first] : instances) {
        await instance.stop();
        await instance.start();
        await untilHealthy(instance);
        restarts += 1;
      }
      await second.stop();
      await sleep(settleMs);
      await load.stop();
      sales.push(...load.sales);
    };
    await roll('nginx');
    await instances[1].start();
    await untilHealthy(instances[1]);
    await roll('haproxy');

    const { counts, faults } = await judgeBooks(databaseUrl, sales);
    const failed = [...watched.failures.values()].reduce((sum, count) => sum + count, 0);
    return {
      did: 'Two instances behind nginx, then behind HAProxy, as deploy/ configures them: under load each instance is restarted in turn, then one is taken away.',
      counts: { requests: watched.requests, failed, restarts, ...saleCounts(sales), ...counts },
      faults: [
        ...[...watched.failures].map(([what, count]) => `${count} × ${what}`),
        ...unless(sales.length > 0, 'nothing was sold'),
        ...faults,
      ],
      lastLine: `rolling: requests ${watched.requests}, failed ${failed}, restarts ${restarts}`,
    };
  },
};

/** As the guide says: the proxies need a moment to see that an instance is back. */
const settleMs = 3_000;

async function untilHealthy({ url }: ManagedProcess): Promise<void> {
  await until(
    () => fetch(`${url}/healthcheck`),
    ({ status }) => status === 200,
  );
  await sleep(settleMs);
}

interface Watched {
  requests: number;
  readonly failures: Map<string, number>;
}

/** Everything but a success is a failure: no partner does anything wrong here. The SDK's repeats are counted, too. */
function countRequests(watched: Watched, kind: ProxyKind): typeof fetch {
  const fail = (method: string, address: string | URL | Request, how: string): void => {
    const what = `${kind}: ${method} ${new URL(String(address)).pathname}: ${how}`;
    watched.failures.set(what, (watched.failures.get(what) ?? 0) + 1);
  };
  return async (address, init) => {
    watched.requests += 1;
    const method = init?.method ?? 'GET';
    try {
      const response = await fetch(address, init);
      if (!response.ok) fail(method, address, `${response.status} ${await response.clone().text()}`);
      return response;
    } catch (error) {
      fail(method, address, String((error as Error).cause ?? error));
      throw error;
    }
  };
}
