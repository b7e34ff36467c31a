import { addDays, addYears, type PlainDate } from '../calendar.ts';
import type { ApplicationId, PaymentId } from '../ids.ts';
import type { Language } from '../language.ts';
import type { Policy } from './policy.ts';

/** An invented policy: for the preview of a brand, and to warm the typesetter. */
export function samplePolicy(language: Language, today: PlainDate): Policy {
  const [premiumCents, taxCents] = [120_000, 9_600];
  const totalWithTaxCents = premiumCents + taxCents;
  return {
    policyNumber: 'SAMPLE-1234567',
    applicationId: sampleId as ApplicationId,
    seller: { name: 'Maple Motors', province: 'ON' },
    series: 'Prime',
    coverageCategory: 'Replacement',
    paymentTermInYears: 3,
    boundOn: today,
    effectiveDate: today,
    expiryDate: addYears(today, 3),
    inputs: {
      vehicle: {
        vin: '2HKRS4H24RH000001',
        year: 2024,
        make: 'Honda',
        model: 'CR-V',
        trim: 'EX-L',
        bodyClass: 'Sport Utility Vehicle',
        driveType: 'AWD',
        fuelType: 'Gasoline',
        engine: null,
        vehicleType: null,
        gvwrKg: null,
      },
      odometer: 12_450,
      purchaseMethod: 'Cash',
      producerCode: null,
      dealer: null,
      lienHolder: null,
      applicant: {
        isCompany: false,
        firstOrCompanyName: 'Camille',
        lastName: 'Tremblay',
        addressLine1: '100 Sample Street',
        addressLine2: null,
        city: 'Toronto',
        postalCode: 'M5V 2T6',
        phoneNumber: '416 555-0119',
        businessPhone: null,
        emailAddress: 'camille.tremblay@example.ca',
      },
      partnerReference: null,
      language,
      vehiclePurchase: null,
      primaryInsurer: null,
    },
    products: [
      {
        productType: 'RPL',
        productName: { en: 'Vehicle replacement', fr: 'Remplacement du véhicule' },
        premiumCents,
        taxCents,
        totalWithTaxCents,
        isOptional: false,
        coverageTermInYears: 3,
      },
    ],
    premiumCents,
    taxCents,
    totalWithTaxCents,
    taxes: [],
    cover: [],
    wordings: [],
    acknowledgements: [],
    rescindableUntil: addDays(today, 10),
    payment: {
      method: 'CC',
      card: {
        paymentId: sampleId as PaymentId,
        maskedCardNumber: '4242 **** **** 4242',
        cardType: 'Visa',
        chargeDate: today,
        charge: { amountCents: totalWithTaxCents, authorizationNumber: 'SAMPLE', chargedAt: `${today}T17:00:00Z` },
      },
    },
  };
}

const sampleId = '00000000-0000-7000-8000-000000000001';
