import { type PlainDate, parseDate } from '../calendar.ts';
import type { Province } from '../province.ts';
import { readLine } from './entry-text.ts';
import { entryOf, type Given, type Judged, readProvince } from './judge-entry.ts';

/** A licence as the operator enters it. */
export interface LicenceEntry {
  readonly province: Province;
  readonly class: string;
  readonly number: string;
  /** The last day on which it is valid. */
  readonly expiresOn: PlainDate;
}

/** Returns the normalized licence, or all its faults. One that has expired may be entered. */
export function judgeLicence(given: Given<LicenceEntry>): Judged<LicenceEntry> {
  return entryOf<LicenceEntry>(
    {
      province: readProvince(given.province),
      class: readLine(given.class, textLengthMax),
      number: readLine(given.number, textLengthMax),
      expiresOn: readDay(given.expiresOn),
    },
    codes,
  );
}

const codes = {
  province: 'ProvinceInvalid',
  class: 'LicenceTextInvalid',
  number: 'LicenceTextInvalid',
  expiresOn: 'ExpiryInvalid',
} as const;

const textLengthMax = 60;

function readDay(text: string): PlainDate | null {
  const day = text.trim().length === dayLength ? parseDate(text.trim()) : null;
  return day !== null && day >= firstDay && day <= lastDay ? day : null;
}

const dayLength = 10;
// A typing error is farther away than any licence.
const firstDay = '2000-01-01';
const lastDay = '2099-12-31';
