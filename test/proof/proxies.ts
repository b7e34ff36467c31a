import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../kit/processes/free-port.ts';
import { type ProxyKind, startProxy } from '../kit/processes/proxy.ts';
import { until } from '../kit/processes/until.ts';
import { judgeBooks } from './kit/books.ts';
import { saleCounts } from './kit/disrupt.ts';
import { percentile } from './kit/figures.ts';
import { type Sale, startLoad } from './kit/load.ts';
import type { ManagedProcess } from './kit/managed-process.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * Two instances behind nginx, then behind HAProxy, each with the file of `deploy/`. While partners sell, each instance
 * is restarted in turn as the guide says, one is killed, one hangs, and PostgreSQL is away for some seconds. No request
 * may fail, and every answer has the contract's form.
 */
export const proxies: Proof = {
  name: 'proxies',
  about: 'Behind nginx and HAProxy: instances restart, die and hang, and PostgreSQL is away for 5 s.',
  run: async (testbed) => {
    const databaseUrl = await testbed.postgres.newDatabase();
    const { addresses } = await testbed.startParties(databaseUrl);
    // As in production, where 5 is the default.
    const environment = { LAME_DUCK_SECONDS: '5', TRUST_PROXY: '1' };
    const start = () => testbed.startInstance(databaseUrl, { parties: addresses, environment });
    const instances = [await start(), await start()] as const;
    const watched: Watched = {
      requests: 0,
      html: 0,
      toRepeat: [],
      longestQuickMs: 0,
      during: '',
      tookMs: [],
      failures: new Map(),
    };
    const sales: Sale[] = [];
    let begunAgain = 0;
    for (const kind of ['nginx', 'haproxy'] satisfies ProxyKind[]) {
      const [first, second] = instances;
      const proxy = await startProxy(kind, { port: await freePort(), instances: [first.url, second.url] });
      testbed.afterwards(proxy.close);
      const load = startLoad(testbed, {
        url: proxy.url,
        workers: testbed.isQuick ? 2 : 6,
        fetch: watchRequests(watched),
        timeoutMs: patienceMs,
      });
      await sleep(settleMs);
      for (const { name, disrupt, isOfParties = false } of disruptionsOf(testbed, instances)) {
        watched.during = `${kind}, ${name}`;
        testbed.say(watched.during);
        const before = load.begunAgain();
        await disrupt();
        await sleep(settleMs);
        if (!isOfParties) begunAgain += load.begunAgain() - before;
      }
      await load.stop();
      sales.push(...load.sales);
    }

    const { counts, faults } = await judgeBooks(databaseUrl, sales);
    for (const [what, those] of Map.groupBy(watched.toRepeat, (one) => one))
      testbed.say(`told to repeat, ${those.length} × ${what}`);
    const failed = [...watched.failures.values()].reduce((sum, count) => sum + count, 0);
    const p95Ms = percentile(watched.tookMs, 0.95);
    const { requests, html, toRepeat } = watched;
    return {
      did: 'Two instances behind nginx, then behind HAProxy, as deploy/ configures them: under load each instance is restarted in turn, one is killed, one hangs for 25 s, and PostgreSQL is away for 5 s.',
      counts: {
        requests,
        failed,
        html,
        'told to repeat': toRepeat.length,
        'p95 ms': Math.round(p95Ms),
        'longest without bind or party ms': Math.round(watched.longestQuickMs),
        'longest ms': Math.round(Math.max(...watched.tookMs)),
        ...saleCounts(sales),
        ...counts,
      },
      faults: [
        ...[...watched.failures].map(([what, count]) => `${count} × ${what}`),
        ...unless(html === 0, `${html} answers were not in the contract’s form`),
        ...unless(p95Ms < p95MaxMs, `one request in twenty took ${Math.round(p95Ms)} ms or longer`),
        ...unless(watched.longestQuickMs < quickMaxMs, 'an instance that hung kept a partner waiting'),
        ...unless(begunAgain === 0, `the client library gave up ${begunAgain} quotes or payments`),
        ...unless(sales.length > 0, 'nothing was sold'),
        ...faults,
      ],
      lastLine: `proxies: requests ${requests}, failed ${failed}, html ${html}, p95 ${p95Ms < p95MaxMs ? 'below' : 'ABOVE'} 1 s`,
    };
  },
};

