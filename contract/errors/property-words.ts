import {
  cancellationReasonValues,
  languageValues,
  moneyStatusValues,
  paymentMethodValues,
  purchaseMethodValues,
  seriesValues,
} from '../vocabulary.ts';
import type { ErrorParams } from './error-definition.ts';

// Forms that several properties have, in English and French.
const asText = ['send it as text', 'envoyez-le sous forme de texte'] as const;
const dayOrTime = [
  'send a date such as 2026-03-31, or a time such as 2026-03-31T14:05:00Z',
  'envoyez une date comme 2026-03-31, ou une heure comme 2026-03-31T14:05:00Z',
] as const;
const asReceived = ['send it as it was received', 'envoyez-le tel que reçu'] as const;
const dollars = ['send dollars with at most two decimals', 'envoyez des dollars avec au plus deux décimales'] as const;
const phoneDigits = ['send 10 to 15 digits', 'envoyez de 10 à 15 chiffres', { min: 10, max: 15 }] as const;

/**
 * The name and the form of each request property, in both languages, for the messages of `<Name>Required` and
 * `<Name>Invalid`. The three bank numbers are not here: they have other codes.
 */
export const propertyWords = {
  // authenticate
  username: optional('the username', 'le nom d’utilisateur', asText),
  password: optional('the password', 'le mot de passe', asText),

  // look-ups
  vin: words('the VIN', 'le NIV', [
    'it has 17 characters[, and this one has {length}][, and none of them is {letter}, as at place {place}][, and the check digit at place {checkPlace} must fit the others (vehicles of North America)]',
    'il compte 17 caractères[, et celui-ci en a {length}][, et aucun n’est {letter}, comme à la position {place}][, et le chiffre de contrôle à la position {checkPlace} doit concorder avec les autres (véhicules nord-américains)]',
  ]),
  search: optional('the search text', 'le texte recherché', characters(200)),
  year: words('the model year', 'l’année modèle', [
    'send a whole number such as 2024',
    'envoyez un nombre entier comme 2024',
  ]),

  // policies and events
  // Several lists take it, each with states of its own.
  status: optional('the status', 'l’état', [
    'send a state that this list knows',
    'envoyez un état que cette liste connaît',
  ]),
  moneyStatus: optional('the state of the money', 'l’état du paiement', choice(...moneyStatusValues)),
  boundFrom: optional('the first day of the bind', 'le premier jour de l’émission', date('2026-03-31')),
  quotedFrom: optional('the first day of the quote', 'le premier jour de la soumission', date('2026-03-31')),
  quotedTo: optional('the last day of the quote', 'le dernier jour de la soumission', date('2026-03-31')),
  from: optional('the first day', 'le premier jour', dayOrTime),
  to: optional('the last day', 'le dernier jour', dayOrTime),
  operation: optional('the operation', 'l’opération', ['send its operationId', 'envoyez son operationId']),
  requestId: optional('the request id', 'l’identifiant de la requête', [
    'send the X-Request-Id of an answer',
    'envoyez le X-Request-Id d’une réponse',
  ]),
  validUntil: optional('the last day of the link', 'le dernier jour du lien', [
    'send a day from today on, up to 90 days ahead[: {earliest} to {latest}]',
    'envoyez un jour à partir d’aujourd’hui, au plus 90 jours plus tard[\u00a0: du {earliest} au {latest}]',
    { maxDays: 90 },
  ]),
  paymentMethods: optional('the payment methods', 'les modes de paiement', [
    'send CC, PFF or both, as far as the seller has them',
    'envoyez CC, PFF ou les deux, selon ce que le vendeur a',
    { allowed: ['CC', 'PFF'] },
  ]),
  boundTo: optional('the last day of the bind', 'le dernier jour de l’émission', date('2026-03-31')),
  limit: optional('the limit', 'la limite', [
    'send a whole number from 1 to 100',
    'envoyez un nombre entier de 1 à 100',
    { min: 1, max: 100 },
  ]),
  month: optional('the month', 'le mois', ['send it as 2026-11', 'envoyez-le sous la forme 2026-11']),
  after: optional('the event id', 'l’identifiant de l’événement', [
    'send the nextAfter of an earlier answer',
    'envoyez le nextAfter d’une réponse précédente',
  ]),
  since: words(
    'the time from which on events are sent again',
    'le moment à partir duquel les événements sont renvoyés',
    ['send it with its zone, as 2026-11-15T17:04:00Z', 'envoyez-le avec son fuseau, comme 2026-11-15T17:04:00Z'],
  ),
  types: optional('the types of events', 'les types d’événements', [
    'send known types, separated by commas',
    'envoyez des types connus, séparés par des virgules',
  ]),
  type: words('the type of event', 'le type d’événement', ['send a known type', 'envoyez un type connu']),
  reason: words('the reason', 'le motif', choice(...cancellationReasonValues)),
  state: words('the state of the loan', 'l’état du prêt', choice('InDefault', 'InGoodStanding')),
  kind: words('what happened', 'ce qui s’est passé', choice('Received', 'Returned', 'Voided')),
  amount: optional('the amount', 'le montant', dollars),
  on: optional('the day on which it happened', 'le jour où cela s’est passé', date('2026-03-31')),
  reference: optional('the reference', 'la référence', characters(100)),
  outcome: words('what the bank does', 'ce que fait la banque', choice('Opened', 'Won', 'Lost')),
  usedDays: optional('what becomes of used days', 'ce que deviennent les jours écoulés', choice('WriteOff', 'Owe')),
  decision: words('the decision', 'la décision', choice('Accept', 'Decline')),
  isPreview: optional('whether it is only a preview', 's’il s’agit seulement d’un aperçu', choice('true', 'false')),
  note: optional('the note', 'la remarque', characters(500)),
  description: optional('the description', 'la description', characters(200)),

  // quote
  applicationId: words('the application id', 'l’identifiant de la proposition', asReceived),
  series: words('the series', 'la série', choice(...seriesValues)),
  vehicleConfigurationId: words(
    'the vehicle configuration id',
    'l’identifiant de la configuration du véhicule',
    asReceived,
  ),
  effectiveDate: words('the effective date', 'la date d’entrée en vigueur', date('2026-03-31')),
  odometer: words('the odometer reading', 'le kilométrage', [
    'send whole kilometres, 0 or more',
    'envoyez un nombre entier de kilomètres, 0 ou plus',
    { min: 0 },
  ]),
  purchaseMethod: words('the purchase method', 'le mode d’acquisition', choice(...purchaseMethodValues)),
  partnerReference: optional('your reference', 'votre référence', characters(64)),
  language: optional('the customer’s language', 'la langue du client', choice(...languageValues)),
  dealerId: words('the dealer id', 'l’identifiant du concessionnaire', [
    'send one from the dealers list',
    'envoyez-en un de la liste des concessionnaires',
  ]),
  dealerContact: words('the dealer contact', 'la personne-ressource chez le concessionnaire', [
    'send an object with name, and emailAddress or phoneNumber',
    'envoyez un objet avec name, et emailAddress ou phoneNumber',
  ]),
  name: words('the name', 'le nom', printed(200)),
  vehiclePurchase: optional('the vehicle’s purchase', 'l’achat du véhicule', objectWith('price, date', 'condition')),
  price: words('the vehicle’s price', 'le prix du véhicule', dollars),
  date: words('the day of the purchase', 'le jour de l’achat', date('2026-03-31')),
  condition: words('the vehicle’s condition', 'l’état du véhicule', choice('New', 'Used', 'Demonstrator')),
  primaryInsurer: optional('the primary insurer', 'l’assureur principal', objectWith('name', 'policyNumber')),
  policyNumber: words('the policy number', 'le numéro de police', characters(50)),
  producerCode: words('the producer code', 'le code de producteur', characters(100)),
  lienHolderId: optional('the lienholder id', 'l’identifiant du créancier', [
    'send one from the lienholder search',
    'envoyez-en un de la recherche de créanciers',
  ]),

  // applicant
  applicant: words(
    'the applicant',
    'le proposant',
    objectWith('firstOrCompanyName, lastName, addressLine1, city, postalCode, phoneNumber', 'emailAddress'),
  ),
  isCompany: optional(
    'whether the applicant is a company',
    'si le proposant est une entreprise',
    choice('true', 'false'),
  ),
  firstOrCompanyName: words('the first name or the company name', 'le prénom ou le nom de l’entreprise', printed(200)),
  lastName: words('the last name', 'le nom de famille', printed(200)),
  addressLine1: words('the street address', 'l’adresse', printed(200)),
  addressLine2: optional('the unit or suite', 'l’appartement ou le bureau', printed(200)),
  city: words('the city', 'la ville', printed(200)),
  postalCode: words('the postal code', 'le code postal', [
    'send a Canadian one such as K1A 0B1',
    'envoyez un code canadien comme K1A 0B1',
  ]),
  phoneNumber: words('the phone number', 'le numéro de téléphone', phoneDigits),
  businessPhone: optional('the alternate phone number', 'l’autre numéro de téléphone', phoneDigits),
  emailAddress: words('the e-mail address', 'l’adresse courriel', [
    'send one such as name@example.ca',
    'envoyez-en une comme nom@example.ca',
  ]),

  // selection
  coverageCategory: words(
    'the coverage category',
    'la catégorie de couverture',
    choice('Replacement', 'LimitedIndemnity'),
  ),
  paymentTermInYears: words('the payment term', 'la durée de paiement', [
    'send whole years',
    'envoyez un nombre entier d’années',
  ]),
  selectedProducts: words('the selected products', 'les produits choisis', [
    'send a list of at most 50 product codes',
    'envoyez une liste d’au plus 50 codes de produits',
    { max: 50 },
  ]),

  // payment
  paymentMethod: words('the payment method', 'le mode de paiement', choice(...paymentMethodValues)),
  acknowledgements: optional('the acknowledgements', 'les accusés de réception', [
    'send a list of at most 50, each with downloadId (or kind and version) and acknowledgedAt',
    'envoyez une liste d’au plus 50, chacun avec downloadId (ou kind et version) et acknowledgedAt',
    { max: 50 },
  ]),
  paymentReference: optional('the payment reference', 'la référence de paiement', [
    'send text of at most 500 characters, without NUL and half a surrogate pair',
    'envoyez un texte d’au plus 500 caractères, sans NUL ni moitié d’une paire de substitution',
    { max: 500 },
  ]),
  financing: optional(
    'the financing details',
    'les détails du financement',
    objectWith('loanTermInMonths, downPayment, firstInstallmentDate', 'bankAccount'),
  ),
  loanTermInMonths: words('the loan term', 'la durée du prêt', [
    'send whole months',
    'envoyez un nombre entier de mois',
  ]),
  downPayment: words('the down payment', 'la mise de fonds', dollars),
  firstInstallmentDate: words('the first installment date', 'la date du premier versement', date('2026-04-15')),
  bankAccount: words(
    'the bank account',
    'le compte bancaire',
    objectWith('institutionNumber, transitNumber, accountNumber', 'accountHolderName'),
  ),
  accountHolderName: words('the account holder’s name', 'le nom du titulaire du compte', printed(200)),
  cardPayment: words('the card payment', 'le paiement par carte', [
    'send an object with paymentId',
    'envoyez un objet avec paymentId',
  ]),
  paymentId: words('the payment id', 'l’identifiant du paiement', asReceived),
  ticket: words('the checkout ticket', 'le jeton de paiement', asReceived),
  chargeDate: optional('the charge date', 'la date de prélèvement', date('2026-03-31')),

  // sandbox
  today: words('the day to move to', 'le jour voulu', [
    'send a date such as 2026-03-31, not before the seller’s present day',
    'envoyez une date comme 2026-03-31, qui ne précède pas le jour actuel du vendeur',
  ]),
} as const;

