import type { MoneyWhat } from '../../../../src/operator/wire/money.ts';
import type { Text, Texts } from '../spoken.ts';

/** The acts on the account of a policy. */
export const accountActs = {
  recordMoney: {
    act: ['Record what happened', 'Inscrire ce qui s’est passé'],
    title: (policy: string) => [
      `What happened to the money of ${policy}`,
      `Ce qui s’est passé avec l’argent de ${policy}`,
    ],
    confirm: ['Record it', 'L’inscrire'],
    what: ['What happened', 'Ce qui s’est passé'],
    whats: {
      received: ['The customer has paid by cheque or transfer', 'Le client a payé par chèque ou par virement'],
      returned: ['The customer’s cheque or transfer came back', 'Le chèque ou le virement du client est revenu impayé'],
      'given-back': [
        'We have given money back by cheque or transfer',
        'Nous avons remboursé par chèque ou par virement',
      ],
      'dispute-opened': ['The card’s bank disputes the charge', 'La banque de la carte conteste le débit'],
      'dispute-won': [
        'The dispute is won: the bank gave it back',
        'La contestation est gagnée\u00a0: la banque a rendu le montant',
      ],
      'dispute-lost': [
        'The dispute is lost: the bank keeps it',
        'La contestation est perdue\u00a0: la banque garde le montant',
      ],
    } satisfies Readonly<Record<MoneyWhat, Text>>,
    amount: ['Amount in dollars', 'Montant en dollars'],
    on: ['On which day', 'Quel jour'],
    onHint: [
      'The day of whoever did it: of the cheque, of the bank’s letter.',
      'Le jour de qui l’a fait\u00a0: du chèque, de la lettre de la banque.',
    ],
    reference: ['Reference', 'Référence'],
    referenceHint: {
      received: ['The number of the cheque or transfer.', 'Le numéro du chèque ou du virement.'],
      'given-back': ['The number of the cheque or transfer.', 'Le numéro du chèque ou du virement.'],
      'dispute-opened': [
        'The processor’s reference of the charge, or the bank’s number of the dispute.',
        'La référence du débit chez le processeur, ou le numéro de la contestation à la banque.',
      ],
    },
    afterwards: ['Afterwards', 'Ensuite'],
    done: ['It is recorded.', 'C’est inscrit.'],
  },
  goodwill: {
    act: ['Give goodwill', 'Faire un geste commercial'],
    title: ['Give money back without cancelling', 'Rembourser sans résilier'],
    lead: (most: string) => [
      `The policy goes on. At most ${most} can be given back: to the card that was charged, or by you if it was paid otherwise. The customer gets a receipt.`,
      `La police continue. Au plus ${most} peuvent être remboursés\u00a0: sur la carte débitée, ou par vous si le paiement s’est fait autrement. Le client reçoit un reçu.`,
    ],
    amount: ['Amount in dollars', 'Montant en dollars'],
    confirm: (amount: string) => [`Give back ${amount}`, `Rembourser ${amount}`],
    done: ['It is given back.', 'Le remboursement suit.'],
  },
  reinstate: {
    act: ['Reinstate the policy', 'Remettre la police en vigueur'],
    dismiss: ['Leave it cancelled', 'La laisser résiliée'],
    lead: [
      'The cancellation is undone, and the cover has no break. What was given back has to be paid again and recorded first. The customer and the seller are told.',
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
      'It was recorded by mistake. It stays in sight, struck out, and the account is as if it had never been recorded.',
      'Elle a été inscrite par erreur. Elle reste visible, barrée, et le compte est comme si elle n’avait jamais été inscrite.',
    ],
    done: ['The entry is voided.', 'L’inscription est annulée.'],
  },
} satisfies Texts;
