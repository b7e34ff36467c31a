/** Everything the customer reads, in both languages. Both have the same keys. */

const en = {
  title: 'Card payment',
  hold: (amount) => `Hold ${amount} on your card`,
  holdNote: 'Your bank reserves the amount first. The page around this form says when it is charged.',
  verify: 'Verify and save your card: nothing is charged today',
  verifyNote: 'Your card is checked and saved, and charged later on the date you agreed to.',
  amount: (dollars) => `$${dollars}`,

  ribbon: 'Sandbox: no real money',
  testCards: 'Test cards',
  testCardsNote: 'Use one of these numbers with any future date and any security code. Never type a real card here.',
  use: 'Use',
  useCard: (number) => `Use test card ${number}`,
  accepted: 'accepted',
  refused: 'refused',
  refusedLater: 'accepted now, refused when charged',
  refusedForGood: 'accepted now, refused for good when charged: reported lost',
  refusedForDays: 'accepted now, refused when charged: not to be tried for 2 days',

  number: 'Card number',
  expiry: 'Expiry date',
  expiryHint: 'MM / YY',
  cvv: 'Security code',
  cvvHintThree: '3 digits on the back',
  cvvHintFour: '4 digits on the front',
  pay: (amount) => `Hold ${amount}`,
  save: 'Verify and save card',
  cancel: 'Cancel',

  numberMissing: 'Enter the card number.',
  numberIncomplete: 'The card number is incomplete.',
  numberWrong: 'This card number is not right. Check the digits.',
  numberNotForSandbox: 'This is a sandbox. Use one of the test cards above, never a real card.',
  expiryMissing: 'Enter the expiry date.',
  expiryIncomplete: 'Enter the date as month and year: MM / YY.',
  expiryNoMonth: 'The month must be between 01 and 12.',
  expiryPast: 'This card has expired.',
  cvvMissing: 'Enter the security code.',
  cvvNotThree: 'The security code has 3 digits.',
  cvvNotFour: 'The security code has 4 digits.',

  loading: 'Opening the card form…',
  paying: 'Asking your bank…',
  cancelling: 'Cancelling…',
  checking: 'Checking…',

  screens: {
    approvedHold: [
      'Your card was accepted',
      'The amount is on hold. You can go on: the page around this form says what follows.',
    ],
    approvedVerify: [
      'Your card was verified and saved',
      'Nothing was charged. You can go on: the page around this form says what follows.',
    ],
    refused: [
      'Your card was declined',
      'Your bank did not approve the payment. Nothing was charged. You can start again on the page around this form, for example with another card.',
    ],
    cancelled: ['Payment cancelled', 'Nothing was charged. You can start again on the page around this form.'],
    expired: ['This payment has timed out', 'Nothing was charged. You can start again on the page around this form.'],
    finished: ['This payment is already done', 'It can’t be done twice. The page around this form says how it ended.'],
    invalid: ['This payment can’t be opened', 'You can start again on the page around this form.'],
    unreachable: [
      'The connection was lost',
      'We don’t know yet how your payment ended. Check again before you start a new one.',
    ],
    notLoaded: ['The card form could not be opened', 'Check your connection and try again.'],
    notEmbedded: ['This form belongs on another page', 'The card form opens inside the page on which you pay.'],
  },
  checkAgain: 'Check again',
  tryAgain: 'Try again',
  notSent: 'The payment was not sent. Check your connection and try again.',
};

