import assert from 'node:assert/strict';
import test from 'node:test';
import { type Refusal, refusalsOf } from '../refusal.ts';
import { type ApplicantForm, judgeApplicant, parseApplicant, parseDealerContact } from './applicant.ts';
import { buildCityIndex } from './city.ts';

const ontario = {
  province: 'ON',
  cities: buildCityIndex([
    { provinces: ['ON'], names: ['Ottawa'] },
    { provinces: ['QC'], names: ['Gatineau'] },
  ]),
} as const;

const good: ApplicantForm = {
  isCompany: false,
  firstOrCompanyName: 'Marie',
  lastName: 'Tremblay',
  addressLine1: '100 Sample Street',
  city: 'Ottawa',
  postalCode: 'k1a0b1',
  phoneNumber: '613-555-0142',
  emailAddress: 'marie@example.ca',
};

const judge = (change: ApplicantForm) => named(judgeApplicant({ ...good, ...change }, ontario));
const named = (faults: readonly Refusal[]) => faults.map((fault) => `${fault.code} ${fault.field}`);

test('a good applicant has no fault, with or without the optional properties', () => {
  assert.deepEqual(judge({}), []);
  assert.deepEqual(judge({ addressLine2: 'Unit 4', businessPhone: '+1 613 555 0143 x12' }), []);
  assert.deepEqual(judge({ addressLine2: null, businessPhone: '  ' }), []);
});

test('a good applicant is kept as typed, with the postal code in its form and null for what was left out', () => {
  assert.deepEqual(parseApplicant(good, ontario), {
    ok: true,
    value: { ...good, addressLine2: null, postalCode: 'K1A 0B1', businessPhone: null },
  });
});

test('an applicant without a required property is none, and the reader of the form has said why', () => {
  for (const name of ['firstOrCompanyName', 'addressLine1', 'city', 'postalCode', 'phoneNumber', 'emailAddress']) {
    const parsed = parseApplicant({ ...good, [name]: undefined }, ontario);
    assert.deepEqual(parsed, { ok: false, refusals: [] }, name);
  }
});

test('a person needs a last name, a company does not', () => {
  for (const lastName of [undefined, null, '', '  ']) {
    assert.deepEqual(judge({ lastName }), ['LastNameRequired applicant.lastName']);
    assert.deepEqual(judge({ lastName, isCompany: true }), []);
    assert.deepEqual(judge({ lastName, isCompany: undefined }), ['LastNameRequired applicant.lastName']);
  }
});

test('a name in any script is a name', () => {
  for (const name of [
    'Nguyễn',
    '李小龍',
    'محمد',
    'Ольга',
    "O'Brien-Smith",
    'ᐃᓄᒃ',
    'X Æ A-12',
    'ਸਿੰਘ',
    'می\u200cخواهم',
  ]) {
    assert.deepEqual(judge({ firstOrCompanyName: name, lastName: name }), [], name);
  }
});

test('a control character, a line break, half a character or nothing visible is refused by name', () => {
  for (const bad of [
    'Ma\u0000rie',
    'Ma\nrie',
    'Ma\u0085rie',
    'Ma\u2028rie',
    'Ma\ud800rie',
    '\u200b\u200b',
    'Zoë 🚗',
    'a\u200db',
  ]) {
    const form = { firstOrCompanyName: bad, lastName: bad, addressLine1: bad, addressLine2: bad, city: bad };
    assert.deepEqual(judge(form), [
      'FirstOrCompanyNameInvalid applicant.firstOrCompanyName',
      'LastNameInvalid applicant.lastName',
      'AddressLine1Invalid applicant.addressLine1',
      'AddressLine2Invalid applicant.addressLine2',
      'CityInvalid applicant.city',
    ]);
  }
});

test('a refusal names the sign that can’t be printed, by its number where it shows nothing', () => {
  const signOf = (lastName: string) => judgeApplicant({ ...good, lastName }, ontario)[0]?.params;
  assert.deepEqual(signOf('Zoë 🚗'), { sign: '🚗 (U+1F697)' });
  assert.deepEqual(signOf('Zo\u200fe'), { sign: 'U+200F' });
  assert.equal(signOf('\u00a0'), undefined);
});

test('the address must be in the province, by postal code and by city', () => {
  assert.deepEqual(judge({ postalCode: 'J8X 2K1' }), ['ApplicantOutsideProvince applicant.postalCode']);
  assert.deepEqual(judge({ city: 'Gatineau' }), ['ApplicantOutsideProvince applicant.city']);
  assert.deepEqual(judge({ city: 'Nowhere Corners' }), []);
  assert.deepEqual(judge({ postalCode: 'K1A 0O1' }), ['PostalCodeInvalid applicant.postalCode']);
});

test("an operator's exception lets a border community in", () => {
  const area = { ...ontario, postalCodeExceptions: [{ startsWith: 'R0E', province: 'ON' } as const] };
  assert.deepEqual(judgeApplicant({ ...good, postalCode: 'R0E 1X0' }, area), []);
});

test('all faults are reported at once', () => {
  const all = {
    lastName: '',
    city: 'Gatineau',
    postalCode: 'J8X 2K1',
    phoneNumber: '12',
    businessPhone: 'x',
    emailAddress: 'marie',
  };
  assert.deepEqual(judge(all), [
    'LastNameRequired applicant.lastName',
    'ApplicantOutsideProvince applicant.city',
    'ApplicantOutsideProvince applicant.postalCode',
    'PhoneNumberInvalid applicant.phoneNumber',
    'BusinessPhoneInvalid applicant.businessPhone',
    'EmailAddressInvalid applicant.emailAddress',
  ]);
});

test('no refusal repeats what the applicant typed', () => {
  const faults = judgeApplicant({ ...good, city: 'Gatineau', postalCode: 'J8X 2K1', emailAddress: 'marie' }, ontario);
  assert.doesNotMatch(JSON.stringify(faults), /Gatineau|J8X|marie/);
});

test('a dealer contact has a name and an e-mail address or a telephone number', () => {
  const contact = (form: Parameters<typeof parseDealerContact>[0]) => named(refusalsOf(parseDealerContact(form)));
  assert.deepEqual(contact({ name: 'Sam', phoneNumber: '613-555-0142' }), []);
  assert.deepEqual(contact({ name: 'Sam', emailAddress: 'sam@example.ca' }), []);
  assert.deepEqual(contact(undefined), ['DealerContactRequired dealerContact']);
  assert.deepEqual(contact({ name: 'Sam' }), ['DealerContactRequired dealerContact']);
  assert.deepEqual(contact({ emailAddress: 'sam@example.ca' }), ['NameRequired dealerContact.name']);
  assert.deepEqual(contact({}), ['DealerContactRequired dealerContact', 'NameRequired dealerContact.name']);
  assert.deepEqual(contact({ name: 'S\u0000', emailAddress: 'sam', phoneNumber: '1' }), [
    'NameInvalid dealerContact.name',
    'EmailAddressInvalid dealerContact.emailAddress',
    'PhoneNumberInvalid dealerContact.phoneNumber',
  ]);
});