export type PropertyName = keyof typeof propertyWords;

type InTwo = readonly [en: string, fr: string, params?: ErrorParams];

/** The label names the property with its article; the form finishes the sentence "Check the property: ...". */
function words(en: string, fr: string, form: InTwo) {
  return { label: { en, fr }, form: { en: form[0], fr: form[1], params: form[2] }, hasRequired: true } as const;
}

/** A property that may be left out everywhere, or that has another code of the contract when it is missing. */
function optional(en: string, fr: string, form: InTwo) {
  return { ...words(en, fr, form), hasRequired: false } as const;
}

function choice(...values: readonly string[]): InTwo {
  const [some, last] = [values.slice(0, -1).join(', '), values.at(-1)];
  return [`send ${some} or ${last}`, `envoyez ${some} ou ${last}`, { allowed: values }];
}

function objectWith(some: string, last: string): InTwo {
  return [`send an object with ${some} and ${last}`, `envoyez un objet avec ${some} et ${last}`];
}

function characters(max: number) {
  return [`send at most ${max} characters`, `envoyez au plus ${max} caractères`, { max }] as const;
}

/** Stands on papers. */
function printed(max: number) {
  return [
    `send at most ${max} characters[, without {sign}, which can’t be printed]`,
    `envoyez au plus ${max} caractères[, sans {sign}, qui ne peut pas être imprimé]`,
    { max },
  ] as const;
}

function date(example: string) {
  return [`send a date such as ${example}`, `envoyez une date comme ${example}`] as const;
}
