import { type OperatorRefusal, type OperatorRefusalCode, refuseOperator } from '../operator/operator-refusal.ts';
import { parsePostalCode } from '../person/postal-code.ts';
import { type Province, provinces } from '../province.ts';
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
  return entryOf<DealerEntry>({ ...readLienHolder(given), province: readProvince(given.province) }, codes);
}

export function judgeLienHolder(given: Given<LienHolderEntry>): Judged<LienHolderEntry> {
  const { province: _, ...others } = codes;
  return entryOf<LienHolderEntry>(readLienHolder(given), others);
}

/** The entry if all of it could be read, or else the faults in the order of their codes. */
export function entryOf<Entry>(
  read: { readonly [Name in keyof Entry]: Entry[Name] | null },
  faultCodes: Readonly<Record<keyof Entry & string, OperatorRefusalCode>>,
): Judged<Entry> {
  const wrong = (Object.keys(faultCodes) as (keyof Entry & string)[]).filter((field) => read[field] === null);
  if (wrong.length === 0) return { entry: read as Entry };
  return { faults: wrong.map((field) => refuseOperator(faultCodes[field], field)) };
}

function readLienHolder(given: Given<LienHolderEntry>) {
  return {
    id: readEntryId(given.id),
    name: readName(given.name),
    addressLine1: readLine(given.addressLine1, addressLengthMax),
    city: readLine(given.city, cityLengthMax),
    postalCode: parsePostalCode(given.postalCode),
  };
}

export function readProvince(text: string): Province | null {
  const code = text.trim().toUpperCase();
  return provinces.find((province) => province === code) ?? null;
}

const addressLengthMax = 120;
const cityLengthMax = 80;

const codes = {
  id: 'IdInvalid',
  name: 'NameInvalid',
  addressLine1: 'AddressLine1Invalid',
  city: 'CityInvalid',
  postalCode: 'PostalCodeInvalid',
  province: 'ProvinceInvalid',
} as const;
