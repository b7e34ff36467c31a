import { parsePostalCode } from '../../address/postal-code.ts';
import { type Province, provinces } from '../../address/province.ts';
import { type OperatorRefusal, type OperatorRefusalCode, refuseOperator } from '../refusal.ts';
import { readEntryId, readLine, readName } from './entry-text.ts';

/** A lienholder as the operator enters it. */
export interface LienHolderEntry {
  readonly id: string;
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly postalCode: string;
}

/** A dealer as the operator enters it. */
export interface DealerEntry extends LienHolderEntry {
  readonly province: Province;
}

export type Given<Entry> = { readonly [Name in keyof Entry]: string };

/** The normalized entry, or all its faults. */
export type Judged<Entry> = { readonly entry: Entry } | { readonly faults: readonly OperatorRefusal[] };

export function judgeDealer(given: Given<DealerEntry>): Judged<DealerEntry> {
  const judged = judgeLienHolder(given);
  const province = readProvince(given.province);
  if ('entry' in judged && province !== null) return { entry: { ...judged.entry, province } };
  const faults = 'faults' in judged ? judged.faults : [];
  return { faults: province === null ? [...faults, refuseOperator('ProvinceInvalid', 'province')] : faults };
}

export function judgeLienHolder(given: Given<LienHolderEntry>): Judged<LienHolderEntry> {
  const id = readEntryId(given.id);
  const name = readName(given.name);
  const addressLine1 = readLine(given.addressLine1, addressLengthMax);
  const city = readLine(given.city, cityLengthMax);
  const postalCode = parsePostalCode(given.postalCode);
  if (id !== null && name !== null && addressLine1 !== null && city !== null && postalCode !== null)
    return { entry: { id, name, addressLine1, city, postalCode } };
  const read = { id, name, addressLine1, city, postalCode };
  const wrong = (Object.keys(read) as (keyof typeof read)[]).filter((field) => read[field] === null);
  return { faults: wrong.map((field) => refuseOperator(codes[field], field)) };
}

export function readProvince(text: string): Province | null {
  const code = text.trim().toUpperCase();
  return provinces.find((province) => province === code) ?? null;
}

const addressLengthMax = 120;
const cityLengthMax = 80;

const codes: Readonly<Record<keyof LienHolderEntry, OperatorRefusalCode>> = {
  id: 'IdInvalid',
  name: 'NameInvalid',
  addressLine1: 'AddressLine1Invalid',
  city: 'CityInvalid',
  postalCode: 'PostalCodeInvalid',
};
