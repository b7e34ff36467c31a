import type { TextPlaces } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';

/* What the page of a payment link says. A list is a title, then paragraphs. */

const en = {
  /** A reader who wants the other language finds it by the name that it has in itself. */
  ownName: 'English',
  labels: { policy: 'Policy', vehicle: 'Vehicle', amount: 'Amount', due: 'Amount due' },
  declined: 'Your card was declined, and nothing was charged. Please try another card.',
  payTitle: 'Pay for your policy',
  otherCardTitle: 'Use another card',
  chargedLater: (day: string) => `The card you enter now is charged on ${day}, not before.`,
  endingIn: (digits: string) => ` ending in ${digits}`,
  unpaidByRefusal: (card: string) => `Your card${card} was declined, so this amount is unpaid.`,
  unpaid: 'This amount is unpaid.',
  pay: (amount: string) => `Pay ${amount} by card`,
  enterCard: 'Enter a card',
  cardTitle: 'Your card',
  chargedNow: (amount: string) =>
    `${amount} is charged as soon as your card is accepted. You pay only once, whatever happens to this page.`,
  chargedOn: (amount: string, day: string) => `${amount} is charged on ${day}, not before.`,
  needsScript:
    'The card form comes from our payment processor and needs JavaScript. Please turn JavaScript on, or call us.',
  notLoaded: 'The card form could not be loaded. Nothing was charged. Please try again in a few minutes.',
  tryAgain: 'Try again',
  opening: 'Opening the card form…',
  offline: 'We can’t connect right now. Please don’t pay again: this page goes on once there is a connection.',
  done: 'I have submitted my card',
  receipt: 'Your receipt (PDF)',
  askAgain: 'Check again',
  running: [
    'Your payment is being processed',
    'Please don’t pay again. This page updates by itself; you can also close it.',
  ],
  scheduledTitle: 'Thank you, your card is saved',
  scheduled: (day: string) => `It is charged once, on ${day}. We’ll e-mail you a receipt then.`,
  chargeDate: 'the charge date',
  paid: ['Paid, thank you', 'Nothing is left to pay. Your receipt is here, and we’re e-mailing it to you as well.'],
  settled: ['Paid, thank you', 'Nothing is left to pay.'],
  held: [
    'Nothing to pay for now',
    'We have received your rescission of this policy. Until it is settled, no payment is taken, because it would be given back at once. If the policy stays, this page lets you pay.',
  ],
  cancelled: [
    'The policy is cancelled',
    'There is nothing to pay with this link any more. Your cancellation notice says what is refunded.',
  ],
  expired: ['This link has expired', 'Nothing was charged. Please contact us for a new one.'],
  'used up': ['Too many attempts', 'Nothing was charged. Please contact us to pay.'],
  unknown: [
    'This link is not valid',
    'It is incomplete, or a newer link has replaced it. Please open the latest one that you received, or contact us.',
  ],
  busy: ['Please wait a moment', 'Too many attempts at once. Please try again later, or contact us.'],
  unreachable: [
    'Not available right now',
    'We can’t reach the payment processor. Please try again in a few minutes; you can’t be charged twice.',
  ],
  unread: [
    'We could not check your card yet',
    'Please check again in a moment. If your card was accepted, nothing is lost, and you can’t be charged twice.',
  ],
  contact: (name: string, phoneNumber: string, emailAddress: string) =>
    `Questions? ${name}, telephone ${phoneNumber}, e-mail ${emailAddress}. We never ask for a card number by e-mail or telephone.`,
};

export type PayWords = typeof en;

