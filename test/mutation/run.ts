import { fork } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installIn } from '../kit/processes/foreign-tools.ts';
import { startTestPostgres } from '../kit/service/postgres.ts';
import { type Job, type Told, tooLong } from './job.ts';

/**
 * `npm run mutate`: changes the money core in small ways, one at a time, and runs the tests that reach the change. A
 * change that no test notices is listed in docs/mutation.md, where it is judged. `npm run mutate -- domain` runs one
 * part alone, `npm run mutate -- bind give-up` the files of a part whose names contain that, `--again` only what was
 * not noticed the last time, and `--sample=5` every fifth change.
 */
const root = new URL('../..', import.meta.url).pathname;
const own = join(root, 'test/mutation');

/** What is changed, and the tests that may notice it. The first that fails ends the search: quick ones come first. */
const parts = {
  domain: {
    changed: ['src/domain/money.ts', 'src/domain/{account,refund,books,financing,tax,cancellation,unpaid}/*.ts'],
    tests: [
      'src/domain/money.test.ts',
      'src/domain/{account,refund,books,tax,cancellation,unpaid}/*.test.ts',
      'src/domain/financing/*.test.ts',
    ],
  },
  steps: {
    changed: [
      'src/flows/bind/{issued-view,pay-by-card,pay-by-loan,payment,payment-step,write-policy}.ts',
      'src/flows/work/run-due-work.ts',
    ],
    tests: ['src/flows/{bind,work}/*.test.ts'],
  },
  bind: {
    changed: ['src/flows/bind/{bind,claim-once,finish-binds,give-up,judge,judge-papers,lease}.ts'],
    tests: [
      'test/flows/bind-ends.test.ts',
      'test/api/{bind-financing,bind-card,bind,covered-vehicle,disclosures}.test.ts',
      'test/flows/{bind-broken,books}.test.ts',
      'test/{api/tax-day,api/events,operator/licences}.test.ts',
    ],
  },
  refund: {
    changed: ['src/flows/refund/*.ts', 'src/flows/work/settle-*.ts'],
    tests: [
      'test/flows/given-back.test.ts',
      'test/flows/{refund-unclear,other-processor,books,charge-told,non-payment}.test.ts',
      'test/operator/{correct-stuck,correct-mail}.test.ts',
      'test/proof/interleavings/found.test.ts',
      'test/operator/correct-cancel.test.ts',
    ],
  },
  account: {
    changed: ['src/flows/account/*.ts'],
    tests: [
      'test/flows/account-of-a-policy.test.ts',
      'test/flows/{paid-again,non-payment,given-back,payout-disputes}.test.ts',
      'test/operator/{account,refund-returned}.test.ts',
      'test/api/money-after-the-sale.test.ts',
    ],
  },
  charges: {
    changed: ['src/flows/card/{charge-due,record-charge}.ts'],
    tests: [
      'test/flows/charge-told.test.ts',
      'test/flows/{charge-not-sent,charge-due,charge-due-once,non-payment,other-processor}.test.ts',
      'test/api/{later-charge,tax-day}.test.ts',
      'test/proof/interleavings/found.test.ts',
      'test/operator/correct-stuck.test.ts',
    ],
  },
} as const;

type Part = keyof typeof parts;

const withoutDatabase: readonly Part[] = ['domain', 'steps'];

/** Two processes for two cores. */
const processes = 2;
/** Whatever is not noticed when the time is over counts as not noticed. */
const limitMs = 30 * 60_000;
/** A process that tells nothing for so long is in an endless loop. */
const silentMs = 180_000;

/** Whoever ends the run ends its processes, too, as when the time is over; PostgreSQL is stopped as after every run. */
const stop = new AbortController();
const stopped = stop.signal;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

interface Change {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly status?: 'Ignored';
}

interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly Change[];
}

