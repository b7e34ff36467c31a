import type { EntryKind } from '../../../../src/domain/books/ledger-entry.ts';
import type { PayoutLineKind } from '../../../../src/domain/books/payout-line.ts';
import type { Text, Texts } from '../spoken.ts';

type Counts = Readonly<Record<'lines' | 'matched' | 'disputes' | 'missing' | 'different' | 'unknown', string>>;

/** French counts none as it counts one. */
const few = (count: string): boolean => count === '0' || count === '1';

export const books = {
  lead: [
    'What is reported to sellers, insurers and tax authorities, and whether the processor and the lender agree.',
    'Ce qui est déclaré aux vendeurs, aux assureurs et aux autorités, et si le processeur et le prêteur sont d’accord avec les livres.',
  ],
  month: ['Month', 'Mois'],
  csv: ['Download CSV', 'Télécharger en CSV'],
  pdf: ['Download PDF', 'Télécharger en PDF'],
  parties: {
    processor: ['Card processor', 'Processeur de cartes'],
    lender: ['Lender', 'Prêteur'],
  },
  accounts: {
    partner: ['Collected by sellers', 'Perçu par les vendeurs'],
    customer: ['Owed by customers', 'Dû par les clients'],
    processor: ['Card processor', 'Processeur de cartes'],
    lender: ['Lender', 'Prêteur'],
    outside: ['Moved outside the service', 'Réglé hors du service'],
    dispute: ['Held back by banks', 'Retenu par les banques'],
    'write-off': ['Written off', 'Radié'],
    goodwill: ['Goodwill', 'Gestes commerciaux'],
    fee: ['Fees of processor and lender', 'Frais du processeur et du prêteur'],
    reserve: ['Held back in reserve', 'Retenu en réserve'],
    premium: ['Premiums of insurers', 'Primes des assureurs'],
    tax: ['Taxes', 'Taxes'],
    commission: ['Commission, from the premium', 'Commission, prise sur la prime'],
    'commission-due': ['Commission of sellers', 'Commission des vendeurs'],
  },
  balances: {
    caption: (day: string) => [`Accounts, as of ${day}`, `Comptes au ${day}`],
    empty: ['Nothing is booked yet', 'Rien n’est encore inscrit'],
    account: ['Account', 'Compte'],
    debit: ['Debit in the month', 'Débit du mois'],
    credit: ['Credit in the month', 'Crédit du mois'],
    balance: (day: string) => [`Balance as of ${day}`, `Solde au ${day}`],
  },
  lines: {
    title: ['Ledger lines', 'Lignes du grand livre'],
    caption: ['Lines, the latest first', 'Lignes, de la plus récente à la plus ancienne'],
    lead: (from: string, to: string) => [
      `${from} to ${to}. Above zero: what others owe you. Below: what you owe.`,
      `Du ${from} au ${to}. Au-dessus de zéro\u00a0: ce qu’on vous doit. Au-dessous\u00a0: ce que vous devez.`,
    ],
    empty: ['No lines in these days', 'Aucune ligne ces jours-là'],
    what: ['What happened', 'Ce qui s’est passé'],
    noPolicy: ['Without a policy', 'Sans police'],
    ofFile: ['By a payout file', 'Selon un fichier de versement'],
    kinds: {
      sale: ['Policy bound', 'Police émise'],
      charge: ['Card charged', 'Carte débitée'],
      payment: ['Paid by cheque or transfer', 'Payé par chèque ou virement'],
      'payment-returned': ['Payment returned', 'Paiement retourné'],
      loan: ['Loan without a policy', 'Prêt sans police'],
      cancellation: ['Cancelled', 'Résiliée'],
      goodwill: ['Goodwill', 'Geste commercial'],
      'write-off': ['Written off', 'Radié'],
      refund: ['Refunded', 'Remboursé'],
      'loan-ended': ['Loan ended', 'Prêt terminé'],
      'dispute-opened': ['Dispute opened', 'Contestation ouverte'],
      'dispute-won': ['Dispute won', 'Contestation gagnée'],
      'dispute-lost': ['Dispute lost', 'Contestation perdue'],
      fee: ['Fees kept', 'Frais retenus'],
      reserve: ['Held in reserve or released', 'Mis en réserve ou libéré'],
      void: ['Voided', 'Annulé'],
    } satisfies Readonly<Record<EntryKind, Text>>,
  },
  differences: {
    title: ['Differences', 'Écarts'],
    caption: ['Differences, open ones first', 'Écarts, les ouverts d’abord'],
    empty: ['The file and the books agree', 'Le fichier et les livres concordent'],
    what: ['What differs', 'Ce qui diffère'],
    moneyKinds: {
      charge: ['Charge', 'Débit'],
      refund: ['Refund', 'Remboursement'],
      dispute: ['Dispute', 'Contestation'],
      'dispute won': ['Dispute won', 'Contestation gagnée'],
      'dispute lost': ['Dispute lost', 'Contestation perdue'],
      fee: ['Fee', 'Frais'],
      reserve: ['Reserve', 'Réserve'],
      payout: ['Payout', 'Versement'],
    } satisfies Readonly<Record<PayoutLineKind, Text>>,
    line: ['Line', 'Ligne'],
    booked: ['Books', 'Livres'],
    inFile: ['File', 'Fichier'],
    open: ['Open', 'Ouvert'],
    found: ['Found', 'Trouvé'],
  },
  statements: {
    title: ['Statement of a seller', 'Relevé d’un vendeur'],
    lead: [
      'What a seller has sold, earned and collected in the month.',
      'Ce qu’un vendeur a vendu, gagné et perçu au cours du mois.',
    ],
    choose: ['Choose a seller above.', 'Choisissez un vendeur ci-dessus.'],
    commission: ['Commission', 'Commission'],
    collected: ['Collected', 'Perçu'],
    balance: ['Owed by the seller', 'Dû par le vendeur'],
    credit: ['Owed to the seller', 'Dû au vendeur'],
    day: ['Day', 'Jour'],
    kinds: {
      Bind: ['Bound', 'Émise'],
      Amendment: ['Corrected', 'Corrigée'],
      Cancellation: ['Cancelled', 'Résiliée'],
    },
    cut: (count: string) => [
      `The first ${count} lines. The file has all.`,
      `Les ${count} premières lignes. Le fichier les contient toutes.`,
    ],
  },
  bordereaux: {
    title: ['Bordereau', 'Bordereau'],
    lead: [
      'The policies that were bound and cancelled in a month, product by product, for one insurer or all.',
      'Les polices émises et résiliées au cours d’un mois, produit par produit, pour un assureur ou tous.',
    ],
    insurer: ['Insurer’s code', 'Code de l’assureur'],
  },
  taxes: {
    title: ['Taxes', 'Taxes'],
    lead: [
      'What is owed to authorities, by province and rate.',
      'Ce qui est dû aux autorités, par province et par taux.',
    ],
  },
  payoutFiles: {
    title: ['Payout files', 'Fichiers de versement'],
    caption: ['Payout files, the last one first', 'Fichiers de versement, le dernier d’abord'],
    empty: ['No payout file yet', 'Aucun fichier de versement'],
    emptyText: [
      'Compare the processor’s or the lender’s file with the books. Differences appear under Today.',
      'Comparez le fichier du processeur ou du prêteur avec les livres. Les écarts apparaissent sous Aujourd’hui.',
    ],
    file: ['File', 'Fichier'],
    party: ['From whom', 'Provenance'],
    lines: ['Lines', 'Lignes'],
    matched: ['Matched', 'Concordantes'],
    open: ['Open differences', 'Écarts ouverts'],
    compared: ['Compared', 'Comparé'],
    withdraw: ['Withdraw', 'Retirer'],
    withdrawTitle: (name: string) => [`Withdraw ${name}`, `Retirer ${name}`],
    withdrawLead: [
      'For a wrong file: what it confirmed is open again, disputes and fees that it brought are voided, and its differences are removed. It can be compared again.',
      'Pour un mauvais fichier\u00a0: ce qu’il a confirmé est de nouveau ouvert, les contestations et frais qu’il a fait inscrire sont annulés, et ses écarts disparaissent. Il peut être comparé de nouveau.',
    ],
    withdrawDone: ['The file was withdrawn.', 'Le fichier a été retiré.'],
  },
  compare: {
    act: ['Compare a payout file', 'Comparer un fichier de versement'],
    actLead: [
      'A CSV file with one line for each payment. Disputes, fees and reserves in it are booked. Each difference from the books then needs attention.',
      'Un fichier CSV avec une ligne par paiement. Ses contestations, ses frais et ses réserves sont inscrits. Chaque écart avec les livres est alors à traiter.',
    ],
    actDo: ['Compare', 'Comparer'],
    actDone: ['The file was compared.', 'Le fichier a été comparé.'],
    file: ['Payout file (CSV)', 'Fichier de versement (CSV)'],
    noColumn: ['Choose a column', 'Choisir une colonne'],
    tryIt: ['Try it first', 'Essayer d’abord'],
    tried: ['Nothing was written.', 'Rien n’a été écrit.'],
    show: ['Show the differences', 'Voir les écarts'],
    from: ['First day', 'Premier jour'],
    to: ['Last day', 'Dernier jour'],
    reference: ['Column of the reference or loan', 'Colonne de la référence ou du prêt'],
    amount: ['Column of the amount', 'Colonne du montant'],
    kind: ['Column of the kind', 'Colonne du type'],
    kindHint: [
      'It tells refunds, disputes, fees and the payout apart.',
      'Elle distingue remboursements, contestations, frais et versement.',
    ],
    refundWord: ['Word for a refund', 'Mot pour un remboursement'],
    refundHint: ['In that column; “refund” by default.', 'Dans cette colonne; «\u00a0refund\u00a0» par défaut.'],
    whole: ['The file and the books agree.', 'Le fichier et les livres concordent.'],
    differs: ['The file and the books differ.', 'Le fichier et les livres diffèrent.'],
    counts: ({ lines, matched, missing, different, unknown }: Counts) => [
      `${lines} ${lines === '1' ? 'line' : 'lines'}: ${matched} matched, ${different} with another amount, ${unknown} not in the books; ${missing} missing in the file.`,
      `${lines} ${few(lines) ? 'ligne' : 'lignes'}\u00a0: ${matched} ${few(matched) ? 'concordante' : 'concordantes'}, ${different} d’un autre montant, ${unknown} ${few(unknown) ? 'absente' : 'absentes'} des livres; ${missing} ${few(missing) ? 'absente' : 'absentes'} du fichier.`,
    ],
    disputes: ({ disputes }: Counts) => [
      disputes === '1' ? 'One thing was recorded of a dispute.' : `${disputes} things were recorded of disputes.`,
      disputes === '1'
        ? 'Un fait a été inscrit au sujet d’une contestation.'
        : `${disputes} faits ont été inscrits au sujet de contestations.`,
    ],
  },
} satisfies Texts;
