import type { Texts } from '../spoken.ts';
import { accountActs } from './account-acts.ts';

export const correct = {
  ...accountActs,
  soon: ['It takes a few seconds.', 'Ce sera fait en quelques secondes.'],
  sameAddress: ['the same address', 'la même adresse'],
  referenceHint: [
    'The number of a cheque or transfer, the processor’s own reference, or where you saw it.',
    'Le numéro d’un chèque ou d’un virement, la référence du processeur, ou l’endroit où vous l’avez constaté.',
  ],
  movesTo: {
    Card: ['the card', 'la carte'],
    Lender: ['the lender', 'le prêteur'],
    Customer: ['the customer', 'le client'],
  },
  retryReversal: {
    act: ['Retry now', 'Réessayer maintenant'],
    confirm: (amount: string, to: string) => [`Refund ${amount} to ${to}`, `Rembourser ${amount} (${to})`],
    title: ['Retry the refund now', 'Réessayer le remboursement maintenant'],
    lead: [
      'The processor or the lender is asked first whether it went through already, so nothing is refunded twice.',
      'On demande d’abord au processeur ou au prêteur si c’est déjà fait; rien n’est remboursé deux fois.',
    ],
    done: ['The refund is retried.', 'Nouvelle tentative de remboursement en cours.'],
  },
  settleReversal: {
    act: ['Record as refunded', 'Inscrire comme remboursé'],
    confirm: (amount: string) => [`Record ${amount} as refunded`, `Inscrire ${amount} comme remboursés`],
    lead: [
      'Only when the customer has the money back, or the lender has cancelled the loan. It is no longer retried.',
      'Seulement quand le client a été remboursé, ou que le prêteur a annulé le prêt. Il n’y a plus d’essai ensuite.',
    ],
    on: ['Refunded on', 'Remboursé le'],
    done: ['The refund is recorded as paid.', 'Le remboursement est inscrit comme fait.'],
  },
  retryCharge: {
    act: ['Charge again', 'Débiter de nouveau'],
    confirm: (amount: string, card: string) => [`Charge ${amount} to ${card}`, `Débiter ${amount} (${card})`],
    title: ['Charge the card again', 'Débiter la carte de nouveau'],
    lead: [
      'The saved card is charged once more, within a minute.',
      'La carte enregistrée est débitée encore une fois, dans la minute.',
    ],
    done: ['The card is charged again.', 'La carte est débitée de nouveau.'],
  },
  settleCharge: {
    act: ['Record as paid', 'Inscrire comme payé'],
    confirm: (amount: string) => [`Record ${amount} as paid`, `Inscrire ${amount} comme payés`],
    lead: [
      'Only when you have seen the money. The card is no longer charged.',
      'Seulement quand vous avez constaté le paiement. La carte n’est plus débitée.',
    ],
    by: ['How it was paid', 'Mode de paiement'],
    bys: {
      processor: [
        'By the card: the processor did make the charge',
        'Par la carte\u00a0: le processeur a bien fait le débit',
      ],
      outside: [
        'Outside, for example by cheque or transfer',
        'Hors du service, par exemple par chèque ou par virement',
      ],
    },
    byHelp: {
      outside: [
        'If the policy is cancelled, you refund the customer.',
        'Si la police est résiliée, c’est vous qui remboursez le client.',
      ],
      processor: [
        'As its own console shows; the reference is the processor’s. A refund then goes to the card.',
        'Comme le montre sa propre console; la référence est celle du processeur. Un remboursement va alors à la carte.',
      ],
    },
    done: ['The charge is recorded as paid.', 'Le débit est inscrit comme payé.'],
  },
  moveCharge: {
    act: ['Change the date', 'Changer la date'],
    title: ['Change the date of the charge', 'Changer la date du débit'],
    lead: [
      'From tomorrow to 60 days ahead, in the seller’s time zone.',
      'De demain à 60 jours d’ici, selon le fuseau horaire du vendeur.',
    ],
    date: ['New charge date', 'Nouvelle date du débit'],
    done: ['The date was changed.', 'La date a été changée.'],
  },
  paymentLink: {
    act: ['Send a payment link', 'Envoyer un lien de paiement'],
    lead: [
      'The customer gets a link by e-mail to a page on which the amount due can be paid with another card. An earlier link ends.',
      'Le client reçoit par courriel un lien vers une page où il peut payer le montant dû avec une autre carte. Un lien antérieur prend fin.',
    ],
    done: ['The payment link was created.', 'Le lien de paiement a été créé.'],
    days: ['Days it stays valid (1 to 30)', 'Jours de validité (1 à 30)'],
    chargeOn: [
      'Charge the new card on (if left empty, at once)',
      'Débiter la nouvelle carte le (tout de suite si le champ est vide)',
    ],
    show: ['Show the link instead of mailing it', 'Afficher le lien au lieu de l’envoyer'],
    showNow: ['Show the link', 'Afficher le lien'],
    address: ['Payment link', 'Lien de paiement'],
    mailed: (day: string) => [
      `It is mailed to the customer and can be used until ${day}.`,
      `Il est envoyé au client par courriel et est valable jusqu’au ${day}.`,
    ],
  },
  revokePaymentLink: {
    act: ['Revoke the link', 'Révoquer le lien'],
    lead: [
      'The customer can no longer pay with this link. A card that was already accepted is charged.',
      'Le client ne peut plus payer par ce lien. Une carte déjà fournie sera débitée.',
    ],
    done: ['The link was revoked.', 'Le lien a été révoqué.'],
  },
  resendMail: {
    act: ['Send again', 'Renvoyer'],
    title: ['Send this e-mail again', 'Renvoyer ce courriel'],
    lead: (to: string) => [`The same documents go to ${to} again.`, `Les mêmes documents sont renvoyés à ${to}.`],
    done: ['The e-mail is on its way.', 'Le courriel est en route.'],
  },
  settleMail: {
    act: ['Mark as arrived', 'Marquer comme arrivé'],
    lead: [
      'Only when the mail server’s log or the customer says so. It is not sent again.',
      'Seulement quand le journal du serveur de courriel ou le client le dit. Il n’est pas renvoyé.',
    ],
    done: ['The e-mail is marked as arrived.', 'Le courriel est marqué comme arrivé.'],
  },
  retryLinkMail: {
    act: ['Send again', 'Renvoyer'],
    title: ['Send the sale link again', 'Renvoyer le lien de vente'],
    lead: [
      'The same link goes to the address that it was made with. If that is wrong, withdraw the link on the seller’s page and make another.',
      'Le même lien est renvoyé à l’adresse indiquée à sa création. Si elle est erronée, retirez le lien sur la page du vendeur et créez-en un autre.',
    ],
    done: ['The e-mail is on its way.', 'Le courriel est en route.'],
  },
  settleLinkMail: {
    act: ['Mark as arrived', 'Marquer comme arrivé'],
    lead: [
      'Only when the customer has the link. It is not sent again.',
      'Seulement quand le client a le lien. Il n’est pas renvoyé.',
    ],
    done: ['The sale link is marked as arrived.', 'Le lien de vente est marqué comme arrivé.'],
  },
  retryLetter: {
    act: ['Send again', 'Renvoyer'],
    title: ['Send the letter again', 'Renvoyer la lettre'],
    lead: [
      'It tells the customer that nothing was bought, at the address given on the page of the link.',
      'Elle avise le client que rien n’a été acheté, à l’adresse donnée sur la page du lien.',
    ],
    done: ['The letter is on its way.', 'La lettre est en route.'],
  },
  settleLetter: {
    act: ['Mark as told', 'Marquer comme avisé'],
    lead: [
      'Only when the customer knows that nothing was bought. The letter is not sent again.',
      'Seulement quand le client sait que rien n’a été acheté. La lettre n’est pas renvoyée.',
    ],
    done: ['The customer is marked as told.', 'Le client est marqué comme avisé.'],
  },
  settleDifference: {
    act: ['Mark as settled', 'Marquer comme réglé'],
    lead: [
      'Only when you know why the other party and the books differ. The books stay as they are.',
      'Seulement quand vous savez en quoi l’autre partie et les livres diffèrent. Les livres restent tels quels.',
    ],
    done: ['The difference is marked as settled.', 'L’écart est marqué comme réglé.'],
  },
  retryAll: {
    act: ['Retry all', 'Tout réessayer'],
    lead: [
      'Each is retried on its own; e-mails are sent again. Anything settled in the meantime is left alone.',
      'Chacun fait l’objet d’une nouvelle tentative; les courriels sont renvoyés. Ce qui s’est réglé entre-temps n’est pas touché.',
    ],
    done: ['They are retried.', 'Une nouvelle tentative est en cours.'],
  },
  settleAll: {
    act: ['Settle all', 'Tout régler'],
    lead: [
      'Only when all of them were settled another way; e-mails, when they have arrived. They are no longer retried.',
      'Seulement quand tous ont été réglés autrement; les courriels, quand ils sont arrivés. Il n’y a plus d’essai ensuite.',
    ],
    done: ['They are settled.', 'Ils sont réglés.'],
  },
  selection: {
    failure: ['Which ones', 'Lesquels'],
    all: ['All of them', 'Tous'],
    counts: (done: number, refused: number) => [
      `${done} done, ${refused} left as they were.`,
      `${done} faits, ${refused} laissés tels quels.`,
    ],
  },
  resendDocuments: {
    act: ['Send the documents again', 'Renvoyer les documents'],
    lead: ['All documents of the policy, by e-mail.', 'Tous les documents de la police, par courriel.'],
    addressHint: ['If left empty, the address of the policy.', 'L’adresse de la police si le champ est vide.'],
    done: ['The documents are on their way.', 'Les documents sont en route.'],
  },
  email: {
    act: ['Correct the e-mail address', 'Corriger l’adresse courriel'],
    lead: [
      'For the e-mails of this policy from now on. Undelivered ones are sent to the new address automatically.',
      'Pour les courriels de cette police à partir de maintenant. Ceux qui n’ont pas été distribués partent automatiquement à la nouvelle adresse.',
    ],
    current: (address: string) => [`Current: ${address}`, `Actuelle\u00a0: ${address}`],
    address: ['New e-mail address', 'Nouvelle adresse courriel'],
    done: ['The address was corrected.', 'L’adresse a été corrigée.'],
    moved: (count: number) => [
      count === 0
        ? 'No e-mail was waiting.'
        : count === 1
          ? '1 e-mail goes to the new address.'
          : `${count} e-mails go to the new address.`,
      count === 0
        ? 'Aucun courriel n’attendait.'
        : count === 1
          ? '1 courriel part à la nouvelle adresse.'
          : `${count} courriels partent à la nouvelle adresse.`,
    ],
  },
  retryBind: {
    act: ['Finish now', 'Terminer maintenant'],
    title: ['Finish the bind now', 'Terminer l’émission maintenant'],
    lead: [
      'Another instance takes over, and first checks what has happened so far.',
      'Une autre instance la reprend et vérifie d’abord ce qui s’est passé.',
    ],
    done: ['The bind is being finished.', 'L’émission est en voie d’être terminée.'],
  },
  amend: {
    act: ['Correct the policy', 'Corriger la police'],
    title: (policy: string) => [`Correct policy ${policy}`, `Corriger la police ${policy}`],
    lead: [
      'For corrections that do not change the price. The customer gets amended declarations by e-mail. If the price would change, cancel the policy and sell it again.',
      'Pour les corrections qui ne changent pas le prix. Le client reçoit des conditions particulières modifiées par courriel. Si le prix devait changer, résiliez la police et vendez-la de nouveau.',
    ],
    firstName: ['First name', 'Prénom'],
    companyName: ['Company name', 'Nom de l’entreprise'],
    lastName: ['Last name', 'Nom de famille'],
    addressLine2: ['Unit or suite', 'Appartement ou bureau'],
    samePrice: ['Only if the price stays the same.', 'Seulement si le prix reste le même.'],
    done: ['The policy was corrected.', 'La police a été corrigée.'],
    doneText: (number: number) => [
      `Amendment ${number}. The amended declarations are sent by e-mail.`,
      `Modification ${number}. Les conditions particulières modifiées sont envoyées par courriel.`,
    ],
    declaration: ['Download the amended declarations', 'Télécharger les conditions particulières modifiées'],
  },
  acceptRequest: {
    act: ['Accept', 'Accepter'],
  },
  declineRequest: {
    act: ['Decline', 'Refuser'],
    title: ['Decline the cancellation', 'Refuser la résiliation'],
    lead: [
      'The policy stays in force. The seller can read the reason.',
      'La police reste en vigueur. Le vendeur pourra lire la raison.',
    ],
    done: ['The request was declined.', 'La demande a été refusée.'],
  },
  rescind: {
    act: ['Rescind', 'Résoudre'],
    title: (policy: string) => [`Rescind policy ${policy}`, `Résoudre la police ${policy}`],
    lead: [
      'For a customer who rescinds within the statutory period. The policy is treated as if it had never existed, and everything is refunded. This can’t be undone.',
      'Pour un client qui résout (annule) le contrat dans le délai prévu par la loi. La police est réputée n’avoir jamais existé, et tout est remboursé. C’est irréversible.',
    ],
    until: ['Rescission until', 'Résolution jusqu’au'],
    confirm: (amount: string, to: string) => [
      `Rescind and refund ${amount} to ${to}`,
      `Résoudre et rembourser ${amount} (${to})`,
    ],
    confirmFrom: (day: string) => [`Rescind as of ${day}`, `Résoudre à compter du ${day}`],
  },
  withdraw: {
    act: ['Withdraw the cancellation', 'Retirer la résiliation'],
    dismiss: ['Leave it as it is', 'La laisser telle quelle'],
    lead: [
      'The policy stays in force as if it had never been cancelled. The customer and the seller are notified.',
      'La police reste en vigueur comme si elle n’avait jamais été résiliée. Le client et le vendeur en sont avisés.',
    ],
    done: ['The cancellation is withdrawn.', 'La résiliation est retirée.'],
  },
  writeOff: {
    act: ['Write off', 'Radier'],
    confirm: (amount: string) => [`Write off ${amount}`, `Radier ${amount}`],
    title: ['Write off what is owed', 'Radier ce qui est dû'],
    lead: [
      'The customer no longer owes this amount, and can no longer pay it. This can’t be undone.',
      'Le client ne doit plus ce montant et ne peut plus le payer. C’est irréversible.',
    ],
    done: ['Written off.', 'Le montant est radié.'],
  },
  cancel: {
    act: ['Cancel the policy', 'Résilier la police'],
    title: (policy: string) => [`Cancel policy ${policy}`, `Résilier la police ${policy}`],
    kind: ['Type of cancellation', 'Type de résiliation'],
    kinds: {
      'pro-rata': ['Pro-rata', 'Au prorata'],
      flat: ['Flat', 'À la date d’effet'],
    },
    kindHelp: {
      'pro-rata': [
        'The days used are charged; the rest is refunded.',
        'Les jours écoulés sont facturés; le reste est remboursé.',
      ],
      flat: [
        'The policy is treated as if it had never existed. Everything is refunded.',
        'La police est réputée n’avoir jamais existé. Tout est remboursé.',
      ],
    },
    requestedBy: ['Requested by', 'Demandée par'],
    parties: {
      customer: ['Customer', 'Client'],
      insurer: ['Insurer', 'Assureur'],
      seller: ['Seller', 'Vendeur'],
    },
    ground: ['Ground', 'Motif de résiliation'],
    grounds: {
      Rescission: ['Rescission within the time allowed', 'Résolution dans le délai permis'],
      VehicleSold: ['Vehicle sold', 'Véhicule vendu'],
      TotalLoss: ['Total loss', 'Perte totale'],
      Refinanced: ['Refinanced', 'Refinancement'],
      Other: ['Other', 'Autre'],
      NonPayment: ['Not paid', 'Non-paiement'],
      AggravatedRisk: ['Aggravated risk', 'Aggravation du risque'],
    },
    asked: (ground: string, day: string) => [
      `The seller asks: ${ground}. First day without cover: ${day}. `,
      `Le vendeur demande\u00a0: ${ground}. Premier jour sans couverture\u00a0: ${day}. `,
    ],
    everythingBack: [
      'The whole price is refunded, or not charged.',
      'Le prix entier est remboursé ou n’est pas débité.',
    ],
    caption: ['Unused part by product', 'Part inutilisée par produit'],
    days: ['Unused days', 'Jours non écoulés'],
    daysOf: (unused: string, total: string) => [`${unused} of ${total}`, `${unused} sur ${total}`],
    price: ['Price', 'Prix'],
    unused: ['Unused part', 'Part inutilisée'],
    refund: ['Refund', 'Remboursement'],
    premiumBack: ['Premium refunded', 'Prime remboursée'],
    taxBack: ['Tax refunded', 'Taxe remboursée'],
    kept: ['Kept', 'Conservé'],
    route: {
      card: ['It is refunded to the card.', 'Le remboursement se fait sur la carte.'],
      'not charged': ['Nothing was collected, so nothing is refunded.', 'Rien n’a été perçu; rien n’est remboursé.'],
      'ask first': [
        'It is not known yet whether the card was charged. Anything charged is refunded.',
        'On ne sait pas encore si la carte a été débitée. Ce qui a été débité est remboursé.',
      ],
      loan: [
        'It goes to the loan first, the rest to the customer.',
        'Le remboursement est d’abord affecté au prêt; le reste va au client.',
      ],
      seller: [
        'The seller collected the payment and refunds it; Northbind moves no money.',
        'Le vendeur a encaissé le paiement et le rembourse; Northbind ne rembourse rien.',
      ],
      operator: [
        'It was paid outside the service: you refund it, for example by cheque or transfer.',
        'Payé hors du service\u00a0: vous remboursez le client, par exemple par chèque ou par virement.',
      ],
      nothing: ['There is nothing to refund.', 'Il n’y a rien à rembourser.'],
    },
    who: ['Who refunds what', 'Qui rembourse quoi'],
    payer: ['From', 'De'],
    payee: ['To', 'À'],
    due: ['Due', 'Échéance'],
    atOnce: ['At once', 'Tout de suite'],
    payers: {
      Processor: ['Card processor', 'Processeur de cartes'],
      Seller: ['Seller', 'Vendeur'],
      Lender: ['Lender', 'Prêteur'],
      Operator: ['Operator', 'Exploitant'],
    },
    payees: {
      Card: ['Card', 'Carte'],
      Lender: ['Lender, for the loan', 'Prêteur, pour le prêt'],
      Customer: ['Customer', 'Client'],
    },
    chargedFirst: (day: string) => [
      `The card is charged first, on ${day}, as scheduled.`,
      `La carte est d’abord débitée, le ${day}, comme prévu.`,
    ],
    charge: {
      none: ['', ''],
      runs: [
        'Until then the charge stays scheduled, and the customer may pay.',
        'D’ici là, le débit suit son cours, et le client peut payer.',
      ],
      waits: ['Until then the card is not charged.', 'D’ici là, la carte n’est pas débitée.'],
      asked: [
        'The processor is asked until it is known. The card is no longer charged.',
        'On interroge le processeur jusqu’à ce que l’issue soit connue. La carte n’est plus débitée.',
      ],
      stopped: ['The card is no longer charged.', 'La carte n’est plus débitée.'],
      reduced: [
        'The charge stays, reduced to the cost of the days used.',
        'Le débit demeure, réduit au coût des jours écoulés.',
      ],
      disputed: [
        'The card’s bank has taken the charge back until it has decided.',
        'La banque de la carte a repris le débit jusqu’à sa décision.',
      ],
      'taken back': ['The card’s bank has taken the charge back.', 'La banque de la carte a repris le débit.'],
    },
    toPay: [
      'What you refund the customer is listed under “Needs attention” until you mark it as settled.',
      'Ce que vous remboursez au client reste sous «\u00a0À traiter\u00a0» jusqu’à ce que vous le marquiez comme réglé.',
    ],
    writtenOff: (amount: string) => [
      `${amount} for the days used is written off.`,
      `${amount} pour les jours écoulés sont radiés.`,
    ],
    stillOwed: (amount: string) => [
      `The customer still owes ${amount} for the days used.`,
      `Le client doit toujours ${amount} pour les jours écoulés.`,
    ],
    unpaidLater: {
      'write-off': (amount: string) => [
        `If it stays unpaid, ${amount} for the days used is written off on that day.`,
        `Si cela reste impayé, ${amount} pour les jours écoulés sont radiés ce jour-là.`,
      ],
      owe: (amount: string) => [
        `If it stays unpaid, the customer owes ${amount} for the days used from that day on.`,
        `Si cela reste impayé, le client doit ${amount} pour les jours écoulés à compter de ce jour.`,
      ],
    },
    payWithdraws: [
      'The notice has a payment link. Payment before that day withdraws the cancellation.',
      'L’avis contient un lien de paiement. Un paiement avant ce jour retire la résiliation.',
    ],
    ahead: (day: string) => [
      `Nothing is refunded before ${day}. Until then the cancellation can be withdrawn.`,
      `Rien n’est remboursé avant le ${day}. D’ici là, la résiliation peut être retirée.`,
    ],
    takesEffect: (day: string) => [
      `It takes effect on ${day}. Until then it can be withdrawn.`,
      `Elle prend effet le ${day}. D’ici là, elle peut être retirée.`,
    ],
    usedDays: (amount: string) => [
      `${amount} for days used, which nobody has paid`,
      `${amount} pour des jours écoulés, que personne n’a payés`,
    ],
    usedDaysChoices: {
      'write-off': ['Write off', 'Radier'],
      owe: ['Keep as owed', 'Garder comme dû'],
    },
    usedDaysHelp: {
      'write-off': ['The customer owes nothing.', 'Le client ne doit rien.'],
      owe: [
        'Listed under “Failed charges” until it is paid or written off.',
        'Sous «\u00a0Débits échoués\u00a0» jusqu’à ce que ce soit payé ou radié.',
      ],
    },
    confirm: (amount: string, to: string) => [
      `Cancel and refund ${amount} to ${to}`,
      `Résilier et rembourser ${amount} (${to})`,
    ],
    confirmFrom: (day: string) => [`Cancel as of ${day}`, `Résilier à compter du ${day}`],
    keep: ['Keep the policy', 'Garder la police'],
    done: ['The policy was cancelled.', 'La police a été résiliée.'],
    doneText: [
      'The refund is carried out within seconds. The notice is sent by e-mail.',
      'Le remboursement est exécuté en quelques secondes. L’avis est envoyé par courriel.',
    ],
    doneNotice: ['The notice is sent by e-mail.', 'L’avis est envoyé par courriel.'],
    doneFrom: (day: string) => [
      `It takes effect on ${day}. The notice is sent by e-mail.`,
      `Elle prend effet le ${day}. L’avis est envoyé par courriel.`,
    ],
    notice: ['Download the notice', 'Télécharger l’avis'],
    noticeDays: ['Notice by law', 'Préavis légal'],
    noticeDaysOf: (days: number) => [`${days} days`, `${days} jours`],
    noticeRule: (days: number, basis: string, isSample: boolean) => [
      `${days} days (${basis}${isSample ? ', not checked' : ''})`,
      `${days} jours (${basis}${isSample ? ', non vérifié' : ''})`,
    ],
  },
} satisfies Texts;
