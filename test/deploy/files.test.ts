import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { operations } from '@northbind/contract/operations.ts';
import { settingRows } from '../../docs/settings-page.ts';
import type { Read } from '../../src/main/settings.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { emptyDatabase } from '../kit/service/database.ts';

/* No container engine and no cluster is at hand here: what the files of deploy/ name is compared with what there is. */
const root = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const manifests = readdirSync(new URL('deploy/kubernetes/', root)).map((name) => `deploy/kubernetes/${name}`);
const starters = ['deploy/Containerfile', 'deploy/northbind@.service', ...manifests];
const packageFile = JSON.parse(read('package.json')) as Package;

interface Package {
  readonly version: string;
  readonly workspaces: readonly string[];
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
  const named = [...starters, 'docs/guide/deploy.md'].flatMap((file) => read(file).match(/northbind:\d[\w.-]*/g) ?? []);
  assert.deepEqual(new Set(named), new Set([`northbind:${packageFile.version}`]));
});

test('every package, and what assistants are told, has this version', () => {
  const versionOf = (folder: string): string => JSON.parse(read(`${folder}/package.json`)).version;
  assert.deepEqual(new Set(packageFile.workspaces.map(versionOf)), new Set([packageFile.version]));
  assert.match(read('mcp/src/server.ts'), new RegExp(`version: '${RegExp.escape(packageFile.version)}'`));
});

test('the container leaves out what is ours to leave out, and keeps what a library needs', () => {
  const text = read('deploy/Containerfile');
  assert.doesNotMatch(text, /--omit=optional/, 'what a library needs may be an optional dependency of it');
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

/** The default of a setting in production. */
function usual(name: string): number {
  const { setting } = settingRows.find((row) => row.setting.name === name)!;
  return Number(typeof setting.usual === 'function' ? setting.usual({ mode: 'production' } as Read) : setting.usual);
}

test('an instance may drain for as long as it needs', () => {
  const stopSeconds = usual('LAME_DUCK_SECONDS') + usual('DRAIN_SECONDS');
  const unit = Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/northbind@.service'))![1]);
  const manifest = read('deploy/kubernetes/northbind.yaml');
  const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(manifest)![1]);
  assert.ok(unit > stopSeconds && grace > stopSeconds);
});

const manifest = (name: string): string => read(`deploy/kubernetes/${name}.yaml`);
const labelOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`${name}: (\\S+)`, 'g'))].map(([, value]) => value!);

test('a start may take as long as it waits for its database, and longer', () => {
  const probe = /startupProbe:[\s\S]+?failureThreshold: (\d+)/.exec(manifest('northbind'))!;
  const seconds = Number(/periodSeconds: (\d+)/.exec(probe[0])![1]) * Number(probe[1]);
  const waits = usual('DATABASE_WAIT_SECONDS');
  assert.ok(seconds > 2 * waits, `${seconds} s`);
});

test('instances are on different machines, have a bounded /tmp, and reach nothing but what they need', () => {
  const deployed = manifest('northbind');
  assert.match(deployed, /whenUnsatisfiable: DoNotSchedule/);
  assert.match(deployed, /- name: tmp\n +emptyDir:\n +sizeLimit: \d+Mi/);
  const egress = deployed.split('---').find((one) => one.includes('- Egress'))!;
  for (const name of ['northbind', 'northbind-migrate']) assert.ok(egress.includes(`- ${name}\n`), name);
  const ports = labelOf(egress, 'port').map(Number);
  assert.deepEqual(
    [...new Set(ports)].sort((a, b) => a - b),
    [53, 443, 465, 587, 4318, 5432, 6432],
  );
  assert.match(egress, /169\.254\.0\.0\/16/);
});

test('PostgreSQL’s settings are ones that the built-in server takes, too', async () => {
  const given = [...read('deploy/postgresql.conf').matchAll(/^(\w+) = '?([^'\n]+)'?$/gm)];
  const known = await inDatabase(
    await emptyDatabase(),
    'SELECT name, enumvals FROM pg_settings WHERE name = ANY ($1)',
    [given.map(([, name]) => name)],
  );
  for (const [, name, value] of given) {
    const setting = known.find((one) => one.name === name) ?? assert.fail(name);
    assert.ok(setting.enumvals === null || setting.enumvals.includes(value), `${name} = ${value}`);
  }
});

