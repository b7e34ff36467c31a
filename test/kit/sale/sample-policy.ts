import type { ChargedPolicy, DisclosedSale, FinancedPolicy } from '../../../src/documents/print-request.ts';
import type { Payment } from '../../../src/domain/account/payments.ts';
import type { PlainDate } from '../../../src/domain/calendar.ts';
import { type Cancellation, judgeCancellation } from '../../../src/domain/cancellation/cancellation.ts';
import type { CancellationAsked } from '../../../src/domain/cancellation/cancellation-asked.ts';
import type { CancellationCause } from '../../../src/domain/cancellation/cancellation-cause.ts';
import { lastDayToRescind } from '../../../src/domain/cancellation/rescission.ts';
import { builtInRules } from '../../../src/domain/cancellation/rescission-rules.ts';
import type { UsedDays } from '../../../src/domain/cancellation/used-days.ts';
import { type DocumentId, type EntryId, type PaymentId, parseId } from '../../../src/domain/ids.ts';
import { isOperatorRefusal } from '../../../src/domain/operator/operator-refusal.ts';
import type { Policy, PolicyPayment } from '../../../src/domain/policy/policy.ts';
import type { PricedProduct } from '../../../src/domain/quote/quote-options.ts';
import type { Collected } from '../../../src/domain/refund/collected.ts';
import type { RefundMade } from '../../../src/domain/refund/refund-made.ts';
import { planRefund } from '../../../src/domain/refund/refund-plan.ts';

/** Policies for tests and measurements: invented, in the shape that a bind leaves. */
export function samplePolicy(changes: Partial<Policy> = {}): Policy {
  const policy = { ...base, ...changes };
  return { rescindableUntil: lastDayToRescind(policy, builtInRules), ...policy };
}

export function sampleFinanced(changes: Partial<Policy> = {}): FinancedPolicy {
  return { ...samplePolicy(changes), payment: loanPayment };
}

export function sampleCharged(changes: Partial<Policy> = {}): ChargedPolicy {
  return { ...samplePolicy(changes), payment: cardPayment };
}

/** A sale as a paper before the bind tells it, without a dealer and a loan. */
export function sampleDisclosed(changes: Partial<DisclosedSale> = {}): DisclosedSale {
  return {
    sellerName: 'S',
    dealerName: null,
    customerName: 'C',
    customerCity: 'Toronto',
    isCompany: false,
    vehicle: { en: 'V', fr: 'V' },
    vin: '',
    today: '2026-11-15',
    paymentTermInYears: 1,
    effectiveDate: '2026-11-15',
    expiryDate: '2027-11-15',
    products: [],
    cover: [],
    commissionCents: 0,
    loan: null,
    premiumCents: 0,
    taxCents: 0,
    totalWithTaxCents: 0,
    ...changes,
  };
}

/** The same sale in Quebec, through a dealer, of a financed vehicle: everything that can be printed is there. */
export const quebecSale: Partial<Policy> = {
  seller: { name: 'Assurances Laurentides inc.', province: 'QC' },
  series: 'Plus',
  inputs: {
    vehicle: {
      vin: '2T3P1RFV8RC123456',
      year: 2026,
      make: 'Toyota',
      model: 'RAV4',
      trim: 'XLE Premium',
      bodyClass: 'Sport Utility Vehicle',
      driveType: 'AWD/All-Wheel Drive',
      fuelType: 'Gasoline',
      engine: '2.5L 4-cylinder',
      vehicleType: 'Multipurpose Passenger Vehicle (MPV)',
      gvwrKg: 2722,
    },
    odometer: 12_450,
    purchaseMethod: 'Finance',
    producerCode: 'PC-00417',
    dealer: {
      id: 'dealer-1',
      name: 'Garage Saint-Hyacinthe Automobiles ltée',
      city: 'Saint-Hyacinthe',
      postalCode: 'J2S 1A1',
      contact: { name: 'Noémie Gagné', emailAddress: 'n.gagne@garage.example', phoneNumber: '450 555-0188' },
    },
    lienHolder: { id: 'lien-1', name: 'Crédit Auto Boréal', city: 'Montréal', postalCode: 'H3B 2Y5' },
    applicant: {
      isCompany: false,
      firstOrCompanyName: 'Marie-Ève',
      lastName: 'Bélanger-Côté',
      addressLine1: '1250, boulevard René-Lévesque Ouest',
      addressLine2: 'app. 804',
      city: 'Montréal',
      postalCode: 'H3B 4W8',
      phoneNumber: '514 555-0133',
      businessPhone: '514 555-0171 poste 12',
      emailAddress: 'marie-eve.belanger@courriel.example',
    },
    partnerReference: null,
    language: null,
    vehiclePurchase: null,
    primaryInsurer: null,
  },
};

