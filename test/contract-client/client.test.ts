import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { start } from '../kit/processes/process.ts';
import { cloneDatabase } from '../kit/service/database.ts';

const program = new URL('client.ts', import.meta.url).pathname;

test('a client that was written from the contract alone does every flow, and each sentence that it checks holds', async (context) => {
  // With the rate limit of the contract, which the client obeys: it waits a minute or two.
  const { url } = await start({ DATABASE_URL: await cloneDatabase(), CHECKOUT_PORT: '0', OPERATOR_PORT: '0' });
  const { code, lines } = await runClient(url);
  const missed = lines.filter((line) => /^\s*MISS/.test(line));
  assert.deepEqual([code, missed], [0, []]);
  const told = lines.filter((line) => /^(Codes of the contract|Not seen|\d+ sentences)/.test(line));
  for (const line of told) context.diagnostic(line);
  assert.ok(told.length > 1, lines.join('\n'));
});

test('the client uses nothing of the service’s own code', async () => {
  assert.doesNotMatch(await readFile(program, 'utf8'), /^import\b|\bimport\(|\brequire\(/m);
});

async function runClient(url: string): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  const child = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, lines: output.split('\n') };
}
