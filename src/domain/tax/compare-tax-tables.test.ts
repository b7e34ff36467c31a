import assert from 'node:assert/strict';
import test from 'node:test';
import sample from '../../sandbox/data/tax-table.json' with { type: 'json' };
import { compareTaxTables } from './compare-tax-tables.ts';
import { parseTaxTable } from './parse-tax-table.ts';
import type { TaxTable } from './tax-table.ts';

type LooseRate = (typeof sample.rates)[number];

function tableWith(change: (rates: LooseRate[]) => void = () => {}): TaxTable {
  const json = structuredClone(sample);
  change(json.rates);
  const parsed = parseTaxTable(json);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.table;
}

const of = (rates: LooseRate[], province: string, taxClass: string): LooseRate =>
  rates.find((rate) => rate.province === province && rate.taxClass === taxClass)!;

const setRate = (rate: LooseRate, partsPerMillion: number): void => {
  rate.totalPartsPerMillion = partsPerMillion;
  rate.components = [{ name: { en: 'RST', fr: 'TVD' }, partsPerMillion }];
};

test('two tables that tax alike do not differ', () => {
  assert.deepEqual(compareTaxTables(tableWith(), tableWith()), []);
});

test('a rate that differs is told with its days; one that moves by more than two points stands out', () => {
  const [small, large] = [100_000, 100_001].map((rate) =>
    compareTaxTables(
      tableWith(),
      tableWith((rates) => setRate(of(rates, 'ON', 'otherInsurance'), rate)),
    ),
  );
  const ontario = { province: 'ON', taxClass: 'otherInsurance', from: '2020-01-01', until: null } as const;
  assert.deepEqual(small, [{ ...ontario, fromPartsPerMillion: 80_000, toPartsPerMillion: 100_000, isLarge: false }]);
  assert.deepEqual(
    large!.map(({ isLarge }) => isLarge),
    [true],
  );
});

test('a change that begins later differs from its first day on, and no earlier', () => {
  const later = tableWith((rates) => {
    const rate = of(rates, 'SK', 'otherInsurance');
    const next = structuredClone(rate);
    rate.until = '2027-06-30';
    next.from = '2027-07-01';
    setRate(next, 70_000);
    rates.push(next);
  });
  assert.deepEqual(
    compareTaxTables(tableWith(), later).map(({ province, from, until }) => [province, from, until]),
    [['SK', '2027-07-01', null]],
  );
});
