import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { eventTypes } from '../../src/domain/event/policy-event.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { type Started, start, stop } from '../kit/processes/process.ts';
import { randomOf } from '../kit/processes/random.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase, type Json } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';

/*
 * A partner's program beside the service, each killed at random over a thousand events: every event arrives at least
 * once by webhook, and the feed tells each once, in order.
 */
const eventCount = 1_000;
const kills = 10;
const seed = 20_261_116;

test('a partner’s program that is killed again and again, as the service is, misses nothing', async (context) => {
  const random = randomOf(seed);
  const folder = await mkdtemp(join(tmpdir(), 'northbind-partner-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = await cloneDatabase();
  // The service's, after which it takes two more, and one for the program.
  const port = await freePort(4);
  const startService = (): Promise<Started> =>
    start({ DATABASE_URL: databaseUrl, PORT: String(port), RATE_LIMIT: '1000000', LOG_LEVEL: 'info' });
  let service = await startService();
  const startProgram = () => startPartner({ NORTHBIND_URL: service.url, FOLDER: folder, HOOKS_PORT: String(port + 3) });
  let program = startProgram();
  const sold = await until(
    () => read(join(folder, 'sold.json')),
    (text) => text !== null,
  );
  const { policyNumber, moneyStatus, listed } = JSON.parse(sold!) as Json;
  assert.deepEqual([moneyStatus, listed], ['Scheduled', [policyNumber]]);

  const restartService = async (): Promise<void> => {
    await stop(service, 'SIGKILL');
    // As if the lease of the dead instance had run out.
    await inDatabase(databaseUrl, 'UPDATE webhook_endpoint SET lease_until = NULL, owner = NULL');
    service = await startService();
  };
  const restartProgram = async (): Promise<void> => {
    await killPartner(program);
    program = startProgram();
  };
  const token = { current: await login(service.url) };
  const call = (path: string, body: object) => callAgain(service.url, token, path, body);
  const [{ due_on: chargeDate }] = await inDatabase(databaseUrl, 'SELECT due_on::text FROM due_charge');
  await call('/sandbox/clock', { today: chargeDate });

  const turns = Array.from({ length: kills }, () => Math.floor(random() * eventCount)).sort(
    (one, other) => one - other,
  );
  let made = 0;
  let killed: Promise<void> = Promise.resolve();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (made < eventCount) {
        made += 1;
        if (turns.length > 0 && made >= turns[0]!) {
          turns.shift();
          const restart = random() < 0.5 ? restartService : restartProgram;
          killed = killed.then(restart);
        }
        await call('/sandbox/events', { type: eventTypes[made % eventTypes.length] });
      }
    }),
  );
  await killed;
  await restartService();
  await restartProgram();

  const events = await inDatabase(databaseUrl, 'SELECT id, type FROM event WHERE place IS NOT NULL ORDER BY place');
  assert.ok(events.length > eventCount, String(events.length));
  const lines = () =>
    (read(join(folder, 'journal.ndjson')) ?? '')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as { readonly by: string; readonly id: string; readonly type: string });
  const by = (way: string): readonly string[] => lines().flatMap(({ by, id }) => (by === way ? [id] : []));
  await until(
    async () => {
      await letTimePass(databaseUrl);
      const arrived = new Set(by('webhook'));
      return [events.filter(({ id }) => !arrived.has(id)).length, events.length - by('feed').length];
    },
    ([missing, behind]) => missing === 0 && behind === 0,
  );
  assert.deepEqual(
    by('feed'),
    events.map(({ id }) => id),
    'the feed has each once, in order',
  );
  const refused = events.find(({ type }) => type === 'payment.refused')!;
  for (const way of ['webhook', 'feed']) assert.ok(by(way).includes(refused.id), way);
  const times = by('webhook').length;
  context.diagnostic(`${events.length} events, ${times} webhooks, ${kills + 2} kills, seed ${seed}`);
  await killPartner(program);
  await stop(service, 'SIGTERM');
});

function read(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function startPartner(environment: Readonly<Record<string, string>>): ChildProcess {
  const program = new URL('./partner-program.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  afterwards(() => void (child.exitCode ?? child.signalCode ?? child.kill('SIGKILL')));
  return child;
}

async function killPartner(child: ChildProcess): Promise<void> {
  assert.equal(child.exitCode, null, 'the program runs until it is killed');
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** What failed is tried again after seconds and minutes. */
async function letTimePass(databaseUrl: string): Promise<void> {
  await inDatabase(databaseUrl, 'UPDATE webhook_delivery SET due_at = now() WHERE due_at > now()');
  await inDatabase(
    databaseUrl,
    'UPDATE webhook_endpoint SET due_at = now() WHERE due_at > now() AND lease_until IS NULL',
  );
}

async function login(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/authenticate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      client_id: 'northbind-sandbox',
      client_secret: 'sandbox-client-secret',
    },
    body: JSON.stringify({ username: 'ontario', password: 'sandbox-password' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Calls until the service answers: it may just be dead. */
async function callAgain(url: string, token: { current: string }, path: string, body: object): Promise<Json> {
  const answer = await until(
    () =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token.current}` },
        body: JSON.stringify(body),
      }).then(
        async (response) => ({ status: response.status, body: (await response.json()) as Json }),
        (error: Error) => ({ status: 0, body: { cause: error.message } as Json }),
      ),
    ({ status }) => status !== 0 && status < 500,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
