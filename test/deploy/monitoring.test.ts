import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { promisify } from 'node:util';
import { systemProgram } from '../kit/processes/system-program.ts';
import { startTestService } from '../kit/service/service.ts';

const root = new URL('../../', import.meta.url);
const folder = new URL('deploy/prometheus/', root).pathname;
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const rules = read('deploy/prometheus/northbind.rules.yml');
const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), (match) => match[1]!);

test('the alerts are well formed, fire on what they are for, and are quiet while all is well', async () => {
  const promtool = systemProgram('promtool', 'prometheus');
  const run = promisify(execFile);
  await run(promtool, ['check', 'rules', 'northbind.rules.yml'], { cwd: folder });
  await run(promtool, ['test', 'rules', 'northbind.rules.test.yml'], { cwd: folder });
  const cases = read('deploy/prometheus/northbind.rules.test.yml');
  assert.ok(alerts.length >= 15);
  for (const alert of alerts) assert.ok(cases.includes(`"${alert}"`), `${alert} is not tested`);
});

test('every alert leads to a runbook that is there, and the guide’s table names every alert', () => {
  const runbooks = Array.from(rules.matchAll(/runbook_url: (\S+)/g), (match) => match[1]!);
  assert.equal(runbooks.length, alerts.length);
  for (const runbook of runbooks) assert.ok(existsSync(new URL(runbook, root)), runbook);
  const index = read('docs/runbooks/README.md').split('\n');
  for (const [place, alert] of alerts.entries()) {
    const line = index.find((one) => new RegExp(`\\b${alert}\\b`).test(one)) ?? '';
    const page = runbooks[place]!.split('/').at(-1)!;
    assert.ok(line.includes(page === 'README.md' ? 'table above' : `(${page})`), `${alert} → ${page}`);
  }
  const page = read('docs/guide/deploy.md');
  for (const alert of alerts) assert.ok(page.includes(`\`${alert}\``), alert);
});

test('every query of an alert and of the dashboard is about metrics that the service has', async () => {
  const { operatorUrl } = await startTestService();
  const metrics = await (await fetch(`${operatorUrl}/metrics`)).text();
  const types = new Map(Array.from(metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name, type]) => [name!, type!]));
  const dashboard = JSON.parse(read('deploy/grafana/northbind.json')) as Dashboard;
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(queries.length >= 15);
  const asked = [...queries, rules].join('\n').matchAll(/\b(?:northbind|nodejs|process)_[a-z0-9_]+\b/g);
  const unknown = new Set(Array.from(asked, ([name]) => name).filter((name) => !isKnown(types, name)));
  assert.deepEqual([...unknown], []);
});

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

function isKnown(types: ReadonlyMap<string, string>, name: string): boolean {
  return types.has(name) || types.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram';
}
