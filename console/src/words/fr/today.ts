import type { Words } from '../dictionary.ts';

export const today: Words['today'] = {
  lead: 'D’abord ce qui est à traiter, puis les chiffres de vente.',
  needs: 'À traiter',
  calm: 'Rien à traiter',
  calmText:
    'Les remboursements, débits, courriels et émissions sont réessayés automatiquement. Ce qui échoue encore apparaît ici.',
  checked: (time) => `Vérifié ${time}`,
  kinds: {
    requests: 'Demandes d’annulation',
    reversals: 'Remboursements en attente',
    charges: 'Débits échoués',
    mails: 'Courriels non distribués',
    binds: 'Émissions inachevées',
    differences: 'Écarts de règlement',
    limits: 'Limites de débit atteintes',
    jobs: 'Tâches échouées',
  },
  help: {
    requests:
      'Annulations demandées par les vendeurs, de la plus ancienne à la plus récente. Accepter annule la police, une fois le remboursement montré.',
    reversals:
      'Débits à rembourser et prêts à annuler qui ne l’ont pas encore été, du plus ancien au plus récent. Ils sont réessayés automatiquement.',
    charges:
      'Débits prévus que l’émetteur a refusés quatre jours : communiquez avec le client, puis débitez de nouveau, changez la date ou marquez comme payé. Si l’issue est inconnue, vérifiez d’abord auprès du processeur.',
    mails: 'Refusés par le serveur, ou livraison inconnue. Corrigez l’adresse ou renvoyez.',
    binds:
      'Leur instance est arrêtée ou bloquée. Une autre les reprend automatiquement; vous pouvez le faire tout de suite.',
    differences:
      'Ce sur quoi un fichier de règlement et les livres ne s’accordent pas. Trouvez qui a raison, puis marquez comme réglé.',
    limits:
      'Intégrations qui ont dépassé leur limite aujourd’hui. Communiquez avec le partenaire, ou relevez la limite.',
    jobs: 'Exécutions échouées. Le journal du service en dit la raison.',
  },
  differences: {
    missing: 'Absent du fichier',
    different: 'Autre montant',
    unknown: 'Absent des livres',
  },
  none: 'Aucun',
  open: 'Ouvrir la vente',
  business: 'Chiffres de vente',
  range: 'Période',
  ranges: { '7': '7 jours', '30': '30 jours', '90': '90 jours', '365': '1 an' },
  quotes: 'Soumissions',
  binds: 'Émissions',
  conversion: 'Conversion',
  premium: 'Primes',
  premiumHint: 'avant taxes',
  quotesAndBinds: 'Soumissions et émissions par jour',
  conversionByDay: 'Conversion par jour',
  premiumBySeller: 'Primes par jour et par vendeur',
  otherSellers: 'Autres vendeurs',
  sellers: 'Par vendeur',
  errors: 'Codes d’erreur par partenaire',
  noToken: 'Sans jeton valable',
  noErrors: 'Aucune erreur dans cette période.',
  latency: 'Latence',
  operation: 'Opération',
  p50: 'Médiane',
  p99: '99e centile',
  noLatency: 'Aucun appel dans cette période.',
  asTable: 'En tableau',
  day: 'Jour',
  code: 'Code',
  partner: 'Partenaire',
  count: 'Nombre',
  calls: 'Appels',
  total: 'Total avec taxes',
  noSales: 'Aucune soumission dans cette période',
  noSalesText: 'Choisissez une période plus longue.',
  ms: (value) => `${value} ms`,
};
