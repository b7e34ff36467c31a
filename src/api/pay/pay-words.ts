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
  declined: 'That card was refused, and nothing was charged. Please try another card.',
  open: (view: LinkView) => [
    view.chargeDay === null ? 'Pay for your policy' : 'Give another card',
    ...(view.wasRefused ? [] : [en.unpaid(view)]),
    ...(view.chargeDay === null ? [] : [`The card that you give now is charged on ${view.chargeDay}, not before.`]),
  ],
  unpaid: ({ lastDigits, isUnpaidByRefusal }: LinkView) =>
    isUnpaidByRefusal
      ? `Your card${lastDigits === null ? '' : ` ending in ${lastDigits}`} was refused, so this amount is unpaid.`
      : 'This amount is unpaid.',
  pay: ({ amount, chargeDay }: LinkView) => (chargeDay === null ? `Pay ${amount} by card` : 'Give a card'),
  card: ({ amount, chargeDay }: LinkView) => [
    'Your card',
    chargeDay === null
      ? `${amount} is charged as soon as your card is accepted. You pay once, whatever happens to this page.`
      : `${amount} is charged on ${chargeDay}, not before.`,
  ],
  needsScript: 'The card form comes from our payment processor and needs JavaScript. Please turn it on, or call us.',
  notLoaded: 'The card form could not be loaded. Nothing was charged. Please try again in a few minutes.',
  done: 'I have submitted the card',
  receipt: 'Your receipt (PDF)',
  askAgain: 'Check again',
  running: [
    'Your payment is being processed',
    'Please do not pay again. This page updates itself; you may also close it.',
  ],
  scheduled: ({ chargeDay }: LinkView) => [
    'Thank you, your card is saved',
    `It is charged on ${chargeDay ?? 'its day'}, once. You will receive a receipt by email then.`,
  ],
  paid: ['Paid, thank you', 'Nothing is left to pay. Your receipt is here, and comes by email, too.'],
  settled: ['Paid, thank you', 'Nothing is left to pay.'],
  cancelled: [
    'The policy is cancelled',
    'Nothing is to be paid by this link any more. The cancellation notice says what is given back.',
  ],
  expired: ['This link has expired', 'Nothing was charged. Please contact us for another one.'],
  'used up': ['Too many tries', 'Nothing was charged. Please contact us to pay.'],
  unknown: [
    'This link is not valid',
    'It is incomplete, or another one has replaced it. Please open the newest one that you received, or contact us.',
  ],
  busy: ['Please wait a little', 'Too many tries at once. Please try again later, or contact us.'],
  unreachable: [
    'Not available at the moment',
    'We can not reach the payment processor. Please try again in a few minutes: you can not pay twice.',
  ],
  unread: [
    'We could not check your card yet',
    'Please check again in a moment. If your card was accepted, it is not lost, and you can not pay twice.',
  ],
  contact: ({ name, phoneNumber, emailAddress }: Contact) =>
    `Questions? ${name}, telephone ${phoneNumber}, email ${emailAddress}. We never ask for a card number by email or telephone.`,
};

export type PayWords = typeof en;

// Spaces before a colon are U+00A0; Quebec sets none before a question mark.
const fr: PayWords = {
  ownName: 'Français',
  labels: { policy: 'Police', vehicle: 'Véhicule', amount: 'Montant', due: 'Montant dû' },
  declined: 'Cette carte a été refusée, et rien n’a été débité. Veuillez essayer une autre carte.',
  open: (view) => [
    view.chargeDay === null ? 'Régler votre prime' : 'Fournir une autre carte',
    ...(view.wasRefused ? [] : [fr.unpaid(view)]),
    ...(view.chargeDay === null
      ? []
      : [`La carte que vous fournissez maintenant sera débitée le ${view.chargeDay}, pas avant.`]),
  ],
  unpaid: ({ lastDigits, isUnpaidByRefusal }) =>
    isUnpaidByRefusal
      ? `Votre carte${lastDigits === null ? '' : ` se terminant par ${lastDigits}`} a été refusée\u00a0: ce montant est impayé.`
      : 'Ce montant est impayé.',
  pay: ({ amount, chargeDay }) => (chargeDay === null ? `Payer ${amount} par carte` : 'Fournir une carte'),
  card: ({ amount, chargeDay }) => [
    'Votre carte',
    chargeDay === null
      ? `La carte est débitée de ${amount} dès qu’elle est acceptée. Vous payez une seule fois, quoi qu’il arrive à cette page.`
      : `La carte sera débitée de ${amount} le ${chargeDay}, pas avant.`,
  ],
  needsScript:
    'Le formulaire de carte vient de l’entreprise qui traite nos paiements par carte et exige JavaScript. Veuillez l’activer ou nous téléphoner.',
  notLoaded:
    'Le formulaire de carte n’a pas pu être chargé. Rien n’a été débité. Veuillez réessayer dans quelques minutes.',
  done: 'J’ai envoyé le formulaire',
  receipt: 'Votre reçu (PDF)',
  askAgain: 'Vérifier de nouveau',
  running: [
    'Votre paiement est en cours',
    'Veuillez ne pas payer une deuxième fois. Cette page se met à jour d’elle-même; vous pouvez aussi la fermer.',
  ],
  scheduled: ({ chargeDay }) => [
    'Merci, votre carte est enregistrée',
    `Elle sera débitée une seule fois, le ${chargeDay ?? 'jour dit'}. Vous recevrez alors un reçu par courriel.`,
  ],
  paid: [
    'Paiement reçu, merci',
    'Il ne reste rien à payer. Votre reçu est ici, et vous le recevrez aussi par courriel.',
  ],
  settled: ['Paiement reçu, merci', 'Il ne reste rien à payer.'],
  cancelled: [
    'La police a pris fin',
    'Il n’y a plus rien à payer par ce lien. L’avis que vous avez reçu indique ce qui est remboursé.',
  ],
  expired: ['Ce lien a expiré', 'Rien n’a été débité. Veuillez communiquer avec nous pour en recevoir un autre.'],
  'used up': ['Trop de tentatives', 'Rien n’a été débité. Veuillez communiquer avec nous pour payer.'],
  unknown: [
    'Ce lien n’est pas valide',
    'Il est incomplet, ou un autre l’a remplacé. Veuillez ouvrir le dernier que vous avez reçu, ou communiquer avec nous.',
  ],
  busy: [
    'Veuillez patienter un peu',
    'Trop de tentatives à la fois. Veuillez réessayer plus tard, ou communiquer avec nous.',
  ],
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
