import type { CityRow } from './city.ts';
import rows from './data/cities.json' with { type: 'json' };

/**
 * Municipalities and large communities of Canada, with English, French and former names. The list serves only to detect
 * an address in another province. A missing name does no harm; a missing province refuses a real customer. So a name in
 * several provinces is listed for each of them, in doubt for one too many, and small places with common names are left
 * out.
 */
export const cities = rows as readonly CityRow[];
