import { languages } from '../language.ts';
import {
  isOperatorRefusal,
  type OperatorRefusal,
  type OperatorRefusalCode,
  refuseOperator,
} from '../operator/operator-refusal.ts';
import { readLine, readName } from '../partner/entry-text.ts';
import { isEmailAddress } from '../person/email-address.ts';
import type { Brand, OwnBrand } from './brand.ts';
import { areReadable, isColour } from './contrast.ts';
import { readLogo } from './read-logo.ts';

/** What an operator changes of an integration's brand. What is left out stays; null takes the operator's own. */
export type BrandChanges = { readonly [Part in keyof Brand]?: Given[Part] | null | undefined };

/** A logo is given as the base64 of its file. */
type Given = { readonly [Part in keyof Brand]: Part extends 'logo' ? string : NonNullable<Brand[Part]> };

/** Returns the whole brand as it is after the changes; null if nothing of it is left. */
export function judgeBrand(before: OwnBrand | null, changes: BrandChanges): OwnBrand | null | OperatorRefusal {
  const after: Record<string, unknown> = { ...before };
  for (const part of brandParts) {
    const given = changes[part];
    if (given === undefined) continue;
    const value = given === null ? null : (readers[part] as (given: unknown) => unknown)(given);
    if (isOperatorRefusal(value)) return value;
    if (value === null) delete after[part];
    else after[part] = value;
  }
  return Object.keys(after).length === 0 ? null : after;
}

const lineLengthMax = 120;
const addressLinesMax = 4;
/** Some lines at the end of a page. */
export const closingLengthMax = 600;

type Reader<Part extends keyof Brand> = (given: Given[Part]) => NonNullable<Brand[Part]> | OperatorRefusal;

const readers: { readonly [Part in keyof Brand]-?: Reader<Part> } = {
  name: (given) => readName(given) ?? refuseOperator('NameInvalid', 'name'),
  addressLines: (given) => {
    const lines = given.map((line) => readLine(line, lineLengthMax)).filter((line) => line !== null);
    const isGood = lines.length === given.length && lines.length >= 1 && lines.length <= addressLinesMax;
    return isGood ? lines : refuseOperator('BrandTextInvalid', 'addressLines');
  },
  phoneNumber: (given) => readLine(given, lineLengthMax) ?? refuseOperator('BrandTextInvalid', 'phoneNumber'),
  emailAddress: (given) => {
    const address = given.trim();
    return isEmailAddress(address) ? address : refuseOperator('EmailAddressInvalid', 'emailAddress');
  },
  website: (given) => readLine(given, lineLengthMax) ?? refuseOperator('BrandTextInvalid', 'website'),
  logo: (given) => readLogo(Buffer.from(given, 'base64')) ?? refuseOperator('LogoInvalid', 'logo'),
  colours: (given) => {
    const refuse = (code: OperatorRefusalCode) => refuseOperator(code, 'colours');
    const colours = { main: given.main.trim().toLowerCase(), accent: given.accent.trim().toLowerCase() };
    if (!isColour(colours.main) || !isColour(colours.accent)) return refuse('ColoursInvalid');
    return areReadable(colours) ? colours : refuse('ContrastTooLow');
  },
  languages: (given) => {
    const chosen = languages.filter((one) => given.includes(one));
    const isGood = chosen.length > 0 && chosen.length === given.length;
    return isGood ? chosen : refuseOperator('LanguagesInvalid', 'languages');
  },
  closing: (given) => {
    const [en, fr] = [readLine(given.en, closingLengthMax), readLine(given.fr, closingLengthMax)];
    return en !== null && fr !== null ? { en, fr } : refuseOperator('BrandTextInvalid', 'closing');
  },
};

export const brandParts = Object.keys(readers) as readonly (keyof Brand)[];
