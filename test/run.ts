import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './kit/chromium.ts';
import { startTestPostgres } from './kit/postgres.ts';

/**
 * `npm test`: first what a machine can check of the text, then the tests, on one PostgreSQL that is started for them.
 * `npm test -- test/api/wire.test.ts` runs only that file; `npm run test:slow` runs what takes minutes.
 */
const root = new URL('..', import.meta.url).pathname;
const everything = ['contract/**/*.test.ts', 'src/**/*.test.ts', 'sdk/test/*.test.ts', 'test/**/*.test.ts'];
// Long walks in a browser or word for word, an upgrade and a restore under load, chaos, packing: minutes that the daily run
// should not take.
const slow = [
  'test/deploy/restore.test.ts',
  'test/deploy/upgrade.test.ts',
  'test/docs/getting-started.test.ts',
  'test/docs/operate.test.ts',
  'test/operator/cli.test.ts',
  'test/pages/checkout.test.ts',
  'test/pages/console-onboard.test.ts',
  'test/pages/console-sales.test.ts',
  'test/pages/console-tariff.test.ts',
  'test/pages/console.test.ts',
  'test/pages/guide.test.ts',
  'test/pages/storefront.test.ts',
  'test/sdk/chaos.test.ts',
  'test/sdk/checkout.test.ts',
  'test/sdk/package.test.ts',
];

const isSlowRun = process.argv.includes('--slow');
const named = isSlowRun ? slow : process.argv.slice(2);

const checks: readonly (readonly [string, ...string[]])[] = [
  ['node_modules/.bin/tsc', '--noEmit'],
  ['node_modules/.bin/tsc', '--noEmit', '-p', 'sdk'],
  ['node_modules/.bin/tsc', '--noEmit', '-p', 'console'],
  ['node_modules/.bin/tsc', '--noEmit', '-p', 'examples/storefront'],
  ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.'],
  ['node_modules/.bin/knip'],
];

async function main(): Promise<number> {
  if (named.length === 0) {
    for (const [command, ...options] of checks) {
      console.log(`> ${command} ${options.join(' ')}`);
      const code = await run(command, options, {});
      if (code !== 0) return code;
    }
  }
  if (named.length === 0 || isSlowRun) await ensureChromium(); // Before the clock of any test runs: an installation takes a minute.
  const folder = await mkdtemp(join(tmpdir(), 'northbind-test-'));
  const postgres = await startTestPostgres(folder);
  try {
    const options = [
      '--test',
      '--test-concurrency=4',
      '--test-timeout=120000',
      ...(named.length > 0 ? named : globSync(everything, { cwd: root }).filter((file) => !slow.includes(file))),
    ];
    return await run(process.execPath, options, {
      NORTHBIND_TEST_POSTGRES: postgres.url,
      // Each file is a process that reads the whole service: half a second of it is reading TypeScript, which is kept here.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/northbind-test'),
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function run(
  command: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

process.exitCode = await main();