test('what scales, lets in and watches names what is deployed', () => {
  const deployed = manifest('northbind');
  for (const [name, kind] of [
    ['autoscaling', 'Deployment'],
    ['ingress', 'Service'],
  ] as const) {
    const target = /(?:kind: Deployment|service:)\s+name: (\S+)/.exec(manifest(name))![1];
    assert.match(deployed, new RegExp(`kind: ${kind}\nmetadata:\n {2}name: ${target}\n`), name);
  }
  const watched = manifest('service-monitor');
  for (const value of labelOf(watched, 'app.kubernetes.io/component'))
    assert.match(deployed, new RegExp(`component: ${value}`));
  for (const port of labelOf(watched, 'port')) assert.match(deployed, new RegExp(`- name: ${port}\n`));
  const least = /minReplicas: (\d+)/.exec(manifest('autoscaling'))![1];
  assert.match(deployed, new RegExp(`^ {2}replicas: ${least}$`, 'm'), 'never one alone, with an autoscaler or without');
  assert.ok(settingRows.some(({ setting }) => setting.name === 'METRICS_TOKEN'));
});

test('what an operator does rarely has a runbook, and every runbook is in the list', () => {
  const list = read('docs/runbooks/README.md');
  const pages = readdirSync(new URL('docs/runbooks/', root)).filter((name) => name !== 'README.md');
  for (const name of ['restore.md', 'failover.md', 'upgrade.md']) assert.ok(pages.includes(name), name);
  for (const name of pages) assert.ok(list.includes(`](${name})`), name);
});

test('what the guide writes into the folder is not committed, and so is in no release', () => {
  const written = ['operate', 'deploy'].flatMap((page) =>
    [...read(`docs/guide/${page}.md`).matchAll(/```sh\n([\s\S]+?)```/g)].flatMap(([, block]) =>
      [...block!.matchAll(/(?:>|--out|-o|-out|-keyout) +([A-Za-z.][\w.-]*)/g)].map(([, name]) => name!),
    ),
  );
  const known = ['northbind.env', 'integration.json', 'seller.json', 'client.json', 'endpoint.json'];
  for (const name of [...known, 'policy.pdf', 'privkey.pem']) assert.ok(written.includes(name), name);
  for (const name of new Set(written)) {
    const { status } = spawnSync('git', ['check-ignore', '-q', name === 'preview' ? 'preview/' : name], { cwd: root });
    assert.equal(status, 0, `${name} can be committed`);
  }
});

test('every proxy keeps the secret paths out of its log, and the headers of partners', () => {
  const unloggedPlaces = /location ~\* \^(\S+) \{\s+access_log off;\s+error_log \/dev\/null;/g;
  const secret = [...read('deploy/nginx.conf').matchAll(unloggedPlaces)].map(([, path]) => path);
  assert.deepEqual(secret, ['/pay/', '/sale/']);
  const unlogged = manifest('ingress')
    .split('---')
    .filter((one) => one.includes('enable-access-log: "false"'));
  assert.deepEqual(
    unlogged.flatMap((one) => [...one.matchAll(/path: (\S+)/g)].map(([, path]) => path)),
    secret,
  );
  assert.match(read('deploy/nginx.conf'), /underscores_in_headers on;/);
  assert.match(manifest('ingress-controller'), /enable-underscores-in-headers: "true"/);
  assert.match(manifest('ingress-controller'), /error-log-level: crit/);
});

test('the connections of an instance are those that the manifests and the guide count with', () => {
  const pool = usual('DATABASE_POOL_SIZE');
  const storage = read('src/main/storage.ts');
  const direct = Number(/directPoolSize = (\d+)/.exec(storage)![1]);
  const sum = pool + direct + 1; // And the one that waits for notices.
  assert.match(manifest('autoscaling'), new RegExp(`up to ${sum} connections`));
  assert.match(read('docs/guide/deploy.md'), new RegExp(`instances × ${sum}`));
});