/** The sale that the sandbox makes in Ontario: every product, with its cover, through a dealer. */
export function fullSale(): Partial<Policy> {
  const sold = [
    ...products.slice(0, 2),
    product('RENT', 'Rental car', 'Véhicule de location', 24_400, 1_952, true, 4),
    product('TIRE', 'Tire and rim', 'Pneus et jantes', 42_900, 5_577, true, 4),
    ...products.slice(2),
  ];
  const insurer = { name: 'Sample Insurance Company', underwriter: 'Sample Underwriting Managers Inc.' };
  const eachClaim = { en: 'each claim', fr: 'par sinistre' };
  const wholeTerm = { en: 'over the whole term', fr: 'pour toute la durée' };
  const forms = [
    { form: 'NB-REP', products: ['RPL'] },
    { form: 'NB-EXT', products: ['DED', 'RENT', 'TIRE', 'KEY'] },
  ];
  return {
    inputs: {
      ...base.inputs,
      dealer: { ...quebecSale.inputs!.dealer!, name: 'Sample Motors Ottawa', city: 'Ottawa', postalCode: 'K1P 1A1' },
      lienHolder: quebecSale.inputs!.lienHolder,
    },
    products: sold,
    taxes: [
      { name: { en: 'RST', fr: 'TVD' }, ratePpm: 80_000, amountCents: 14_913 },
      { name: { en: 'HST', fr: 'TVH' }, ratePpm: 130_000, amountCents: 7_060 },
    ],
    cover: sold.map(({ productType }) => ({
      product: productType,
      insurer,
      limits: [
        { name: eachClaim, amountCents: 100_000 },
        { name: wholeTerm, amountCents: 400_000 },
      ],
      deductibles: [{ name: eachClaim, amountCents: 5_000 }],
      ...(['TIRE', 'KEY'].includes(productType) && { isWarranty: true }),
    })),
    wordings: (['en', 'fr'] as const).flatMap((language) =>
      forms.map((one) => ({ ...one, id: `${one.form}-${language}` as DocumentId, version: 'sample-1', language })),
    ),
  };
}

const products: readonly PricedProduct[] = [
  product('RPL', 'Vehicle replacement', 'Remplacement du véhicule', 144_300, 12_987, false, 4),
  product('DED', 'Deductible reimbursement', 'Remboursement de la franchise', 21_400, 1_926, true, 4),
  product('KEY', 'Key replacement', 'Remplacement des clés', 9_900, 1_483, true, 3),
];

function product(
  productType: string,
  en: string,
  fr: string,
  premiumCents: number,
  taxCents: number,
  isOptional: boolean,
  coverageTermInYears: number,
): PricedProduct {
  const totalWithTaxCents = premiumCents + taxCents;
  return {
    productType,
    productName: { en, fr },
    premiumCents,
    taxCents,
    totalWithTaxCents,
    isOptional,
    coverageTermInYears,
  };
}

const base: Omit<Policy, 'rescindableUntil'> = {
  policyNumber: 'NB-1234567',
  applicationId: parseId('0199a3f2-7a51-7c39-9d1e-4a6f0c1b2d3e')!,
  seller: { name: 'Lakeshore Auto Partners', province: 'ON' },
  series: 'Prime',
  coverageCategory: 'Replacement',
  paymentTermInYears: 4,
  boundOn: '2026-11-15',
  effectiveDate: '2026-11-15',
  expiryDate: '2030-11-15',
  inputs: {
    ...quebecSale.inputs!,
    purchaseMethod: 'Cash',
    producerCode: null,
    dealer: null,
    lienHolder: null,
    applicant: {
      isCompany: false,
      firstOrCompanyName: 'Amelia',
      lastName: 'O’Connor',
      addressLine1: '48 Wellington Street East',
      addressLine2: 'Unit 1207',
      city: 'Toronto',
      postalCode: 'M5E 1C7',
      phoneNumber: '(416) 555-0119',
      businessPhone: null,
      emailAddress: 'amelia.oconnor@mail.example',
    },
  },
  products,
  premiumCents: 175_600,
  taxCents: 16_396,
  totalWithTaxCents: 191_996,
  taxes: [],
  cover: [],
  wordings: [],
  acknowledgements: [],
  payment: { method: 'REF', reference: 'CHQ-20418' },
};

