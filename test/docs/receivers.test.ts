import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterwards } from '../kit/processes/afterwards.ts';
import { foreignTools } from '../kit/processes/foreign-tools.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { until } from '../kit/processes/until.ts';
import { readFences } from '../kit/service/guide.ts';
import { installSdk, readPage, root } from './run-page.ts';

/* The receivers that the guide shows, each as a program of its own: it takes what is ours once, and nothing else. */

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let folder: string;

interface Program {
  readonly tab: string;
  readonly file: string;
  readonly run: readonly [command: string, ...options: string[]];
  /** It leaves it to a table of the reader's to take an event once. */
  readonly hasNoMemory?: true;
}

/** A route of Next.js is a function of a request: this serves it as its server does. */
const serveRoute = `
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { POST } from './next.ts';
createServer(async (request, response) => {
  const asked = new Request('http://partner.example.ca/hooks', {
    method: 'POST', headers: request.headers as HeadersInit, body: Readable.toWeb(request) as ReadableStream, duplex: 'half',
  } as RequestInit);
  response.writeHead((await POST(asked)).status).end();
}).listen(Number(process.env.PORT));
`;

const node = process.execPath;
const programs: readonly Program[] = [
  { tab: 'Node.js', file: 'node.ts', run: [node, 'node.ts'] },
  { tab: 'Express', file: 'express.ts', run: [node, 'express.ts'] },
  { tab: 'Fastify', file: 'fastify.ts', run: [node, 'fastify.ts'] },
  { tab: 'Next.js', file: 'next.ts', run: [node, 'serve-next.ts'] },
  { tab: 'Python', file: 'receiver.py', run: ['python3', 'receiver.py'] },
  {
    tab: 'PHP',
    file: 'receiver.php',
    run: ['sh', '-c', 'exec php -S 127.0.0.1:$PORT receiver.php 2>&1'],
    hasNoMemory: true,
  },
];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northbind-receivers-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  await installSdk(folder);
  for (const name of ['fastify', '@types'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  await symlink(join(await foreignTools(), 'express'), join(folder, 'node_modules/express'));
  const fences = readFences(await readPage('docs/guide/webhooks.md'));
  for (const { tab, file } of programs) {
    const fence = fences.find(({ words }) => words.includes(`tab=${tab}`));
    assert.ok(fence, `the page has no receiver for ${tab}`);
    await writeFile(join(folder, file), fence.text);
  }
  await writeFile(join(folder, 'serve-next.ts'), serveRoute);
});

test('the receivers have no type errors', async () => {
  // Express brings no types of its own.
  const typed = programs.map(({ file }) => file).filter((file) => file.endsWith('.ts') && file !== 'express.ts');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...options, ...types, ...typed], { cwd: folder });
});

const id = '0197f2c4-7c1e-7000-8000-000000000001';
const body = JSON.stringify({ id, type: 'payment.refused', data: { name: 'Zoë  Tremblay' } });

function headersFor(text: string, { key = secret, at = new Date() } = {}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(key).sign(id, at, text),
  };
}

const old = new Date(Date.now() - 3_600_000);
const forged: Readonly<Record<string, readonly [body: string, headers: Record<string, string>]>> = {
  'signed with another secret': [body, headersFor(body, { key: other })],
  'changed on its way': [body.replace('refused', 'captured'), headersFor(body)],
  'sent again an hour later': [body, headersFor(body, { at: old })],
  'with a later time over an old signature': [
    body,
    { ...headersFor(body, { at: old }), 'webhook-timestamp': headersFor(body)['webhook-timestamp']! },
  ],
  'without a signature': [body, { ...headersFor(body), 'webhook-signature': '' }],
  'with a signature of nothing': [body, { ...headersFor(body), 'webhook-signature': 'v1,' }],
  'without any header': [body, { 'content-type': 'application/json' }],
  'without a body': ['', headersFor(body)],
};

for (const program of programs) {
  test(`${program.tab}: takes what is ours once, and nothing else`, async () => {
    const port = await freePort();
    const output: string[] = [];
    const child = start(program, port, output);
    const post = async ([text, headers]: readonly [string, Record<string, string>]) =>
      (await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: text, headers })).status;
    await until(
      () => post(forged['without any header']!).catch(() => 0),
      (status) => status !== 0,
    );
    for (const [what, message] of Object.entries(forged)) assert.equal(await post(message), 401, what);
    assert.equal(await post([body, headersFor(body)]), 204);
    const rotated = headersFor(body);
    const both = `${headersFor(body, { key: other })['webhook-signature']} ${rotated['webhook-signature']}`;
    assert.equal(await post([body, { ...rotated, 'webhook-signature': both }]), 204);
    await until(
      async () => output.join(''),
      (text) => text.includes('took'),
    );
    const taken = output.join('').match(/took .*/g);
    assert.deepEqual(program.hasNoMemory ? [taken?.[0]] : taken, [`took payment.refused ${id}`]);
    assert.equal(child.exitCode, null);
  });
}

function start({ run: [command, ...options] }: Program, port: number, output: string[]): ChildProcess {
  const environment = { ...process.env, PORT: String(port), NORTHBIND_WEBHOOK_SECRET: secret };
  const child = spawn(command, options, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout!.on('data', (chunk: Buffer) => output.push(String(chunk)));
  afterwards(async () => void child.kill('SIGKILL'));
  return child;
}
