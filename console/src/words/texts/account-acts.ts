import type { MoneyWhat } from '../../../../src/operator/wire/money.ts';
import type { Text, Texts } from '../spoken.ts';

/** The acts on the account of a policy. */
export const accountActs = {
  recordMoney: {
    act: ['Record what happened', 'Inscrire ce qui s’est passé'],
    title: (policy: string) => [
      `What happened to the money for ${policy}`,
      `Ce qui s’est passé avec l’argent de ${policy}`,
    ],
    confirm: ['Record it', 'L’inscrire'],
    what: ['What happened', 'Ce qui s’est passé'],
    whats: {
      received: ['The customer has paid by cheque or transfer', 'Le client a payé par chèque ou par virement'],
      returned: [
        'The customer’s cheque or transfer was returned',
        'Le chèque ou le virement du client est revenu impayé',
      ],
      'given-back': [
        'We refunded the customer by cheque or transfer',
        'Nous avons remboursé par chèque ou par virement',
      ],
      'refund-returned': [
        'Our refund to the card came back from its bank',
        'Notre remboursement sur la carte est revenu de sa banque',
      ],
      'dispute-opened': ['The card’s bank opened a dispute', 'La banque de la carte conteste le débit'],
      'dispute-won': [
        'The dispute was won: the bank returned the money',
        'La contestation est gagnée\u00a0: la banque a rendu le montant',
      ],
      'dispute-lost': [
        'The dispute was lost: the bank keeps the money',
        'La contestation est perdue\u00a0: la banque garde le montant',
      ],
    } satisfies Readonly<Record<MoneyWhat, Text>>,
    amount: ['Amount in dollars', 'Montant en dollars'],
    on: ['Date', 'Date'],
    onHint: ['The date on the cheque or on the bank’s letter.', 'La date du chèque ou de la lettre de la banque.'],
    reference: ['Reference', 'Référence'],
    referenceHint: {
      received: ['The number of the cheque or transfer.', 'Le numéro du chèque ou du virement.'],
      'given-back': ['The number of the cheque or transfer.', 'Le numéro du chèque ou du virement.'],
      'dispute-opened': [
        'The processor’s reference for the charge, or the bank’s dispute number.',
        'La référence du débit chez le processeur, ou le numéro de la contestation à la banque.',
      ],
    },
    afterwards: ['Afterwards', 'Ensuite'],
    done: ['Recorded.', 'C’est inscrit.'],
  },
  goodwill: {
    act: ['Give goodwill', 'Faire un geste commercial'],
    title: ['Refund without cancelling', 'Rembourser sans résilier'],
    lead: (most: string) => [
      `The policy stays in force. You can refund up to ${most}. It goes to the card that was charged, or you pay it if the customer paid another way. The customer gets a receipt.`,
      `La police reste en vigueur. Vous pouvez rembourser jusqu’à ${most}\u00a0: sur la carte débitée, ou vous-même si le client a payé autrement. Le client reçoit un reçu.`,
    ],
    amount: ['Amount in dollars', 'Montant en dollars'],
    confirm: (amount: string) => [`Refund ${amount}`, `Rembourser ${amount}`],
    done: ['The refund is under way.', 'Le remboursement est en cours.'],
  },
  reinstate: {
    act: ['Reinstate the policy', 'Remettre la police en vigueur'],
    dismiss: ['Leave it cancelled', 'La laisser résiliée'],
    lead: [
      'This undoes the cancellation, with no break in cover. What was refunded has to be paid again and recorded first. The customer and the seller are notified.',
      'La résiliation est annulée, et la couverture est sans interruption. Ce qui a été remboursé doit d’abord être payé de nouveau et inscrit. Le client et le vendeur en sont avisés.',
    ],
    done: ['The policy is in force again.', 'La police est de nouveau en vigueur.'],
  },
  voidEntry: {
    act: ['Void', 'Annuler'],
    title: (what: string, amount: string) => [`Void: ${what}, ${amount}`, `Annuler\u00a0: ${what}, ${amount}`],
    confirm: ['Void the entry', 'Annuler l’inscription'],
    dismiss: ['Keep the entry', 'Garder l’inscription'],
    lead: [
      'For an entry recorded by mistake. It stays visible, struck out, and no longer counts.',
      'Pour une inscription faite par erreur. Elle reste visible, barrée, et ne compte plus.',
    ],
    done: ['The entry is voided.', 'L’inscription est annulée.'],
  },
} satisfies Texts;
