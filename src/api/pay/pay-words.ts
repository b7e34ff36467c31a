import type { Brand } from '../../domain/brand/brand.ts';
import type { Language } from '../../domain/language.ts';
import type { LinkView } from '../../flows/unpaid/pay-by-link.ts';

/** Whom the customer can ask, as it is printed on documents. */
type Contact = Pick<Brand, 'name' | 'phoneNumber' | 'emailAddress'>;

/** What a page says: a title, then paragraphs. */
export type Said = readonly string[];

const en = {
  /** The language, in itself. */
  ownName: 'English',
  labels: { policy: 'Policy', vehicle: 'Vehicle', amount: 'Amount', due: 'Amount due' },
  declined: 'Your card was declined, and nothing was charged. Please try another card.',
  open: (view: LinkView) => [
    view.chargeDay === null ? 'Pay for your policy' : 'Use another card',
    ...(view.wasRefused ? [] : [en.unpaid(view)]),
    ...(view.chargeDay === null ? [] : [`The card you enter now is charged on ${view.chargeDay}, not before.`]),
  ],
  unpaid: ({ lastDigits, isUnpaidByRefusal }: LinkView) =>
    isUnpaidByRefusal
      ? `Your card${lastDigits === null ? '' : ` ending in ${lastDigits}`} was declined, so this amount is unpaid.`
      : 'This amount is unpaid.',
  pay: ({ amount, chargeDay }: LinkView) => (chargeDay === null ? `Pay ${amount} by card` : 'Enter a card'),
  card: ({ amount, chargeDay }: LinkView) => [
    'Your card',
    chargeDay === null
      ? `${amount} is charged as soon as your card is accepted. You pay only once, whatever happens to this page.`
      : `${amount} is charged on ${chargeDay}, not before.`,
  ],
  needsScript:
    'The card form comes from our payment processor and needs JavaScript. Please turn JavaScript on, or call us.',
  notLoaded: 'The card form could not be loaded. Nothing was charged. Please try again in a few minutes.',
  done: 'I have submitted my card',
  receipt: 'Your receipt (PDF)',
  askAgain: 'Check again',
  running: [
    'Your payment is being processed',
    'Please don’t pay again. This page updates by itself; you can also close it.',
  ],
  scheduled: ({ chargeDay }: LinkView) => [
    'Thank you, your card is saved',
    `It is charged once, on ${chargeDay ?? 'the charge date'}. We’ll e-mail you a receipt then.`,
  ],
  paid: ['Paid, thank you', 'Nothing is left to pay. Your receipt is here, and we’re e-mailing it to you as well.'],
  settled: ['Paid, thank you', 'Nothing is left to pay.'],
  held: [
    'Nothing to pay for now',
    'You have asked to rescind this policy. Until that is decided, no payment is taken, because it would be given back at once. If the policy stays, this page lets you pay.',
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
  contact: ({ name, phoneNumber, emailAddress }: Contact) =>
    `Questions? ${name}, telephone ${phoneNumber}, e-mail ${emailAddress}. We never ask for a card number by e-mail or telephone.`,
};

export type PayWords = typeof en;

// Spaces before a colon are U+00A0; Quebec sets none before a question mark.
const fr: PayWords = {
  ownName: 'Français',
  labels: { policy: 'Police', vehicle: 'Véhicule', amount: 'Montant', due: 'Montant dû' },
  declined: 'Cette carte a été refusée, et rien n’a été débité. Veuillez essayer une autre carte.',
  open: (view) => [
    view.chargeDay === null ? 'Régler votre prime' : 'Utiliser une autre carte',
    ...(view.wasRefused ? [] : [fr.unpaid(view)]),
    ...(view.chargeDay === null
      ? []
      : [`La carte que vous entrez maintenant sera débitée le ${view.chargeDay}, pas avant.`]),
  ],
  unpaid: ({ lastDigits, isUnpaidByRefusal }) =>
    isUnpaidByRefusal
      ? `Votre carte${lastDigits === null ? '' : ` se terminant par ${lastDigits}`} a été refusée\u00a0: ce montant est impayé.`
      : 'Ce montant est impayé.',
  pay: ({ amount, chargeDay }) => (chargeDay === null ? `Payer ${amount} par carte` : 'Entrer une carte'),
  card: ({ amount, chargeDay }) => [
    'Votre carte',
    chargeDay === null
      ? `Votre carte est débitée de ${amount} dès qu’elle est acceptée. Vous payez une seule fois, quoi qu’il arrive à cette page.`
      : `La carte sera débitée de ${amount} le ${chargeDay}, pas avant.`,
  ],
  needsScript:
    'Le formulaire de carte vient de l’entreprise qui traite nos paiements par carte et exige JavaScript. Veuillez l’activer ou nous téléphoner.',
  notLoaded:
    'Le formulaire de carte n’a pas pu être chargé. Rien n’a été débité. Veuillez réessayer dans quelques minutes.',
  done: 'J’ai envoyé ma carte',
  receipt: 'Votre reçu (PDF)',
  askAgain: 'Vérifier de nouveau',
  running: [
    'Votre paiement est en cours de traitement',
    'Veuillez ne pas payer une deuxième fois. Cette page se met à jour d’elle-même; vous pouvez aussi la fermer.',
  ],
  scheduled: ({ chargeDay }) => [
    'Merci, votre carte est enregistrée',
    `Elle sera débitée une seule fois, le ${chargeDay ?? 'jour prévu'}. Vous recevrez alors un reçu par courriel.`,
  ],
  paid: [
    'Paiement reçu, merci',
    'Il ne reste rien à payer. Votre reçu est ici, et vous le recevrez aussi par courriel.',
  ],
  settled: ['Paiement reçu, merci', 'Il ne reste rien à payer.'],
  held: [
    'Rien à payer pour le moment',
    'Vous avez demandé la résolution de cette police. D’ici la décision, aucun paiement n’est pris, car il vous serait rendu aussitôt. Si la police est maintenue, vous pourrez payer sur cette page.',
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
  contact: ({ name, phoneNumber, emailAddress }) =>
    `Des questions? ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}. Nous ne demandons jamais un numéro de carte par courriel ni par téléphone.`,
};

export const payWords: Readonly<Record<Language, PayWords>> = { en, fr };
