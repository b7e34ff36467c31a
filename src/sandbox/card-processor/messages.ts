/** What a customer reads, in both languages. */
export interface Message {
  readonly en: string;
  readonly fr: string;
}

/** By the outcome of a call. Invalid input has messages per field instead. */
export const messages = {
  approved: { en: 'The card was accepted.', fr: 'La carte a été acceptée.' },
  declined: { en: 'The card was refused.', fr: 'La carte a été refusée.' },
  'not a sandbox card': {
    en: 'The card was refused: this is a sandbox. Use one of the sandbox test cards, never a real one.',
    fr: 'La carte a été refusée : ceci est un bac à sable. Utilisez une des cartes d’essai, jamais une vraie.',
  },
  cancelled: { en: 'The payment was cancelled.', fr: 'Le paiement a été annulé.' },
  'invalid ticket': { en: 'This payment is not known.', fr: 'Ce paiement est inconnu.' },
  'ticket used': { en: 'This payment is already finished.', fr: 'Ce paiement est déjà terminé.' },
  'ticket expired': { en: 'This payment has timed out.', fr: 'Le délai de ce paiement est écoulé.' },
} as const satisfies Record<string, Message>;
