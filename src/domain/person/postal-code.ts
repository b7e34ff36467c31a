import type { Province } from '../province.ts';

/** A Canadian postal code as printed: `K1A 0B1`. */
export type PostalCode = string;

/**
 * A postal code, or a prefix of one (`K1A`, `T0B 4A`), that also serves addresses in another province than its first
 * letter says. Only a few border communities do; the operator lists them.
 */
export interface PostalCodeException {
  readonly startsWith: string;
  readonly province: Province;
}

/** Parses `k1a0b1`, `K1A 0B1` or `K1A-0B1`. Returns null for an invalid code. */
export function parsePostalCode(text: string): PostalCode | null {
  const match = pattern.exec(text.trim());
  if (match === null) return null;
  return `${match[1]} ${match[2]}`.toUpperCase();
}

export function isPostalCodeIn(
  postalCode: PostalCode,
  province: Province,
  exceptions: readonly PostalCodeException[] = [],
): boolean {
  return provincesOfPostalCode(postalCode, exceptions).includes(province);
}

/** The provinces of its first letter, then those that an exception adds. */
export function provincesOfPostalCode(
  postalCode: PostalCode,
  exceptions: readonly PostalCodeException[] = [],
): readonly Province[] {
  const own = provincesByLetter[postalCode.charAt(0)] ?? [];
  const added = exceptions
    .filter((exception) => beginsWith(postalCode, exception.startsWith))
    .map((exception) => exception.province)
    .filter((province) => !own.includes(province));
  return added.length === 0 ? own : [...own, ...added];
}

// D, F, I, O, Q and U are never used, W and Z never first. Matched before any upper-casing and without the u flag, so
// that only ASCII letters count: the long s (ſ), for one, would turn into an S.
const pattern = /^([abceghj-nprstvxy]\d[abceghj-nprstv-z])(?:[\s\u00a0]*|[-\u2010-\u2013])(\d[abceghj-nprstv-z]\d)$/i;

const provincesByLetter: Readonly<Record<string, readonly Province[]>> = {
  A: ['NL'],
  B: ['NS'],
  C: ['PE'],
  E: ['NB'],
  G: ['QC'],
  H: ['QC'],
  J: ['QC'],
  K: ['ON'],
  L: ['ON'],
  M: ['ON'],
  N: ['ON'],
  P: ['ON'],
  R: ['MB'],
  S: ['SK'],
  T: ['AB'],
  V: ['BC'],
  X: ['NT', 'NU'],
  Y: ['YT'],
};

function beginsWith(postalCode: PostalCode, start: string): boolean {
  const bare = compact(start);
  // An empty exception must not match every postal code.
  return bare !== '' && compact(postalCode).startsWith(bare);
}

function compact(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}
