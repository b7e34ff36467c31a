import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { entry, start, stop } from '../kit/processes/process.ts';
import { until } from '../kit/processes/until.ts';
import { cloneDatabase, emptyDatabase } from '../kit/service/database.ts';
import { findNodes } from '../sdk/find-nodes.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northbind-process-'));
  await chmod(folder, 0o755);
});
after(() => rm(folder, { recursive: true, force: true }));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} drains the running requests and ends with 0`, async () => {
    const started = await start({ DATA_DIR: join(folder, 'signals'), DRAIN_SECONDS: '120' });
    const { request, status } = authenticateHalfway(started.url);
    // What was sent before it has arrived when this is answered: the request is under way.
    assert.equal((await fetch(`${started.url}/healthcheck/live`)).status, 200);
    const ended = stop(started, signal);
    setTimeout(() => request.end('"password":"b"}'), 100);
    assert.equal(await status, 401, 'the running request got its answer');
    assert.equal(await ended, 0, 'and it was not cut off, which ends with 1');
  });
}

test('a stopping instance is reported unhealthy and closes its connections, but serves, until its time is over', async () => {
  const started = await start({ DATABASE_URL: await cloneDatabase(), LAME_DUCK_SECONDS: '300', DRAIN_SECONDS: '1' });
  started.child.kill('SIGTERM');
  const health = await until(
    () => fetch(`${started.url}/healthcheck`),
    ({ status }) => status === 503,
  );
  assert.equal(((await health.json()) as { status: string }).status, 'Unhealthy');
  const ready = await fetch(`${started.url}/healthcheck/ready`);
  assert.deepEqual([ready.status, await ready.json()], [503, { status: 'Stopping' }]);
  const served = await fetch(`${started.url}/v1/quote/dealers`);
  assert.deepEqual([served.status, served.headers.get('connection')], [401, 'close']);
  assert.equal((await fetch(`${started.url}/healthcheck/live`)).status, 200);
  started.child.kill('SIGKILL');
});

test('a supervisor that waits for signs of life gets them, and none from a process that hangs', async () => {
  const bin = join(folder, 'bin');
  const signs = join(folder, 'signs');
  await mkdir(bin);
  // In the place of systemd's own, which needs a systemd to talk to.
  await writeFile(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$1" >> ${signs}\n`, { mode: 0o755 });
  const started = await start({
    DATABASE_URL: await cloneDatabase(),
    WATCHDOG_USEC: '200000',
    PATH: `${bin}:${process.env.PATH}`,
  });
  const given = async (): Promise<number> =>
    (await readFile(signs, 'utf8').catch(() => '')).split('WATCHDOG=1\n').length;
  await until(given, (count) => count > 3);
  started.child.kill('SIGSTOP');
  await sleep(500); // What was begun before arrives.
  const before = await given();
  await sleep(1_000);
  assert.equal(await given(), before);
  started.child.kill('SIGKILL');
});

test('a stopping instance drains when its lame-duck time is over, and ends with 0', async () => {
  const started = await start({ DATABASE_URL: await cloneDatabase(), LAME_DUCK_SECONDS: '1' });
  const { request, status } = authenticateHalfway(started.url);
  const ended = stop(started, 'SIGTERM');
  await until(
    () =>
      fetch(started.url).then(
        () => 'open',
        () => 'closed',
      ),
    (port) => port === 'closed',
  );
  request.end('"password":"b"}');
  assert.equal(await status, 401);
  assert.equal(await ended, 0);
});

test('SIGTERM to npm start stops the service, and npm waits for it', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: new URL('../../', import.meta.url).pathname,
    env: { PATH: process.env.PATH ?? '', HOME: folder, PORT: '0', DATABASE_URL: await cloneDatabase() },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(npm, 'exit');
  await until(
    () => printed,
    (text) => text.includes('"event":"started"'),
  );
  npm.kill('SIGTERM');
  await ended;
  assert.match(printed, /"event":"stopped"/);
});

test('a second service on the same folder is refused in one sentence, and the first goes on', async () => {
  const environment = { DATA_DIR: join(folder, 'signals') };
  const started = await start(environment);
  await assert.rejects(start(environment), (error: Error) => {
    assert.match(error.message, /^It ended with 1: [^\n]+\n$/);
    assert.ok(error.message.includes(environment.DATA_DIR));
    return true;
  });
  assert.equal((await fetch(`${started.url}/healthcheck`)).status, 200);
  assert.equal(await stop(started, 'SIGTERM'), 0);
});

test('a port in use is one sentence and exit 1', async () => {
  const databaseUrl = await emptyDatabase();
  const started = await start({ DATABASE_URL: databaseUrl });
  const port = new URL(started.url).port;
  await assert.rejects(
    start({ DATABASE_URL: databaseUrl, PORT: port, CHECKOUT_PORT: '0', OPERATOR_PORT: '0' }),
    new RegExp(`It ended with 1: Port ${port} is in use[^\\n]+\\n$`),
  );
  assert.equal(await stop(started, 'SIGTERM'), 0);
});

