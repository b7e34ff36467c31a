/**
 * The closed lists of a sale, each said here alone: the schemas are made of them, and so are the rules of the service,
 * which imports this file as it stands. It imports nothing.
 */
export const seriesValues = ['Prime', 'Plus'] as const;
export const purchaseMethodValues = ['Cash', 'Finance', 'Lease'] as const;
export const coverageCategoryValues = ['Replacement', 'LimitedIndemnity'] as const;
export const paymentMethodValues = ['REF', 'FIN', 'PW', 'PFF', 'CC'] as const;
export const languageValues = ['en', 'fr'] as const;
export type Language = (typeof languageValues)[number];

export const applicationStatusValues = ['Quoted', 'Binding', 'Bound'] as const;
export const policyStatusValues = ['NotStarted', 'InForce', 'Expired', 'Cancelled'] as const;

/**
 * CollectedByPartner  the partner takes the money
 * Paid                the card was charged, or the operator was paid another way
 * Scheduled           the card is charged on a later day
 * Unpaid              that charge was refused, and may be tried again
 * Financed            the lender has paid
 * Disputed            the card’s bank has taken the charge back until it has decided
 * RefundPending       money is owed back and not back yet, or it is not known yet whether any was taken
 * PartRefunded, Refunded  all that is owed back is back: a part or the whole of the price
 * WrittenOff          the operator has given up what the used days cost
 * NothingOwed         nothing was taken, and nothing will be
 */
export const moneyStatusValues = [
  'CollectedByPartner',
  'Paid',
  'Scheduled',
  'Unpaid',
  'Financed',
  'Disputed',
  'RefundPending',
  'PartRefunded',
  'Refunded',
  'WrittenOff',
  'NothingOwed',
] as const;

/** What partners hear about a policy, in the order of its life. */
export const eventTypeValues = [
  'policy.issued',
  'policy.amended',
  'policy.cancelled',
  'payment.captured',
  'payment.refused',
  'payment.refunded',
  'payment.received',
  'payment.returned',
  'refund.returned',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'entry.voided',
  'loan.cancelled',
  'cancellation.requested',
  'cancellation.declined',
  'cancellation.withdrawn',
] as const;

/** The printed documents, by the name under which they are stored. */
export const documentKinds = {
  declaration: 'Declaration',
  'amended-declaration': 'AmendedDeclaration',
  'financing-letter': 'FinancingLetter',
  receipt: 'Receipt',
  'refund-receipt': 'RefundReceipt',
  cancellation: 'CancellationNotice',
} as const;

/** Why a partner asks for a cancellation. */
export const cancellationReasonValues = ['Rescission', 'VehicleSold', 'TotalLoss', 'Refinanced', 'Other'] as const;

/** What a token of OAuth 2.0 may be used for, in the order in which it is told. */
export const scopeValues = ['sell', 'read', 'manage'] as const;
export type Scope = (typeof scopeValues)[number];

/** What each allows, for the OpenAPI document and the tables of the guide. */
export const scopeMeanings: Readonly<Record<Scope, Readonly<Record<Language, string>>>> = {
  sell: {
    en: 'the sale: look-ups, disclosures, quote, payment, bind, documents, sale links',
    fr: 'la vente : consultations, documents précontractuels, soumission, paiement, émission, documents, liens de vente',
  },
  read: {
    en: 'applications, policies, statements, the feed, documents, your own calls',
    fr: 'propositions, polices, relevés, le fil, documents, vos propres appels',
  },
  manage: {
    en: 'webhook endpoints and requests for cancellation',
    fr: 'points de terminaison et demandes de résiliation',
  },
};
