import { type ErrorDefinition, refused, retryLater } from './error-definition.ts';

/** Payment by credit card through the hosted checkout (`CC`). */
export const cardErrors = {
  ChargeDateOutOfRange: refused(
    'Choose a charge date between today and the effective date[: {earliest} to {latest}].',
    'Choisissez une date de prélèvement entre aujourd’hui et l’entrée en vigueur[\u00a0: du {earliest} au {latest}].',
  ),
  PaymentIdRequired: refused(
    'Give the payment id that the card payment was started with.',
    'Indiquez l’identifiant reçu au début du paiement par carte.',
  ),
  CardPaymentRequired: refused(
    'Give the card payment with its paymentId; CC requires it.',
    'Fournissez le paiement par carte avec son paymentId; le mode CC l’exige.',
  ),
  CardPaymentNotApplicable: refused(
    'Leave out the card payment; it belongs with CC only.',
    'Retirez le paiement par carte; il ne sert qu’avec le mode CC.',
  ),
  CardPaymentNotAvailableForSeller: refused(
    'Cards are not taken here. Choose another paymentMethod or contact the operator.',
    'Les cartes ne sont pas acceptées ici. Choisissez un autre paymentMethod ou communiquez avec l’exploitant.',
  ),
  CardPaymentUnavailable: retryLater(
    'The card processor can’t be reached at the moment. Send the same call again with the same paymentId; nobody is charged twice.',
    'Le service de traitement des cartes est injoignable pour le moment. Refaites le même appel avec le même paymentId; personne n’est facturé deux fois.',
  ),
  CardPaymentNotFound: refused(
    'This card payment is not known for this quote. Check its id, or start a new payment.',
    'Ce paiement par carte est inconnu pour cette soumission. Vérifiez son identifiant ou commencez un nouveau paiement.',
  ),
  CardPaymentNotAuthorized: refused(
    'The card payment is not authorized yet. Confirm it first; if it was declined, start a new payment.',
    'Le paiement par carte n’est pas encore autorisé. Confirmez-le d’abord; s’il a été refusé, commencez un nouveau paiement.',
  ),
  CardPaymentDeclined: refused(
    'The card was refused by its issuer. Start a new payment with another card.',
    'La carte a été refusée par son émetteur. Commencez un nouveau paiement avec une autre carte.',
  ),
  CardPaymentExpired: refused(
    'The card authorization has lapsed and the customer was not charged. Start a new payment.',
    'L’autorisation de la carte est échue et le client n’a pas été facturé. Commencez un nouveau paiement.',
  ),
  CardPaymentAmountMismatch: refused(
    'The price or the selection has changed since the card payment was started. Start a new payment.',
    'Le prix ou la sélection a changé depuis le début du paiement par carte. Commencez un nouveau paiement.',
  ),
  CardPaymentAlreadyUsed: refused(
    'This card payment was already charged. Contact the operator[ and quote payment {paymentId}].',
    'Ce paiement par carte a déjà été perçu. Communiquez avec l’exploitant[ en citant le paiement {paymentId}].',
  ),
  BindFailedAfterCardCapture: refused(
    'No policy was made, and the charge to the card is being reversed. Contact the operator[ and quote payment {paymentId}].',
    'Aucune police n’a été établie, et le débit sur la carte est en cours d’annulation. Communiquez avec l’exploitant[ en citant le paiement {paymentId}].',
  ),
} as const satisfies Record<string, ErrorDefinition>;
