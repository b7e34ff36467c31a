import type { Words } from '../dictionary.ts';

export const books: Words['books'] = {
  lead: 'Ce qu’apprennent vendeurs, assureurs et autorités, et si le processeur et le prêteur sont d’accord.',
  month: 'Mois',
  csv: 'Télécharger en CSV',
  pdf: 'Télécharger en PDF',
  parties: { processor: 'Processeur de cartes', lender: 'Prêteur' },
  statements: {
    title: 'Relevé d’un vendeur',
    lead: 'Ce qu’un vendeur a vendu, gagné et perçu en un mois.',
  },
  bordereaux: {
    title: 'Bordereau',
    lead: 'Les polices émises et résiliées en un mois, produit par produit, pour leurs assureurs.',
    insurer: 'Code de l’assureur, ou tous',
  },
  taxes: { title: 'Taxes', lead: 'Ce qui est dû aux autorités, par province et par taux.' },
  payoutFiles: {
    title: 'Fichiers de versement',
    caption: 'Fichiers de versement, le dernier d’abord',
    empty: 'Aucun fichier de versement',
    emptyText:
      'Comparez le fichier du processeur ou du prêteur avec les livres. Les écarts apparaissent sous Aujourd’hui.',
    file: 'Fichier',
    party: 'De qui',
    lines: 'Lignes',
    matched: 'Concordantes',
    open: 'Écarts ouverts',
    compared: 'Comparé',
  },
  compare: {
    act: 'Comparer un fichier de versement',
    lead: 'Un fichier CSV avec une ligne par paiement. Chaque écart avec les livres est alors à traiter.',
    confirm: 'Comparer',
    done: 'Le fichier a été comparé.',
    file: 'Fichier de versement (CSV)',
    filePick: 'Choisir un fichier',
    from: 'Premier jour',
    to: 'Dernier jour',
    reference: 'Colonne de la référence ou du numéro de prêt',
    amount: 'Colonne du montant',
    kind: 'Colonne du genre',
    kindHint: 'Seulement si les remboursements n’ont pas de signe.',
    refundWord: 'Mot pour un remboursement',
    refundHint: 'Dans cette colonne; «\u00a0refund\u00a0» par défaut.',
    whole: 'Le fichier et les livres concordent.',
    differs: 'Le fichier et les livres diffèrent.',
    counts: ({ lines, matched, missing, different, unknown }) =>
      `${lines} lignes\u00a0: ${matched} concordantes, ${different} d’un autre montant, ${unknown} absentes des livres; ${missing} absentes du fichier.`,
  },
};
