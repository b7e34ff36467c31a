import { faultsOfPrint } from '../document/faults-of-print.ts';
import type { Province } from '../province.ts';
import type { Applicant, DealerContact } from '../quote/quote.ts';
import { faulty, type Parsed, parsed, type Refusal, type RefusalCode, refusal, unless } from '../refusal.ts';
import { type CityIndex, judgeCity } from './city.ts';
import { isEmailAddress } from './email-address.ts';
import { isPhoneNumber } from './phone-number.ts';
import { isPostalCodeIn, type PostalCodeException, parsePostalCode } from './postal-code.ts';

type Text = string | null | undefined;

/** What was sent. Any property may be missing: request validation has already reported it. */
type Form<Sent> = { readonly [Fact in keyof Sent]?: Sent[Fact] | null | undefined };
export type ApplicantForm = Form<Applicant>;
export type DealerContactForm = Form<DealerContact>;

/** The seller's province and the known places. */
export interface SalesArea {
  readonly province: Province;
  readonly cities: CityIndex;
  readonly postalCodeExceptions?: readonly PostalCodeException[];
}

/** Returns the applicant as it is kept, or every fault. Names are never changed. */
export function parseApplicant(form: ApplicantForm, area: SalesArea): Parsed<Applicant> {
  const refusals = judgeApplicant(form, area);
  const { firstOrCompanyName, addressLine1, city, phoneNumber, emailAddress } = form;
  const postalCode = parsePostalCode(form.postalCode ?? '');
  if (refusals.length > 0 || postalCode === null) return faulty(refusals);
  if (!isGiven(firstOrCompanyName) || !isGiven(addressLine1) || !isGiven(city)) return faulty(refusals);
  if (!isGiven(phoneNumber) || !isGiven(emailAddress)) return faulty(refusals);
  return parsed({
    isCompany: form.isCompany ?? false,
    firstOrCompanyName,
    lastName: form.lastName ?? null,
    addressLine1,
    addressLine2: form.addressLine2 ?? null,
    city,
    postalCode,
    phoneNumber,
    businessPhone: form.businessPhone ?? null,
    emailAddress,
  });
}

/** Returns every fault except missing properties, in the order of the form. */
export function judgeApplicant(form: ApplicantForm, area: SalesArea): readonly Refusal[] {
  const nameIsMissing = !isGiven(form.lastName) && form.isCompany !== true;
  return [
    ...printFaults(form.firstOrCompanyName, 'FirstOrCompanyNameInvalid', 'applicant.firstOrCompanyName'),
    ...unless(!nameIsMissing, 'LastNameRequired', 'applicant.lastName'),
    ...printFaults(form.lastName, 'LastNameInvalid', 'applicant.lastName'),
    ...printFaults(form.addressLine1, 'AddressLine1Invalid', 'applicant.addressLine1'),
    ...printFaults(form.addressLine2, 'AddressLine2Invalid', 'applicant.addressLine2'),
    ...cityFaults(form.city, area),
    ...postalCodeFaults(form.postalCode, area),
    ...faultUnless(isPhoneNumber, form.phoneNumber, 'PhoneNumberInvalid', 'applicant.phoneNumber'),
    ...faultUnless(isPhoneNumber, form.businessPhone, 'BusinessPhoneInvalid', 'applicant.businessPhone'),
    ...faultUnless(isEmailAddress, form.emailAddress, 'EmailAddressInvalid', 'applicant.emailAddress'),
  ];
}

/** Returns every fault of what is known, as the quote would find it. What is missing is none. */
export function judgeKnownApplicant(form: ApplicantForm, area: SalesArea): readonly Refusal[] {
  return judgeApplicant(form, area).filter(({ code }) => code !== 'LastNameRequired');
}

function cityFaults(city: Text, area: SalesArea): readonly Refusal[] {
  if (!isGiven(city)) return [];
  const faults = printFaults(city, 'CityInvalid', 'applicant.city');
  if (faults.length > 0) return faults;
  return judgeCity(area.cities, city, area.province);
}

function postalCodeFaults(text: Text, area: SalesArea): readonly Refusal[] {
  if (!isGiven(text)) return [];
  const postalCode = parsePostalCode(text);
  if (postalCode === null) return [refusal('PostalCodeInvalid', 'applicant.postalCode')];
  if (isPostalCodeIn(postalCode, area.province, area.postalCodeExceptions)) return [];
  return [refusal('ApplicantOutsideProvince', 'applicant.postalCode', { province: area.province })];
}

/** Returns a contact with a name and an e-mail address or phone number, or every fault. */
export function parseDealerContact(form: DealerContactForm | undefined): Parsed<DealerContact> {
  if (form === undefined) return faulty([refusal('DealerContactRequired', 'dealerContact')]);
  const isUnreachable = !isGiven(form.emailAddress) && !isGiven(form.phoneNumber);
  const refusals = [
    ...unless(!isUnreachable, 'DealerContactRequired', 'dealerContact'),
    ...unless(isGiven(form.name), 'NameRequired', 'dealerContact.name'),
    ...printFaults(form.name, 'NameInvalid', 'dealerContact.name'),
    ...faultUnless(isEmailAddress, form.emailAddress, 'EmailAddressInvalid', 'dealerContact.emailAddress'),
    ...faultUnless(isPhoneNumber, form.phoneNumber, 'PhoneNumberInvalid', 'dealerContact.phoneNumber'),
  ];
  const { name, emailAddress, phoneNumber } = form;
  if (refusals.length > 0 || !isGiven(name)) return faulty(refusals);
  return parsed({ name, emailAddress: emailAddress ?? null, phoneNumber: phoneNumber ?? null });
}

function faultUnless(isGood: (text: string) => boolean, text: Text, code: RefusalCode, field: string) {
  return unless(!isGiven(text) || isGood(text), code, field);
}

function printFaults(text: Text, code: RefusalCode, field: string): readonly Refusal[] {
  return isGiven(text) ? faultsOfPrint(text, code, field) : [];
}

function isGiven(text: Text): text is string {
  return typeof text === 'string' && text.trim() !== '';
}
