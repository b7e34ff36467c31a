import { bodyWord } from '../../domain/vehicle/vehicle-words.ts';
import type { Words } from './english.ts';

/** French of Canada. The spaces before `:` and inside figures are U+00A0. */
export const french: Words = {
  titles: {
    declaration: 'Conditions particulières',
    'amended-declaration': 'Conditions particulières modifiées',
    'financing-letter': 'Avis d’acceptation du prêt',
    receipt: 'Reçu de paiement',
    'refund-receipt': 'Reçu de remboursement',
    cancellation: 'Avis de résiliation',
  },
  mailedPapers: {
    RescissionNotice: 'Avis de résolution',
    CreditDisclosure: 'Renseignements sur le crédit',
    PadAgreement: 'Accord de débit préautorisé',
    PadNoticeWaiver: 'Renonciation au préavis de débit',
  },
  statement: 'Relevé',
  month: 'Mois',
  policies: 'Polices',
  commission: 'Commission',
  collected: 'Perçu',
  owedByYou: 'Vous nous devez',
  owedToYou: 'Nous vous devons',
  statementKinds: { Bind: 'Émission', Amendment: 'Modification', Cancellation: 'Fin de la police' },
  statementCut:
    'Il y a plus de polices qu’il n’en est imprimé ici. Les totaux les comptent toutes; le fichier CSV les énumère.',
  page: { page: 'Page', of: 'de' },
  textVersion: 'Version du texte',
  taxesIncluded: (taxes) => `Taxes comprises\u00a0: ${taxes}`,
  taxNumbers: (numbers) => `Numéros d’inscription\u00a0: ${numbers}`,
  priced: (name, price) => `${name}\u00a0: ${price}`,
  policyNumber: 'Numéro de police',
  amendment: 'Modification',
  amendmentNumber: (number) => `Nº\u00a0${number}`,
  replaces: (date) => `Les présentes conditions particulières remplacent celles du ${date}.`,
  amendedLead: 'Ce qui a été corrigé.',
  amended: (facts) => `Correction apportée\u00a0: ${facts}. Tout le reste est inchangé, y compris le prix.`,
  amendedFacts: {
    name: 'le nom',
    address: 'l’adresse',
    phone: 'le numéro de téléphone',
    email: 'l’adresse courriel',
    vin: 'le numéro d’identification du véhicule',
    odometer: 'le relevé de l’odomètre',
    lienHolder: 'le créancier garanti',
  },
  policyPeriod: 'Période d’assurance',
  period: (from, to) => `Du ${from} au ${to}`,
  policyPeriodAt: 'Période d’assurance (de 0\u00a0h\u00a001 à 0\u00a0h\u00a001, heure locale)',
  issuedOn: 'Émise le',
  totalWithTax: 'Total avec taxes',
  // The name stands in quotation marks, since “prime” is the French word for a premium.
  series: {
    Prime: 'Série «\u00a0Prime\u00a0» (vente directe)',
    Plus: 'Série «\u00a0Plus\u00a0» (vente par un concessionnaire)',
  },
  categories: { Replacement: 'Remplacement', LimitedIndemnity: 'Indemnisation limitée' },

  insured: 'Assuré désigné',
  name: 'Nom',
  companyName: 'Dénomination sociale',
  address: 'Adresse',
  telephone: 'Téléphone',
  otherTelephone: 'Autre téléphone',
  email: 'Courriel',

  vehicle: 'Véhicule assuré',
  vin: 'NIV',
  description: 'Description',
  trim: 'Version',
  body: 'Carrosserie',
  bodyWord: (body) => bodyWord(body, 'fr'),
  odometer: 'Odomètre',
  bought: 'Achat',
  boughtOn: (condition, date) => `${condition}, ${date}`,
  conditions: { New: 'Neuf', Used: 'D’occasion', Demonstrator: 'De démonstration' },
  primaryInsurer: 'Assureur principal',
  purchaseMethod: 'Mode d’acquisition',
  purchaseMethods: { Cash: 'Achat au comptant', Finance: 'Achat financé', Lease: 'Location' },

  coverages: 'Couvertures',
  coverage: 'Couverture',
  coverageTerm: 'Durée',
  premium: 'Prime',
  price: 'Prix',
  tax: 'Taxe',
  total: 'Total',
  years: (count) => (count === 1 ? '1 an' : `${count} ans`),
  formNote: (form, isOptional) =>
    `${isOptional ? 'Facultative' : 'Incluse'}${form === null ? '' : ` · formule ${form}`}`,

  cover: 'Assureur, limites et franchises',
  coverWithProvider: 'Assureur, fournisseur, limites et franchises',
  insurerLead: 'Assureur.',
  providerLead: 'Fournisseur.',
  notNamed: 'Non nommé dans cette vente',
  insuredBy: (products, { name, underwriter }) =>
    `${products}\u00a0: ${name}${underwriter === null ? '' : ` (agent souscripteur\u00a0: ${underwriter})`}`,
  limits: (amounts) => `limite ${amounts}`,
  deductibles: (amounts) => `franchise ${amounts}`,

  payment: 'Paiement',
  method: 'Mode de paiement',
  paymentReference: 'Référence',
  amount: 'Montant',
  methods: {
    REF: 'Référencement\u00a0: prime perçue par le vendeur',
    FIN: 'Financement par l’intermédiaire du vendeur',
    PW: 'Facturation par le vendeur',
    PFF: 'Financement par mensualités',
    CC: 'Carte de crédit',
  },
  card: 'Carte',
  authorization: 'Numéro d’autorisation',
  chargedOn: 'Débité le',
  chargeDue: 'À débiter',
  chargeDueOn: (amount, date) => `${amount} le ${date}`,
  amountPaid: 'Montant payé',
  dateAndTime: 'Date et heure',
  atTime: (date, time) => `${date} à ${time}`,
  paymentId: 'Référence',

  lender: 'Prêteur',
  loanNumber: 'Numéro de prêt',
  loanTerm: 'Durée',
  months: (count) => `${count} mois`,
  downPayment: 'Mise de fonds',
  downPaymentTo: (seller, date) => `à ${seller}, le ${date}`,
  installment: 'Mensualité',
  installments: 'Mensualités',
  installmentsOf: (count, amount) => `${count} ${count === 1 ? 'mensualité' : 'mensualités'} de ${amount}`,
  lastInstallmentOf: (amount) => `et une dernière de ${amount}`,
  firstInstallment: 'Première mensualité',
  lastInstallment: 'Dernière mensualité',
  netCapital: 'Capital net',
  interest: 'Intérêts',
  applicationFee: 'Frais de dossier',
  costOfBorrowing: 'Frais de crédit',
  apr: 'Taux annuel du coût d’emprunt',
  creditRate: 'Taux de crédit',
  creditCharges: 'Frais de crédit',
  totalObligation: 'Obligation totale',
  creditChargesFrom: 'Frais de crédit dès le',
  aprShort: 'Taux annuel (TAC)',
  annualRate: 'Taux d’intérêt annuel',
  interestFrom: 'Intérêts à compter du',
  totalPayable: 'Obligation totale',

  sale: 'Vente',
  seller: 'Vendeur',
  producerCode: 'Code de producteur',
  dealer: 'Concessionnaire',
  dealerContact: 'Personne-ressource',
  lienHolder: 'Créancier garanti',

  languages: { en: 'anglais', fr: 'français' },
  wording: 'Libellé de la police',
  ofForms: (forms) => listed(forms.map((form) => `de ${form}`)),
  wordingText: (forms) =>
    `Ces conditions particulières font partie de la police et se lisent avec le libellé ${forms}. Il énonce ce qui est couvert, les limites, les exclusions et vos obligations après un sinistre.`,
  wordingTextUnnamed:
    'Ces conditions particulières font partie de la police et se lisent avec son libellé. Il énonce ce qui est couvert, les limites, les exclusions et vos obligations après un sinistre.',
  formVersion: (form, version) => `${form}, version ${version}`,
  boundForm: (form) => `la formule ${form}`,
  sampleForm: (form) => `la formule ${form} (exemple)`,
  quebecForm: 'la formule F.P.Q.\u00a0nº\u00a05, Assurance de remplacement',
  quebecFormNumber: 'F.P.Q.\u00a0nº\u00a05',
  quebecOption: {
    Replacement: 'L’option de remplacement de la F.P.Q.\u00a0nº\u00a05 a été choisie.',
    LimitedIndemnity: 'L’option d’indemnisation de la F.P.Q.\u00a0nº\u00a05 a été choisie.',
  },
  join: listed,
  checkLead: 'Veuillez vérifier ces renseignements.',
  checkText: 'Avisez-nous sans tarder si un nom, l’adresse, le NIV ou l’odomètre est inexact.',
  contactLead: 'Pour nous joindre.',
  contactText: (name, address, phoneNumber, emailAddress) =>
    `${name}, ${address}. Téléphone ${phoneNumber}, courriel ${emailAddress}. Pour toute demande, ayez votre numéro de police sous la main.`,

  loanGreeting: (lender, policyNumber) =>
    `${lender} a accepté votre demande de financement de la police ${policyNumber}. Le prêt vous est consenti aux conditions ci-dessous. Veuillez conserver cet avis avec votre police.`,
  loanFigures: 'Le prêt',
  schedule: 'Calendrier des paiements',
  costs: 'Coût du prêt',
  costText: ({ netCapital, interest, fee, cost, total }) =>
    `Le prêteur paie ${netCapital} pour vous\u00a0: c’est le capital net. Les frais de crédit sont de ${cost}\u00a0: des intérêts de ${interest} et des frais de dossier de ${fee}. En tout, vous payez ${total} au prêteur.`,
  creditChargesText: ({ netCapital, interest, fee, cost, total }) =>
    `Le prêteur paie ${netCapital} pour vous\u00a0: c’est le capital net. Les frais de crédit sont de ${cost}\u00a0: des intérêts de ${interest} et des frais de dossier de ${fee}. Le tout forme l’obligation totale de ${total}, que vous payez au prêteur.`,
  downPaymentText: (amount, seller, date) =>
    `Vous payez la mise de fonds de ${amount} le ${date} à ${seller}, qui vous a vendu la police. Le prêteur ne la perçoit pas, et elle ne fait pas partie du prêt.`,
  pad: 'Débits préautorisés',
  padAmountLead: 'Montant et dates.',
  padAmountText: ({ count, amount, lastAmount, dayOfMonth, first, last }) => {
    if (count === 1) return `Un débit de ${amount} le ${first}. ${nextBusinessDay}`;
    const day = dayOfMonth === 1 ? '1er' : dayOfMonth;
    const shorter = dayOfMonth > 28 ? ' (le dernier jour d’un mois plus court)' : '';
    const debits = `${count} débits mensuels de ${amount} le ${day} de chaque mois${shorter}, du ${first} au ${last}.`;
    const different = lastAmount === null ? '' : ` Le dernier débit est de ${lastAmount}.`;
    return `${debits}${different} ${nextBusinessDay}`;
  },
  padAccountLead: 'Compte.',
  padAccountText:
    'Les débits sont prélevés sur le compte de chèques indiqué lors de l’achat. Par mesure de sécurité, les numéros de ce compte ne figurent pas ici.',
  padNoticeLead: 'Préavis.',
  padNoticeGiven: 'Un préavis du premier débit vous est donné au moins 10 jours à l’avance.',
  padNoticeWaived:
    'Le premier débit a lieu moins de 10 jours après le présent avis. En donnant votre accord, vous renoncez au préavis de 10 jours pour ce débit; les suivants ont lieu aux dates ci-dessus.',
  otherHolder: 'l’autre personne nommée lors de l’achat',
  padKindLead: 'Catégorie.',
  padKindText: (isCompany) => `Il s’agit de débits préautorisés (DPA) ${isCompany ? 'd’entreprise' : 'personnels'}.`,
  padCancelLead: 'Annulation.',
  padCancelText:
    'Vous pouvez révoquer votre autorisation à tout moment, moyennant un préavis de 30 jours au prêteur. Cette révocation met fin aux débits, non au prêt\u00a0: le solde doit alors être payé autrement. Pour obtenir un spécimen de formulaire d’annulation ou plus d’information sur votre droit d’annuler un accord de DPA, communiquez avec votre institution financière ou visitez www.paiements.ca.',
  padRecourseLead: 'Recours.',
  padRecourseText:
    'Vous avez certains droits de recours si un débit n’est pas conforme au présent accord. Par exemple, vous avez le droit de recevoir le remboursement de tout débit qui n’est pas autorisé ou qui n’est pas compatible avec le présent accord de DPA. Pour obtenir plus d’information sur vos droits de recours, communiquez avec votre institution financière ou visitez www.paiements.ca.',
  padContactLead: 'Coordonnées.',
  padContactText: (name, phoneNumber, emailAddress) =>
    `${name}. Téléphone\u00a0: ${phoneNumber}; courriel\u00a0: ${emailAddress}.`,

  paidFor: 'Objet du paiement',
  forUsedDays: 'Il règle les jours de couverture écoulés avant la résiliation de la police.',
  forPart: (total) => `Il règle une partie du prix de ${total}.`,
  receiptText: (amount, name) => `${name} a reçu ${amount} par carte de crédit. Merci.`,
  paymentText: (amount, name) => `${name} a reçu ${amount}. Merci.`,
  paidOn: 'Payé le',
  byChequeOrTransfer: 'Chèque ou virement',
  receiptNotice:
    'Veuillez conserver ce reçu avec votre police. Pour toute question sur ce paiement, mentionnez-en la référence.',

  refund: 'Remboursement',
  amountGivenBack: 'Montant remboursé',
  givenBackOn: 'Remboursé le',
  givenBackTo: 'Versé à',
  chequeOrTransfer: ['Vous', 'par chèque ou par virement'],
  refundedToCard: (amount, name, policy, card) =>
    `${name} a remboursé ${amount} sur votre carte de crédit, ${card}, pour ${policy}.`,
  refundedToYou: (amount, name, policy) =>
    `${name} vous a remboursé ${amount}, par chèque ou par virement, pour ${policy}.`,
  refundedPolicy: (policyNumber, isEnded) => `la police ${policyNumber}${isEnded ? ', qui a pris fin' : ''}`,
  cardRefundNotice:
    'La plupart des émetteurs affichent le montant dans les 10 jours ouvrables. Veuillez conserver ce reçu avec votre police.',
  refundedToLoan: (amount, name, lender, policyNumber) =>
    `${name} a remis ${amount} à ${lender} pour le prêt de votre police ${policyNumber}, qui a pris fin.`,
  nothingToLoan: (lender, policyNumber) =>
    `Selon ce que ${lender} nous a indiqué, rien n’était dû sur le prêt de votre police ${policyNumber}, qui a pris fin.`,
  replacesNotice: 'Ces montants remplacent ceux de l’avis que vous avez reçu.',
  givesYou: (amount, who) => `${who} vous rembourse ${amount}.`,
  refundNotice: 'Veuillez conserver ce reçu avec votre police.',
};

const nextBusinessDay = 'Si la date tombe un jour non ouvrable, le débit se fait le jour ouvrable suivant.';

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} et ${items[items.length - 1]}`;
}
