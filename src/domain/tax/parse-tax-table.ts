import { type Province, provinces } from '../address/province.ts';
import { addDays } from '../calendar/calendar.ts';
import { DataReader, type Fault } from '../rating/data-reader.ts';
import {
  completeFrom,
  type TaxClass,
  type TaxComponent,
  type TaxRate,
  type TaxTable,
  taxClasses,
} from './tax-table.ts';

export type TaxTableParse =
  | { readonly ok: true; readonly table: TaxTable }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** No sales tax is 50 %: more is a misplaced decimal point. */
const partsMax = 500_000;

/** Parses a tax table file. Gaps and overlaps are checked once the form is valid. */
export function parseTaxTable(json: unknown): TaxTableParse {
  const reader = new DataReader(json);
  const at = reader.fields(['version', 'rates'], ['$schema', 'note']);
  for (const name of ['$schema', 'note'] as const) if (at(name).isGiven) at(name).text();
  const version = at('version').text();
  const rows = at('rates').items({ min: 1 }).map(readRow);
  const faults = reader.faults.length > 0 ? reader.faults : [...checkRows(rows)];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, table: { version, rates: join(rows) } };
}

interface WrittenRate extends TaxRate {
  readonly province: Province;
  readonly taxClass: TaxClass;
  readonly path: string;
}

function readRow(reader: DataReader): WrittenRate {
  const at = reader.fields(['province', 'taxClass', 'from', 'totalPartsPerMillion', 'components'], ['until', 'note']);
  if (at('note').isGiven) at('note').text();
  return {
    path: reader.path,
    province: at('province').oneOf(provinces),
    taxClass: at('taxClass').oneOf(taxClasses),
    from: at('from').date(),
    until: at('until').dateOrNull(),
    totalPartsPerMillion: at('totalPartsPerMillion').whole('parts per million', 0, partsMax),
    components: at('components').items().map(readComponent),
  };
}

function readComponent(reader: DataReader): TaxComponent {
  const at = reader.fields(['name', 'partsPerMillion']);
  return { name: at('name').name(), partsPerMillion: at('partsPerMillion').whole('parts per million', 1, partsMax) };
}

function* checkRows(rows: readonly WrittenRate[]): Iterable<Fault> {
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
function* checkDays(rows: readonly WrittenRate[], what: string): Iterable<Fault> {
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
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

function join(rows: readonly WrittenRate[]): TaxTable['rates'] {
  const byProvince = {} as Record<Province, Record<TaxClass, readonly TaxRate[]>>;
  for (const province of provinces) {
    byProvince[province] = {
      automobileInsurance: rowsOf(rows, province, 'automobileInsurance'),
      otherInsurance: rowsOf(rows, province, 'otherInsurance'),
      taxableContract: rowsOf(rows, province, 'taxableContract'),
    };
  }
  return byProvince;
}
