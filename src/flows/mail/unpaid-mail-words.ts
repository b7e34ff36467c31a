import type { TextPlaces } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';

/** What the mails about unpaid money say. Arguments are already formatted; `card` is empty or its last digits. */
export type UnpaidMailWords = typeof english;

const english = {
  /** This stands below the address of a payment page. */
  linkIsYours:
    'The link is for you alone: please do not forward it. We never ask for a card number by e-mail or telephone.',
  /** The button that leads to the page says this. */
  pay: (amount: string) => `Pay ${amount}`,
  /** This comes before the last digits of a card. */
  ending: 'ending in',
  refusal: {
    subject: (policyNumber: string) => `Your card was declined: policy ${policyNumber}`,
    subjectOfTax: (policyNumber: string) => `Your card was not charged: policy ${policyNumber}`,
    declined: (amount: string, card: string, policyNumber: string) =>
      `We tried to charge ${amount} to your card${card} for policy ${policyNumber}. The card’s issuer declined the charge.`,
    againOrPay: (day: string) =>
      `We will charge the same card again on ${day}. Please make sure that it can be charged then, or pay before then. You can pay by card on this page:`,
    againOrContact: (day: string) =>
      `We will charge the same card again on ${day}. Please make sure that it can be charged then, or contact us to pay another way.`,
    pay: 'We will not charge this card again on our own. The amount is unpaid, and if it stays unpaid, your cover may be ended. You can pay by card on this page:',
    contact:
      'We will not charge this card again on our own. Please contact us now to pay another way: the amount is unpaid, and if it stays unpaid, your cover may be ended.',
    payAfterTheEnd:
      'We will not charge this card again on our own. The amount is unpaid. You can pay by card on this page:',
    contactAfterTheEnd:
      'We will not charge this card again on our own. Please contact us now to pay another way: the amount is unpaid.',
    taxChanged: (amount: string, card: string, policyNumber: string) =>
      `We did not charge ${amount} to your card${card} for policy ${policyNumber}: the tax rate has changed since it was priced, so this amount is no longer correct.`,
    taxContact:
      'Please contact us now: we will tell you the correct price and how to pay it. Until then the policy is unpaid, and if it stays unpaid, your cover may be ended.',
    taxContactAfterTheEnd:
      'Please contact us now: we will tell you the correct price and how to pay it. Until then the policy is unpaid.',
  },
  paymentLink: {
    subject: (policyNumber: string) => `Pay for your policy ${policyNumber}`,
    unpaid: (amount: string, policyNumber: string, vehicle: string) =>
      `The amount of ${amount} for policy ${policyNumber} for your ${vehicle} is unpaid.`,
    refused: (amount: string, policyNumber: string, vehicle: string, card: string) =>
      `The amount of ${amount} for policy ${policyNumber} for your ${vehicle} is unpaid: your card${card} was declined.`,
    otherCard: (day: string) => `Please enter another card on this page. It will be charged on ${day}:`,
    useOtherCard: 'Use another card',
    payHere: 'Please pay it by card on this page:',
    contact: 'Please contact us to pay.',
    usableUntil: (lastDay: string) => `The link can be used once, until ${lastDay}.`,
  },
  lapse: {
    subject: (policyNumber: string) => `Policy ${policyNumber} is unpaid`,
    unpaid: (amount: string, policyNumber: string, vehicle: string, card: string) =>
      `The amount of ${amount} for policy ${policyNumber} for your ${vehicle} is still unpaid: your card${card} was declined.`,
    mayEnd:
      'If it stays unpaid, we may end the cover. This e-mail does not end it: you would first receive a cancellation notice that gives the first day without cover.',
    payHere: 'Please pay now. You can pay by card on this page:',
    contact: 'Please contact us now to pay.',
  },
};

