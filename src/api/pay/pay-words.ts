import type { LinkView } from '../../flows/payment-link/pay-by-link.ts';
import type { Language } from '../kit/answer.ts';

/** Whom the customer can ask, as it is printed on documents. */
export interface PayContact {
  readonly name: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
}

interface Said {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export interface PayWords {
  /** The language, in itself. */
  readonly ownName: string;
  readonly labels: Readonly<Record<'policy' | 'vehicle' | 'amount' | 'due', string>>;
  readonly open: (view: LinkView) => Said;
  readonly pay: (view: LinkView) => string;
  readonly card: { readonly title: string; readonly paragraphs: (view: LinkView) => readonly string[] };
  readonly needsScript: string;
  readonly notLoaded: string;
  readonly done: string;
  readonly askAgain: string;
  readonly running: Said;
  readonly scheduled: { readonly title: string; readonly paragraphs: (view: LinkView) => readonly string[] };
  readonly paid: Said;
  readonly cancelled: Said;
  readonly expired: Said;
  readonly usedUp: Said;
  readonly unknown: Said;
  readonly busy: Said;
  readonly away: Said;
  readonly unread: Said;
  readonly contact: (contact: PayContact) => string;
}

export const payWords: Readonly<Record<Language, PayWords>> = {
  en: {
    ownName: 'English',
    labels: { policy: 'Policy', vehicle: 'Vehicle', amount: 'Amount', due: 'Amount due' },
    open: ({ lastDigits, chargeDay, wasRefused }) => ({
      title: chargeDay === null ? 'Pay for your policy' : 'Give another card',
      paragraphs: [
        wasRefused
          ? 'That card was refused, and nothing was charged. Please try another card.'
          : `Your card${lastDigits === null ? '' : ` ending in ${lastDigits}`} was refused, so this amount is unpaid.`,
        ...(chargeDay === null ? [] : [`The card that you give now is charged on ${chargeDay}, not before.`]),
      ],
    }),
    pay: ({ amount, chargeDay }) => (chargeDay === null ? `Pay ${amount} by card` : 'Give a card'),
    card: {
      title: 'Your card',
      paragraphs: ({ amount, chargeDay }) => [
        chargeDay === null
          ? `${amount} is charged once you have submitted the form. You pay once, whatever happens to this page.`
          : `${amount} is charged on ${chargeDay}, not before.`,
      ],
    },
    needsScript: 'The card form comes from our payment processor and needs JavaScript. Please turn it on, or call us.',
    notLoaded: 'The card form could not be loaded. Nothing was charged. Please try again in a few minutes.',
    done: 'I have submitted the card',
    askAgain: 'Check again',
    running: {
      title: 'Your payment is being processed',
      paragraphs: ['Please do not pay again. This page updates itself; you may also close it.'],
    },
    scheduled: {
      title: 'Thank you, your card is saved',
      paragraphs: ({ chargeDay }) => [
        `It is charged on ${chargeDay ?? 'its day'}, once. You will receive a receipt by email then.`,
      ],
    },
    paid: { title: 'Paid, thank you', paragraphs: ['Nothing is left to pay. You receive your receipt by email.'] },
    cancelled: {
      title: 'The policy is cancelled',
      paragraphs: ['Nothing is to be paid by this link any more. The cancellation notice says what is given back.'],
    },
    expired: {
      title: 'This link has expired',
      paragraphs: ['Nothing was charged. Please contact us for another one.'],
    },
    usedUp: {
      title: 'Too many tries',
      paragraphs: ['Nothing was charged. Please contact us to pay.'],
    },
    unknown: {
      title: 'This link is not valid',
      paragraphs: [
        'It is incomplete, or another one has replaced it. Please open the newest one that you received, or contact us.',
      ],
    },
    busy: {
      title: 'Please wait a little',
      paragraphs: ['Too many tries at once. Please try again later, or contact us.'],
    },
    away: {
      title: 'Not available at the moment',
      paragraphs: ['We can not reach the payment processor. Please try again in a few minutes: you can not pay twice.'],
    },
    unread: {
      title: 'We could not check your card yet',
      paragraphs: [
        'Please check again in a moment. If your card was accepted, it is not lost, and you can not pay twice.',
      ],
    },
    contact: ({ name, phoneNumber, emailAddress }) =>
      `Questions? ${name}, telephone ${phoneNumber}, email ${emailAddress}. We never ask for a card number by email or telephone.`,
  },
  // Spaces before a colon and a question mark are U+00A0.
  fr: {
    ownName: 'Français',
    labels: { policy: 'Police', vehicle: 'Véhicule', amount: 'Montant', due: 'Montant dû' },
    open: ({ lastDigits, chargeDay, wasRefused }) => ({
      title: chargeDay === null ? 'Payer votre police' : 'Donner une autre carte',
      paragraphs: [
        wasRefused
          ? 'Cette carte a été refusée, et rien n’a été débité. Veuillez essayer une autre carte.'
          : `Votre carte${lastDigits === null ? '' : ` se terminant par ${lastDigits}`} a été refusée\u00a0: ce montant est impayé.`,
        ...(chargeDay === null ? [] : [`La carte que vous donnez maintenant sera débitée le ${chargeDay}, pas avant.`]),
      ],
    }),
    pay: ({ amount, chargeDay }) => (chargeDay === null ? `Payer ${amount} par carte` : 'Donner une carte'),
    card: {
      title: 'Votre carte',
      paragraphs: ({ amount, chargeDay }) => [
        chargeDay === null
          ? `${amount} sont débités dès que vous aurez soumis le formulaire. Vous payez une seule fois, quoi qu’il arrive à cette page.`
          : `${amount} seront débités le ${chargeDay}, pas avant.`,
      ],
    },
    needsScript:
      'Le formulaire de carte vient de notre processeur de paiement et exige JavaScript. Veuillez l’activer, ou nous téléphoner.',
    notLoaded:
      'Le formulaire de carte n’a pas pu être chargé. Rien n’a été débité. Veuillez réessayer dans quelques minutes.',
    done: 'J’ai soumis la carte',
    askAgain: 'Vérifier de nouveau',
    running: {
      title: 'Votre paiement est en cours',
      paragraphs: [
        'Veuillez ne pas payer de nouveau. Cette page se met à jour d’elle-même; vous pouvez aussi la fermer.',
      ],
    },
    scheduled: {
      title: 'Merci, votre carte est enregistrée',
      paragraphs: ({ chargeDay }) => [
        `Elle sera débitée une seule fois, le ${chargeDay ?? 'jour dit'}. Vous recevrez alors un reçu par courriel.`,
      ],
    },
    paid: { title: 'Payé, merci', paragraphs: ['Il ne reste rien à payer. Vous recevez votre reçu par courriel.'] },
    cancelled: {
      title: 'La police est résiliée',
      paragraphs: ['Il n’y a plus rien à payer par ce lien. L’avis de résiliation indique ce qui est remboursé.'],
    },
    expired: {
      title: 'Ce lien a expiré',
      paragraphs: ['Rien n’a été débité. Veuillez communiquer avec nous pour en recevoir un autre.'],
    },
    usedUp: {
      title: 'Trop d’essais',
      paragraphs: ['Rien n’a été débité. Veuillez communiquer avec nous pour payer.'],
    },
    unknown: {
      title: 'Ce lien n’est pas valide',
      paragraphs: [
        'Il est incomplet, ou un autre l’a remplacé. Veuillez ouvrir le dernier que vous avez reçu, ou communiquer avec nous.',
      ],
    },
    busy: {
      title: 'Veuillez patienter un peu',
      paragraphs: ['Trop d’essais à la fois. Veuillez réessayer plus tard, ou communiquer avec nous.'],
    },
    away: {
      title: 'Indisponible pour le moment',
      paragraphs: [
        'Nous ne pouvons pas joindre le processeur de paiement. Veuillez réessayer dans quelques minutes\u00a0: vous ne pouvez pas payer deux fois.',
      ],
    },
    unread: {
      title: 'Nous n’avons pas encore pu vérifier votre carte',
      paragraphs: [
        'Veuillez vérifier de nouveau dans un instant. Si votre carte a été acceptée, rien n’est perdu, et vous ne pouvez pas payer deux fois.',
      ],
    },
    contact: ({ name, phoneNumber, emailAddress }) =>
      `Des questions\u00a0? ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}. Nous ne demandons jamais un numéro de carte par courriel ni par téléphone.`,
  },
};
