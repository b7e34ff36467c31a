import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { operations } from '@northbind/contract/operations.ts';

/* No container engine and no cluster is at hand here: what the files of deploy/ name is compared with what there is. */
const root = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const manifests = readdirSync(new URL('deploy/kubernetes/', root)).map((name) => `deploy/kubernetes/${name}`);
const starters = ['deploy/Containerfile', 'deploy/northbind@.service', ...manifests];
const packageFile = JSON.parse(read('package.json')) as Package;

interface Package {
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

test('what is started is there', () => {
  const started = starters.flatMap((file) => read(file).match(/(?<![./\w])(src|bin)\/[\w/.-]+/g) ?? []);
  assert.ok(started.length >= 3, started.join());
  for (const file of started) assert.ok(existsSync(new URL(file, root)), file);
});

test('what is asked for health is an operation of the contract', () => {
  const asked = starters.flatMap((file) => read(file).match(/\/healthcheck[a-z/]*/g) ?? []);
  const paths: readonly string[] = operations.map(({ path }) => path);
  assert.ok(asked.length >= 3, asked.join());
  for (const path of asked) assert.ok(paths.includes(path), path);
});

test('images and commands name this version', () => {
  const named = [...starters, 'docs/guide/deploy.md'].flatMap((file) => read(file).match(/northbind:\d[\w.]*/g) ?? []);
  assert.deepEqual(new Set(named), new Set([`northbind:${packageFile.version}`]));
});

test('the container leaves out what is ours to leave out, and keeps what a library needs', () => {
  const text = read('deploy/Containerfile');
  assert.doesNotMatch(text, /--omit=optional/, 'the typesetter’s own program is an optional dependency of its library');
  const removed = /rm -rf (.+)/
    .exec(text)![1]!
    .split(' ')
    .filter((name) => !name.includes('/.bin/'));
  const ours = Object.keys(packageFile.optionalDependencies).map((name) => `node_modules/${name}`);
  for (const name of removed) {
    const beginning = name.replace(/\*$/, '');
    assert.ok(
      ours.some((one) => one.startsWith(beginning)),
      `${name} is not an optional dependency of ours`,
    );
  }
});

test('an installation without build tools is not stopped by them, and says what is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'northbind-prepare-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/package.json'), read('bin/package.json'));
  writeFileSync(join(folder, 'bin/prepare'), read('bin/prepare'));
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'bin/prepare')], { encoding: 'utf8' });
  assert.deepEqual([status, stdout.trim().split('\n').length], [0, 1]);
  assert.match(stdout, /^The console was not built/);
});

test('an instance may drain for as long as it needs', () => {
  const stopSeconds = ['LAME_DUCK_SECONDS', 'DRAIN_SECONDS']
    .map((name) => Number(new RegExp(`\\('${name}', isProduction \\? (\\d+)`).exec(read('src/main/config.ts'))![1]))
    .reduce((sum, seconds) => sum + seconds);
  const unit = Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/northbind@.service'))![1]);
  const manifest = read('deploy/kubernetes/northbind.yaml');
  const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(manifest)![1]);
  assert.ok(unit > stopSeconds && grace > stopSeconds);
});
