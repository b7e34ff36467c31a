import type { PlainDate } from '../calendar.ts';
import type { PartsPerMillion } from '../money.ts';
import { type Province, provinces } from '../province.ts';
import { type TaxClass, type TaxTable, taxClasses, taxRateRow } from './tax-table.ts';

/** A stretch of days on which two tables do not have the same rate. */
export interface TaxRateChange {
  readonly province: Province;
  readonly taxClass: TaxClass;
  readonly from: PlainDate;
  /** The last day; null while no end is set. */
  readonly until: PlainDate | null;
  readonly fromPartsPerMillion: PartsPerMillion;
  readonly toPartsPerMillion: PartsPerMillion;
  /** The rate moves by more than two points, which is more often a typing error than a law. */
  readonly isLarge: boolean;
}

/** Two points: what moves further at once is rather a misplaced digit. */
const largePartsPerMillion = 20_000;

/** Lists what changes by province, class and day; nothing where both tables tax alike. */
export function compareTaxTables(before: TaxTable, after: TaxTable): readonly TaxRateChange[] {
  return provinces.flatMap((province) =>
    taxClasses.flatMap((taxClass) => changesOf({ before, after, province, taxClass })),
  );
}

interface Compared {
  readonly before: TaxTable;
  readonly after: TaxTable;
  readonly province: Province;
  readonly taxClass: TaxClass;
}

function changesOf({ before, after, province, taxClass }: Compared): readonly TaxRateChange[] {
  const [was, is] = [before.rates[province][taxClass], after.rates[province][taxClass]];
  // Before it, one of the two tables may have no rate.
  const since = [was[0]!.from, is[0]!.from].sort().at(-1)!;
  const days = [...new Set([...was, ...is].map(({ from }) => from))].filter((day) => day >= since).sort();
  return days.flatMap((from) => {
    const [old, now] = [before, after].map((table) => taxRateRow(table, province, taxClass, from));
    const [fromPartsPerMillion, toPartsPerMillion] = [old!.totalPartsPerMillion, now!.totalPartsPerMillion];
    if (fromPartsPerMillion === toPartsPerMillion) return [];
    const until = [old!.until, now!.until].filter((day) => day !== null).sort()[0] ?? null;
    const isLarge = Math.abs(toPartsPerMillion - fromPartsPerMillion) > largePartsPerMillion;
    return [{ province, taxClass, from, until, fromPartsPerMillion, toPartsPerMillion, isLarge }];
  });
}
