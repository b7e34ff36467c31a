import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readFences } from '../kit/guide.ts';
import { startTestService } from '../kit/service.ts';
import { shapeOf } from './answer-shape.ts';
import { installSdk, isOfThePage, moduleOf, readPage, root, runPage } from './run-page.ts';

const english = [
  'welcome',
  'getting-started',
  'sandbox',
  'sale',
  'pay-by-reference',
  'pay-by-card',
  'pay-monthly',
  'documents',
  'after-the-sale',
  'webhooks',
  'errors-and-retries',
  'sdk',
  'other-languages',
  'security',
  'go-live',
];
const french = ['welcome', 'getting-started', 'sandbox', 'sale', 'pay-by-card', 'after-the-sale', 'errors-and-retries'];
const files = [...english, ...french.map((name) => `fr/${name}`)].map((name) => `docs/guide/${name}.md`);

test('every command of the guide works, and every answer it shows is the answer that comes', {
  concurrency: 3,
}, async (t) => {
  const service = await startTestService();
  const run = (file: string): Promise<void> =>
    t.test(file, async () => {
      for (const { line, isJson, shown, got } of await runPage(await readPage(file), service)) {
        const shape = (text: string): unknown => shapeOf(isJson ? JSON.parse(text) : text.trim());
        assert.deepEqual(shape(got), shape(shown), `the answer in line ${line}`);
      }
    });
  const pages = await Promise.all(files.map(async (file) => ({ file, text: await readPage(file) })));
  // A moved clock is moved for all pages that sell as the same seller.
  const movesClock = (text: string): boolean => /"today":|setClock\(/.test(text);
  await Promise.all(pages.filter(({ text }) => !movesClock(text)).map(({ file }) => run(file)));
  for (const { file } of pages.filter(({ text }) => movesClock(text))) await run(file);
});

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