const loanPayment: FinancedPolicy['payment'] = {
  method: 'PFF',
  loan: {
    loanNumber: 'L-20261115-0042',
    loanTermInMonths: 24,
    downPaymentCents: 20_000,
    firstInstallmentDate: '2026-12-15',
    installmentCents: 8_166,
    financeChargeCents: 18_988,
    applicationFeeCents: 5_000,
    aprPercent: 12.87,
    totalPayableCents: 195_984,
    creditTerms: {
      annualRatePercent: 9.99,
      interestFrom: '2026-11-15',
      lenderAddress: '200 Sample Street, Suite 900, Toronto ON  M5V 2T6',
      prepaymentTerms: { en: 'You may pay early without a charge.', fr: 'Vous pouvez payer d’avance sans frais.' },
      defaultTerms: { en: 'A refused debit costs $25.00.', fr: 'Un débit refusé coûte 25,00 $.' },
    },
  },
};

const cardPayment: ChargedPolicy['payment'] = {
  method: 'CC',
  card: {
    paymentId: 'pay_01JCQ7Z5M4T9W8' as PaymentId,
    maskedCardNumber: '4242 **** **** 4242',
    cardType: 'Visa',
    chargeDate: '2026-11-15',
    charge: { amountCents: 191_996, authorizationNumber: 'A81F07', chargedAt: '2026-11-15T19:32:08Z' },
  },
};

export interface SampleCancelled extends CancellationAsked, Partial<CancellationCause> {
  readonly collected: Collected;
  readonly usedDays?: UsedDays;
  /** The seller's today. */
  readonly madeOn: PlainDate;
}

/** A cancellation with its refund planned. */
export function sampleCancellation(
  policy: Policy,
  { collected, usedDays = 'write-off', madeOn, requestedBy = 'customer', ground = 'Other', ...asked }: SampleCancelled,
): Cancellation {
  const terms = judgeCancellation(policy, asked);
  if (isOperatorRefusal(terms)) throw new Error(`a sample policy can't be cancelled: ${terms.code}`);
  const totalCents = policy.totalWithTaxCents;
  return {
    ...terms,
    requestedBy,
    ground,
    usedDays,
    madeOn,
    taxesBack: [],
    noticeDays: null,
    noticeRule: null,
    plan: planRefund({ ...terms, ground, totalCents, usedDays, collected, today: madeOn }),
  };
}

/** Paid by a charge of the card. */
export function collectedByCard(takenCents: number): Extract<Collected, { by: 'customer' }> {
  const payment: Payment = {
    id: parseId<EntryId>('019a8c00-0000-7000-8000-000000000001')!,
    way: 'card',
    paidOn: '2026-11-15',
    takenCents,
    returnedCents: 0,
    givenBackCents: 0,
    givenTooMuchCents: 0,
    openDisputeCents: 0,
    lostDisputeCents: 0,
    leftCents: takenCents,
    mayGoToCard: true,
    charge: {
      cardPaymentId: parseId<PaymentId>('019a8c00-0000-7000-8000-000000000002')!,
      key: '019a8c00-0000-7000-8000-000000000002',
      reference: 'R55-0417',
    },
  };
  return { by: 'customer', payments: [payment], goodwillCents: 0 };
}

/** Paid by cheque or transfer. */
export function collectedByHand(takenCents: number): Extract<Collected, { by: 'customer' }> {
  const byHand = { way: 'hand', mayGoToCard: false, charge: null } as const;
  const { payments, ...paid } = collectedByCard(takenCents);
  return { ...paid, payments: payments.map((one) => ({ ...one, ...byHand })) };
}

/** Nothing was paid. */
export const notCollected: Extract<Collected, { by: 'customer' }> = { by: 'customer', payments: [], goodwillCents: 0 };

/** What was given back to the card of `sampleCharged`. */
export const sampleRefund: RefundMade = {
  amountCents: 143_217,
  payee: 'Card',
  doneOn: '2027-11-15',
  reference: 'R55-0417',
  cancelledOn: '2027-11-15',
};

/** Every way to pay, a card that is charged later among them. */
export const samplePayments: readonly PolicyPayment[] = [
  { method: 'REF', reference: 'CHQ-20418' },
  { method: 'FIN', reference: null },
  { method: 'PW', reference: 'INV 77/26' },
  loanPayment,
  cardPayment,
  { method: 'CC', card: { ...cardPayment.card, chargeDate: '2026-12-01', charge: null } },
];
