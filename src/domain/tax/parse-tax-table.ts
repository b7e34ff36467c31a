import { addDays, daysBetween } from '../calendar.ts';
import * as read from '../data-reader.ts';
import { type Province, provinces } from '../province.ts';
import { completeFrom, type TaxClass, type TaxTable, taxClasses } from './tax-table.ts';

/** No sales tax is 50 %: more is a misplaced decimal point. */
const partsMax = 500_000;

const readRate = read.object({
  province: read.oneOf(provinces),
  taxClass: read.oneOf(taxClasses),
  from: read.date,
  until: read.openDate,
  totalPartsPerMillion: read.wholeNumber('parts per million', 0, partsMax),
  components: read.list(
    read.object({ name: read.bilingual(), partsPerMillion: read.wholeNumber('parts per million', 1, partsMax) }),
  ),
  note: read.remark,
});

const readTable = read.object({
  $schema: read.remark,
  note: read.remark,
  version: read.text(),
  rates: read.list((at) => ({ ...readRate(at), path: at.path }), { min: 1 }),
});

type WrittenRate = ReturnType<typeof readTable>['rates'][number];

/** Parses a tax table file. Gaps and overlaps are checked once the form is valid. */
export function parseTaxTable(json: unknown): read.Parse<'table', TaxTable> {
  const reader = new read.DataReader(json);
  const { version, rates } = readTable(reader);
  const faults = reader.faults.length > 0 ? reader.faults : [...checkRows(rates)];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, table: { version, rates: join(rates) } };
}

function* checkRows(rows: readonly WrittenRate[]): Iterable<read.Fault> {
  for (const { path, from, until, components, totalPartsPerMillion } of rows) {
    if (until !== null && until < from) yield { path: `${path}.until`, message: 'must not be before the start' };
    const sum = components.reduce((total, { partsPerMillion }) => total + partsPerMillion, 0);
    if (sum !== totalPartsPerMillion) {
      yield { path: `${path}.totalPartsPerMillion`, message: `must be ${sum}, the sum of its components` };
    }
  }
  for (const province of provinces) {
    for (const taxClass of taxClasses) yield* checkDays(rowsOf(rows, province, taxClass), `${province} ${taxClass}`);
  }
}

/** Checks the rows of one province and class in order of date: each must start the day after the previous one ends. */
function* checkDays(rows: readonly WrittenRate[], what: string): Iterable<read.Fault> {
  for (const [i, { path, from }] of rows.entries()) {
    const before = rows[i - 1];
    if (before === undefined) {
      if (from > completeFrom) yield { path: `${path}.from`, message: `${what} has no rate on ${completeFrom}` };
    } else if (before.until === null || from <= before.until) {
      yield { path: `${path}.from`, message: `${what} has two rates on ${from}` };
    } else if (from > addDays(before.until, 1)) {
      yield { path: `${path}.from`, message: `${what} has no rate on ${addDays(before.until, 1)}` };
    }
  }
  const last = rows.at(-1);
  if (last === undefined) yield { path: 'rates', message: `has no row for ${what}` };
  else if (last.until !== null)
    yield { path: `${last.path}.until`, message: `${what} has no rate after ${last.until}` };
}

function rowsOf(rows: readonly WrittenRate[], province: Province, taxClass: TaxClass): readonly WrittenRate[] {
  return rows
    .filter((row) => row.province === province && row.taxClass === taxClass)
    .sort((one, other) => daysBetween(other.from, one.from));
}

function join(rows: readonly WrittenRate[]): TaxTable['rates'] {
  const ratesIn = (province: Province) => taxClasses.map((taxClass) => [taxClass, rowsOf(rows, province, taxClass)]);
  const all = provinces.map((province) => [province, Object.fromEntries(ratesIn(province))]);
  return Object.fromEntries(all) as TaxTable['rates'];
}
