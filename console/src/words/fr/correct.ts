import type { Words } from '../dictionary.ts';

export const correct: Words['correct'] = {
  soon: 'C’est exécuté en quelques secondes.',
  sameAddress: 'la même adresse',
  referenceHint:
    'Le numéro d’un chèque ou d’un virement, la référence du processeur, ou l’endroit dans le journal du serveur de courriel.',
  retryReversal: {
    act: 'Réessayer maintenant',
    title: 'Réessayer le remboursement maintenant',
    lead: 'On demande d’abord au processeur ou au prêteur si c’est déjà fait; rien n’est remboursé deux fois.',
    done: 'Le remboursement est réessayé.',
  },
  settleReversal: {
    act: 'Marquer comme réglé',
    lead: 'Seulement quand le client a récupéré son argent, ou que le prêteur a annulé le prêt. Il n’y a plus d’essai ensuite.',
    done: 'Le remboursement est marqué comme réglé.',
  },
  retryCharge: {
    act: 'Débiter de nouveau',
    title: 'Débiter la carte de nouveau',
    lead: 'La carte enregistrée est débitée encore une fois, dans la minute.',
    done: 'La carte est débitée de nouveau.',
  },
  settleCharge: {
    act: 'Marquer comme payé',
    lead: 'Seulement quand le client a payé d’une autre façon. La carte n’est plus débitée.',
    done: 'Le débit est marqué comme payé.',
  },
  moveCharge: {
    act: 'Changer la date',
    title: 'Changer la date du débit',
    lead: 'De demain à 60 jours d’ici, selon le jour du vendeur.',
    date: 'Nouvelle date du débit',
    done: 'La date a été changée.',
  },
  paymentLink: {
    act: 'Envoyer un lien de paiement',
    lead: 'Le client reçoit par courriel un lien vers une page où il peut payer le montant dû avec une autre carte. Un lien antérieur prend fin.',
    done: 'Le lien de paiement est fait.',
    days: 'Jours pendant lesquels il sert (1 à 30)',
    chargeOn: 'Débiter la nouvelle carte le (si c’est vide, tout de suite)',
    show: 'Afficher le lien au lieu de l’envoyer',
    showNow: 'Afficher le lien',
    address: 'Lien de paiement',
    mailed: (day) => `Il est envoyé au client par courriel et sert jusqu’au ${day}.`,
  },
  revokePaymentLink: {
    act: 'Révoquer le lien',
    lead: 'Le client ne peut plus payer par ce lien. Une carte déjà prise est débitée.',
    done: 'Le lien a été révoqué.',
  },
  resendMail: {
    act: 'Renvoyer',
    title: 'Renvoyer ce courriel',
    lead: (to) => `Les mêmes documents sont renvoyés à ${to}.`,
    done: 'Le courriel est en route.',
  },
  settleMail: {
    act: 'Marquer comme arrivé',
    lead: 'Seulement quand le journal du serveur de courriel ou le client le dit. Il n’est pas renvoyé.',
    done: 'Le courriel est marqué comme arrivé.',
  },
  settleDifference: {
    act: 'Marquer comme réglé',
    lead: 'Seulement quand vous savez en quoi le fichier de règlement et les livres diffèrent. Les livres restent tels quels.',
    done: 'L’écart est marqué comme réglé.',
  },
  retryAll: {
    act: 'Tout réessayer',
    lead: 'Chacun est réessayé séparément; les courriels sont renvoyés. Ce qui s’est réglé entre-temps n’est pas touché.',
    done: 'Ils sont réessayés.',
  },
  settleAll: {
    act: 'Tout régler',
    lead: 'Seulement quand tous ont été réglés autrement; les courriels, quand ils sont arrivés. Il n’y a plus d’essai ensuite.',
    done: 'Ils sont réglés.',
  },
  selection: {
    cause: 'Seulement ceux dont la cause commence par',
    causeHint: 'Si c’est vide, tous. Les courriels à la livraison incertaine commencent par « unknown ».',
    counts: (done: number, refused: number) => `${done} faits, ${refused} laissés tels quels.`,
  },
  resendDocuments: {
    act: 'Renvoyer les documents',
    lead: 'Tous les documents de la police, par courriel.',
    address: 'À',
    addressHint: 'Si laissé vide, l’adresse de la police.',
    done: 'Les documents sont en route.',
  },
  email: {
    act: 'Corriger l’adresse courriel',
    lead: 'Pour les courriels de cette police à partir de maintenant. Ceux qui n’ont pas été distribués partent automatiquement à la nouvelle adresse.',
    current: (address) => `Actuelle : ${address}`,
    address: 'Nouvelle adresse courriel',
    done: 'L’adresse a été corrigée.',
    moved: (count) =>
      count === 0
        ? 'Aucun courriel n’attendait.'
        : count === 1
          ? '1 courriel part à la nouvelle adresse.'
          : `${count} courriels partent à la nouvelle adresse.`,
  },
  retryBind: {
    act: 'Terminer maintenant',
    title: 'Terminer l’émission maintenant',
    lead: 'Une autre instance la reprend et demande d’abord ce qui s’est passé.',
    done: 'L’émission est en voie d’être terminée.',
  },
  cancel: {
    act: 'Annuler la police',
    title: (policy) => `Annuler la police ${policy}`,
    kind: 'Type d’annulation',
    kinds: { 'pro-rata': 'Au prorata', flat: 'En entier' },
    kindHelp: {
      'pro-rata': 'Les jours utilisés sont facturés; le reste est remboursé.',
      flat: 'Comme si la police n’avait jamais existé. Tout est remboursé.',
    },
    date: 'Premier jour sans couverture',
    caption: 'Remboursement par produit',
    days: 'Jours inutilisés',
    daysOf: (unused, total) => `${unused} sur ${total}`,
    paid: 'Payé',
    refund: 'Remboursement',
    kept: 'Conservé',
    settlement: {
      'card-refund': 'C’est remboursé sur la carte.',
      'charge-stopped': 'La carte n’a pas été débitée et ne le sera pas.',
      'loan-cancelled': 'Le prêteur en est avisé; il règle avec le client.',
      outside: 'Celui qui a encaissé le paiement le rembourse; Northbind ne déplace pas d’argent.',
      nothing: 'Il n’y a rien à rembourser.',
    },
    confirm: (amount) => `Annuler et rembourser ${amount}`,
    keep: 'Garder la police',
    done: 'La police a été annulée.',
    doneText: 'Le remboursement est exécuté en quelques secondes. L’avis est envoyé par courriel.',
    notice: 'Télécharger l’avis',
  },
};
