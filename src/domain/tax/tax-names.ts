import type { PlainDate } from '../calendar.ts';
import type { Language } from '../language.ts';
import type { Province } from '../province.ts';
import type { BilingualName } from '../quote/vocabulary.ts';
import { type TaxTable, taxClasses, taxRateRow } from './tax-table.ts';

export type Bilingual = BilingualName;

/** What the taxes of a province are called on a day, by the whole rate: `GST 5% + QST 9.975%`. */
export function taxNamesOn(table: TaxTable, province: Province, day: PlainDate) {
  const rows = taxClasses.map((taxClass) => taxRateRow(table, province, taxClass, day));
  const byRate = new Map(rows.map((row) => [row.totalPartsPerMillion, row]));
  return [...byRate]
    .filter(([rate]) => rate > 0)
    .map(([partsPerMillion, { components }]) => ({
      partsPerMillion,
      name: {
        en: components.map(({ name, partsPerMillion: part }) => `${name.en} ${percent(part, 'en')}%`).join(' + '),
        fr: components.map(({ name, partsPerMillion: part }) => `${name.fr} ${percent(part, 'fr')}\u00a0%`).join(' + '),
      },
    }));
}

function percent(partsPerMillion: number, language: Language): string {
  const text = String(partsPerMillion / 10_000);
  return language === 'fr' ? text.replace('.', ',') : text;
}
