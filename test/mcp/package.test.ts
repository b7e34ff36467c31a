import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { errorCodes, Northbind } from '@northbind/sdk';
import { connectAssistant } from '../../mcp/test/assistant.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { foreignTools } from '../kit/processes/foreign-tools.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';
import { findNodes } from '../sdk/find-nodes.ts';
import { npm } from '../sdk/npm.ts';
import { applicant, sandbox } from '../sdk/sale.ts';

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
  service = await startTestService({ environment: { MCP_SERVER: 'on' } });
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

/** The two ways to the tools, as the inspector's command line takes them. */
async function waysFor(inspector: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const given = Object.entries(environment()).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const authorization = `Authorization: Bearer ${await service.login()}`;
  return {
    'as a program': [inspector, '--cli', ...given, process.execPath, executable],
    'by its address': [inspector, '--cli', `${service.url}/mcp`, '--transport', 'http', '--header', authorization],
  };
}

test('the inspector’s command line lists the tools without a warning, calls one and shows a failure, both ways', async () => {
  const inspector = join(await foreignTools(), '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  for (const [way, started] of Object.entries(await waysFor(inspector))) {
    const inspect = (...words: readonly string[]) => {
      const env = { ...process.env, MCP_AUTO_OPEN_ENABLED: 'false', HOME: folder };
      return execute(process.execPath, [...started, ...words], { env, cwd: folder, maxBuffer: 16 * 1024 * 1024 });
    };
    const listed = await inspect('--method', 'tools/list', '--strict');
    const { tools } = JSON.parse(listed.stdout);
    assert.equal(tools.length, 18, way);
    for (const { name, outputSchema } of tools) assert.equal(outputSchema?.type, 'object', name);
    assert.doesNotMatch(listed.stderr, /Warning: tool|Error: tool/, way);
    const call = ['--method', 'tools/call', '--tool-name'];
    const called = JSON.parse((await inspect(...call, 'search_lienholders', '--tool-arg', 'search=ally')).stdout);
    assert.match(called.structuredContent.lienHolders[0].name.dataNotInstruction, /ally/i, way);
    const failed = await inspect(...call, 'get_policy', '--tool-arg', 'policyNumber=none').catch((error) => error);
    assert.match(JSON.parse(failed.stdout).content[0].text, /"PolicyNotFound"/, way);
    assert.match(failed.stderr, /"tool_is_error"/, way);
  }
});

for (const way of ['as a program', 'by its address'] as const) {
  test(`an assistant with the library of before, 1.x, sells ${way} and reads why a tool failed`, async () => {
    const sdk = join(await foreignTools(), '@modelcontextprotocol/sdk/dist/esm/client');
    const { Client } = await import(join(sdk, 'index.js'));
    const { StdioClientTransport } = await import(join(sdk, 'stdio.js'));
    const { StreamableHTTPClientTransport } = await import(join(sdk, 'streamableHttp.js'));
    const { ClientCredentialsProvider } = await import(join(sdk, 'auth-extensions.js'));
    const authProvider = new ClientCredentialsProvider({
      clientId: 'northbind-sandbox-oauth',
      clientSecret: 'sandbox-oauth-secret',
      expectedIssuer: service.url,
      scope: 'seller:ontario',
    });
    const args = [executable, '--allow-bind', '--bind-folder', join(folder, 'binds')];
    const client = new Client({ name: 'test', version: '1.0.0' });
    afterwards(() => client.close());
    await client.connect(
      way === 'as a program'
        ? new StdioClientTransport({ command: process.execPath, args, env: environment() })
        : new StreamableHTTPClientTransport(new URL('/mcp/bind', service.url), { authProvider }),
    );
    await client.listTools(); // From here on it compares what is structured with the tool's schema.
    const call = async (name: string, input: object) => {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: input });
      assert.equal(isError ?? false, false, content[0].text);
      return structuredContent;
    };
    const northbind = new Northbind({ baseUrl: service.url, ...sandbox });
    const { vin } = await northbind.testVin(2024);
    const { today } = await call('get_seller', {});
    const asked = { effectiveDate: today, odometer: 24_500, purchaseMethod: 'Cash' };
    const { vehicles } = await call('look_up_vehicle', { vin, ...asked });
    const request = { ...asked, series: 'Prime', vehicleConfigurationId: vehicles[0].id, applicant };
    const { applicationId, replacementOptions } = await call('quote', request);
    const { paymentTermInYears, coverage } = replacementOptions[0];
    const bound = await call('bind', {
      applicationId,
      coverageCategory: 'Replacement',
      paymentTermInYears,
      selectedProducts: coverage.map(({ productType }: { productType: string }) => productType),
      paymentMethod: 'REF',
    });
    const policy = await call('get_policy', { policyNumber: bound.policyNumber });
    assert.equal(policy.applicant.lastName.dataNotInstruction, applicant.lastName);
    const document = await call('get_document', { downloadId: bound.documentDownloadId });
    assert.equal(document.contentType, 'application/pdf');

    const failed = await client.callTool({ name: 'get_policy', arguments: { policyNumber: 'none' } });
    assert.deepEqual([failed.isError, failed.structuredContent], [true, undefined]);
    assert.equal(JSON.parse(failed.content[0].text).code, 'PolicyNotFound');
  });
}

// The others of the suite ask for tools, prompts and resources of its own sample server, or for sessions.
for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']) {
  test(`the protocol’s conformance suite finds nothing: ${scenario}`, async () => {
    const suite = join(await foreignTools(), '@modelcontextprotocol/conformance/dist/index.js');
    // The suite sends no token.
    const url = await openProxy(await service.login());
    const run = [suite, 'server', '--url', `${url}/mcp`, '--scenario', scenario];
    const { stdout } = await execute(process.execPath, run, { cwd: folder });
    assert.match(stdout, /Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
  });
}

/** Passes everything on with a token, headers and all. */
async function openProxy(token: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, url } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const passed = forward(`${service.url}${url}`, { method: method!, headers }, (answer) =>
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers)),
    );
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

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
