import type { Words } from '../dictionary.ts';

export const sales: Words['sales'] = {
  lead: 'Chaque proposition depuis sa première soumission, avec sa police, ses paiements et ses documents.',
  search: 'Rechercher',
  searchHint: 'Numéro de police, identifiant, NIV, nom ou courriel',
  searchHelp:
    'Un numéro de police, un identifiant, un NIV ou ses 5 premiers caractères, une adresse courriel ou son début, ou un nom de famille.',
  searchHelpViewer: 'Pour votre rôle, un nom ou une adresse courriel doit être donné en entier.',
  allSellers: 'Tous les vendeurs',
  allStates: 'Tous les états',
  tabsLabel: 'Listes',
  tabs: { sales: 'Ventes', policies: 'Polices', payments: 'Paiements par carte', documents: 'Documents' },
  captions: {
    sales: 'Ventes, de la plus récente à la plus ancienne',
    policies: 'Polices, de la plus récente à la plus ancienne',
    payments: 'Paiements par carte, du plus récent au plus ancien',
    documents: 'Documents, du plus récent au plus ancien',
  },
  nothing: 'Aucun résultat',
  nothingText: 'Vérifiez l’orthographe, effacez un filtre ou essayez le NIV.',
  empty: 'Aucune vente',
  emptyText: 'La première soumission d’un vendeur apparaît ici. Commencez par une intégration et un vendeur.',
  status: { quoted: 'Soumise', binding: 'En émission', bound: 'Émise', cancelled: 'Annulée' },
  paymentStatus: {
    Pending: 'Paiement ouvert',
    Authorized: 'Autorisé',
    Declined: 'Refusé',
    Cancelled: 'Annulé',
    Lapsing: 'En expiration',
    Lapsed: 'Expiré',
    Binding: 'En émission',
    Captured: 'Débité',
    Scheduled: 'Débit prévu',
    Reversing: 'Contrepassation en cours',
    Reversed: 'Contrepassé',
  },
  documentKinds: {
    declaration: 'Déclaration',
    'financing-letter': 'Lettre de financement',
    receipt: 'Reçu',
    cancellation: 'Avis d’annulation',
  },
  exportOpen: 'Exporter en CSV',
  exportLead:
    'Toutes les lignes qui correspondent aux filtres, au plus 100 000, avec les données personnelles. L’exportation est inscrite au journal.',
  exportDo: 'Exporter',
  exportDone: 'Le fichier a été téléchargé.',
};
