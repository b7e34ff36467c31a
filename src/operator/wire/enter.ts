import { Type } from '@northbind/contract/type.ts';
import type { ApplicationId, PaymentId } from '../../domain/ids.ts';
import { languages } from '../../domain/language.ts';
import { paymentMethods } from '../../domain/payment-method.ts';
import { coverageCategories, purchaseMethods, seriesNames } from '../../domain/quote/vocabulary.ts';
import { idOf } from '../kit/id.ts';
import { choice, day, reason } from './parts.ts';

/** Policies that a restore has forgotten, in the operator's API. */
const line = Type.String({ maxLength: 500 });
const dollars = Type.Number({ minimum: 0, maximum: 10_000_000 });

const applicant = Type.Object({
  isCompany: Type.Optional(Type.Boolean()),
  firstOrCompanyName: line,
  lastName: Type.Optional(line),
  addressLine1: line,
  addressLine2: Type.Optional(line),
  city: line,
  postalCode: line,
  phoneNumber: line,
  businessPhone: Type.Optional(line),
  emailAddress: line,
});

const fact = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 500 }));

/** The request of the quote as it was sent; instead of the vehicle's id the vehicle, as it was answered. */
const forgottenQuote = Type.Object({
  vehicle: Type.Object({
    vin: Type.String({ minLength: 17, maxLength: 17 }),
    trim: fact,
    bodyClass: fact,
    driveType: fact,
    fuelType: fact,
    engine: fact,
  }),
  series: Type.Optional(choice(seriesNames)),
  effectiveDate: day,
  odometer: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  purchaseMethod: choice(purchaseMethods),
  dealerId: Type.Optional(line),
  dealerContact: Type.Optional(
    Type.Object({ name: line, emailAddress: Type.Optional(line), phoneNumber: Type.Optional(line) }),
  ),
  producerCode: Type.Optional(line),
  lienHolderId: Type.Optional(line),
  applicant,
  partnerReference: Type.Optional(line),
  language: Type.Optional(choice(languages)),
  vehiclePurchase: Type.Optional(
    Type.Object({ price: dollars, date: day, condition: choice(['New', 'Used', 'Demonstrator']) }),
  ),
  primaryInsurer: Type.Optional(Type.Object({ name: line, policyNumber: line })),
});

export const forgottenPolicy = Type.Object({
  integration: line,
  seller: line,
  policyNumber: Type.String({ pattern: '^NB\\d{9}$' }),
  applicationId: idOf<ApplicationId>(),
  boundOn: day,
  coverageCategory: choice(coverageCategories),
  paymentTermInYears: Type.Integer({ minimum: 1, maximum: 50 }),
  selectedProducts: Type.Array(line, { minItems: 1, maxItems: 50 }),
  paymentMethod: choice(paymentMethods),
  paymentReference: Type.Optional(line),
  totalWithTax: dollars,
  cardPayment: Type.Optional(
    Type.Object({
      paymentId: idOf<PaymentId>(),
      processor: line,
      reference: line,
      maskedCardNumber: Type.String({ maxLength: 30 }),
      cardType: line,
    }),
  ),
  financing: Type.Optional(
    Type.Object({
      loanTermInMonths: Type.Integer({ minimum: 1, maximum: 600 }),
      downPayment: dollars,
      firstInstallmentDate: day,
    }),
  ),
  quotedOn: Type.Optional(day),
  quote: Type.Optional(forgottenQuote),
});

/**
 * `POST /api/policies` (admin): enters a policy that a restore has forgotten. The jobs then ask the processor or the
 * lender, and issue it.
 */
export const enterOrder = Type.Object({ document: forgottenPolicy, reason });

export interface EnteredAnswer {
  readonly policyNumber: string;
  readonly applicationId: string;
}
