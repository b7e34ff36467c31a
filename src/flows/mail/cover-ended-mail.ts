import type { Language } from '../../domain/language.ts';
import type { CoverEndedFacts } from '../../store/mail/mail.ts';
import type { MailedPolicy } from './cancellation-mail.ts';
import { endingIn, type Paragraph, pageOr, payLabel } from './unpaid-mail-words.ts';

/** A card was given within the notice of a non-payment, and it is known only after it that it was not charged. */
export function coverEndedBody(
  { amountCents, maskedCardNumber, wasTried, cancelledOn, dueCents }: CoverEndedFacts,
  { policyNumber, vehicle, link, language, formats: { money, date } }: MailedPolicy,
): readonly Paragraph[] {
  const say = coverEndedMailWords[language];
  const card = endingIn(maskedCardNumber, say.ending);
  const ended = [
    (wasTried ? say.declined : say.notCharged)(policyNumber, money(amountCents), card),
    say.ended(vehicle, date(cancelledOn)),
  ];
  if (dueCents === 0) return [...ended, say.nothingDue];
  const due = money(dueCents);
  const words = { before: say.payHere(due), label: payLabel[language](due), instead: say.contactToPay(due) };
  return [...ended, ...pageOr(link, language, words)];
}

type CoverEndedMailWords = typeof english;

const english = {
  subject: (policyNumber: string) => `Your policy ${policyNumber} has ended: your card was not charged`,
  ending: 'ending in',
  declined: (policyNumber: string, amount: string, card: string) =>
    `We tried to charge ${amount} to your card${card} for policy ${policyNumber}. The card’s issuer declined the charge.`,
  notCharged: (policyNumber: string, amount: string, card: string) =>
    `We did not charge ${amount} to your card${card} for policy ${policyNumber}: the tax rate has changed since it was priced.`,
  ended: (vehicle: string, day: string) =>
    `So the cancellation that you had notice of has taken effect: from ${day} on, your ${vehicle} is not covered.`,
  nothingDue: 'Nothing is due from you.',
  payHere: (amount: string) =>
    `For the days of cover that were used, ${amount} is still to be paid. You can pay by card on this page:`,
  contactToPay: (amount: string) =>
    `For the days of cover that were used, ${amount} is still to be paid. Please contact us to pay.`,
};

const french: CoverEndedMailWords = {
  subject: (policyNumber) => `Votre police ${policyNumber} a pris fin\u00a0: votre carte n’a pas été débitée`,
  ending: 'se terminant par',
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
