import type { Language } from '../../domain/language.ts';
import { linkIsYours } from './unpaid-mail-words.ts';

/** What the mails about a cancellation and its money say. Arguments are already formatted. */
export type CancellationMailWords = typeof english;

interface Given {
  readonly policyNumber: string;
  readonly amount: string;
  readonly day: string;
}

const english = {
  subjects: {
    cancelled: (policyNumber: string) => `Your policy ${policyNumber} is cancelled`,
    cancelledFrom: (policyNumber: string, day: string) => `Your policy ${policyNumber} is cancelled from ${day}`,
    unpaid: (policyNumber: string, day: string) => `Unpaid: your policy ${policyNumber} will end on ${day}`,
    rescinded: (policyNumber: string) => `Your policy ${policyNumber} is rescinded`,
    withdrawal: (policyNumber: string) => `The cancellation of your policy ${policyNumber} is withdrawn`,
    refund: (policyNumber: string) => `Refund receipt for your policy ${policyNumber}`,
  },
  policy: (policyNumber: string, vehicle: string) => `Policy ${policyNumber} for your ${vehicle}`,
  leads: {
    cancelled: (policy: string, _day: string) => `${policy} is cancelled.`,
    cancelledFrom: (policy: string, day: string) => `${policy} is cancelled from ${day}; until then it covers you.`,
    beforeItBegins: (policy: string, _day: string) => `${policy} is cancelled before it begins.`,
    rescinded: (policy: string, _day: string) => `${policy} is rescinded: it is treated as if it had never existed.`,
  },
  firstDay: (day: string) => `The first day without cover is ${day}.`,
  noticeOfRefund: 'The attached notice says what is given back and how.',
  noticeOfPayment: 'The attached notice says what becomes of the payment.',
  mayPay: (amount: string, lastDay: string) =>
    `The price of ${amount} has not been paid. You may pay it until ${lastDay}: the cancellation is then withdrawn, and your cover has no break.`,
  stillToPay: (amount: string) => `For the days of cover that were used, ${amount} is still to be paid.`,
  payHere: 'You can pay by card on this page:',
  linkIsYours: linkIsYours.en,
  contactToPay: 'Please contact us to pay.',
  noticeAttached: 'The notice is attached to this email as a PDF file. Please keep it.',

  paid: (amount: string) => `We have received your payment of ${amount}. Thank you.`,
  withdrawn: (policyNumber: string, vehicle: string, day: string) =>
    `The cancellation of policy ${policyNumber} for your ${vehicle}, which was to take effect on ${day}, is withdrawn. The policy stays in place, and your cover continues without a break.`,
  noticeOver: 'The cancellation notice that you received no longer applies.',

  givenToCard: ({ policyNumber, amount, day }: Given, card: string) =>
    `On ${day} we gave ${amount} back to your card${card}, for policy ${policyNumber}, which has ended. Most issuers show it within 10 business days.`,
  givenToYou: ({ policyNumber, amount, day }: Given) =>
    `On ${day} we gave ${amount} back to you, by cheque or transfer, for policy ${policyNumber}, which has ended.`,
  receiptAttached: 'Your refund receipt is attached to this email as a PDF file. Please keep it with your policy.',
};

// Spaces before a colon are U+00A0, as in the documents.
const french: CancellationMailWords = {
  subjects: {
    cancelled: (policyNumber) => `Votre police ${policyNumber} est résiliée`,
    cancelledFrom: (policyNumber, day) => `Votre police ${policyNumber} est résiliée à compter du ${day}`,
    unpaid: (policyNumber, day) => `Prime impayée\u00a0: votre police ${policyNumber} prendra fin le ${day}`,
    rescinded: (policyNumber) => `Votre police ${policyNumber} est résolue`,
    withdrawal: (policyNumber) => `La résiliation de votre police ${policyNumber} est retirée`,
    refund: (policyNumber) => `Reçu de remboursement pour votre police ${policyNumber}`,
  },
  policy: (policyNumber, vehicle) => `La police ${policyNumber} pour votre ${vehicle}`,
  leads: {
    cancelled: (policy) => `${policy} est résiliée.`,
    cancelledFrom: (policy, day) => `${policy} est résiliée à compter du ${day}; d’ici là, elle vous couvre.`,
    beforeItBegins: (policy) => `${policy} est résiliée avant son début.`,
    rescinded: (policy) => `${policy} est résolue\u00a0: elle est réputée n’avoir jamais existé.`,
  },
  firstDay: (day) => `Le premier jour sans couverture est le ${day}.`,
  noticeOfRefund: 'L’avis ci-joint indique ce qui est remboursé et comment.',
  noticeOfPayment: 'L’avis ci-joint indique ce qu’il advient du paiement.',
  mayPay: (amount, lastDay) =>
    `Le prix de ${amount} n’a pas été payé. Vous pouvez le payer jusqu’au ${lastDay}\u00a0: la résiliation est alors retirée et votre couverture se poursuit sans interruption.`,
  stillToPay: (amount) => `Pour les jours de couverture utilisés, il reste ${amount} à payer.`,
  payHere: 'Vous pouvez payer par carte sur cette page\u00a0:',
  linkIsYours: linkIsYours.fr,
  contactToPay: 'Veuillez communiquer avec nous pour payer.',
  noticeAttached: 'L’avis est joint au présent courriel en format PDF. Veuillez le conserver.',

  paid: (amount) => `Nous avons reçu votre paiement de ${amount}. Merci.`,
  withdrawn: (policyNumber, vehicle, day) =>
    `La résiliation de la police ${policyNumber} pour votre ${vehicle}, qui devait prendre effet le ${day}, est retirée. La police demeure en vigueur et votre couverture se poursuit sans interruption.`,
  noticeOver: 'L’avis de résiliation que vous avez reçu ne s’applique plus.',

  givenToCard: ({ policyNumber, amount, day }, card) =>
    `Le ${day}, nous avons remboursé ${amount} sur votre carte${card}, pour la police ${policyNumber}, qui a pris fin. La plupart des émetteurs l’affichent dans les 10 jours ouvrables.`,
  givenToYou: ({ policyNumber, amount, day }) =>
    `Le ${day}, nous vous avons remboursé ${amount}, par chèque ou par virement, pour la police ${policyNumber}, qui a pris fin.`,
  receiptAttached:
    'Votre reçu de remboursement est joint au présent courriel en format PDF. Veuillez le conserver avec votre police.',
};

export const cancellationMailWords: Readonly<Record<Language, CancellationMailWords>> = { en: english, fr: french };
