import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { openWebhookReceiver } from '../kit/parties/webhook-receiver.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { until } from '../kit/processes/until.ts';
import { clockAt, noon, noonDay } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';
import { findNodes } from './find-nodes.ts';
import { npm, withoutNpm } from './npm.ts';

/** The package as a partner gets it: built, packed, installed into a plain project, and used from there. */
const execute = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const sdk = join(root, 'sdk');
const folder = mkdtempSync(join(tmpdir(), 'northbind-sdk-'));
const dist = join(folder, 'dist');
const project = join(folder, 'partner');
let service: TestService;

before(async () => {
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  // Not into sdk/dist, which others may be reading at the moment.
  await execute(process.execPath, [join(root, 'node_modules/tsdown/dist/run.mjs'), '--out-dir', dist], { cwd: sdk });
  makeProject(project);
  await execute(process.execPath, ['pack.ts', dist, join(project, 'sdk.tgz')], { cwd: sdk });
  await npm(project, ['install', './sdk.tgz', ...offline]);
  service = await startTestService({ clock: clockAt(noon).clock });
});

const offline = ['--offline', '--no-audit', '--no-fund'];

function makeProject(place: string): void {
  cpSync(join(sdk, 'test/consumers'), place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "name": "partner", "private": true }');
}

const nodes = findNodes();

for (const { path, version } of nodes) {
  for (const script of ['esm.mjs', 'cjs.cjs']) {
    test(`a plain project sells a policy with ${script.slice(0, 3).toUpperCase()} on Node ${version}`, async (t) => {
      if (nodes.length === 1) t.diagnostic('No other Node is on the PATH; the package was tried on this one only.');
      const { stdout } = await execute(path, [join(project, script), service.url, noonDay], { cwd: project, env: {} });
      const { node, policyNumber } = JSON.parse(stdout);
      assert.equal(node, version);
      assert.notEqual(policyNumber, '');
    });
  }
}

test('an error of one build is known by the classes of the other', async () => {
  await execute(process.execPath, [join(project, 'both-builds.mjs'), service.url], { cwd: project, env: {} });
});

test('the client that the sandbox serves is installed from there, and sells a policy', async () => {
  const place = join(folder, 'served');
  makeProject(place);
  await npm(place, ['install', `${service.url}/docs/sdk.tgz`, '--no-audit', '--no-fund', '--noproxy=127.0.0.1']);
  const { stdout } = await execute(process.execPath, [join(place, 'esm.mjs'), service.url, noonDay], { cwd: place });
  assert.notEqual(JSON.parse(stdout).policyNumber, '');
});

test('a vendored archive is installed by its lock file while no sandbox is there', async () => {
  const place = join(folder, 'vendored');
  makeProject(place);
  mkdirSync(join(place, 'vendor'));
  const archive = await fetch(`${service.url}/docs/sdk.tgz`);
  writeFileSync(join(place, 'vendor/northbind-sdk.tgz'), Buffer.from(await archive.arrayBuffer()));
  await npm(place, ['install', './vendor/northbind-sdk.tgz', ...offline]);
  const lock = readFileSync(join(place, 'package-lock.json'), 'utf8');
  assert.match(lock, /file:vendor\/northbind-sdk\.tgz/);
  assert.doesNotMatch(lock, /127\.0\.0\.1/);
  rmSync(join(place, 'node_modules'), { recursive: true });
  await npm(place, ['ci', ...offline]);
  const { stdout } = await execute(process.execPath, [join(place, 'esm.mjs'), service.url, noonDay], { cwd: place });
  assert.notEqual(JSON.parse(stdout).policyNumber, '');
});