const fr = {
  title: 'Paiement par carte',
  hold: (amount) => `Réserver ${amount} sur votre carte`,
  holdNote: 'Votre banque réserve d’abord le montant. La page qui entoure ce formulaire indique quand il est débité.',
  verify: 'Vérifier et enregistrer votre carte\u00a0: rien n’est débité aujourd’hui',
  verifyNote: 'Votre carte est vérifiée et enregistrée, puis débitée à la date que vous avez acceptée.',
  amount: (dollars) => `${dollars}\u00a0$`,

  ribbon: 'Bac à sable\u00a0: aucun paiement réel',
  testCards: 'Cartes d’essai',
  testCardsNote:
    'Utilisez un de ces numéros avec une date à venir et un code de sécurité quelconque. N’entrez jamais une vraie carte ici.',
  use: 'Utiliser',
  useCard: (number) => `Utiliser la carte d’essai ${number}`,
  accepted: 'acceptée',
  refused: 'refusée',
  refusedLater: 'acceptée ici, refusée au débit',
  refusedForGood: 'acceptée ici, refusée pour de bon au débit\u00a0: déclarée perdue',
  refusedForDays: 'acceptée ici, refusée au débit\u00a0: ne pas réessayer avant 2 jours',

  number: 'Numéro de carte',
  expiry: 'Expiration',
  expiryHint: 'MM / AA',
  cvv: 'Code de sécurité',
  cvvHintThree: '3 chiffres au verso',
  cvvHintFour: '4 chiffres au recto',
  pay: (amount) => `Réserver ${amount}`,
  save: 'Vérifier et enregistrer la carte',
  cancel: 'Annuler',

  numberMissing: 'Entrez le numéro de la carte.',
  numberIncomplete: 'Le numéro de la carte est incomplet.',
  numberWrong: 'Ce numéro de carte n’est pas valide. Vérifiez les chiffres.',
  numberNotForSandbox: 'Ceci est un bac à sable. Utilisez une des cartes d’essai ci-dessus, jamais une vraie carte.',
  expiryMissing: 'Entrez la date d’expiration.',
  expiryIncomplete: 'Entrez le mois et l’année\u00a0: MM / AA.',
  expiryNoMonth: 'Le mois doit être compris entre 01 et 12.',
  expiryPast: 'Cette carte est expirée.',
  cvvMissing: 'Entrez le code de sécurité.',
  cvvNotThree: 'Le code de sécurité compte 3 chiffres.',
  cvvNotFour: 'Le code de sécurité compte 4 chiffres.',

  loading: 'Ouverture du formulaire…',
  paying: 'Demande d’autorisation à votre banque…',
  cancelling: 'Annulation…',
  checking: 'Vérification…',

  screens: {
    approvedHold: [
      'Votre carte a été acceptée',
      'Le montant est réservé. Vous pouvez continuer\u00a0: la page qui entoure ce formulaire indique la suite.',
    ],
    approvedVerify: [
      'Votre carte a été vérifiée et enregistrée',
      'Rien n’a été débité. Vous pouvez continuer\u00a0: la page qui entoure ce formulaire indique la suite.',
    ],
    refused: [
      'Votre carte a été refusée',
      'Votre banque a refusé le paiement. Rien n’a été débité. Vous pouvez recommencer sur la page qui entoure ce formulaire, par exemple avec une autre carte.',
    ],
    cancelled: [
      'Paiement annulé',
      'Rien n’a été débité. Vous pouvez recommencer sur la page qui entoure ce formulaire.',
    ],
    expired: [
      'Le délai de ce paiement est écoulé',
      'Rien n’a été débité. Vous pouvez recommencer sur la page qui entoure ce formulaire.',
    ],
    finished: [
      'Ce paiement a déjà été fait',
      'Il ne peut pas être fait deux fois. La page qui entoure ce formulaire en indique le résultat.',
    ],
    invalid: ['Ce paiement ne peut pas être ouvert', 'Vous pouvez recommencer sur la page qui entoure ce formulaire.'],
    unreachable: [
      'La connexion a été perdue',
      'Nous ne savons pas encore comment votre paiement s’est terminé. Vérifiez de nouveau avant d’en commencer un autre.',
    ],
    notLoaded: ['Le formulaire n’a pas pu être ouvert', 'Vérifiez votre connexion et réessayez.'],
    notEmbedded: ['Ce formulaire a sa place dans une autre page', 'Il s’ouvre dans la page où vous payez.'],
  },
  checkAgain: 'Vérifier de nouveau',
  tryAgain: 'Réessayer',
  notSent: 'Le paiement n’a pas été envoyé. Vérifiez votre connexion et réessayez.',
};

export const texts = { en, fr };
