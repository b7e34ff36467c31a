import type { Province } from '../../address/province.ts';
import { type PlainDate, parseDate } from '../../calendar/calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../refusal.ts';
import { readLine } from './entry-text.ts';
import { type Given, type Judged, readProvince } from './judge-entry.ts';

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
  const province = readProvince(given.province);
  const licenceClass = readLine(given.class, textLengthMax);
  const number = readLine(given.number, textLengthMax);
  const expiresOn = readDay(given.expiresOn);
  if (province !== null && licenceClass !== null && number !== null && expiresOn !== null)
    return { entry: { province, class: licenceClass, number, expiresOn } };
  const faults: OperatorRefusal[] = [];
  if (province === null) faults.push(refuseOperator('ProvinceInvalid', 'province'));
  if (licenceClass === null) faults.push(refuseOperator('LicenceTextInvalid', 'class'));
  if (number === null) faults.push(refuseOperator('LicenceTextInvalid', 'number'));
  if (expiresOn === null) faults.push(refuseOperator('ExpiryInvalid', 'expiresOn'));
  return { faults };
}

const textLengthMax = 60;

function readDay(text: string): PlainDate | null {
  const day = text.trim().length === dayLength ? parseDate(text.trim()) : null;
  return day !== null && day >= firstDay && day <= lastDay ? day : null;
}

const dayLength = 10;
// A typing error is farther away than any licence.
const firstDay = '2000-01-01';
const lastDay = '2099-12-31';
