import type { Province } from '../province.ts';
import type { Applicant, DealerContact } from '../quote/quote.ts';
import { type Refusal, type RefusalCode, refusal, unless } from '../refusal.ts';
import { type CityIndex, judgeCity } from './city.ts';
import { isEmailAddress } from './email-address.ts';
import { isPhoneNumber } from './phone-number.ts';
import { isPostalCodeIn, type PostalCodeException, parsePostalCode } from './postal-code.ts';

type Text = string | null | undefined;

/** As sent. Any property may be missing: request validation has already reported it. */
type Form<Sent> = { readonly [Fact in keyof Sent]?: Sent[Fact] | null | undefined };
export type ApplicantForm = Form<Applicant>;
export type DealerContactForm = Form<DealerContact>;

/** The seller's province and the known places. */
export interface SalesArea {
  readonly province: Province;
  readonly cities: CityIndex;
  readonly postalCodeExceptions?: readonly PostalCodeException[];
}

/** Returns every fault except missing properties, in the order of the form. Names are never changed. */
export function judgeApplicant(form: ApplicantForm, area: SalesArea): readonly Refusal[] {
  const nameIsMissing = !isGiven(form.lastName) && form.isCompany !== true;
  return [
    ...faultUnless(isPrintable, form.firstOrCompanyName, 'FirstOrCompanyNameInvalid', 'applicant.firstOrCompanyName'),
    ...unless(!nameIsMissing, 'LastNameRequired', 'applicant.lastName'),
    ...faultUnless(isPrintable, form.lastName, 'LastNameInvalid', 'applicant.lastName'),
    ...faultUnless(isPrintable, form.addressLine1, 'AddressLine1Invalid', 'applicant.addressLine1'),
    ...faultUnless(isPrintable, form.addressLine2, 'AddressLine2Invalid', 'applicant.addressLine2'),
    ...cityFaults(form.city, area),
    ...postalCodeFaults(form.postalCode, area),
    ...faultUnless(isPhoneNumber, form.phoneNumber, 'PhoneNumberInvalid', 'applicant.phoneNumber'),
    ...faultUnless(isPhoneNumber, form.businessPhone, 'BusinessPhoneInvalid', 'applicant.businessPhone'),
    ...faultUnless(isEmailAddress, form.emailAddress, 'EmailAddressInvalid', 'applicant.emailAddress'),
  ];
}

function cityFaults(city: Text, area: SalesArea): readonly Refusal[] {
  if (!isGiven(city)) return [];
  if (!isPrintable(city)) return [refusal('CityInvalid', 'applicant.city')];
  const verdict = judgeCity(area.cities, city, area.province);
  return verdict.ok ? [] : [verdict.refusal];
}

function postalCodeFaults(text: Text, area: SalesArea): readonly Refusal[] {
  if (!isGiven(text)) return [];
  const postalCode = parsePostalCode(text);
  if (postalCode === null) return [refusal('PostalCodeInvalid', 'applicant.postalCode')];
  if (isPostalCodeIn(postalCode, area.province, area.postalCodeExceptions)) return [];
  return [refusal('ApplicantOutsideProvince', 'applicant.postalCode', { province: area.province })];
}

/** Checks that a dealer contact has a name and an e-mail address or phone number. Returns all faults. */
export function judgeDealerContact(form: DealerContactForm | null | undefined): readonly Refusal[] {
  if (form === null || form === undefined) return [refusal('DealerContactRequired', 'dealerContact')];
  const isUnreachable = !isGiven(form.emailAddress) && !isGiven(form.phoneNumber);
  return [
    ...unless(!isUnreachable, 'DealerContactRequired', 'dealerContact'),
    ...unless(isGiven(form.name), 'NameRequired', 'dealerContact.name'),
    ...faultUnless(isPrintable, form.name, 'NameInvalid', 'dealerContact.name'),
    ...faultUnless(isEmailAddress, form.emailAddress, 'EmailAddressInvalid', 'dealerContact.emailAddress'),
    ...faultUnless(isPhoneNumber, form.phoneNumber, 'PhoneNumberInvalid', 'dealerContact.phoneNumber'),
  ];
}

function faultUnless(isGood: (text: string) => boolean, text: Text, code: RefusalCode, field: string) {
  return unless(!isGiven(text) || isGood(text), code, field);
}

function isGiven(text: Text): text is string {
  return typeof text === 'string' && text.trim() !== '';
}

/**
 * Whether the text can be stored and printed: any script, but no control character, line break, lone surrogate or
 * control of direction, which would turn around the text of others, and at least one visible character.
 */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !unprintable.test(text) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