/** As the guide says: the proxies need a moment to see that an instance is back. */
const settleMs = 5_000;
/** How long a partner waits for an answer; a bind may take 60 s. */
const patienceMs = 70_000;
const hungMs = 25_000;
const databaseAwayMs = 5_000;
const p95MaxMs = 1_000;
/** An instance that hangs is left after 10 s; it hangs for longer than this. */
const quickMaxMs = 20_000;

interface Disruption {
  readonly name: string;
  readonly disrupt: () => Promise<void>;
  /** The sandbox's processor and lender keep their books in the same PostgreSQL, and a customer can't pay meanwhile. */
  readonly isOfParties?: boolean;
}

function disruptionsOf(
  { postgres, isQuick }: Testbed,
  [first, second]: readonly [ManagedProcess, ManagedProcess],
): readonly Disruption[] {
  const restart = (instance: ManagedProcess) => async (): Promise<void> => {
    await instance.stop();
    await instance.start();
    await untilReady(instance);
  };
  const all: readonly Disruption[] = [
    { name: 'an instance is restarted', disrupt: restart(first) },
    { name: 'the other instance is restarted', disrupt: restart(second) },
    {
      name: 'an instance is killed',
      disrupt: async () => {
        await first.kill();
        await first.start();
        await untilReady(first);
      },
    },
    {
      name: 'an instance hangs',
      disrupt: async () => {
        second.signal('SIGSTOP');
        await sleep(hungMs);
        second.signal('SIGCONT');
      },
    },
    {
      name: 'PostgreSQL is away',
      isOfParties: true,
      disrupt: async () => {
        postgres.signal('SIGINT');
        await sleep(databaseAwayMs);
        await postgres.start();
      },
    },
  ];
  return isQuick ? all.slice(2) : all;
}

async function untilReady({ url }: ManagedProcess): Promise<void> {
  await until(
    () => fetch(`${url}/healthcheck/ready`),
    ({ status }) => status === 200,
  );
}

interface Watched {
  requests: number;
  /** Answers that are a proxy's own page. */
  html: number;
  /** Answers of the contract that say that the same call may be sent again, and when. */
  readonly toRepeat: string[];
  /** Quick answers are those that wait neither for the processor nor for the lender. */
  longestQuickMs: number;
  /** What is being done to the service. */
  during: string;
  readonly tookMs: number[];
  readonly failures: Map<string, number>;
}

/**
 * No partner does anything wrong here: an answer is a success, or asks for a repeat in the contract's form, as a bind
 * does whose instance or database went away in the middle. The client library's repeats are counted, too.
 */
function watchRequests(watched: Watched): typeof fetch {
  const fail = (method: string, address: string | URL | Request, how: string): void => {
    const what = `${watched.during}: ${method} ${new URL(String(address)).pathname}: ${how}`;
    watched.failures.set(what, (watched.failures.get(what) ?? 0) + 1);
  };
  return async (address, init) => {
    watched.requests += 1;
    const method = init?.method ?? 'GET';
    const began = performance.now();
    const note = (): void => {
      const tookMs = performance.now() - began;
      watched.tookMs.push(tookMs);
      if (!/bind|payment|financing/.test(String(address)))
        watched.longestQuickMs = Math.max(watched.longestQuickMs, tookMs);
    };
    try {
      const response = await fetch(address, init);
      note();
      const text = response.ok ? '' : await response.clone().text();
      if (response.headers.get('content-type')?.includes('html')) watched.html += 1;
      if (asksForRepeat(response, text))
        watched.toRepeat.push(`${watched.during}: ${new URL(String(address)).pathname}`);
      else if (!response.ok) fail(method, address, `${response.status} ${text}`);
      return response;
    } catch (error) {
      note();
      fail(method, address, String((error as Error).cause ?? error));
      throw error;
    }
  };
}

// The last two while the sandbox's parties are without their books, too.
const repeatable =
  /"code":"(ServiceUnavailable|BindInProgress|BindIncomplete|CardPaymentUnavailable|FinancingUnavailable)"/;

function asksForRepeat({ ok, status, headers }: Response, text: string): boolean {
  return !ok && repeatable.test(text) && (status !== 503 || headers.has('retry-after'));
}