test('a database that does not let us in and an address that is not of this machine are one sentence each', async () => {
  const url = new URL(await emptyDatabase());
  await assert.rejects(
    start({ DATABASE_URL: url.href, DATABASE_WAIT_SECONDS: '0', HOST: '192.0.2.1' }),
    /It ended with 1: The service can't listen where HOST or OPERATOR_HOST says[^\n]+\n$/,
  );
  const direct = new URL(url);
  direct.pathname = '/nowhere';
  await assert.rejects(
    start({ DATABASE_URL: url.href, DATABASE_DIRECT_URL: direct.href }),
    /It ended with 1: The database of DATABASE_DIRECT_URL can't be reached: database "nowhere" does not exist\.\n$/,
  );
  url.password = 'wrong';
  await assert.rejects(
    start({ DATABASE_URL: url.href }),
    /It ended with 1: The database of DATABASE_URL can't be reached: password authentication failed[^\n]+\n$/,
  );
});

test('production with missing settings names them all and exits 1', async () => {
  await assert.rejects(start({ NORTHBIND_MODE: 'production' }), (error: Error) => {
    for (const key of ['DATABASE_URL', 'SMTP_URL', 'SECRET_KEY', 'PUBLIC_URL', 'CARD_PROCESSOR'])
      assert.ok(error.message.includes(key), key);
    return error.message.startsWith('It ended with 1');
  });
});

test('ten instances may start at once on one empty database', async () => {
  const databaseUrl = await emptyDatabase();
  const all = await Promise.all(
    Array.from({ length: 10 }, () =>
      start({ DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: '2', DRAIN_SECONDS: '120' }),
    ),
  );
  for (const { url } of all)
    await until(
      () => fetch(`${url}/healthcheck`),
      ({ status }) => status === 200,
    );
  assert.deepEqual(new Set(await Promise.all(all.map((one) => stop(one, 'SIGTERM')))), new Set([0]));
});

test('killed at random, alone or with its whole group, it always starts again', async () => {
  const environment = { DATA_DIR: join(folder, 'killed') };
  const random = seeded(20_261);
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, [entry], {
      env: { PATH: process.env.PATH ?? '', PORT: '0', ...environment },
      stdio: 'ignore',
      detached: true,
    });
    await new Promise((resolve) => setTimeout(resolve, random() * 1_500));
    const exit = once(child, 'exit');
    process.kill(random() < 0.5 ? -child.pid! : child.pid!, 'SIGKILL');
    await exit;
  }
  const started = await start(environment);
  assert.equal((await fetch(`${started.url}/healthcheck`)).status, 200);
  assert.equal(await stop(started, 'SIGTERM'), 0);
});

/** A request whose body is half sent. */
function authenticateHalfway(url: string): {
  readonly request: ClientRequest;
  readonly status: Promise<number | undefined>;
} {
  const request = httpRequest(`${url}/v1/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', client_id: 'x', client_secret: 'y' },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  request.write('{"username":"a",');
  return { request, status };
}

/** A small repeatable random source: a failure can be run again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** In a terminal, as `script` would start it; python3 has one to give. */
const inTerminal = 'import pty, sys; pty.spawn(sys.argv[1:])';

test('a first start in a terminal is short: where everything is, and no JSON', async () => {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', DATABASE_URL: await emptyDatabase() };
  const child = spawn('python3', ['-c', inTerminal, process.execPath, entry], { env, detached: true });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  after(() => void (child.exitCode ?? process.kill(-child.pid!, 'SIGKILL')));
  await until(
    () => Promise.resolve(printed),
    (text) => text.includes('Ctrl+C'),
  );
  assert.match(printed, /^ {2}\d\d:\d\d:\d\d migrated migrations=0001-baseline\.sql/m);
  assert.match(printed, /Guide +http:\S+\/docs/);
  assert.match(printed, /Shop +npm run shop/);
  assert.match(printed, /Console +http:\S+ +\(name admin, password sandbox-password\)/);
  assert.doesNotMatch(printed, /[{}]/);
  assert.ok(printed.split('\n').length < 15, printed);
});

const oldNodes = findNodes().filter(({ version }) => Number(/\d+/.exec(version)![0]) < 26);

for (const { path, version } of oldNodes)
  test(`Node.js ${version} is told in one sentence that it is too old`, async () => {
    const child = spawn(path, [entry], { env: { PATH: process.env.PATH ?? '' } });
    let told = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (told += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.deepEqual([code, told.trim().split('\n').length], [1, 1], told);
    assert.match(told, new RegExp(`^Northbind needs Node\\.js 26 or later, and this is ${version}: run npm start`));
  });
