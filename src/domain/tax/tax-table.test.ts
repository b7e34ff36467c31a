import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { addDays } from '../calendar.ts';
import { provinces } from '../province.ts';
import { parseTaxTable } from './parse-tax-table.ts';
import { taxClasses, taxRate, taxRateRow } from './tax-table.ts';

const sampleText = readFileSync(new URL('../../sandbox/data/tax-table.json', import.meta.url), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a broken table has any shape.
type Loose = any;

function faultsOf(spoil: (table: Loose) => void): readonly string[] {
  const json: Loose = JSON.parse(sampleText);
  spoil(json);
  const parsed = parseTaxTable(json);
  return parsed.ok ? [] : parsed.faults.map(({ path, message }) => `${path}: ${message}`);
}

function sample() {
  const parsed = parseTaxTable(JSON.parse(sampleText));
  assert.ok(parsed.ok);
  return parsed.table;
}

const rowIndex = (table: Loose, province: string, taxClass: string) =>
  table.rates.findIndex((row: Loose) => row.province === province && row.taxClass === taxClass);

test('Quebec taxes premiums at 9 % until the end of 2026 and at 9.975 % from 2027 on', () => {
  for (const taxClass of ['automobileInsurance', 'otherInsurance'] as const) {
    assert.equal(taxRate(sample(), 'QC', taxClass, '2026-12-31'), 90_000);
    assert.equal(taxRate(sample(), 'QC', taxClass, '2027-01-01'), 99_750);
  }
  assert.equal(taxRate(sample(), 'QC', 'taxableContract', '2027-01-01'), 149_750);
});

test('Nova Scotia has 15 % HST until March 2025 and 14 % after it', () => {
  assert.equal(taxRate(sample(), 'NS', 'taxableContract', '2025-03-31'), 150_000);
  assert.equal(taxRate(sample(), 'NS', 'taxableContract', '2025-04-01'), 140_000);
});

test('the same province taxes the three classes differently', () => {
  const rates = (province: 'ON' | 'MB' | 'SK' | 'NL' | 'BC' | 'AB') =>
    taxClasses.map((taxClass) => taxRate(sample(), province, taxClass, '2026-11-15'));
  assert.deepEqual(rates('ON'), [0, 80_000, 130_000]);
  assert.deepEqual(rates('MB'), [70_000, 70_000, 120_000]);
  assert.deepEqual(rates('SK'), [60_000, 60_000, 110_000]);
  assert.deepEqual(rates('NL'), [0, 150_000, 150_000]);
  assert.deepEqual(rates('BC'), [0, 0, 120_000]);
  assert.deepEqual(rates('AB'), [0, 0, 50_000]);
});

test('every province and class has a rate on every day from 2020 on, and its components add up to it', () => {
  const table = sample();
  fc.assert(
    fc.property(
      fc.constantFrom(...provinces),
      fc.constantFrom(...taxClasses),
      fc.nat(40_000),
      (province, taxClass, days) => {
        const row = taxRateRow(table, province, taxClass, addDays('2020-01-01', days));
        const sum = row.components.reduce((total, component) => total + component.partsPerMillion, 0);
        assert.equal(row.totalPartsPerMillion, sum);
      },
    ),
  );
});

test('a date before the table is a bug of the caller, not a rate of zero', () => {
  assert.throws(
    () => taxRate(sample(), 'ON', 'otherInsurance', '2019-12-31'),
    new RangeError('no tax rate for ON otherInsurance on 2019-12-31'),
  );
});

test('the rows of a file may be in any order', () => {
  assert.deepEqual(
    faultsOf((t) => t.rates.reverse()),
    [],
  );
});

test('a rate may hold for a single day, and not for less', () => {
  const i = rowIndex(JSON.parse(sampleText), 'NS', 'taxableContract');
  const oneDay = (table: Loose, until: string) => {
    const { components, ...row } = table.rates[i + 1];
    table.rates[i + 1].from = '2025-04-02';
    table.rates.push({ ...row, components, from: '2025-04-01', until });
  };
  assert.deepEqual(
    faultsOf((t) => oneDay(t, '2025-04-01')),
    [],
  );
  assert.ok(faultsOf((t) => oneDay(t, '2025-03-31')).some((fault) => fault.endsWith('must not be before the start')));
});

test('a table without a row is refused as a whole', () => {
  assert.deepEqual(
    faultsOf((t) => (t.rates = [])),
    ['rates: must be a list of 1 to 5000'],
  );
});

test('a gap, an overlap, an end and a missing row are refused', () => {
  const i = rowIndex(JSON.parse(sampleText), 'NS', 'taxableContract');
  const what = 'NS taxableContract';
  assert.deepEqual(
    faultsOf((t) => (t.rates[i + 1].from = '2025-04-02')),
    [`rates[${i + 1}].from: ${what} has no rate on 2025-04-01`],
  );
  assert.deepEqual(
    faultsOf((t) => (t.rates[i + 1].from = '2025-03-31')),
    [`rates[${i + 1}].from: ${what} has two rates on 2025-03-31`],
  );
  assert.deepEqual(
    faultsOf((t) => (t.rates[i].until = null)),
    [`rates[${i + 1}].from: ${what} has two rates on 2025-04-01`],
  );
  assert.deepEqual(
    faultsOf((t) => (t.rates[i].from = '2020-01-02')),
    [`rates[${i}].from: ${what} has no rate on 2020-01-01`],
  );
  assert.deepEqual(
    faultsOf((t) => (t.rates[i + 1].until = '2030-12-31')),
    [`rates[${i + 1}].until: ${what} has no rate after 2030-12-31`],
  );
  assert.deepEqual(
    faultsOf((t) => t.rates.splice(rowIndex(t, 'YT', 'otherInsurance'), 1)),
    ['rates: has no row for YT otherInsurance'],
  );
});

test('a rate that is wrong in itself is refused', () => {
  const i = rowIndex(JSON.parse(sampleText), 'QC', 'taxableContract');
  assert.deepEqual(
    faultsOf((t) => (t.rates[i].totalPartsPerMillion = 149_000)),
    [`rates[${i}].totalPartsPerMillion: must be 149750, the sum of its components`],
  );
  assert.deepEqual(
    faultsOf((t) => (t.rates[i].totalPartsPerMillion = 0.14975)),
    [`rates[${i}].totalPartsPerMillion: must be a whole number of parts per million, 0 to 500000`],
  );
  assert.deepEqual(
    faultsOf((t) => (t.rates[i].components[0].partsPerMillion = 0)),
    [`rates[${i}].components[0].partsPerMillion: must be a whole number of parts per million, 1 to 500000`],
  );
  assert.ok(
    faultsOf((t) => (t.rates[i].until = '2019-01-01')).includes(`rates[${i}].until: must not be before the start`),
  );
  assert.deepEqual(faultsOf((t) => (t.rates[i].province = 'QB')).length, 1);
});
