import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installIn } from '../kit/foreign-tools.ts';
import { startTestPostgres } from '../kit/postgres.ts';

/**
 * `npm run mutate`: changes the money core in small ways, one at a time, and runs the tests that reach the change. A
 * change that no test notices is listed in docs/mutation.md, where it is judged. `npm run mutate -- domain` runs one
 * part alone.
 */
const root = new URL('../..', import.meta.url).pathname;
const own = join(root, 'test/mutation');

/** What is changed, and the tests that may notice it. The first that fails ends the search: quick ones come first. */
const parts = {
  domain: {
    changed: [
      'src/domain/money.ts',
      'src/domain/{refund,books,financing,tax,cancellation,unpaid}/*.ts',
      '!src/domain/**/*.test.ts',
    ],
    tests: [
      'src/domain/{money,calendar}.test.ts',
      'src/domain/{refund,books,financing,tax,cancellation,unpaid}/*.test.ts',
    ],
  },
  flows: {
    changed: ['src/flows/{bind,refund,work}/*.ts', 'src/flows/card/{charge-due,record-charge}.ts'],
    tests: [
      'test/proof/interleavings/found.test.ts',
      'test/flows/{charge-due,refund-unclear,non-payment,bind-broken,books}.test.ts',
    ],
  },
} as const;

type Part = keyof typeof parts;

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError' | 'CompileError';
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

async function main(): Promise<void> {
  const named = process.argv.slice(2) as Part[];
  await installIn(own);
  const folder = await mkdtemp(join(tmpdir(), 'northbind-mutate-'));
  const postgres = await startTestPostgres(folder);
  try {
    for (const part of named.length > 0 ? named : (Object.keys(parts) as Part[])) {
      const report = await mutate(part, folder, postgres.url);
      const { line, survivors } = summarise(part, report);
      await writeFile(join(own, `${part}.txt`), `${line}\n\n${survivors.join('\n')}\n`);
      console.log(line);
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function mutate(part: Part, folder: string, postgresUrl: string): Promise<Report> {
  const { changed, tests } = parts[part];
  const fileName = join(folder, `${part}.json`);
  const settings = {
    plugins: [join(own, 'node_modules/@stryker-mutator/tap-runner/dist/src/index.js')],
    testRunner: 'tap',
    tap: {
      testFiles: tests.flatMap((pattern) => globSync(pattern, { cwd: root })),
      nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
    },
    mutate: changed,
    coverageAnalysis: 'perTest',
    // What is worked out once, when a file is read, is reached by every test: a table of words, a schema.
    ignoreStatic: true,
    concurrency: 2,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName },
    tempDirName: join(folder, 'copy'),
    ignorePatterns: ['/.git', '/.data', '/test/{foreign-tools,mutation}', '/bench', '/console/dist'],
    // The types are stripped by Node; there is no compiler to configure.
    tsconfigFile: 'none.json',
  };
  const settingsFile = join(folder, `${part}.settings.json`);
  await writeFile(settingsFile, JSON.stringify(settings));
  const program = join(own, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  // The runner starts `node` by its name.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const environment = { ...process.env, PATH, NORTHBIND_TEST_POSTGRES: postgresUrl };
  const child = spawn(process.execPath, [program, 'run', settingsFile], {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The search ended with ${code}.`);
  return JSON.parse(await readFile(fileName, 'utf8')) as Report;
}

function summarise(part: Part, { files }: Report) {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })));
  const tried = all.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status));
  const missed = tried.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const share = ((tried.length - missed.length) / tried.length) * 100;
  const survivors = missed.map(
    ({ file, location: { start }, mutatorName, replacement = '' }) =>
      `${file}:${start.line}:${start.column} ${mutatorName} → ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
  );
  return {
    line: `mutation: ${part}: changes ${tried.length}, noticed ${tried.length - missed.length}, ${share.toFixed(1)} %`,
    survivors: survivors.toSorted(),
  };
}

await main();
