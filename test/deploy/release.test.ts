import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { afterwards } from '../kit/processes/afterwards.ts';
import { start, stop } from '../kit/processes/process.ts';

/*
 * What `npm run release` writes, used as an operator would: unpacked into an empty folder, installed without the tools
 * of development, started. The sources are this folder's last commit, the pages what was built here last.
 */
const root = new URL('../../', import.meta.url).pathname;
let folder: string;
let unpacked: string;

const run = (cwd: string, program: string, ...options: readonly string[]): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(program, options, { cwd, maxBuffer: 64 * 1024 * 1024 });

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northbind-release-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // As root, PostgreSQL runs as another user.
  const clone = join(folder, 'clone');
  await run(folder, 'git', 'clone', '--quiet', '--depth=1', `file://${root}`, clone);
  for (const room of ['console', 'docs', 'mcp', 'sdk', 'shop'])
    await cp(join(root, room, 'dist'), join(clone, room, 'dist'), { recursive: true });
  await cp(join(root, 'sdk/src/contract-types.ts'), join(clone, 'sdk/src/contract-types.ts'));
  await run(clone, process.execPath, 'deploy/release.ts');
  await run(join(clone, 'dist'), 'sha256sum', '--check', '--strict', 'SHA256SUMS');
  const { stdout } = await run(
    join(clone, 'dist'),
    'sh',
    '-c',
    'tar -xzf *.tar.gz -C ../.. && tar -tzf *.tar.gz | head -1',
  );
  unpacked = join(folder, stdout.split('/')[0]!);
});

test('a release is sources and built pages, and says what it installs', async () => {
  for (const part of ['src', 'console/dist/index.html', 'package-lock.json', 'LICENSE', 'deploy/Containerfile'])
    await access(join(unpacked, part));
  await assert.rejects(access(join(unpacked, 'test')));
  const { stdout } = await run(folder, 'sh', '-c', 'cat clone/dist/*.cdx.json');
  const parts: readonly { readonly name: string }[] = JSON.parse(stdout).components;
  const names = parts.map(({ name }) => name);
  assert.ok(names.includes('fastify') && !names.includes('vite'), names.join());
});

test('it runs after npm ci --omit=dev, with its pages and the packages for partners', async () => {
  await run(unpacked, 'npm', 'ci', '--omit=dev', '--no-audit', '--no-fund');
  const data = join(folder, 'data');
  const service = await start({ DATA_DIR: data, OPERATOR_PORT: '0', CHECKOUT_PORT: '0' }, join(unpacked, 'bin/serve'));
  const textOf = (url: string): Promise<string> => fetch(url).then((answer) => answer.text());
  assert.match(await textOf(`${service.operatorUrl}/`), /<div id="root">/);
  assert.match(await textOf(`${service.url}/docs/`), /<h1/);
  assert.equal((await fetch(`${service.url}/docs/sdk.tgz`)).status, 200);
  assert.equal((await fetch(`${service.url}/healthcheck/ready`)).status, 200);
  assert.equal(await stop(service, 'SIGTERM'), 0);
});
