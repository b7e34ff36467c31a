/** Everything the customer reads, in both languages. Both have the same keys. */

const en = {
  title: 'Card payment',
  hold: (amount) => `Hold ${amount} on your card`,
  holdNote: 'The amount is only reserved now. It is charged when your policy is issued.',
  verify: 'Verify and save your card: nothing is charged today',
  verifyNote: 'Your card is checked and saved, and charged later on the date you agreed to.',
  amount: (dollars) => `CA$\u00a0${dollars}`,

  ribbon: 'Sandbox: no real money',
  testCards: 'Test cards',
  testCardsNote: 'Use one of these numbers with any future date and any security code. Never type a real card here.',
  use: 'Use',
  useCard: (number) => `Use test card ${number}`,
  accepted: 'accepted',
  refused: 'refused',
  refusedLater: 'accepted now, refused when charged',

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
    approvedHold: ['Your card was accepted', 'The amount is on hold. You can go on in the shop.'],
    approvedVerify: ['Your card was verified and saved', 'Nothing was charged. You can go on in the shop.'],
    refused: [
      'Your card was refused',
      'Your bank did not agree. Nothing was charged. Go back to the shop to start again, for example with another card.',
    ],
    cancelled: ['Payment cancelled', 'Nothing was charged. You can start again in the shop.'],
    expired: ['This payment has timed out', 'Nothing was charged. Go back to the shop to start again.'],
    finished: ['This payment is already done', 'It can’t be done twice. Go back to the shop to see how it ended.'],
    invalid: ['This payment can’t be opened', 'Go back to the shop to start again.'],
    unreachable: [
      'The connection was lost',
      'We don’t know yet how your payment ended. Check again before you start a new one.',
    ],
    notLoaded: ['The card form could not be opened', 'Check your connection and try again.'],
    notEmbedded: ['This page belongs in a shop', 'The card form opens inside the page of the shop you buy from.'],
  },
  checkAgain: 'Check again',
  tryAgain: 'Try again',
  notSent: 'The payment was not sent. Check your connection and try again.',
};

const fr = {
  title: 'Paiement par carte',
  hold: (amount) => `Réserver ${amount} sur votre carte`,
  holdNote: 'Le montant est seulement réservé. Il sera débité à l’émission de votre police.',
  verify: 'Vérifier et enregistrer votre carte\u00a0: rien n’est débité aujourd’hui',
  verifyNote: 'Votre carte est vérifiée et enregistrée, puis débitée à la date que vous avez acceptée.',
  amount: (dollars) => `${dollars}\u00a0$\u00a0CA`,

  ribbon: 'Bac à sable\u00a0: sans argent réel',
  testCards: 'Cartes d’essai',
  testCardsNote:
    'Utilisez un de ces numéros avec une date à venir et un code de sécurité quelconque. N’entrez jamais une vraie carte ici.',
  use: 'Utiliser',
  useCard: (number) => `Utiliser la carte d’essai ${number}`,
  accepted: 'acceptée',
  refused: 'refusée',
  refusedLater: 'acceptée ici, refusée au débit',

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
  expiryNoMonth: 'Le mois doit être entre 01 et 12.',
  expiryPast: 'Cette carte est expirée.',
  cvvMissing: 'Entrez le code de sécurité.',
  cvvNotThree: 'Le code de sécurité a 3 chiffres.',
  cvvNotFour: 'Le code de sécurité a 4 chiffres.',

  loading: 'Ouverture du formulaire…',
  paying: 'Demande à votre banque…',
  cancelling: 'Annulation…',
  checking: 'Vérification…',

  screens: {
    approvedHold: ['Votre carte a été acceptée', 'Le montant est réservé. Vous pouvez continuer dans la boutique.'],
    approvedVerify: [
      'Votre carte a été vérifiée et enregistrée',
      'Rien n’a été débité. Vous pouvez continuer dans la boutique.',
    ],
    refused: [
      'Votre carte a été refusée',
      'Votre banque n’a pas accepté. Rien n’a été débité. Retournez à la boutique pour recommencer, par exemple avec une autre carte.',
    ],
    cancelled: ['Paiement annulé', 'Rien n’a été débité. Vous pouvez recommencer dans la boutique.'],
    expired: ['Le délai de ce paiement est écoulé', 'Rien n’a été débité. Retournez à la boutique pour recommencer.'],
    finished: [
      'Ce paiement est déjà fait',
      'Il ne peut pas être fait deux fois. Retournez à la boutique pour en voir le résultat.',
    ],
    invalid: ['Ce paiement ne peut pas être ouvert', 'Retournez à la boutique pour recommencer.'],
    unreachable: [
      'La connexion a été perdue',
      'Nous ne savons pas encore comment votre paiement s’est terminé. Vérifiez encore avant d’en commencer un autre.',
    ],
    notLoaded: ['Le formulaire n’a pas pu être ouvert', 'Vérifiez votre connexion et réessayez.'],
    notEmbedded: [
      'Cette page a sa place dans une boutique',
      'Le formulaire s’ouvre dans la page de la boutique où vous achetez.',
    ],
  },
  checkAgain: 'Vérifier encore',
  tryAgain: 'Réessayer',
  notSent: 'Le paiement n’a pas été envoyé. Vérifiez votre connexion et réessayez.',
};

export const texts = { en, fr };