// Spaces before a colon are U+00A0, as in the documents.
const french: UnpaidMailWords = {
  linkIsYours:
    'Ce lien vous est réservé\u00a0: veuillez ne pas le transmettre. Nous ne demandons jamais un numéro de carte par courriel ni par téléphone.',
  pay: (amount) => `Payer ${amount}`,
  ending: 'se terminant par',
  refusal: {
    subject: (policyNumber) => `Votre carte a été refusée\u00a0: police ${policyNumber}`,
    subjectOfTax: (policyNumber) => `Votre carte n’a pas été débitée\u00a0: police ${policyNumber}`,
    declined: (amount, card, policyNumber) =>
      `Nous avons tenté de porter ${amount} à votre carte${card} pour la police ${policyNumber}. L’émetteur de la carte a refusé le débit.`,
    againOrPay: (day) =>
      `Nous débiterons de nouveau la même carte le ${day}. Veuillez vous assurer qu’elle pourra alors être débitée, ou payer d’ici là. Vous pouvez payer par carte sur cette page\u00a0:`,
    againOrContact: (day) =>
      `Nous débiterons de nouveau la même carte le ${day}. Veuillez vous assurer qu’elle pourra alors être débitée, ou communiquer avec nous pour payer autrement.`,
    pay: 'Nous ne débiterons plus cette carte de notre propre initiative. Si la prime demeure impayée, nous pourrions résilier la police. Vous pouvez payer par carte sur cette page\u00a0:',
    contact:
      'Nous ne débiterons plus cette carte de notre propre initiative. Veuillez communiquer avec nous dès maintenant pour payer autrement\u00a0: si la prime demeure impayée, nous pourrions résilier la police.',
    payAfterTheEnd:
      'Nous ne débiterons plus cette carte de notre propre initiative. Le montant est impayé. Vous pouvez payer par carte sur cette page\u00a0:',
    contactAfterTheEnd:
      'Nous ne débiterons plus cette carte de notre propre initiative. Veuillez communiquer avec nous dès maintenant pour payer autrement\u00a0: le montant est impayé.',
    taxChanged: (amount, card, policyNumber) =>
      `Nous n’avons pas porté ${amount} à votre carte${card} pour la police ${policyNumber}\u00a0: le taux de taxe a changé depuis l’établissement du prix, de sorte que ce montant n’est plus le bon.`,
    taxContact:
      'Veuillez communiquer avec nous dès maintenant\u00a0: nous vous dirons quel est le bon prix et comment le payer. D’ici là, la prime est impayée, et si elle le demeure, nous pourrions résilier la police.',
    taxContactAfterTheEnd:
      'Veuillez communiquer avec nous dès maintenant\u00a0: nous vous dirons quel est le bon prix et comment le payer. D’ici là, le montant est impayé.',
  },
  paymentLink: {
    subject: (policyNumber) => `Régler votre prime\u00a0: police ${policyNumber}`,
    unpaid: (amount, policyNumber, vehicle) =>
      `Le montant de ${amount} pour la police ${policyNumber} (${vehicle}) est impayé.`,
    refused: (amount, policyNumber, vehicle, card) =>
      `Le montant de ${amount} pour la police ${policyNumber} (${vehicle}) est impayé\u00a0: votre carte${card} a été refusée.`,
    otherCard: (day) => `Veuillez entrer une autre carte sur cette page. Elle sera débitée le ${day}\u00a0:`,
    useOtherCard: 'Utiliser une autre carte',
    payHere: 'Veuillez le payer par carte sur cette page\u00a0:',
    contact: 'Veuillez communiquer avec nous pour payer.',
    usableUntil: (lastDay) => `Le lien peut servir une seule fois, jusqu’au ${lastDay}.`,
  },
  lapse: {
    subject: (policyNumber) => `Prime impayée\u00a0: police ${policyNumber}`,
    unpaid: (amount, policyNumber, vehicle, card) =>
      `Le montant de ${amount} pour la police ${policyNumber} (${vehicle}) est toujours impayé\u00a0: votre carte${card} a été refusée.`,
    mayEnd:
      'Si la prime demeure impayée, nous pourrions résilier la police. Le présent courriel n’y met pas fin\u00a0: vous recevriez d’abord un avis de résiliation indiquant le premier jour sans couverture.',
    payHere: 'Veuillez payer dès maintenant. Vous pouvez payer par carte sur cette page\u00a0:',
    contact: 'Veuillez communiquer avec nous dès maintenant pour payer.',
  },
};

export const unpaidMailWords: Readonly<Record<Language, UnpaidMailWords>> = { en: english, fr: french };

export const unpaidMailPlaces = {
  'mail.linkIsYours': ['linkIsYours'],
  'refusalMail.subject': ['refusal.subject', 'policyNumber'],
  'refusalMail.declined': ['refusal.declined', 'amount', 'card', 'policyNumber'],
  'refusalMail.againOrPay': ['refusal.againOrPay', 'day'],
  'refusalMail.againOrContact': ['refusal.againOrContact', 'day'],
  'refusalMail.pay': ['refusal.pay'],
  'refusalMail.contact': ['refusal.contact'],
  'refusalMail.payAfterTheEnd': ['refusal.payAfterTheEnd'],
  'refusalMail.contactAfterTheEnd': ['refusal.contactAfterTheEnd'],
  'refusalMail.subjectOfTax': ['refusal.subjectOfTax', 'policyNumber'],
  'refusalMail.taxChanged': ['refusal.taxChanged', 'amount', 'card', 'policyNumber'],
  'refusalMail.taxContact': ['refusal.taxContact'],
  'refusalMail.taxContactAfterTheEnd': ['refusal.taxContactAfterTheEnd'],
  'paymentLinkMail.subject': ['paymentLink.subject', 'policyNumber'],
  'paymentLinkMail.unpaid': ['paymentLink.unpaid', 'amount', 'policyNumber', 'vehicle'],
  'paymentLinkMail.refused': ['paymentLink.refused', 'amount', 'policyNumber', 'vehicle', 'card'],
  'paymentLinkMail.otherCard': ['paymentLink.otherCard', 'day'],
  'paymentLinkMail.payHere': ['paymentLink.payHere'],
  'paymentLinkMail.contact': ['paymentLink.contact'],
  'paymentLinkMail.usableUntil': ['paymentLink.usableUntil', 'lastDay'],
  'lapseMail.subject': ['lapse.subject', 'policyNumber'],
  'lapseMail.unpaid': ['lapse.unpaid', 'amount', 'policyNumber', 'vehicle', 'card'],
  'lapseMail.mayEnd': ['lapse.mayEnd'],
  'lapseMail.payHere': ['lapse.payHere'],
  'lapseMail.contact': ['lapse.contact'],
} as const satisfies TextPlaces;
