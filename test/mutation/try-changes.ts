import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { type Job, type Told, tooLong } from './job.ts';
import { type Collected, type CollectedTest, collectInto, collectNothing, runCollected } from './node-test.ts';

/**
 * One process of `npm run mutate`, which stays warm: it reads the service once, opens a test file once, and switches
 * one change on after the other while the tests that reach it run. A test that fails with a change is run once more
 * without it: only if it passes then was it the change that it noticed.
 */
const root = new URL('../..', import.meta.url).pathname;
const job = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Job;
const tell = (told: Told): void => void process.send!(told);
/** Tests may replace the timers. */
const { setInterval, clearInterval } = globalThis;

/** What the changed code looks at and writes to: Stryker's names. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage: { readonly static: Hits; readonly perTest: Record<string, Hits> };
}

/** How often each change's place was reached. */
type Hits = Readonly<Record<string, number>>;

const switches: Switches = { mutantCoverage: { static: {}, perTest: {} } };
Object.assign(globalThis, { __stryker__: switches });

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test'
      ? next('./node-test.ts', { ...context, parentURL: import.meta.url })
      : next(specifier, context),
  load: (url, context, next) => {
    const source = job.texts[url];
    return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
  },
});

let fail: (error: unknown) => void = () => undefined;
process.on('disconnect', () => process.exit(1));
process.on('uncaughtException', (error) => fail(error));
process.on('unhandledRejection', (error) => fail(error));

// Whoever hears nothing takes this process to be in an endless loop.
setInterval(() => tell({ kind: 'alive' }), 10_000);

type Ending = 'passed' | 'failed' | 'late';

/** In ticks of this process's own timer, which come late on a machine that is busy with something else. */
const tickMs = 100;

async function ends(work: () => Promise<void>, usualMs: number, spareMs = 10_000): Promise<Ending> {
  const { promise: thrown, reject } = Promise.withResolvers<never>();
  fail = reject;
  let ticksLeft = (spareMs + 5 * usualMs) / tickMs;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Ending>((resolve) => {
    timer = setInterval(() => {
      ticksLeft -= 1;
      if (ticksLeft < 0) resolve('late');
    }, tickMs);
  });
  try {
    return await Promise.race([work().then(() => 'passed' as const), thrown, late]);
  } catch {
    return 'failed';
  } finally {
    fail = () => undefined;
    clearInterval(timer);
  }
}

interface KnownTest {
  readonly name: string;
  readonly index: number;
  readonly usualMs: number;
  readonly hits: Hits;
  /** Passes again on what it has left behind. */
  readonly isRepeatable: boolean;
}

interface OpenFile {
  readonly collected: Collected;
}

let openings = 0;
const { closeAll } = await importOwn<{ readonly closeAll: () => Promise<void> }>('test/kit/processes/afterwards.ts');

function importOwn<T>(file: string): Promise<T> {
  return import(join(root, file)) as Promise<T>;
}

async function open(testFile: string): Promise<OpenFile> {
  const collected = collectNothing();
  collectInto(collected);
  openings += 1;
  switches.currentTestId = `${testFile} opening`;
  await import(`file://${join(root, testFile)}?${openings}`);
  for (const hook of collected.before) await hook(undefined as never);
  return { collected };
}

/** What a test still waits for, because it can't be repeated, may keep a file from being closed: it is left behind. */
async function close({ collected }: OpenFile): Promise<void> {
  const closes = async (): Promise<void> => {
    for (const hook of collected.after) await hook(undefined as never);
    await closeAll();
  };
  await ends(closes, 0);
}

/** Runs the test with the change, or without one. */
function run({ collected }: OpenFile, test: KnownTest, id: string | null, spareMs?: number): Promise<Ending> {
  const { index, usualMs, hits } = test;
  return changed(id, hits, () => ends(() => runCollected(collected, collected.tests[index]!), usualMs, spareMs));
}

async function changed<T>(id: string | null, hits: Hits, work: () => Promise<T>): Promise<T> {
  // A change that makes a loop endless ends when its place was reached far more often than usual.
  Object.assign(switches, {
    activeMutant: id ?? undefined,
    hitCount: 0,
    hitLimit: 10_000 + 10 * (hits[id ?? ''] ?? 0),
  });
  try {
    return await work();
  } finally {
    switches.activeMutant = undefined;
  }
}

function reachedBy(testId: string): Hits {
  return switches.mutantCoverage.perTest[testId] ?? {};
}

/** Runs each test twice without a change: how long it takes, what it reaches, and whether it can be repeated. */
async function learn(file: OpenFile, testFile: string): Promise<readonly KnownTest[]> {
  const known: KnownTest[] = [];
  const measure = async ({ name }: CollectedTest, index: number, testId: string, usualMs = 60_000, spareMs = 0) => {
    switches.currentTestId = testId;
    const began = performance.now();
    const test = { name, index, usualMs, hits: {}, isRepeatable: false };
    const ending = await run(file, test, null, spareMs);
    return { ...test, ending, usualMs: performance.now() - began, hits: reachedBy(testId) };
  };
  const first = [];
  for (const [index, test] of file.collected.tests.entries())
    first.push(await measure(test, index, `${testFile} ${index}`));
  for (const [index, test] of file.collected.tests.entries()) {
    const { ending, ...once } = first[index]!;
    if (ending !== 'passed') {
      tell({ kind: 'says', text: `left out, it does not pass without a change: ${testFile}: ${test.name}` });
      continue;
    }
    const again = Object.keys(once.hits).length === 0 ? null : await measure(test, index, 'again', once.usualMs, 1_000);
    known.push({ ...once, isRepeatable: again?.ending === 'passed' });
  }
  switches.currentTestId = 'other';
  return known;
}

