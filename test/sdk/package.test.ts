import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { afterwards } from '../kit/afterwards.ts';
import { clockAt, noon, noonDay } from '../kit/quoting.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { findNodes } from './find-nodes.ts';
import { npm } from './npm.ts';

/** The package as a partner gets it: built, packed, installed into a plain project, and used from there. */
const execute = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const sdk = join(root, 'sdk');
const folder = mkdtempSync(join(tmpdir(), 'northbind-sdk-'));
const parcel = join(folder, 'parcel');
const project = join(folder, 'partner');
let service: TestService;

before(async () => {
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  // Not into sdk/dist, which others may be reading at the moment.
  await execute(process.execPath, [join(root, 'node_modules/tsdown/dist/run.mjs'), '--out-dir', join(parcel, 'dist')], {
    cwd: sdk,
  });
  for (const file of ['package.json', 'README.md']) cpSync(join(sdk, file), join(parcel, file));
  cpSync(join(sdk, 'test/consumers'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "name": "partner", "private": true }');
  await npm(parcel, ['pack', '--pack-destination', project]);
  const archive = readdirSync(project).find((name) => name.endsWith('.tgz'))!;
  await npm(project, ['install', `./${archive}`, '--offline', '--no-audit', '--no-fund']);
  service = await startTestService({ clock: clockAt(noon).clock });
});

const nodes = findNodes();

for (const { path, version } of nodes) {
  for (const script of ['esm.mjs', 'cjs.cjs']) {
    test(`a plain project sells a policy with ${script.slice(0, 3).toUpperCase()} on Node ${version}`, async (t) => {
      if (nodes.length === 1) t.diagnostic('No other Node is on the PATH; the package was tried on this one only.');
      const { stdout } = await execute(path, [join(project, script), service.url, noonDay], { cwd: project, env: {} });
      const { node, policyNumber } = JSON.parse(stdout);
      assert.equal(node, version);
      assert.notEqual(policyNumber, '');
    });
  }
}

test('the package has no dependencies and brings what its map of exports names', () => {
  const installed = join(project, 'node_modules/@northbind/sdk');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  const named = JSON.stringify(manifest.exports).match(/\.\/dist\/[\w.]+/g)!;
  assert.equal(named.length, 8);
  for (const file of named) assert.ok(existsSync(join(installed, file)), file);
  assert.deepEqual(readdirSync(join(project, 'node_modules')), ['.package-lock.json', '@northbind']);
  for (const file of named)
    assert.doesNotMatch(readFileSync(join(installed, file), 'utf8'), /typebox|@northbind\/contract/);
});

const strict = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: false, target: 'es2022' };
const nodeTypes = { typeRoots: [join(root, 'node_modules/@types')], types: ['node'], skipLibCheck: true };

const setups: Readonly<Record<string, { readonly options: object; readonly files: readonly string[] }>> = {
  'a Node project (ES modules)': {
    options: { ...nodeTypes, module: 'nodenext', lib: ['es2023'] },
    files: ['typed-use.mts'],
  },
  'a Node project (CommonJS)': {
    options: { ...nodeTypes, module: 'nodenext', lib: ['es2023'] },
    files: ['typed-use.cts'],
  },
  'a bundled page': {
    options: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [] },
    files: ['typed-use.ts', 'typed-checkout.ts'],
  },
};

for (const [what, { options, files }] of Object.entries(setups)) {
  test(`the types fit ${what}`, async () => {
    const config = join(project, `tsconfig.${files[0]}.json`);
    for (const file of files)
      if (!existsSync(join(project, file))) cpSync(join(project, 'typed-use.ts'), join(project, file));
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
    const checked = execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]);
    await checked.catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
  });
}
