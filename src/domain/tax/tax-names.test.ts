import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { PlainDate } from '../calendar.ts';
import { parseTaxTable } from './parse-tax-table.ts';
import { taxNamesOn } from './tax-names.ts';

const file = new URL('../../sandbox/data/tax-table.json', import.meta.url);
const parsed = parseTaxTable(JSON.parse(readFileSync(file, 'utf8')));
assert.ok(parsed.ok);
const { table } = parsed;
const day = '2026-11-16' as PlainDate;

test('each rate of a province has the names of its taxes, and no tax has none', () => {
  const names = (province: 'ON' | 'QC' | 'AB') =>
    taxNamesOn(table, province, day)
      .map(({ name }) => name.en)
      .sort();
  assert.deepEqual(names('ON'), ['HST 13%', 'RST 8%']);
  assert.ok(names('QC').includes('GST 5% + QST 9.975%'), names('QC').join());
  assert.deepEqual(names('AB'), ['GST 5%']);
});

test('in French the rates have a comma, and a space before the sign', () => {
  const names = taxNamesOn(table, 'QC', day).map(({ name }) => name.fr);
  assert.ok(names.includes('TPS 5\u00a0% + TVQ 9,975\u00a0%'), names.join());
});
