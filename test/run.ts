import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './kit/service/chromium.ts';
import { startTestPostgres } from './kit/service/postgres.ts';
import { groups, slowTogether } from './tiers.ts';

/**
 * `npm test`: the tests, on one PostgreSQL that is started for them, and beside them what a machine can check of the
 * text. `npm test -- test/api/wire.test.ts` runs only that file; `npm run test:slow` runs what takes minutes.
 */
const root = new URL('..', import.meta.url).pathname;
const isSlowRun = process.argv.includes('--slow');
const named = isSlowRun ? [] : process.argv.slice(2);

/** A limit only ends a test that hangs: a machine may be busy with something else. */
const limits = ['--test-timeout=300000'];
/** Ends a process that does not end by itself, with all that it has started. The longest takes a few minutes. */
const taskLimitMs = 20 * 60_000;
/** These are right for two cores: while some wait, the others work. */
const lanes = isSlowRun ? 5 : 7;

interface Task {
  readonly name: string;
  readonly command: string;
  readonly options: readonly string[];
}

const tests = Object.keys(groups).map(
  (group): Task => ({
    name: `test:${group}`,
    command: process.execPath,
    options: [...limits, 'test/run-group.ts', group],
  }),
);

const checks: readonly Task[] = [
  check('tsc', '--noEmit'),
  check('tsc', '--noEmit', '-p', 'sdk'),
  check('tsc', '--noEmit', '-p', 'mcp'),
  check('tsc', '--noEmit', '-p', 'console'),
  check('tsc', '--noEmit', '-p', 'shop'),
  check('biome', 'check', '--error-on-warnings', '.'),
  check('knip'),
];

function together(files: readonly string[]): Task {
  return { name: files.join(' '), command: process.execPath, options: [...limits, 'test/run-group.ts', ...files] };
}

function check(program: string, ...options: readonly string[]): Task {
  return { name: [program, ...options].join(' '), command: `node_modules/.bin/${program}`, options };
}

const running = new Set<ChildProcess>();
let isEnded = false;

/** Whoever ends the run ends its processes, too; PostgreSQL is stopped as after every run. */
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isEnded = true;
    for (const { pid } of running) process.kill(-pid!, 'SIGTERM');
  });

async function main(): Promise<number> {
  const missing = named.length === 0 ? await findMissing() : null;
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), 'northbind-test-'));
  const postgres = await startTestPostgres(folder);
  const environment = {
    NORTHBIND_TEST_POSTGRES: postgres.url,
    // Half a second of each process is reading TypeScript, which is kept here.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/northbind-test'),
  };
  try {
    if (isSlowRun) return await runAll(slowTogether.map(together), environment);
    if (named.length === 0) return await runAll([...tests, ...checks], environment);
    const options = ['--test', '--test-concurrency=2', ...limits, ...named];
    return (await run({ name: 'test', command: process.execPath, options }, environment, 'inherit')).code;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the machine lacks, in one sentence, before any test runs. */
async function findMissing(): Promise<string | null> {
  const programs = ['bash', 'curl', 'git', 'jq', 'python3'];
  const lacking = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (lacking.length > 0) return `The tests use programs that are not installed here: ${lacking.join(', ')}.`;
  return ensureChromium().then(
    () => null,
    (error: Error) => error.message,
  );
}

interface Failed {
  readonly task: Task;
  readonly output: string;
}

/**
 * Runs everything, whatever fails, and says at the end what did, and what took longest. What failed beside others runs
 * once more alone: what fails only on a busy machine is named as unsteady, and does not hide what is broken.
 */
async function runAll(tasks: readonly Task[], environment: Environment): Promise<number> {
  const took: { readonly name: string; readonly seconds: number }[] = [];
  const runIn = async (lanesNow: number, wanted: readonly Task[]): Promise<readonly Failed[]> => {
    const waiting = [...wanted];
    const failed: Failed[] = [];
    const lane = async (): Promise<void> => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        const began = performance.now();
        const { code, output } = await run(task, environment, 'pipe');
        const seconds = Math.round((performance.now() - began) / 1_000);
        console.log(`> ${task.name} ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s`);
        took.push({ name: task.name, seconds });
        if (code !== 0) failed.push({ task, output });
      }
    };
    await Promise.all(Array.from({ length: lanesNow }, lane));
    return failed;
  };
  const first = await runIn(lanes, tasks);
  const again =
    first.length > 4
      ? first
      : await runIn(
          1,
          first.map(({ task }) => task),
        );
  const longest = took.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  console.log(`\nThe longest: ${longest.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}.`);
  for (const { task, output } of first) {
    const isBroken = again.some((one) => one.task === task);
    console.log(`\n> ${task.name} ${isBroken ? 'FAILED' : 'is UNSTEADY: it passed alone'}\n${output.trimEnd()}`);
  }
  const names = again.map(({ task }) => task.name);
  console.log(names.length === 0 ? '\nEverything passed.' : `\nFailed, see above: ${names.join(', ')}.`);
  return names.length === 0 ? 0 : 1;
}

type Environment = Readonly<Record<string, string>>;

interface Ran {
  readonly code: number;
  /** What it printed; empty when it printed for itself. */
  readonly output: string;
}

function run({ command, options }: Task, environment: Environment, output: 'inherit' | 'pipe'): Promise<Ran> {
  if (isEnded) return Promise.resolve({ code: 1, output: '' });
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    // In a group of its own, to be ended with what it has started.
    const child = spawn(command, options, { cwd: root, stdio: ['ignore', output, output], env, detached: true });
    running.add(child);
    const chunks: Buffer[] = [];
    const done = (code: number | null): void => {
      clearTimeout(limit);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    };
    const limit = setTimeout(() => {
      chunks.push(Buffer.from(`\nIt was ended after ${taskLimitMs / 60_000} minutes.\n`));
      if (running.has(child)) process.kill(-child.pid!, 'SIGKILL');
      done(1);
    }, taskLimitMs);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('exit', () => running.delete(child));
    child.on('close', done);
  });
}

process.exitCode = await main();
