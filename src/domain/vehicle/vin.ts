/**
 * What a vehicle identification number says by itself, before any look-up (49 CFR 565, CMVSS 115, ISO 3779):
 *
 *   1 2 3   4 5 6 7 8   9      10    11     12 ... 17
 *   maker   vehicle     check  year  plant  serial      (a small maker's code goes on in 12-14 when position 3 is a 9)
 */
export type VinFault = 'length' | 'alphabet' | 'check-digit';

export type VinCheck = { readonly ok: true; readonly vin: string } | { readonly ok: false; readonly fault: VinFault };

/**
 * Trims and upper-cases, then asks in this order: 17 characters, no I, O or Q, the right check digit where there can be
 * one.
 */
export function checkVin(text: string): VinCheck {
  const vin = text.trim().toUpperCase();
  if (vin.length !== VIN_LENGTH) return { ok: false, fault: 'length' };
  const expected = checkDigit(vin);
  if (expected === null) return { ok: false, fault: 'alphabet' };
  if (vin[CHECK_DIGIT_INDEX] === expected) return { ok: true, vin };
  if (mayHaveCheckDigit(vin)) return { ok: false, fault: 'check-digit' };
  return VALUES[vin.charAt(CHECK_DIGIT_INDEX)] === undefined ? { ok: false, fault: 'alphabet' } : { ok: true, vin };
}

/**
 * North America prescribes the check digit. Makers of other continents put any sign there unless they build for it, so
 * of theirs a digit or an X is taken for one.
 */
export function mayHaveCheckDigit(vin: string): boolean {
  return northAmerican.test(vin) || /[0-9X]/.test(vin.charAt(CHECK_DIGIT_INDEX));
}

/** 1, 4, 5 are of the United States, 2 of Canada, 3 of Mexico; 7A to 7E are of New Zealand, the rest of 7 American. */
const northAmerican = /^(?:[1-5]|7[^A-E])/;

/** What is wrong with a VIN, for the message: its length, a character that no VIN has, or its check digit. */
export function vinFaultParams(text: string): Readonly<Record<string, string | number>> {
  const vin = text.trim().toUpperCase();
  const characters = [...vin];
  const index = characters.findIndex((character) => VALUES[character] === undefined);
  if (characters.length !== VIN_LENGTH) return { length: characters.length };
  if (index >= 0) return { letter: characters[index]!, place: index + 1 };
  return { checkPlace: CHECK_DIGIT_INDEX + 1 };
}

/**
 * The character position 9 must have: the weighted sum of the other sixteen modulo 11. Null when one of those is not of
 * the VIN alphabet.
 */
export function checkDigit(vin: string): string | null {
  let sum = 0;
  for (let index = 0; index < VIN_LENGTH; index++) {
    if (index === CHECK_DIGIT_INDEX) continue;
    const value = VALUES[vin.charAt(index)];
    if (value === undefined) return null;
    sum += WEIGHTS[index]! * value;
  }
  const remainder = sum % 11;
  return remainder === 10 ? 'X' : String(remainder);
}

/** Puts the right check digit into position 9, whatever stood there. */
export function withCheckDigit(vin: string): string {
  const digit = checkDigit(vin);
  if (digit === null) throw new Error('A check digit was asked for a text that is not a VIN.');
  return vin.slice(0, CHECK_DIGIT_INDEX) + digit + vin.slice(CHECK_DIGIT_INDEX + 1);
}

/**
 * Three characters, or six for a maker of fewer than 1,000 vehicles a year (position 3 is a 9, the code goes on in
 * 12-14).
 */
export function makerCode(vin: string): string {
  return vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3);
}

/** Maker, model, year and plant, without the serial: what a log may hold, since it names no single vehicle. */
export function withoutSerial(vin: string): string {
  return vin.slice(0, SERIAL_INDEX);
}

/**
 * Light: cars and multipurpose vehicles. Truck: of any weight, the light ones among them. Other: motorcycles, buses,
 * trailers, ...
 */
export type YearRule = 'light' | 'truck' | 'other';

/**
 * The model years position 10 can mean, likeliest first; empty when the character is not a year's (I, O, Q, U, Z, 0).
 *
 * The code repeats every 30 years. For light vehicles (cars, MPVs, trucks up to 10,000 lb) the law lets position 7
 * tell: since model year 2010 it is a letter. So a digit means the earlier year. A letter means the later year, unless
 * that is still to come: before 2010 makers were free to use letters, too. A maker's code does not tell a light truck
 * from a heavy one, which puts what it likes there: both years stand, the one of position 7 first. For all others
 * position 7 says nothing: both years stand, the later first. The caller asks which year its data know. A year after
 * `yearMax` is left out: nothing is built that far ahead.
 */
export function modelYears(vin: string, rule: YearRule, yearMax: number): readonly number[] {
  const code = YEAR_CODES.indexOf(vin.charAt(YEAR_INDEX));
  if (code < 0 || vin.length !== VIN_LENGTH) return [];
  const earlier = 1980 + code;
  const later = earlier + YEAR_CODES.length;
  const isDigitAtCycle = isDigit(vin.charAt(CYCLE_INDEX));
  if (rule === 'light')
    return isDigitAtCycle || later > yearMax ? [earlier] : later === yearMax ? [later, earlier] : [later];
  const years = rule === 'truck' && isDigitAtCycle ? [earlier, later] : [later, earlier];
  return years.filter((year) => year <= yearMax);
}

/** What position 10 holds for a model year from 1980 to 2039. */
export function yearCode(year: number): string {
  return YEAR_CODES.charAt((year - 1980) % YEAR_CODES.length);
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

export const VIN_LENGTH = 17;
const CHECK_DIGIT_INDEX = 8;
const YEAR_INDEX = 9;
const SERIAL_INDEX = 11;
const CYCLE_INDEX = 6;

const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

// The column is the value: A and J are 1, S is 2. A dot stands where the table has no letter.
const TRANSLITERATION = ['0123456789', '.ABCDEFGH.', '.JKLMN.P.R', '..STUVWXYZ'];
const VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  TRANSLITERATION.flatMap((row) => [...row].map((character, value) => [character, value] as const)).filter(
    ([character]) => character !== '.',
  ),
);
