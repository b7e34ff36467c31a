import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEnvironment } from './kit/environment.ts';

/**
 * How many webhooks one instance delivers in a second to a receiver on the same machine, signed and recorded: to eight
 * endpoints at once, the same beside some that never answer or take five seconds, and to one
 * endpoint, which gets its events in order, one after the other. Beside them bare POSTs to the same receiver, one after
 * the other. `--quick` sends a fifth.
 */
const isQuick = process.argv.includes('--quick');
const eventsOfSeller = isQuick ? 100 : 500;
const targetPerSecond = 200;
const body = JSON.stringify({ id: 'x', type: 'policy.issued', data: { text: 'x'.repeat(2_000) } });
const sellers = ['ontario', 'quebec', 'alberta', 'novascotia'];

const arrived = new Map<string, number[]>();
const receiver = await open((path) => {
  const times = arrived.get(path) ?? [];
  arrived.set(path, times);
  times.push(performance.now());
  return 0;
});
const slow = await open(() => 5_000);
const silent = await open(() => null);
const environment = await openEnvironment();
try {
  const databaseUrl = await environment.createDatabase('webhooks');
  const service = await environment.startService(databaseUrl);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const tokens = await Promise.all(sellers.map((seller) => tokenOf(service.url, seller)));
  console.log(
    '| | deliveries | a second | of the bare POSTs | 99 of 100 arrived within ms |\n|---|---:|---:|---:|---:|',
  );
  const bare = await measureBare();
  const run = (name: string, good: readonly string[]) => measure(name, database, { good, bare });
  const addressOf = (place: number): string => `${receiver.url}/${place}`;
  const good: string[] = [];
  for (const [place, token] of tokens.entries())
    for (const one of [2 * place, 2 * place + 1]) {
      await addEndpoint(service.url, token, addressOf(one));
      good.push(`/${one}`);
    }
  await run('eight endpoints', good);
  for (const token of tokens) for (const bad of [slow.url, silent.url]) await addEndpoint(service.url, token, bad);
  await run('the same, beside four that never answer and four that take 5 s', good);
  await database.query('DELETE FROM webhook_endpoint');
  await addEndpoint(service.url, tokens[0]!, addressOf(99));
  await run('one endpoint', ['/99']);
  await database.end();
} finally {
  await environment.close();
  for (const { server } of [receiver, slow, silent]) {
    server.closeAllConnections();
    server.close();
  }
}

/** Answers after so many milliseconds; null: never. */
async function open(
  answer: (path: string) => number | null,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const waitMs = answer(request.url ?? '');
      if (waitMs !== null) setTimeout(() => response.writeHead(204).end(), waitMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function tokenOf(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/v1/authenticate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      client_id: 'northbind-sandbox',
      client_secret: 'sandbox-client-secret',
    },
    body: JSON.stringify({ username, password: 'sandbox-password' }),
  });
  if (!answer.ok) throw new Error(`${username}: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

async function addEndpoint(url: string, token: string, address: string): Promise<void> {
  const answer = await fetch(`${url}/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: address }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** With a connection for each. */
async function measureBare(): Promise<number> {
  const count = isQuick ? 200 : 1_000;
  const since = performance.now();
  for (let number = 0; number < count; number += 1)
    await new Promise<void>((resolve, reject) => {
      const request = send(`${receiver.url}/bare`, { method: 'POST', agent: false }, (response) => {
        response.resume().on('end', resolve);
      });
      request.on('error', reject).end(body);
    });
  const perSecond = count / ((performance.now() - since) / 1_000);
  console.log(`| bare POSTs, one after the other | ${count} | ${perSecond.toFixed(0)} | 1 | – |`);
  return perSecond;
}

/** Writes the events at once, and waits until each has arrived at the good endpoints. */
async function measure(
  name: string,
  database: pg.Pool,
  { good, bare }: { readonly good: readonly string[]; readonly bare: number },
): Promise<void> {
  arrived.clear();
  const { rows } = await database.query<{ count: number }>(
    `WITH written AS (
       INSERT INTO event (id, created_at, type, seller_id, application_id, policy_number, body)
       SELECT uuidv7(), now(), 'policy.issued', seller_id, gen_random_uuid(), 'NB0', $2::json
       FROM (SELECT DISTINCT seller_id FROM webhook_endpoint) AS seller, generate_series(1, $1)
       RETURNING seller_id
     )
     SELECT count(*)::int AS count FROM written`,
    [good.length === 1 ? eventsOfSeller * 4 : eventsOfSeller, body],
  );
  const since = performance.now();
  const expected = good.length === 1 ? rows[0]!.count : rows[0]!.count * 2;
  const count = (): number => good.reduce((sum, path) => sum + (arrived.get(path)?.length ?? 0), 0);
  while (count() < expected) {
    if (performance.now() - since > 300_000) throw new Error(`${name}: only ${count()} of ${expected} arrived.`);
    await sleep(20);
  }
  const times = good.flatMap((path) => arrived.get(path)!).sort((one, other) => one - other);
  const perSecond = expected / ((times.at(-1)! - since) / 1_000);
  const late = times[Math.floor(times.length * 0.99)]! - since;
  const verdict = perSecond >= targetPerSecond ? '' : ` (target ${targetPerSecond})`;
  console.log(
    `| ${name} | ${expected} | ${perSecond.toFixed(0)}${verdict} | ${(perSecond / bare).toFixed(2)} | ${late.toFixed(0)} |`,
  );
}