// Spaces before a colon are U+00A0; Quebec sets none before a question mark.
const fr: PayWords = {
  ownName: 'Français',
  labels: { policy: 'Police', vehicle: 'Véhicule', amount: 'Montant', due: 'Montant dû' },
  declined: 'Cette carte a été refusée, et rien n’a été débité. Veuillez essayer une autre carte.',
  payTitle: 'Régler votre prime',
  otherCardTitle: 'Utiliser une autre carte',
  chargedLater: (day) => `La carte que vous entrez maintenant sera débitée le ${day}, pas avant.`,
  endingIn: (digits) => ` se terminant par ${digits}`,
  unpaidByRefusal: (card) => `Votre carte${card} a été refusée\u00a0: ce montant est impayé.`,
  unpaid: 'Ce montant est impayé.',
  pay: (amount) => `Payer ${amount} par carte`,
  enterCard: 'Entrer une carte',
  cardTitle: 'Votre carte',
  chargedNow: (amount) =>
    `Votre carte est débitée de ${amount} dès qu’elle est acceptée. Vous payez une seule fois, quoi qu’il arrive à cette page.`,
  chargedOn: (amount, day) => `La carte sera débitée de ${amount} le ${day}, pas avant.`,
  needsScript:
    'Le formulaire de carte vient de l’entreprise qui traite nos paiements par carte et exige JavaScript. Veuillez l’activer ou nous téléphoner.',
  notLoaded:
    'Le formulaire de carte n’a pas pu être chargé. Rien n’a été débité. Veuillez réessayer dans quelques minutes.',
  tryAgain: 'Réessayer',
  opening: 'Ouverture du formulaire de carte…',
  offline:
    'Connexion impossible pour le moment. Veuillez ne pas payer une deuxième fois\u00a0: cette page continuera une fois la connexion rétablie.',
  done: 'J’ai envoyé ma carte',
  receipt: 'Votre reçu (PDF)',
  askAgain: 'Vérifier de nouveau',
  running: [
    'Votre paiement est en cours de traitement',
    'Veuillez ne pas payer une deuxième fois. Cette page se met à jour d’elle-même; vous pouvez aussi la fermer.',
  ],
  scheduledTitle: 'Merci, votre carte est enregistrée',
  scheduled: (day) => `Elle sera débitée une seule fois, le ${day}. Vous recevrez alors un reçu par courriel.`,
  chargeDate: 'jour prévu',
  paid: [
    'Paiement reçu, merci',
    'Il ne reste rien à payer. Votre reçu est ici, et vous le recevrez aussi par courriel.',
  ],
  settled: ['Paiement reçu, merci', 'Il ne reste rien à payer.'],
  held: [
    'Rien à payer pour le moment',
    'Nous avons reçu votre résolution (annulation) de cette police. Tant que le dossier n’est pas réglé, aucun paiement n’est prélevé, car il vous serait aussitôt remboursé. Si la police est maintenue, vous pourrez payer sur cette page.',
  ],
  cancelled: [
    'La police a pris fin',
    'Il n’y a plus rien à payer avec ce lien. L’avis que vous avez reçu indique ce qui est remboursé.',
  ],
  expired: ['Ce lien a expiré', 'Rien n’a été débité. Veuillez communiquer avec nous pour en recevoir un nouveau.'],
  'used up': ['Trop de tentatives', 'Rien n’a été débité. Veuillez communiquer avec nous pour payer.'],
  unknown: [
    'Ce lien n’est pas valide',
    'Il est incomplet, ou un lien plus récent l’a remplacé. Veuillez ouvrir le dernier que vous avez reçu, ou communiquer avec nous.',
  ],
  busy: ['Veuillez patienter', 'Trop de tentatives à la fois. Veuillez réessayer plus tard, ou communiquer avec nous.'],
  unreachable: [
    'Indisponible pour le moment',
    'Le service de paiement par carte ne répond pas. Veuillez réessayer dans quelques minutes\u00a0: vous ne pouvez pas payer deux fois.',
  ],
  unread: [
    'Nous n’avons pas encore pu vérifier votre carte',
    'Veuillez vérifier de nouveau dans un instant. Si votre carte a été acceptée, rien n’est perdu, et vous ne pouvez pas payer deux fois.',
  ],
  contact: (name, phoneNumber, emailAddress) =>
    `Des questions? ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}. Nous ne demandons jamais un numéro de carte par courriel ni par téléphone.`,
};

export const payWords: Readonly<Record<Language, PayWords>> = { en, fr };

export const payPlaces = {
  'payPage.payTitle': ['payTitle'],
  'payPage.otherCardTitle': ['otherCardTitle'],
  'payPage.unpaidByRefusal': ['unpaidByRefusal', 'card'],
  'payPage.unpaid': ['unpaid'],
  'payPage.declined': ['declined'],
  'payPage.chargedLater': ['chargedLater', 'day'],
  'payPage.cardTitle': ['cardTitle'],
  'payPage.chargedNow': ['chargedNow', 'amount'],
  'payPage.chargedOn': ['chargedOn', 'amount', 'day'],
  'payPage.needsScript': ['needsScript'],
  'payPage.notLoaded': ['notLoaded'],
  'payPage.runningTitle': ['running.0'],
  'payPage.running': ['running.1'],
  'payPage.scheduledTitle': ['scheduledTitle'],
  'payPage.scheduled': ['scheduled', 'day'],
  'payPage.paidTitle': ['paid.0'],
  'payPage.paid': ['paid.1'],
  'payPage.settledTitle': ['settled.0'],
  'payPage.settled': ['settled.1'],
  'payPage.heldTitle': ['held.0'],
  'payPage.held': ['held.1'],
  'payPage.cancelledTitle': ['cancelled.0'],
  'payPage.cancelled': ['cancelled.1'],
  'payPage.expiredTitle': ['expired.0'],
  'payPage.expired': ['expired.1'],
  'payPage.usedUpTitle': ['used up.0'],
  'payPage.usedUp': ['used up.1'],
  'payPage.unknownTitle': ['unknown.0'],
  'payPage.unknown': ['unknown.1'],
  'payPage.busyTitle': ['busy.0'],
  'payPage.busy': ['busy.1'],
  'payPage.unreachableTitle': ['unreachable.0'],
  'payPage.unreachable': ['unreachable.1'],
  'payPage.unreadTitle': ['unread.0'],
  'payPage.unread': ['unread.1'],
  'payPage.contact': ['contact', 'issuerName', 'issuerPhone', 'issuerEmail'],
} as const satisfies TextPlaces;