const left = new Set(job.ids);
let tried = new Set(job.tried);

function notice(id: string, by: string): void {
  left.delete(id);
  tell({ kind: 'noticed', id, by });
}

/** A process in which something still runs is of no more use: another one continues. */
function endLate(id: string, by: string): never {
  tell({ kind: 'noticed', id, by: `${by} ${tooLong}` });
  process.exit(0);
}

async function tryWarm(testFile: string): Promise<void> {
  let file = await open(testFile);
  const tests = await learn(file, testFile);
  const [repeated, once] = [true, false].map((isSo) => tests.filter(({ isRepeatable }) => isRepeatable === isSo));
  tell({ kind: 'reached', ids: idsReached(repeated!), by: 'test' });
  tell({ kind: 'reached', ids: [...idsReached(once!), ...Object.keys(reachedBy(`${testFile} opening`))], by: 'once' });
  const reopen = async (): Promise<void> => {
    await close(file);
    file = await open(testFile);
  };
  const quickFirst = repeated!.toSorted((one, other) => one.usualMs - other.usualMs);
  for (const id of job.ids) {
    const reaching = quickFirst.filter(({ hits }) => id in hits);
    if (!left.has(id) || tried.has(id) || reaching.length === 0) continue;
    tell({ kind: 'tries', id });
    for (const test of reaching) {
      const by = `${testFile}: ${test.name}`;
      const isNoticed = async (): Promise<boolean> => {
        const ending = await run(file, test, id);
        if (ending === 'late') endLate(id, by);
        return ending === 'failed';
      };
      if (!(await isNoticed())) continue;
      // What a change has left behind must not be taken for the next one.
      const isSpoiled = (await run(file, test, null)) !== 'passed';
      if (isSpoiled) await reopen();
      if (isSpoiled && !(await isNoticed())) continue;
      if (isSpoiled) await reopen();
      notice(id, by);
      break;
    }
    tell({ kind: 'tried', id });
    endTired();
  }
  await close(file);
}

/** Files that are opened again and again leave much behind. */
function endTired(): void {
  if (process.memoryUsage().heapUsed < heapMax) return;
  tell({ kind: 'tired' });
  process.exit(0);
}

const heapMax = 1 << 30;

function idsReached(tests: readonly KnownTest[]): readonly string[] {
  return tests.flatMap(({ hits }) => Object.keys(hits));
}

async function tryAnew(testFile: string): Promise<void> {
  const file = await open(testFile);
  const tests = await learn(file, testFile);
  await close(file);
  const opening = reachedBy(`${testFile} opening`);
  const once = tests.filter(({ isRepeatable }) => !isRepeatable);
  const isReached = (id: string): boolean =>
    once.some(({ hits }) => id in hits) || (id in opening && !job.reached.includes(id));
  for (const id of job.ids) {
    if (!left.has(id) || tried.has(id) || !isReached(id)) continue;
    tell({ kind: 'tries', id });
    const by = await failsAnew(testFile, id, tests);
    if (by !== null) notice(id, by);
    tell({ kind: 'tried', id });
    endTired();
  }
}

/** The first test that fails when the change is there from the beginning; null if none does. */
async function failsAnew(testFile: string, id: string, tests: readonly KnownTest[]): Promise<string | null> {
  Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: 1_000_000 });
  const opened: { file?: OpenFile } = {};
  const opens = async (): Promise<void> => {
    opened.file = await open(testFile);
  };
  let by: string | null = null;
  const ending = await ends(opens, openingMs);
  if (ending !== 'passed') by = `${testFile}: as it opens`;
  if (ending === 'late') endLate(id, by!);
  for (const { index, name, usualMs } of by === null ? tests : []) {
    const { collected } = opened.file!;
    const ending = await ends(() => runCollected(collected, collected.tests[index]!), usualMs);
    if (ending === 'passed') continue;
    by = `${testFile}: ${name}`;
    if (ending === 'late') endLate(id, by);
    break;
  }
  switches.activeMutant = undefined;
  await (opened.file === undefined ? closeAll() : close(opened.file));
  return by;
}

/** The longest takes so long on a busy machine. */
const openingMs = 5_000;

for (const url of Object.keys(job.texts)) await import(url);
tell({ kind: 'reached', ids: Object.keys(switches.mutantCoverage.static), by: 'static' });
for (const testFile of job.testFiles) {
  if (left.size === 0) break;
  tell({ kind: 'opens', testFile });
  await (job.pass === 'warm' ? tryWarm(testFile) : tryAnew(testFile));
  tried = new Set();
}
tell({ kind: 'done' });
process.exit(0);
