import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { settingRows } from '../../docs/settings-page.ts';

/* What docs/guide/deploy.md says in numbers and lists, against what was measured and what the code has. */
const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const guide = read('docs/guide/deploy.md');
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
  const measured = new Map(
    Array.from(read('docs/proof.md').matchAll(/^\| ([\w-]+) \|.*\| [\d.]+ s, ([\d.]+) s \| kept \|$/gm), (found) => [
      found[1]!,
      Number(found[2]),
    ]),
  );
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
    assert.ok(row !== undefined && measured.has(proof), `${proof} is not in the table`);
    const seconds = Array.from(row[3]!.matchAll(/(\d+) s\b/g), (found) => Number(found[1]));
    const bound = place === 'first' ? seconds[0]! : seconds.at(-1)!;
    assert.ok(measured.get(proof)! <= bound, `${proof} took ${measured.get(proof)} s, the guide says ${bound}`);
  }
});

test('what the guide says of failovers is what the proofs have measured', () => {
  const rowOf = (proof: string): string => new RegExp(`^\\| ${proof} \\|.*$`, 'm').exec(read('docs/proof.md'))![0];
  const text = sectionOf('High availability').replaceAll('\n', ' ');
  const failover = /binds ([\d,]+),.* ([\d.]+) s, ([\d.]+) s \| kept/.exec(rowOf('failover'))!;
  assert.ok(text.includes(`went on ${failover[2]} s (median) and ${failover[3]} s at most after`), failover[0]);
  assert.ok(text.includes(`of ${failover[1]} binds none was lost`), failover[0]);
  const patroni = /binds ([\d,]+),.* killed ([\d.]+), moved ([\d.]+), cut off ([\d.]+),/.exec(rowOf('patroni'))!;
  const [, binds, killed, moved, cutOff] = patroni;
  const stood = `for ${killed} s at most after a kill, ${moved} s for a switch-over and ${cutOff} s after a cut-off`;
  assert.ok(text.includes(stood), stood);
  assert.ok(text.includes(`of ${binds} binds none was lost`), patroni[0]);
});
