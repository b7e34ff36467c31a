import type { EntryKind, Recorder } from '../../../../src/domain/books/ledger-entry.ts';
import type { OwedBack } from '../../../../src/operator/wire/money.ts';
import type { Text, Texts } from '../spoken.ts';

/** How the account of a policy stands, and what its entries are called. */
export const account = {
  title: ['Money', 'Mouvements d’argent'],
  balance: ['Balance', 'Solde'],
  even: ['Nothing is owed', 'Rien n’est dû'],
  owes: (amount: string) => [`The customer owes ${amount}`, `Le client doit ${amount}`],
  owed: (amount: string) => [`${amount} is owed to the customer`, `${amount} sont dus au client`],
  due: ['Due today', 'Dû aujourd’hui'],
  held: ['Payments less refunds', 'Reste des paiements'],
  toGiveBack: ['To refund', 'À rembourser'],
  day: ['Day', 'Jour'],
  what: ['What happened', 'Ce qui s’est passé'],
  voided: ['Voided', 'Annulée'],
  kinds: {
    sale: ['Price of the policy', 'Prix de la police'],
    charge: ['Card charged', 'Carte débitée'],
    payment: ['Paid by cheque or transfer', 'Payé par chèque ou par virement'],
    'payment-returned': ['Payment returned', 'Paiement retourné'],
    loan: ['Loan written', 'Prêt accordé'],
    cancellation: ['Unused part of the cancelled policy', 'Part inutilisée de la police résiliée'],
    goodwill: ['Goodwill', 'Geste commercial'],
    'write-off': ['Written off', 'Radié'],
    refund: ['Refund', 'Remboursement'],
    'refund-returned': ['Refund came back', 'Remboursement revenu'],
    'loan-ended': ['Loan ended', 'Prêt terminé'],
    'dispute-opened': ['Dispute opened', 'Contestation ouverte'],
    'dispute-won': ['Dispute won', 'Contestation gagnée'],
    'dispute-lost': ['Dispute lost', 'Contestation perdue'],
    fee: ['Fee', 'Frais'],
    reserve: ['Reserve', 'Réserve'],
    void: ['Voided', 'Annulée'],
  } satisfies Readonly<Record<EntryKind, Text>>,
  recorders: {
    processor: ['Card processor', 'Processeur de cartes'],
    lender: ['Lender', 'Prêteur'],
    'bank file': ['Payout file', 'Fichier de versement'],
    operator: ['Operator', 'Exploitant'],
    partner: ['Partner', 'Partenaire'],
    service: ['Northbind', 'Northbind'],
  } satisfies Readonly<Record<Recorder, Text>>,
  /** What follows, said before it is recorded. */
  follows: {
    even: ['Nothing is owed, and nothing is to be refunded.', 'Rien n’est dû, et rien n’est à rembourser.'],
    due: (amount: string) => [`The customer owes ${amount} today.`, `Le client doit ${amount} aujourd’hui.`],
    dueLater: (amount: string) => [
      `The customer owes ${amount}, to be charged on the charge date.`,
      `Le client doit ${amount}, à débiter à la date prévue.`,
    ],
    disputed: [
      'The bank is holding the money: it counts as refunded until the bank has decided.',
      'La banque retient l’argent\u00a0: il compte comme remboursé jusqu’à ce qu’elle ait tranché.',
    ],
    withdrawn: [
      'The cancellation is withdrawn: the policy stays in force, and everyone is notified. Voiding the entry later does not bring it back.',
      'La résiliation est retirée\u00a0: la police reste en vigueur, et chacun en est avisé. Annuler l’inscription plus tard ne la rétablit pas.',
    ],
    back: {
      Card: (amount: string) => [
        `The card processor refunds ${amount} to the card within seconds.`,
        `Le processeur rembourse ${amount} sur la carte, en quelques secondes.`,
      ],
      Customer: (amount: string) => [
        `You refund ${amount} to the customer by cheque or transfer, and record it here.`,
        `Vous remboursez ${amount} au client par chèque ou par virement, et l’inscrivez ici.`,
      ],
      Lender: (amount: string) => [
        `The lender ends the loan, and says how much of ${amount} goes to it.`,
        `Le prêteur met fin au prêt et indique la part des ${amount} qui y est affectée.`,
      ],
    } satisfies Readonly<Record<OwedBack['payee'], (amount: string) => Text>>,
  },
} satisfies Texts;
