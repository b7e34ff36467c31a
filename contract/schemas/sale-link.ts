import { Type } from '../type.ts';
import { languageValues } from '../vocabulary.ts';
import { codes, component } from './annotations.ts';
import { purchaseMethod } from './choices.ts';
import { emailAddress, phoneNumber, postalCode } from './contact-details.ts';
import { downPayment } from './loan.ts';
import { boolean, id, int32, money, nullable, oneOf, plainDate, string, text, timestamp, uuid } from './scalars.ts';

/** What a customer can pay by on the sale page. */
export const saleLinkPaymentMethodValues = ['CC', 'PFF'] as const;

export const saleLinkStatusValues = ['Open', 'Bound', 'Expired', 'Withdrawn'] as const;

/** The applicant is that of a quote, but nothing of it has to be known yet. */
const knownApplicant = component('SaleLinkApplicant', 'What is known of the named insured.', {
  isCompany: Type.Optional(boolean('True when the insured is a business.')),
  firstOrCompanyName: Type.Optional(text(200, 'Given name, or the registered name.', { examples: ['Marie-Ève'] })),
  lastName: Type.Optional(text(200, 'Family name.', { examples: ['Tremblay'] })),
  addressLine1: Type.Optional(text(200, 'Street address.', { examples: ['301 Front Street West'] })),
  addressLine2: Type.Optional(text(200, 'Unit or suite.', { examples: ['Suite 4'] })),
  city: Type.Optional(text(200, 'City.', { examples: ['Toronto'] })),
  postalCode: Type.Optional(postalCode('Canadian postal code.')),
  phoneNumber: Type.Optional(phoneNumber('Primary contact number.')),
  businessPhone: Type.Optional(phoneNumber('Alternate number.')),
  emailAddress: Type.Optional(emailAddress('Where the policy documents are delivered.')),
});

export const newSaleLink = component(
  'NewSaleLink',
  'What is known of the sale, checked as the quote checks it. It is filled in for the customer, who may correct it.',
  {
    vin: Type.Optional(text(40, 'The vehicle’s VIN.', { examples: ['1HGCM82633A004352'] })),
    odometer: Type.Optional(int32('Kilometres.', { minimum: 0, examples: [24500] })),
    purchaseMethod: Type.Optional(purchaseMethod),
    effectiveDate: Type.Optional(
      plainDate('When the policy starts: today or later. It is not filled in once it has passed.'),
    ),
    applicant: Type.Optional(knownApplicant),
    language: Type.Optional(oneOf(languageValues, 'The language in which the page opens.')),
    partnerReference: Type.Optional(
      text(64, 'Your own reference for the sale. It need not be unique.', { examples: ['DEAL-20417'] }),
    ),
    paymentMethods: Type.Optional(
      Type.Array(oneOf(saleLinkPaymentMethodValues, 'Card (CC) or monthly financing (PFF).'), {
        maxItems: 10,
        description: 'How the customer may pay; left out: both, as far as the seller has them.',
        examples: [['CC', 'PFF']],
      }),
    ),
    downPayment: Type.Optional(
      downPayment(
        'What the customer gives you at once, by a way of your own, if they pay monthly. The page and its papers say so. Left out: nothing, and the loan is for the whole price.',
      ),
    ),
    validUntil: Type.Optional(
      plainDate('The last day of the seller’s on which it can be used: up to 90 days ahead. Left out: 14 days ahead.'),
    ),
  },
);

export const saleLinkFields = {
  id: uuid('Identifies the link.'),
  url: string(
    'The sale page, for the customer. It holds a secret: send it to the customer alone.',
    'https://partners.example.ca/sale/3q2-7wBvT0eX1c9dQ0m5rFhYk8sLzA4uJ6iNpGxVtEo',
  ),
  status: oneOf(saleLinkStatusValues, 'Bound: its one policy is made. Expired and Withdrawn: it can’t be used.'),
  createdAt: timestamp('When it was made.'),
  validUntil: plainDate('The last day on which it can be used, in the seller’s province.'),
  partnerReference: nullable(string('Your own reference, or null.', 'DEAL-20417')),
  downPayment: money('What the customer gives you at once if they pay monthly; 0: nothing.', { examples: [0] }),
  applicationId: nullable(string('The quote, once the customer has one; or null.')),
  policyNumber: nullable(string('The policy, once it is bound; or null.')),
};

export const saleLink = component('SaleLink', 'A link by which a customer can buy.', saleLinkFields);

export const saleLinkParams = Type.Object({ id: id('The link’s id.', codes('SaleLinkNotFound')) });
