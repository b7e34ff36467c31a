import type { TextPlaces } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';

export type CoverEndedMailWords = typeof english;

const english = {
  subject: (policyNumber: string) => `Your policy ${policyNumber} has ended: your card was not charged`,
  declined: (policyNumber: string, amount: string, card: string) =>
    `We tried to charge ${amount} to your card${card} for policy ${policyNumber}. The card’s issuer declined the charge.`,
  notCharged: (policyNumber: string, amount: string, card: string) =>
    `We did not charge ${amount} to your card${card} for policy ${policyNumber}: the tax rate has changed since it was priced.`,
  ended: (vehicle: string, day: string) =>
    `The cancellation of which you were notified has therefore taken effect: from ${day} on, your ${vehicle} is not covered.`,
  nothingDue: 'Nothing is due from you.',
  payHere: (amount: string) =>
    `For the days of cover that were used, ${amount} is still to be paid. You can pay by card on this page:`,
  contactToPay: (amount: string) =>
    `For the days of cover that were used, ${amount} is still to be paid. Please contact us to pay.`,
};

const french: CoverEndedMailWords = {
  subject: (policyNumber) => `Votre police ${policyNumber} a pris fin\u00a0: votre carte n’a pas été débitée`,
  declined: (policyNumber, amount, card) =>
    `Nous avons tenté de porter ${amount} à votre carte${card} pour la police ${policyNumber}. L’émetteur de la carte a refusé le débit.`,
  notCharged: (policyNumber, amount, card) =>
    `Nous n’avons pas porté ${amount} à votre carte${card} pour la police ${policyNumber}\u00a0: le taux de taxe a changé depuis l’établissement du prix.`,
  ended: (vehicle, day) =>
    `La résiliation dont vous aviez reçu l’avis a donc pris effet\u00a0: depuis le ${day}, votre ${vehicle} n’est plus couvert.`,
  nothingDue: 'Vous ne devez rien.',
  payHere: (amount) =>
    `Pour les jours de couverture écoulés, il reste ${amount} à payer. Vous pouvez payer par carte sur cette page\u00a0:`,
  contactToPay: (amount) =>
    `Pour les jours de couverture écoulés, il reste ${amount} à payer. Veuillez communiquer avec nous pour payer.`,
};

export const coverEndedMailWords: Readonly<Record<Language, CoverEndedMailWords>> = { en: english, fr: french };

export const coverEndedMailPlaces = {
  'coverEndedMail.subject': ['subject', 'policyNumber'],
  'coverEndedMail.declined': ['declined', 'policyNumber', 'amount', 'card'],
  'coverEndedMail.notCharged': ['notCharged', 'policyNumber', 'amount', 'card'],
  'coverEndedMail.ended': ['ended', 'vehicle', 'day'],
  'coverEndedMail.nothingDue': ['nothingDue'],
  'coverEndedMail.payHere': ['payHere', 'amount'],
  'coverEndedMail.contactToPay': ['contactToPay', 'amount'],
} as const satisfies TextPlaces;
