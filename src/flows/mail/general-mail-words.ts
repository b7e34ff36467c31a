import type { TextPlaces } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';
import type { DocumentTopic } from './mail-about.ts';

export interface LeadFacts {
  readonly policyNumber: string;
  readonly vehicle: string;
  readonly from: string;
  readonly to: string;
}

type OfTopic<T> = Readonly<Record<DocumentTopic, T>>;
/** What every mail about a policy says, and what those say that bring its documents. Arguments are already formatted. */
export type GeneralMailWords = typeof english;

const english = {
  subject: {
    policy: (policyNumber) => `Your policy ${policyNumber}`,
    amendment: (policyNumber) => `Your policy ${policyNumber} was corrected`,
  } satisfies OfTopic<(policyNumber: string) => string>,
  greeting: (name: string) => `Hello ${name},`,
  lead: {
    policy: ({ policyNumber, vehicle, from, to }) =>
      `Thank you. Policy ${policyNumber} for your ${vehicle} has been issued. Its period is ${from} to ${to}.`,
    amendment: ({ policyNumber, vehicle }) =>
      `We have corrected policy ${policyNumber} for your ${vehicle}. Its price stays the same.`,
  } satisfies OfTopic<(facts: LeadFacts) => string>,
  attached: {
    amendment: 'The amended declarations are attached to this e-mail as a PDF file. They replace the earlier ones.',
    policy: 'Your documents are attached to this e-mail as PDF files.',
  } satisfies OfTopic<string>,
  receipt: {
    subject: (policyNumber: string) => `Receipt for your policy ${policyNumber}`,
    card: (policyNumber: string) => `Your card has been charged for policy ${policyNumber}. Thank you.`,
    hand: (policyNumber: string, amount: string) =>
      `We have received your payment of ${amount} for policy ${policyNumber}. Thank you.`,
    attached: 'Your receipt is attached to this e-mail as a PDF file. Please keep it with your policy.',
  },
  rescind: (lastDay: string) =>
    `You may rescind the policy until ${lastDay}, without giving a reason, and get back everything that you paid: write to us or call us by that day.`,
  check: 'Please read them, keep them, and tell us at once if something is not right.',
  contact: (name: string, phoneNumber: string, emailAddress: string) =>
    `To reach us: ${name}, telephone ${phoneNumber}, e-mail ${emailAddress}. Please have your policy number at hand.`,
  automatic: 'This e-mail was sent automatically.',
  amountDue: 'Amount due',
  attachments: 'Attached',
};

// Spaces before a colon are U+00A0, as in the documents.
const french: GeneralMailWords = {
  subject: {
    policy: (policyNumber) => `Votre police ${policyNumber}`,
    amendment: (policyNumber) => `Votre police ${policyNumber} a été corrigée`,
  },
  greeting: (name) => `Bonjour ${name},`,
  lead: {
    policy: ({ policyNumber, vehicle, from, to }) =>
      `Merci. La police ${policyNumber} pour votre ${vehicle} est émise. Sa période d’assurance va du ${from} au ${to}.`,
    amendment: ({ policyNumber, vehicle }) =>
      `Nous avons corrigé la police ${policyNumber} pour votre ${vehicle}. Son prix ne change pas.`,
  },
  attached: {
    amendment:
      'Les conditions particulières modifiées sont jointes au présent courriel en format PDF. Elles remplacent les précédentes.',
    policy: 'Vos documents sont joints au présent courriel en format PDF.',
  },
  receipt: {
    subject: (policyNumber) => `Reçu pour votre police ${policyNumber}`,
    card: (policyNumber) => `Votre carte a été débitée pour la police ${policyNumber}. Merci.`,
    hand: (policyNumber, amount) =>
      `Nous avons reçu votre paiement de ${amount} pour la police ${policyNumber}. Merci.`,
    attached: 'Votre reçu est joint au présent courriel en format PDF. Veuillez le conserver avec votre police.',
  },
  rescind: (lastDay) =>
    `Vous pouvez résoudre (annuler) la police jusqu’au ${lastDay}, sans avoir à la motiver, et tout ce que vous avez payé vous sera remboursé\u00a0: écrivez-nous ou téléphonez-nous au plus tard ce jour-là.`,
  check: 'Veuillez les lire, les conserver et nous aviser sans tarder si quelque chose est inexact.',
  contact: (name, phoneNumber, emailAddress) =>
    `Pour nous joindre\u00a0: ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}. Veuillez avoir votre numéro de police sous la main.`,
  automatic: 'Ce courriel a été envoyé automatiquement.',
  amountDue: 'Montant dû',
  attachments: 'Pièces jointes',
};

export const generalMailWords: Readonly<Record<Language, GeneralMailWords>> = { en: english, fr: french };

export const generalMailPlaces = {
  'mail.greeting': ['greeting', 'name'],
  'mail.contact': ['contact', 'issuerName', 'issuerPhone', 'issuerEmail'],
  'mail.automatic': ['automatic'],
  'policyMail.subject': ['subject.policy', 'policyNumber'],
  'policyMail.lead': ['lead.policy', 'policyNumber', 'vehicle', 'from', 'to'],
  'policyMail.attached': ['attached.policy'],
  'policyMail.check': ['check'],
  'policyMail.rescind': ['rescind', 'lastDay'],
  'amendmentMail.subject': ['subject.amendment', 'policyNumber'],
  'amendmentMail.lead': ['lead.amendment', 'policyNumber', 'vehicle'],
  'amendmentMail.attached': ['attached.amendment'],
  'receiptMail.subject': ['receipt.subject', 'policyNumber'],
  'receiptMail.byCard': ['receipt.card', 'policyNumber'],
  'receiptMail.byHand': ['receipt.hand', 'policyNumber', 'amount'],
  'receiptMail.attached': ['receipt.attached'],
} as const satisfies TextPlaces;
