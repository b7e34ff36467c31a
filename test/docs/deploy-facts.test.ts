import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { settingRows } from '../../docs/settings-page.ts';
import { proofPage } from '../proof/kit/report.ts';

/* What docs/guide/deploy.md says in numbers and lists, against what was measured and what the code has. */
const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const guide = read('docs/guide/deploy.md');
const proved = JSON.parse(read('docs/proof.json')) as Parameters<typeof proofPage>[0];
const sectionOf = (heading: string): string => guide.split(/^## /m).find((part) => part.startsWith(heading))!;

test('every secret of the settings stands in the table of secrets, with how it is changed', () => {
  const secrets = new Set(
    settingRows.filter(({ setting }) => setting.kind.isSecret).map(({ setting }) => setting.name),
  );
  assert.ok(secrets.size >= 10, [...secrets].join());
  const rows = sectionOf('Secrets')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  for (const secret of secrets) {
    const row = rows.find((line) => line.split('|')[1]!.includes(`\`${secret}\``));
    assert.ok(row !== undefined && row.split('|')[4]!.trim() !== '', `${secret} is not in the table of secrets`);
  }
});

test('no time to recover that the guide promises is shorter than what was measured', () => {
  const promised = sectionOf('What is lost')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  for (const [proof, place] of [
    ['crash', 'first'],
    ['frozen', 'last'],
    ['postgres-restart', 'first'],
    ['disk-full', 'first'],
    ['failover', 'first'],
  ] as const) {
    const row = promised.find((cells) => cells.at(-2)!.includes(`\`${proof}\``));
    const longest = proved[proof]?.recoverySeconds?.longest;
    assert.ok(row !== undefined && longest !== undefined, `${proof} is not in the table`);
    const seconds = Array.from(row[3]!.matchAll(/(\d+) s\b/g), (found) => Number(found[1]));
    const bound = place === 'first' ? seconds[0]! : seconds.at(-1)!;
    assert.ok(longest <= bound, `${proof} took ${longest} s, the guide says ${bound}`);
  }
});

test('what the guide says of failovers is what the proofs have measured', () => {
  const text = sectionOf('High availability').replaceAll('\n', ' ');
  const says = (sentence: string): void => assert.ok(text.includes(sentence), sentence);
  const { failover, patroni } = proved;
  const { median, longest } = failover!.recoverySeconds!;
  says(`went on ${median.toFixed(1)} s (median) and ${longest.toFixed(1)} s at most after`);
  says(`of ${failover!.counts.binds} binds none was lost`);
  const [, killed, moved, cutOff] = /killed ([\d.]+), moved ([\d.]+), cut off ([\d.]+)/.exec(
    String(patroni!.counts['outage s']),
  )!;
  says(`for ${killed} s at most after a kill, ${moved} s for a switch-over and ${cutOff} s after a cut-off`);
  says(`of ${patroni!.counts.binds} binds none was lost`);
});

test('docs/proof.md is the page of docs/proof.json', () => {
  assert.equal(read('docs/proof.md'), proofPage(proved));
});
