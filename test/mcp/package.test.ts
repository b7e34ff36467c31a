import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { errorCodes } from '@northbind/sdk';
import { connectAssistant } from '../../mcp/test/assistant.ts';
import { afterwards } from '../kit/afterwards.ts';
import { foreignTools } from '../kit/foreign-tools.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { findNodes } from '../sdk/find-nodes.ts';
import { npm } from '../sdk/npm.ts';
import { sandbox } from '../sdk/sale.ts';

/** The package as a partner gets it: built, packed, served by a sandbox, installed from there, and run. */
const execute = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'northbind-mcp-'));
const archive = join(folder, 'mcp.tgz');
const project = join(folder, 'partner');
const installed = join(project, 'node_modules/@northbind/mcp');
const executable = join(installed, 'bin/northbind-mcp.js');
let service: TestService;

before(async () => {
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  service = await startTestService();
  const mcp = join(root, 'mcp');
  // Not into mcp/dist, which others may be reading at the moment.
  const dist = join(folder, 'dist');
  await execute(process.execPath, [join(root, 'node_modules/tsdown/dist/run.mjs'), '--out-dir', dist], { cwd: mcp });
  await execute(process.execPath, [join(mcp, 'generate.ts'), dist]);
  await execute(process.execPath, [join(root, 'sdk/pack.ts'), dist, archive], { cwd: mcp });
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "partner", "private": true }');
  await npm(project, ['install', archive, '--no-audit', '--no-fund', '--noproxy=127.0.0.1']);
});

test('the sandbox serves the package', async () => {
  const served = await fetch(`${service.url}/docs/mcp.tgz`);
  assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'application/gzip']);
  writeFileSync(join(folder, 'served.tgz'), Buffer.from(await served.arrayBuffer()));
  const { stdout } = await execute('tar', ['-tzf', join(folder, 'served.tgz')]);
  assert.match(stdout, /^package\/bin\/northbind-mcp\.js$/m);
});

const nodes = findNodes();

for (const { path, version } of nodes) {
  test(`the executable serves the tools on Node ${version}, and explains every code of the contract`, async (t) => {
    if (nodes.length === 1) t.diagnostic('No other Node is on the PATH; the package was tried on this one only.');
    const assistant = await connectAssistant([executable], environment(), { command: path });
    assert.equal((await assistant.call('list_dealers', {})).dealers.length > 0, true);
    for (const code of Object.keys(errorCodes)) {
      const page = await assistant.call('explain_error', { code });
      for (const part of ['summary', 'cause', 'whatToDo']) assert.ok(page[part].length > 10, `${code}: ${part}`);
    }
  });
}

function environment(): Readonly<Record<string, string>> {
  const { clientId, clientSecret, username, password } = sandbox;
  return {
    NORTHBIND_URL: service.url,
    NORTHBIND_CLIENT_ID: clientId,
    NORTHBIND_CLIENT_SECRET: clientSecret,
    NORTHBIND_USERNAME: username,
    NORTHBIND_PASSWORD: password,
  };
}

test('the inspector’s command line lists the tools with their schemas, and calls one', async () => {
  const inspector = join(await foreignTools(), '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const inspect = async (...words: readonly string[]) => {
    const env = { ...process.env, ...environment(), MCP_AUTO_OPEN_ENABLED: 'false', HOME: folder };
    const given = Object.entries(environment()).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const run = [inspector, '--cli', ...given, process.execPath, executable, ...words];
    const { stdout } = await execute(process.execPath, run, { env, cwd: folder, maxBuffer: 16 * 1024 * 1024 });
    return JSON.parse(stdout);
  };
  const { tools } = await inspect('--method', 'tools/list');
  assert.equal(tools.length, 18);
  for (const { name, outputSchema } of tools) assert.equal(outputSchema?.type, 'object', name);
  const called = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'search_lienholders',
    '--tool-arg',
    'search=ally',
  );
  assert.match(called.structuredContent.lienHolders[0].name.dataNotInstruction, /ally/i);
});

test('an assistant with the library of before, 1.x, calls the tools', async () => {
  const sdk = join(await foreignTools(), '@modelcontextprotocol/sdk/dist/esm/client');
  const { Client } = await import(join(sdk, 'index.js'));
  const { StdioClientTransport } = await import(join(sdk, 'stdio.js'));
  const client = new Client({ name: 'test', version: '1.0.0' });
  afterwards(() => client.close());
  const transport = { command: process.execPath, args: [executable], env: environment() };
  await client.connect(new StdioClientTransport(transport));
  await client.listTools(); // From here on it compares what is structured with the tool's schema.
  const { structuredContent } = await client.callTool({ name: 'get_seller', arguments: {} });
  assert.equal(structuredContent.username, sandbox.username);
  const failed = await client.callTool({ name: 'get_policy', arguments: { policyNumber: 'none' } });
  assert.equal(failed.isError, true);
  assert.equal(JSON.parse(failed.content[0].text).code, 'PolicyNotFound');
});

test('npm would publish what is here, and nothing else', async () => {
  const words = ['publish', archive, '--dry-run', '--json', '--tag', 'next', '--access', 'public'];
  const { files, version } = JSON.parse(await npm(folder, words))['@northbind/mcp'];
  assert.equal(version, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  assert.deepEqual(files.map(({ path }: { path: string }) => path).sort(), [
    'LICENSE',
    'README.md',
    'bin/northbind-mcp.js',
    'dist/answers.json',
    'dist/error-pages.json',
    'dist/main.js',
    'package.json',
  ]);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual(Object.keys(manifest.dependencies), ['@modelcontextprotocol/server', 'zod']);
  assert.deepEqual([manifest.private, manifest.scripts, manifest.devDependencies], [undefined, undefined, undefined]);
  for (const part of ['repository', 'homepage', 'bugs', 'license', 'keywords']) assert.ok(manifest[part], part);
});
