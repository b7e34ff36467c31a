import { Type } from '../type.ts';
import { component } from './annotations.ts';
import { emailAddress, phoneNumber, postalCode } from './contact-details.ts';
import { boolean, nullable, string, text } from './scalars.ts';

/** The named insured. There is no province: it is the seller's, and the address must be in it. */
export const applicant = component('Applicant', 'The named insured.', {
  isCompany: Type.Optional(boolean('True when the insured is a business. Taken as false when left out.')),
  firstOrCompanyName: text(200, 'Given name, or the registered name when isCompany is true.', {
    examples: ['Marie-Ève'],
  }),
  lastName: Type.Optional(text(200, 'Family name. Required unless isCompany is true.', { examples: ['Tremblay'] })),
  addressLine1: text(200, 'Street address.', { examples: ['301 Front Street West'] }),
  addressLine2: Type.Optional(text(200, 'Unit or suite.', { examples: ['Suite 4'] })),
  city: text(200, 'City, in the seller’s province.', { examples: ['Toronto'] }),
  postalCode: postalCode('Canadian postal code, in the seller’s province.'),
  phoneNumber: phoneNumber('Primary contact number.'),
  businessPhone: Type.Optional(phoneNumber('Alternate number.')),
  emailAddress: emailAddress('Where the policy documents are delivered.'),
});

/** The named insured as kept with the policy. */
export const insured = component('Insured', 'The named insured, as kept with the policy.', {
  isCompany: boolean('True when the insured is a business.'),
  firstOrCompanyName: string('Given name, or the registered name of a business.'),
  lastName: nullable(string('Family name; null for a business without one.')),
  addressLine1: string('Street address.'),
  addressLine2: nullable(string('Unit or suite, or null.')),
  city: string('City.'),
  postalCode: string('Postal code.'),
  phoneNumber: string('Primary contact number.'),
  businessPhone: nullable(string('Alternate number, or null.')),
  emailAddress: string('Where the policy documents are delivered.'),
});