test('npm would publish what is here, and nothing else', async () => {
  const words = ['publish', join(project, 'sdk.tgz'), '--dry-run', '--json', '--tag', 'next', '--access', 'public'];
  const { files, version } = JSON.parse(await npm(folder, words))['@northbind/sdk'];
  assert.equal(version, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  const built = readdirSync(dist).map((name) => `dist/${name}`);
  assert.deepEqual(
    files.map(({ path }: { path: string }) => path).sort(),
    ['LICENSE', 'README.md', 'package.json', ...built].sort(),
  );
});

test('a project with the client alone has `npx northbind`: events are forwarded, also after a restart of the service', async () => {
  const receiver = await openWebhookReceiver();
  afterwards(() => receiver.close());
  const databaseUrl = await cloneDatabase();
  const fixed = { PORT: String(await freePort()), CHECKOUT_PORT: '0', OPERATOR_PORT: '0', DATABASE_URL: databaseUrl };
  let own = await startTestService({ environment: fixed });
  const env = { ...withoutNpm(), NORTHBIND_URL: own.url };
  const words = [join(project, 'node_modules/.bin/northbind'), 'listen', '--forward-to', receiver.url];
  const listening = spawn(process.execPath, words, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  afterwards(() => listening.kill());
  const lines: string[] = [];
  createInterface({ input: listening.stdout }).on('line', (line) => lines.push(line));
  await until(
    () => lines,
    () => lines.includes('Waiting for new events.'),
  );
  const logs = spawn(process.execPath, [words[0]!, 'logs', '--follow', '--count', '0'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterwards(() => logs.kill());
  const calls: string[] = [];
  createInterface({ input: logs.stdout }).on('line', (line) => calls.push(line));
  const trigger = () =>
    npm(project, ['exec', '--offline', '--', 'northbind', 'trigger', 'payment.refused'], { NORTHBIND_URL: own.url });
  const made = [await trigger()];
  receiver.answer = 500;
  made.push(await trigger());
  await until(
    () => lines,
    () => lines.some((line) => line.endsWith('→ 500. Trying again.')),
  );
  await own.close();
  receiver.answer = 204;
  own = await startTestService({ environment: fixed });
  made.push(await trigger());
  const ids = made.map((stdout) => stdout.trim().split(' ').at(-1)!);
  const secret = /whsec_\S+/.exec(lines.join('\n'))![0];
  const received = await until(
    () => receiver.received,
    () => receiver.received.at(-1)?.headers['webhook-id'] === ids[2],
  );
  assert.deepEqual([...new Set(received.map(({ headers }) => headers['webhook-id']))], ids);
  for (const { body, headers } of received) verifyWebhook(body, headers, secret);
  listening.kill();
  assert.deepEqual(await once(listening, 'exit'), [0, null]);
  // Its calls from before the restart and after it; Ctrl-C ends it.
  await until(
    () => calls,
    () => calls.filter((line) => / 200 sandboxEvents \d+ ms /.test(line)).length === 3,
  );
  logs.kill('SIGINT');
  assert.deepEqual(await once(logs, 'exit'), [0, null]);
});

test('npm packs with the settings that it was called with, and says itself why it can’t', async () => {
  const packed = execute(process.execPath, ['pack.ts', dist, join(folder, 'never.tgz')], {
    cwd: sdk,
    env: { ...process.env, npm_config_cache: join(project, 'sdk.tgz') },
  });
  await assert.rejects(packed, ({ stderr }: { stderr: string }) => /^npm error .*sdk\.tgz/m.test(stderr));
  assert.ok(!existsSync(join(folder, 'never.tgz')));
});

test('the package has no dependencies and brings what its map of exports names', () => {
  const installed = join(project, 'node_modules/@northbind/sdk');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  const named = JSON.stringify(manifest.exports).match(/\.\/dist\/[\w.]+/g)!;
  assert.equal(named.length, 8);
  for (const file of named) assert.ok(existsSync(join(installed, file)), file);
  for (const part of ['repository', 'homepage', 'bugs', 'license', 'keywords']) assert.ok(manifest[part], part);
  assert.deepEqual(
    [manifest.private, manifest.scripts, manifest.bin],
    [undefined, undefined, { northbind: 'dist/cli.js' }],
  );
  for (const script of named.filter((name) => !name.includes('.d.')))
    assert.ok(JSON.parse(readFileSync(join(installed, `${script}.map`), 'utf8')).sourcesContent.length > 0, script);
  assert.deepEqual(readdirSync(join(project, 'node_modules')), ['.bin', '.package-lock.json', '@northbind']);
  for (const file of named)
    assert.doesNotMatch(readFileSync(join(installed, file), 'utf8'), /typebox|@northbind\/contract/);
});

const strict = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: false, target: 'es2022' };
const nodeTypes = { typeRoots: [join(root, 'node_modules/@types')], types: ['node'], skipLibCheck: true };

const setups: Readonly<Record<string, { readonly options: object; readonly files: readonly string[] }>> = {
  'a Node project (ES modules)': {
    options: { ...nodeTypes, module: 'nodenext', lib: ['es2023'] },
    files: ['typed-use.mts'],
  },
  'a Node project (CommonJS)': {
    options: { ...nodeTypes, module: 'nodenext', lib: ['es2023'] },
    files: ['typed-use.cts'],
  },
  'a bundled page': {
    options: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [] },
    files: ['typed-use.ts', 'typed-checkout.ts'],
  },
};

for (const [what, { options, files }] of Object.entries(setups)) {
  test(`the types fit ${what}`, async () => {
    const config = join(project, `tsconfig.${files[0]}.json`);
    for (const file of files)
      if (!existsSync(join(project, file))) cpSync(join(project, 'typed-use.ts'), join(project, file));
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
    const checked = execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]);
    await checked.catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
  });
}
