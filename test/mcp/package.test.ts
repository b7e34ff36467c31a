import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { errorCodes } from '@northbind/sdk';
import { connectAssistant } from '../../mcp/test/assistant.ts';
import { afterwards } from '../kit/afterwards.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { findNodes } from '../sdk/find-nodes.ts';
import { npm } from '../sdk/npm.ts';
import { sandbox } from '../sdk/sale.ts';

/** The package as a partner gets it: built, packed, unpacked beside what it depends on, and run by its executable. */
const execute = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'northbind-mcp-'));
const parcel = join(folder, 'parcel');
const modules = join(folder, 'partner/node_modules');
const executable = join(modules, '@northbind/mcp/bin/northbind-mcp.js');
let service: TestService;

before(async () => {
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  const mcp = join(root, 'mcp');
  // Not into mcp/dist, which others may be reading at the moment.
  const dist = join(parcel, 'dist');
  await execute(process.execPath, [join(root, 'node_modules/tsdown/dist/run.mjs'), '--out-dir', dist], { cwd: mcp });
  await execute(process.execPath, [join(mcp, 'generate.ts'), dist]);
  for (const file of ['package.json', 'README.md', 'LICENSE', 'bin']) {
    cpSync(join(mcp, file), join(parcel, file), { recursive: true });
  }
  await npm(parcel, ['pack', '--pack-destination', folder]);
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  mkdirSync(join(modules, '@northbind/mcp'), { recursive: true });
  await execute('tar', ['-xzf', join(folder, archive), '--strip-components=1', '-C', join(modules, '@northbind/mcp')]);
  // Without the registry: what npm would install is in this repository.
  mkdirSync(join(modules, '@modelcontextprotocol'));
  for (const name of ['@modelcontextprotocol/sdk', '@northbind/sdk', 'zod']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  service = await startTestService();
});

const nodes = findNodes();

for (const { path, version } of nodes) {
  test(`the executable serves the tools on Node ${version}, and explains every code of the contract`, async (t) => {
    if (nodes.length === 1) t.diagnostic('No other Node is on the PATH; the package was tried on this one only.');
    const { clientId, clientSecret, username, password } = sandbox;
    const environment = {
      NORTHBIND_URL: service.url,
      NORTHBIND_CLIENT_ID: clientId,
      NORTHBIND_CLIENT_SECRET: clientSecret,
      NORTHBIND_USERNAME: username,
      NORTHBIND_PASSWORD: password,
    };
    const assistant = await connectAssistant([executable], environment, path);
    assert.equal((await assistant.call('list_dealers', {})).dealers.length > 0, true);
    for (const code of Object.keys(errorCodes)) {
      const page = await assistant.call('explain_error', { code });
      for (const part of ['summary', 'cause', 'whatToDo']) assert.ok(page[part].length > 10, `${code}: ${part}`);
    }
  });
}

test('the package brings its executable, its code, its error pages, a licence and a readme, and nothing else', () => {
  const files = readdirSync(join(modules, '@northbind/mcp'), { recursive: true }).sort();
  assert.deepEqual(files, [
    'LICENSE',
    'README.md',
    'bin',
    'bin/northbind-mcp.js',
    'dist',
    'dist/error-pages.json',
    'dist/main.js',
    'package.json',
  ]);
});
