import { may, refuse, type Verdict } from '../refusal.ts';
import { plainWords } from '../text/plain-words.ts';
import type { Province } from './province.ts';

/**
 * Names, separated by semicolons, of places that exist in each of these provinces. A name may stand in several rows.
 */
export interface CityRow {
  readonly provinces: readonly Province[];
  readonly names: string;
}

/** The provinces that each known name exists in, by the spelling-free form of the name. */
export type CityIndex = ReadonlyMap<string, ReadonlySet<Province>>;

export function buildCityIndex(rows: readonly CityRow[]): CityIndex {
  const index = new Map<string, Set<Province>>();
  for (const row of rows) {
    for (const name of row.names.split(';')) {
      const key = cityKey(name);
      if (key === '') continue;
      const known = index.get(key) ?? new Set<Province>();
      for (const province of row.provinces) known.add(province);
      index.set(key, known);
    }
  }
  return index;
}

/**
 * Refuses a city that is known, and known only in other provinces. A name that is not known passes: no list has every
 * hamlet, and the postal code is checked beside it.
 */
export function judgeCity(index: CityIndex, city: string, province: Province): Verdict {
  const known = index.get(cityKey(city));
  if (known === undefined || known.has(province)) return may;
  return refuse('ApplicantOutsideProvince', 'applicant.city', { province });
}

/**
 * What all spellings of one name share: `St. John's`, `ST JOHNS` and `Saint-John’s` are one; `Saint John` is another.
 */
function cityKey(name: string): string {
  return plainWords(name)
    .map((word) => longForms.get(word) ?? word)
    .join('');
}

// A map and not an object: a city may be called `constructor` by whoever types it.
const longForms: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['mt', 'mount'],
  ['ft', 'fort'],
]);
