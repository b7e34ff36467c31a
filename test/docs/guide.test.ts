import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { writeReferencePages } from '../../src/sandbox/guide/reference/reference-pages.ts';
import { startLender } from '../../src/sandbox/lender/start-lender.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { emptyDatabase } from '../kit/service/database.ts';
import { openTerminal, readFences } from '../kit/service/guide.ts';
import { startTestService } from '../kit/service/service.ts';
import { shapeOf } from './answer-shape.ts';
import { layOut } from './lay-out.ts';
import {
  atTestService,
  installSdk,
  isOfThePage,
  moduleOf,
  type PageSurroundings,
  readPage,
  root,
  runPage,
} from './run-page.ts';

/**
 * These pages are about production: operate.test.ts and deploy.test.ts follow them word for word, on machines of their
 * own.
 */
const followedElsewhere = ['operate.md', 'deploy.md'];
const files = ['docs/guide/', 'docs/guide/fr/'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && !followedElsewhere.includes(name))
    .map((name) => folder + name),
);

test('every command of the guide works, and every answer it shows is the answer that comes', {
  concurrency: 3,
}, async (t) => {
  const service = await startTestService();
  const run = (file: string): Promise<void> =>
    t.test(file, async () => {
      const surroundings = file === 'docs/guide/lender.md' ? await besideLender() : {};
      for (const { line, isJson, shown, got } of await runPage(await readPage(file), service, surroundings)) {
        const shape = (text: string): unknown => shapeOf(isJson ? JSON.parse(text) : text.trim());
        assert.deepEqual(shape(got), shape(shown), `the answer in line ${line}`);
      }
    });
  const all = await Promise.all(files.map(async (file) => ({ file, text: await readPage(file) })));
  const pages = all.filter(({ text }) => readFences(text).some(isOfThePage));
  // A moved clock is moved for all pages that sell as the same seller.
  const movesClock = (text: string): boolean => /"today":|setClock\(/.test(text);
  await Promise.all(pages.filter(({ text }) => !movesClock(text)).map(({ file }) => run(file)));
  for (const { file } of pages.filter(({ text }) => movesClock(text))) await run(file);
});

test('every sample of the reference reaches its operation by curl, and can be read in Python, PHP and TypeScript', async () => {
  const service = await startTestService();
  const terminal = await openTerminal({ NO_PROXY: '127.0.0.1' });
  const samples = writeReferencePages().flatMap(({ markdown }) => readFences(markdown));
  const inTab = (tab: string): readonly string[] =>
    samples.filter(({ words }) => words.includes(`tab=${tab}`)).map(({ text }) => text);
  const [signIn] = readFences(await readPage('docs/guide/sign-in.md'));
  await terminal.run(atTestService(signIn!.text, service));
  await terminal.run(`curl() { command curl -w '\\n%{http_code}' "$@"; }`);
  const lost: string[] = [];
  for (const text of inTab('curl')) {
    const status = (await terminal.run(atTestService(text, service))).trim().slice(-3);
    // An id of the samples is nobody's, and a word of them may be too short.
    if (!/^(2\d\d|422)$/.test(status)) lost.push(`${status}: ${text}`);
  }
  assert.deepEqual(lost, []);
  assert.ok(inTab('curl').length > 40);

  await writeFile(join(terminal.folder, 'samples.json'), JSON.stringify(inTab('Python')));
  await terminal.run(
    `python3 -c 'import json; [compile(text, text, "exec") for text in json.load(open("samples.json"))]'`,
  );
  const php = inTab('PHP').map((text) => `function () {\n${text}\n};`);
  await writeFile(join(terminal.folder, 'samples.php'), `<?php\n${php.join('\n')}\n`);
  await terminal.run('php -l samples.php');
  const typescript = inTab('TypeScript').map((text) => `async () => {\n${text}\n};`);
  const given = 'declare const northbind: string;\ndeclare const token: string;';
  await writeFile(join(terminal.folder, 'samples.ts'), `${given}\n${typescript.join('\n')}\nexport {};\n`);
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
    '--skipLibCheck',
    '--types',
    '',
  ];
  const cwd = { cwd: terminal.folder };
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...options, 'samples.ts'], cwd);
});

test('a command that no test runs says why', async () => {
  for (const file of [...files, ...followedElsewhere.map((name) => `docs/guide/${name}`)])
    for (const { words, line } of readFences(await readPage(file)))
      if (words.includes('outside')) assert.match(words.join(' '), /^outside needs \w/, `${file}, line ${line}`);
});

/** The page asks for a lender’s test environment and its key. */
async function besideLender(): Promise<PageSurroundings> {
  const silent = (): void => undefined;
  const log = { info: silent, warn: silent, error: silent };
  const databaseUrl = await emptyDatabase();
  const lender = await startLender({ databaseUrl, host: '127.0.0.1', port: 0, clock: () => new Date(), log });
  afterwards(lender.close);
  return {
    folder: await layOut(),
    put: (text) =>
      text
        .replace('https://test.lender.example.ca/northbind', lender.origin)
        .replace('the-key-of-the-test-environment', lender.token),
  };
}

test('the TypeScript of the guide has no type errors', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-guide-types-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await installSdk(folder);
  for (const [index, file] of files.entries()) {
    const text = moduleOf(readFences(await readPage(file)).filter(isOfThePage));
    await writeFile(join(folder, `page-${index}.ts`), `${text}\nexport {};\n`);
  }
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const names = files.map((_, index) => `page-${index}.ts`);
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...options, ...types, ...names], { cwd: folder });
});
