import { Agent, type IncomingMessage, request } from 'node:http';
import type { Load, LoadResult } from './kit/load.ts';

/**
 * Keeps a number of connections busy and times every answer, in a separate process so that it does not slow down the
 * server. Each connection sends its next request when the last one is answered.
 */
process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send!({ result }),
    (error: unknown) => process.send!({ fault: String(error) }),
  );
});

async function run({ urls, requests, connections, durationMs, countMax, status }: Load): Promise<LoadResult> {
  const addresses = urls.map((url) => new URL(url));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const timesMs: number[] = [];
  const since = performance.now();
  let sent = 0;

  const keepBusy = async (): Promise<void> => {
    while (performance.now() - since < durationMs && sent < countMax) {
      const { method, path, headers, body } = requests[sent % requests.length]!;
      const { hostname, port } = addresses[sent % addresses.length]!;
      sent += 1;
      const start = performance.now();
      const got = await send({ agent, hostname, port, method, path, headers }, body);
      timesMs.push(performance.now() - start);
      if (got !== status) throw new Error(`${method} ${path} answered ${got} instead of ${status}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, keepBusy));
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - since) / 1_000;
  const sorted = Float64Array.from(timesMs).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { count: sorted.length, seconds, perSecond: sorted.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function send(options: object, body: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (answer: IncomingMessage) => {
      answer.on('error', reject);
      answer.on('end', () => resolve(answer.statusCode!));
      answer.resume();
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}