async function main(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  const isAgain = rest.includes('--again');
  const sample = Number(rest.find((one) => one.startsWith('--sample='))?.slice('--sample='.length) ?? 1);
  const within = rest.filter((one) => !one.startsWith('--'));
  await installIn(own);
  const folder = await mkdtemp(join(tmpdir(), 'northbind-mutate-'));
  const named = name === undefined ? (Object.keys(parts) as Part[]) : [name as Part];
  const postgres = named.some((part) => !withoutDatabase.includes(part)) ? await startTestPostgres(folder) : null;
  if (postgres !== null) process.env.NORTHBIND_TEST_POSTGRES = postgres.url;
  try {
    for (const part of named) await mutate(part, { folder, within, isAgain, sample });
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Wanted {
  readonly folder: string;
  readonly within: readonly string[];
  readonly isAgain: boolean;
  /** Each how many-th change is tried. */
  readonly sample: number;
}

async function mutate(part: Part, { folder, within, isAgain, sample }: Wanted): Promise<void> {
  const began = performance.now();
  const { files, mutants } = await change(part, within);
  const listFile = join(own, `${part}.txt`);
  const listed = isAgain ? (await readFile(listFile, 'utf8')).split('\n') : null;
  const changes = mutants
    .filter((one) => one.status !== 'Ignored' && (listed === null || listed.includes(nameOf(one))))
    .filter((_, index) => index % sample === 0);
  const found: Found = { noticed: new Map(), reached: new Set(), once: new Set(), static: new Set() };
  const texts = Object.fromEntries(files.map(({ name, content }) => [`file://${name}`, content]));
  const testFiles = parts[part].tests.flatMap((pattern) => globSync(pattern, { cwd: root }).sort());
  const endsAt = began + limitMs;
  for (const pass of ['warm', 'anew'] as const) {
    if (stopped.aborted) break;
    const open = changes.filter(({ id }) => !found.noticed.has(id) && (pass === 'warm' || found.once.has(id)));
    const shares = Array.from({ length: processes }, (_, share) =>
      open.filter((_, index) => index % processes === share).map(({ id }) => id),
    );
    await Promise.all(
      shares.map((ids, share) =>
        tryAll({ texts, pass, testFiles, ids, tried: [], reached: [...found.reached] }, found, {
          file: join(folder, `${part}-${share}.json`),
          endsAt,
        }),
      ),
    );
  }
  await tellResult(part, { changes, found, listFile, minutes: (performance.now() - began) / 60_000 });
}

async function change(part: Part, within: readonly string[]): Promise<Instrumented> {
  const names = globSync(parts[part].changed, { cwd: root, exclude: ['src/**/*.test.ts'] }).sort();
  const files = names.filter((name) => within.length === 0 || within.some((word) => name.includes(word)));
  const module = join(own, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js');
  const { Instrumenter } = (await import(module)) as {
    readonly Instrumenter: new (
      log: unknown,
    ) => { readonly instrument: (files: readonly unknown[], options: unknown) => Promise<Instrumented> };
  };
  const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, isDebugEnabled: () => false };
  const texts = await Promise.all(
    files.map(async (file) => {
      const name = join(root, file);
      return { name, mutate: true, content: await readFile(name, 'utf8') };
    }),
  );
  return new Instrumenter(quiet).instrument(texts, { plugins: null, excludedMutations: [], ignorers: [] });
}

interface Found {
  /** The test that noticed each change. */
  readonly noticed: Map<string, string>;
  readonly reached: Set<string>;
  readonly once: Set<string>;
  /** What is worked out once, when a file is read, is reached by no test alone: a table of words, a schema. */
  readonly static: Set<string>;
}

/** Starts one process after the other until all is tried: a change may end the one that tries it. */
async function tryAll(
  job: Job,
  found: Found,
  where: { readonly file: string; readonly endsAt: number },
): Promise<void> {
  for (let next: Job | null = job; next !== null; ) {
    await writeFile(where.file, JSON.stringify(next));
    next = await tryUntilEnd(next, found, where);
  }
}

/** Returns what is left to do. */
function tryUntilEnd(
  job: Job,
  found: Found,
  { file, endsAt }: { readonly file: string; readonly endsAt: number },
): Promise<Job | null> {
  return new Promise((resolve) => {
    // Half a second of each process is reading TypeScript, which is kept here.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/northbind-test') };
    const child = fork(join(own, 'try-changes.ts'), [file], { cwd: root, env });
    let isDone = false;
    let isTired = false;
    let testFile = job.testFiles[0]!;
    let current: string | null = null;
    const tried = new Set(job.tried);
    const kill = (): void => void child.kill('SIGKILL');
    let silence = setTimeout(kill, silentMs);
    const end = (): void => {
      isDone = true;
      kill();
    };
    const timeOver = setTimeout(end, Math.max(0, endsAt - performance.now()));
    stopped.addEventListener('abort', end);
    child.on('message', (told: Told) => {
      clearTimeout(silence);
      silence = setTimeout(kill, silentMs);
      switch (told.kind) {
        case 'opens':
          if (told.testFile !== testFile) tried.clear();
          testFile = told.testFile;
          console.log(`${job.pass} ${testFile}: ${job.ids.filter((id) => !found.noticed.has(id)).length} left`);
          break;
        case 'reached':
          for (const id of told.ids) found[told.by === 'test' ? 'reached' : told.by].add(id);
          break;
        case 'tries':
          current = told.id;
          break;
        case 'tried':
          tried.add(told.id);
          current = null;
          break;
        case 'noticed':
          found.noticed.set(told.id, told.by);
          break;
        case 'alive':
          break;
        case 'tired':
          isTired = true;
          break;
        case 'says':
          console.log(told.text);
          break;
        case 'done':
          isDone = true;
      }
    });
    child.on('exit', () => {
      clearTimeout(silence);
      clearTimeout(timeOver);
      stopped.removeEventListener('abort', end);
      if (isDone) return resolve(null);
      if (current !== null && !found.noticed.has(current)) found.noticed.set(current, `${testFile} ${tooLong}`);
      if (current !== null) tried.add(current);
      const ids = job.ids.filter((id) => !found.noticed.has(id));
      const testFiles = job.testFiles.slice(job.testFiles.indexOf(testFile));
      // A file that can't even be opened is left out.
      const isStuck = current === null && !isTired;
      if (isStuck) console.log(`left out, it does not end without a change: ${testFile}`);
      resolve({ ...job, ids, testFiles: isStuck ? testFiles.slice(1) : testFiles, tried: isStuck ? [] : [...tried] });
    });
  });
}

interface Result {
  readonly changes: readonly Change[];
  readonly found: Found;
  readonly listFile: string;
  readonly minutes: number;
}

async function tellResult(part: Part, { changes, found, listFile, minutes }: Result): Promise<void> {
  const isReached = ({ id }: Change): boolean => found.reached.has(id) || found.once.has(id);
  const tried = changes.filter((one) => isReached(one) || !found.static.has(one.id));
  const missed = tried.filter(({ id }) => !found.noticed.has(id));
  const count = (all: readonly Change[], file: string): number =>
    all.filter(({ fileName }) => fileName === file).length;
  for (const file of new Set(tried.map(({ fileName }) => fileName)))
    console.log(`${file.replace(root, '')}: ${count(tried, file)}, not noticed ${count(missed, file)}`);
  const share = (((tried.length - missed.length) / tried.length) * 100).toFixed(1);
  const slow = [...found.noticed.values()].filter((by) => by.endsWith(tooLong)).length;
  const noticed = `noticed ${tried.length - missed.length} (${slow} because it takes too long)`;
  const line = `mutation: ${part}: changes ${tried.length}, ${noticed}, ${share} %, ${minutes.toFixed(1)} minutes`;
  const by = [...found.noticed].map(([id, test]) => `${nameOf(changes.find((one) => one.id === id)!)} | ${test}`);
  await writeFile(listFile, `${line}\n\n${missed.map(nameOf).join('\n')}\n`);
  await writeFile(listFile.replace('.txt', '-noticed.txt'), `${by.sort().join('\n')}\n`);
  console.log(line);
}

function nameOf({ fileName, location: { start }, mutatorName, replacement }: Change): string {
  const short = replacement.replaceAll(/\s+/g, ' ').slice(0, 80);
  return `${fileName.replace(root, '')}:${start.line + 1}:${start.column + 1} ${mutatorName} → ${short}`;
}

await main();
