/**
 * The name and the form of each request property, in both languages, for the messages of `<Name>Required` and
 * `<Name>Invalid`. The three bank numbers are not here: they have other codes.
 */
export const propertyWords = {
  // authenticate
  username: words('the username', 'send it as text', 'le nom d’utilisateur', 'envoyez-le sous forme de texte'),
  password: words('the password', 'send it as text', 'le mot de passe', 'envoyez-le sous forme de texte'),

  // look-ups
  vin: words('the VIN', 'it has 17 characters', 'le NIV', 'il compte 17 caractères'),
  search: words(
    'the search text',
    'send at most 200 characters',
    'le texte recherché',
    'envoyez au plus 200 caractères',
  ),
  year: words(
    'the model year',
    'send a whole number such as 2024',
    'l’année modèle',
    'envoyez un nombre entier comme 2024',
  ),

  // policies
  status: words(
    'the status',
    'send NotStarted, InForce, Expired or Cancelled',
    'l’état',
    'envoyez NotStarted, InForce, Expired ou Cancelled',
  ),
  moneyStatus: words(
    'the state of the money',
    'send CollectedByPartner, Paid, Scheduled, Unpaid, Financed, PartRefunded or Refunded',
    'l’état du paiement',
    'envoyez CollectedByPartner, Paid, Scheduled, Unpaid, Financed, PartRefunded ou Refunded',
  ),
  boundFrom: words(
    'the first day of the bind',
    'send a date such as 2026-03-31',
    'le premier jour de l’émission',
    'envoyez une date comme 2026-03-31',
  ),
  boundTo: words(
    'the last day of the bind',
    'send a date such as 2026-03-31',
    'le dernier jour de l’émission',
    'envoyez une date comme 2026-03-31',
  ),
  after: words(
    'the event id',
    'send the nextAfter of an earlier answer',
    'l’identifiant de l’événement',
    'envoyez le nextAfter d’une réponse précédente',
  ),
  types: words(
    'the types of events',
    'send known types, separated by commas',
    'les types d’événements',
    'envoyez des types connus, séparés par des virgules',
  ),
  description: words(
    'the description',
    'send at most 200 characters',
    'la description',
    'envoyez au plus 200 caractères',
  ),
  type: words('the type of event', 'send a known type', 'le type d’événement', 'envoyez un type connu'),
  limit: words('the limit', 'send a whole number from 1 to 100', 'la limite', 'envoyez un nombre entier de 1 à 100'),

  // quote
  applicationId: words(
    'the application id',
    'send it as it was received',
    'l’identifiant de la demande',
    'envoyez-le tel que reçu',
  ),
  series: words('the series', 'send Prime or Plus', 'la série', 'envoyez Prime ou Plus'),
  vehicleConfigurationId: words(
    'the vehicle configuration id',
    'send it as it was received',
    'l’identifiant de la configuration du véhicule',
    'envoyez-le tel que reçu',
  ),
  effectiveDate: words(
    'the effective date',
    'send a date such as 2026-03-31',
    'la date d’entrée en vigueur',
    'envoyez une date comme 2026-03-31',
  ),
  odometer: words(
    'the odometer reading',
    'send whole kilometres, 0 or more',
    'le kilométrage',
    'envoyez un nombre entier de kilomètres, 0 ou plus',
  ),
  purchaseMethod: words(
    'the purchase method',
    'send Cash, Finance or Lease',
    'le mode d’achat',
    'envoyez Cash, Finance ou Lease',
  ),
  partnerReference: words(
    'your reference',
    'send at most 64 printable characters',
    'votre référence',
    'envoyez au plus 64 caractères imprimables',
  ),
  language: words('the customer’s language', 'send en or fr', 'la langue du client', 'envoyez en ou fr'),
  dealerId: words(
    'the dealer id',
    'send one from the dealers list',
    'l’identifiant du concessionnaire',
    'envoyez-en un de la liste des concessionnaires',
  ),
  dealerContact: words(
    'the dealer contact',
    'send an object with a name and an e-mail address or a phone number',
    'la personne-ressource chez le concessionnaire',
    'envoyez un objet avec un nom et une adresse courriel ou un numéro de téléphone',
  ),
  name: words(
    'the contact’s name',
    'send at most 200 characters',
    'le nom de la personne-ressource',
    'envoyez au plus 200 caractères',
  ),
  producerCode: words(
    'the producer code',
    'send at most 100 characters',
    'le code de producteur',
    'envoyez au plus 100 caractères',
  ),
  lienHolderId: words(
    'the lienholder id',
    'send one from the lienholder search',
    'l’identifiant du créancier',
    'envoyez-en un de la recherche de créanciers',
  ),

  // applicant
  applicant: words(
    'the applicant',
    'send an object with the applicant’s details',
    'le proposant',
    'envoyez un objet avec les renseignements du proposant',
  ),
  isCompany: words(
    'whether the applicant is a company',
    'send true or false',
    'si le proposant est une entreprise',
    'envoyez true ou false',
  ),
  firstOrCompanyName: words(
    'the first name or the company name',
    'send at most 200 characters',
    'le prénom ou le nom de l’entreprise',
    'envoyez au plus 200 caractères',
  ),
  lastName: words(
    'the last name',
    'send at most 200 characters',
    'le nom de famille',
    'envoyez au plus 200 caractères',
  ),
  addressLine1: words(
    'the street address',
    'send at most 200 characters',
    'l’adresse',
    'envoyez au plus 200 caractères',
  ),
  addressLine2: words(
    'the unit or suite',
    'send at most 200 characters',
    'l’appartement ou le bureau',
    'envoyez au plus 200 caractères',
  ),
  city: words('the city', 'send at most 200 characters', 'la ville', 'envoyez au plus 200 caractères'),
  postalCode: words(
    'the postal code',
    'send a Canadian one such as K1A 0B1',
    'le code postal',
    'envoyez un code canadien comme K1A 0B1',
  ),
  phoneNumber: words(
    'the phone number',
    'send 10 to 15 digits',
    'le numéro de téléphone',
    'envoyez de 10 à 15 chiffres',
  ),
  businessPhone: words(
    'the alternate phone number',
    'send 10 to 15 digits',
    'l’autre numéro de téléphone',
    'envoyez de 10 à 15 chiffres',
  ),
  emailAddress: words(
    'the e-mail address',
    'send one such as name@example.ca',
    'l’adresse courriel',
    'envoyez-en une comme nom@example.ca',
  ),

  // selection
  coverageCategory: words(
    'the coverage category',
    'send Replacement or LimitedIndemnity',
    'la catégorie de protection',
    'envoyez Replacement ou LimitedIndemnity',
  ),
  paymentTermInYears: words(
    'the payment term',
    'send whole years',
    'la durée de paiement',
    'envoyez un nombre entier d’années',
  ),
  selectedProducts: words(
    'the selected products',
    'send a list of at most 50 product codes',
    'les produits choisis',
    'envoyez une liste d’au plus 50 codes de produits',
  ),

  // payment
  paymentMethod: words(
    'the payment method',
    'send REF, FIN, PW, PFF or CC',
    'le mode de paiement',
    'envoyez REF, FIN, PW, PFF ou CC',
  ),
  paymentReference: words(
    'the payment reference',
    'send at most 100 characters',
    'la référence de paiement',
    'envoyez au plus 100 caractères',
  ),
  financing: words('the financing details', 'send an object', 'les détails du financement', 'envoyez un objet'),
  loanTermInMonths: words('the loan term', 'send whole months', 'la durée du prêt', 'envoyez un nombre entier de mois'),
  downPayment: words(
    'the down payment',
    'send dollars with at most two decimals',
    'la mise de fonds',
    'envoyez des dollars avec au plus deux décimales',
  ),
  firstInstallmentDate: words(
    'the first installment date',
    'send a date such as 2026-04-15',
    'la date du premier versement',
    'envoyez une date comme 2026-04-15',
  ),
  bankAccount: words(
    'the bank account',
    'send an object with the account’s details',
    'le compte bancaire',
    'envoyez un objet avec les renseignements du compte',
  ),
  accountHolderName: words(
    'the account holder’s name',
    'send at most 200 characters',
    'le nom du titulaire du compte',
    'envoyez au plus 200 caractères',
  ),
  cardPayment: words(
    'the card payment',
    'send an object with the payment id',
    'le paiement par carte',
    'envoyez un objet avec l’identifiant du paiement',
  ),
  paymentId: words(
    'the payment id',
    'send it as it was received',
    'l’identifiant du paiement',
    'envoyez-le tel que reçu',
  ),
  ticket: words('the checkout ticket', 'send it as it was received', 'le jeton de paiement', 'envoyez-le tel que reçu'),
  chargeDate: words(
    'the charge date',
    'send a date such as 2026-03-31',
    'la date de prélèvement',
    'envoyez une date comme 2026-03-31',
  ),

  // sandbox
  today: words(
    'the day to move to',
    'send a date such as 2026-03-31, not before the seller’s present day',
    'le jour voulu',
    'envoyez une date comme 2026-03-31, qui ne précède pas le jour actuel du vendeur',
  ),
} as const;

export type PropertyName = keyof typeof propertyWords;

/** `label` names the property with its article; `form` finishes the sentence "Check the property: ...". */
interface Words {
  readonly en: { readonly label: string; readonly form: string };
  readonly fr: { readonly label: string; readonly form: string };
}

function words(label: string, form: string, labelFr: string, formFr: string): Words {
  return { en: { label, form }, fr: { label: labelFr, form: formFr } };
}
