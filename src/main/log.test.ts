import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lineOf, makeLog, plainLineOf, withoutSecrets } from './log.ts';
import { Secret } from './secret.ts';

test('a known name of a secret is cut out of a line, at the top and one level down', () => {
  class Party {
    readonly name = 'lender';
    readonly accountNumber = '1234567';
  }
  assert.deepEqual(withoutSecrets({ password: 'p', body: { ticket: 't', id: 1 }, party: new Party() }), {
    password: '[secret]',
    body: { ticket: '[secret]', id: 1 },
    party: { name: 'lender', accountNumber: '[secret]' },
  });
});

test('everything else is logged as it is', () => {
  const facts = { status: 200, codes: ['VinInvalid'], sellerId: null, at: new Date(0), url: new Secret('s') };
  assert.equal(JSON.stringify(withoutSecrets(facts)), JSON.stringify(facts));
});

test('a line is one JSON object: level, time, the facts, and the event last', () => {
  const line = lineOf('info', 'answered "so"', {
    status: 200,
    password: 'p',
    codes: [],
    seller: undefined,
    text: 'é\n',
  });
  const { time, ...rest } = JSON.parse(line) as Record<string, unknown>;
  assert.deepEqual(rest, {
    level: 'info',
    status: 200,
    password: '[secret]',
    codes: [],
    text: 'é\n',
    event: 'answered "so"',
  });
  assert.equal(new Date(String(time)).toISOString(), time);
  assert.match(line, /^\{"level":"info","time":"[^"]+","status":200,.*"event":"answered \\"so\\""\}\n$/);
  assert.match(lineOf('warn', 'alone', {}), /^\{"level":"warn","time":"[^"]+","event":"alone"\}\n$/);
});

test('facts that JSON has no form for do not fail the work that is logged', () => {
  const { event, unwritable } = JSON.parse(lineOf('error', 'odd', { amount: 1n })) as Record<string, unknown>;
  assert.equal(event, 'odd');
  assert.match(String(unwritable), /BigInt/);
});

test('a line for people has the time of day, the event and its facts as words, without secrets', () => {
  const facts = { tookMs: 3, migrations: ['a', 'b', 'c', 'd'], codes: ['VinInvalid'], why: 'two words', password: 'p' };
  assert.match(
    plainLineOf('info', 'migrated', facts),
    /^ {2}\d\d:\d\d:\d\d migrated tookMs=3 migrations=4 codes=VinInvalid why="two words" password=\[secret\]\n$/,
  );
  assert.match(plainLineOf('warn', 'late', {}), /^ {2}\d\d:\d\d:\d\d warn: late\n$/);
});

test('on a full disk lines are lost and counted, and neither the service nor its end waits for room', async (context) => {
  if (process.platform !== 'linux') return context.skip('/dev/full is Linux’s');
  const fd = openSync('/dev/full', 'w');
  const log = makeLog('info', 'json', fd);
  for (let i = 0; i < 500; i += 1) log.info('sold', { i });
  // Written in the background: the loop that serves goes on.
  while (log.lost() === 0) await sleep(1);
  log.info('sold again');
  log.flush();
  while (log.lost() < 501) await sleep(1);
  closeSync(fd);
});

test('a pipe that nobody reads holds up neither the service nor its end', async (context) => {
  if (process.platform !== 'linux') return context.skip('/proc is Linux’s');
  const path = join(tmpdir(), `northbind-log-pipe-${process.pid}`);
  assert.equal(spawnSync('mkfifo', [path]).status, 0);
  const pipe = openSync(path, 'r+');
  const program = `
    import { makeLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const log = makeLog('info');
    for (let i = 0; i < 1_000; i += 1) log.info('sold', { i, text: 'x'.repeat(200) });
    setTimeout(() => process.exit(3), 500);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', pipe, 'inherit'] });
  const killing = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await once(child, 'exit');
  clearTimeout(killing);
  closeSync(pipe);
  rmSync(path);
  assert.equal(code, 3);
});

test('every line is written once, however it is flushed', async () => {
  const path = join(tmpdir(), `northbind-log-${process.pid}`);
  const fd = openSync(path, 'w');
  const log = makeLog('info', 'json', fd);
  for (let i = 0; i < 2_000; i += 1) {
    log.info('sold', { i });
    if (i % 700 === 0) await sleep(1);
  }
  log.flush();
  await sleep(50); // What was under way ends.
  const numbers = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { i: number }).i);
  assert.deepEqual([numbers.length, new Set(numbers).size], [2_000, 2_000]);
  closeSync(fd);
  rmSync(path);
});
