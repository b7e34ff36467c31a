import type { Texts } from '../spoken.ts';

/** The desk of one seller. */
export const desk = {
  clerk: (seller: string) => [`Desk of ${seller}`, `Comptoir de ${seller}`],
  search: ['Policy, VIN or name', 'Police, NIV ou nom'],
  linksLead: [
    'Make a customer a page to buy on, and see how far they have come.',
    'Préparez au client une page d’achat, et suivez son avancement.',
  ],
  policies: {
    lead: ['What you have sold, the latest first.', 'Ce que vous avez vendu, du plus récent au plus ancien.'],
    caption: ['Policies, newest first', 'Polices, de la plus récente à la plus ancienne'],
    empty: ['No policy yet', 'Aucune police'],
    emptyText: ['What customers buy is listed here.', 'Ce que les clients achètent figure ici.'],
    nothing: ['No policy found', 'Aucune police ne correspond'],
    nothingText: [
      'Search by policy number, VIN, name, e-mail address or telephone number, or their ends.',
      'Cherchez par numéro de police, NIV, nom, adresse courriel ou téléphone, ou leur fin.',
    ],
  },
  policy: {
    cover: ['Coverage', 'Couverture'],
    period: (from: string, to: string) => [`${from} to ${to}`, `du ${from} au ${to}`],
    amountDue: ['Due today', 'À payer aujourd’hui'],
    papers: ['Papers', 'Documents'],
    refunds: ['Refunds', 'Remboursements'],
    refundStates: { Pending: ['Pending', 'À venir'], Done: ['Done', 'Fait'] },
    cancellation: ['Cancellation', 'Résiliation'],
    cancellationStates: {
      Requested: ['Asked for', 'Demandée'],
      Scheduled: ['Ahead', 'À venir'],
      InEffect: ['In effect', 'En vigueur'],
    },
    requestStates: {
      open: ['The operator has not decided yet', 'L’exploitant n’a pas encore décidé'],
      accepted: ['Accepted', 'Acceptée'],
      declined: ['Declined', 'Refusée'],
      withdrawn: ['Withdrawn', 'Retirée'],
    },
    request: ['Your request', 'Votre demande'],
    asked: ['Asked for', 'Demandée le'],
    answer: ['Answer', 'Réponse'],
    ask: ['Ask for a cancellation', 'Demander la résiliation'],
    askTitle: (policy: string) => [`Ask for the cancellation of ${policy}`, `Demander la résiliation de ${policy}`],
    askLead: ['The operator decides. Nothing changes until then.', 'L’exploitant décide. Rien ne change d’ici là.'],
    askDo: ['Send the request', 'Envoyer la demande'],
    askDone: ['The operator was asked.', 'La demande a été transmise à l’exploitant.'],
    ground: ['Ground', 'Motif'],
    effectiveDate: ['First day without coverage', 'Premier jour sans couverture'],
    note: ['Note for the operator', 'Remarque à l’exploitant'],
    comesTo: (amount: string) => [
      `If it is accepted, we refund ${amount}.`,
      `Si elle est acceptée, nous remboursons ${amount}.`,
    ],
    nothingBack: [
      'If it is accepted, we refund nothing ourselves.',
      'Si elle est acceptée, nous ne remboursons rien nous-mêmes.',
    ],
    takeBack: ['Withdraw the request', 'Retirer la demande'],
    takeBackDone: ['The request was withdrawn.', 'La demande a été retirée.'],
  },
  statements: {
    lead: [
      'What you have sold, earned and collected in a month.',
      'Ce que vous avez vendu, gagné et perçu en un mois.',
    ],
    pdf: ['Save as PDF', 'Enregistrer en PDF'],
    csv: ['Save as CSV', 'Enregistrer en CSV'],
  },
} satisfies Texts;
