import { plainWords } from '../plain-words.ts';
import type { Province } from '../province.ts';
import { type Refusal, refusal } from '../refusal.ts';

/** Names of places that exist in each of these provinces. A name may be in several rows. */
export interface CityRow {
  readonly provinces: readonly Province[];
  readonly names: readonly string[];
}

/** The provinces of each known name, by its normalized form. */
export type CityIndex = ReadonlyMap<string, ReadonlySet<Province>>;

export function buildCityIndex(rows: readonly CityRow[]): CityIndex {
  const index = new Map<string, Set<Province>>();
  for (const { provinces, names } of rows)
    for (const key of names.map(cityKey)) index.set(key, (index.get(key) ?? new Set()).union(new Set(provinces)));
  return index;
}

/**
 * Refuses a city that is known only in other provinces. An unknown name is accepted: no list is complete, and the
 * postal code is checked too.
 */
export function judgeCity(index: CityIndex, city: string, province: Province): readonly Refusal[] {
  const known = index.get(cityKey(city));
  if (known === undefined || known.has(province)) return [];
  return [refusal('ApplicantOutsideProvince', 'applicant.city', { province })];
}

/** Normalizes a name: `St. John's`, `ST JOHNS` and `Saint-John’s` are equal; `Saint John` is another. */
function cityKey(name: string): string {
  return plainWords(name)
    .map((word) => longForms.get(word) ?? word)
    .join('');
}

// A map, not an object: a partner may send the city `constructor`.
const longForms: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['mt', 'mount'],
  ['ft', 'fort'],
]);
