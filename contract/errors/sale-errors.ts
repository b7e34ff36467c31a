import { type ErrorDefinition, refused } from './error-definition.ts';

/** What financing, card start and bind have in common: the application and what is selected from it. */
export const saleErrors = {
  ApplicationNotFound: refused(
    'This application is not known. Check its id, or quote again.',
    'Cette proposition est inconnue. Vérifiez son identifiant ou refaites la soumission.',
  ),
  QuoteAlreadyBound: refused(
    'This quote is spent: a policy exists. Use that policy, or start a new quote for another one.',
    'Cette soumission a déjà servi\u00a0: une police existe. Utilisez cette police ou commencez une nouvelle soumission.',
  ),
  QuoteRevised: refused(
    'The quote was revised since it was shown. Look it up, show it again, and send its revision.',
    'La soumission a été révisée depuis qu’elle a été montrée. Consultez-la, montrez-la de nouveau et envoyez sa révision.',
  ),
  SelectedProductsMismatch: refused(
    'Select only products offered in this coverage category and term[; {product} is not one of them].',
    'Choisissez seulement des produits offerts pour cette catégorie et cette durée[; {product} n’en fait pas partie].',
  ),
  RequiredProductMissing: refused(
    'A required product is not selected. Add it to the selection[: {product}].',
    'Un produit obligatoire n’est pas choisi. Ajoutez-le à la sélection[\u00a0: {product}].',
  ),
  PaymentTermBelowSeriesMinimum: refused(
    'The term is too short for this series. Choose a longer one[, {min} years at least].',
    'La durée est trop courte pour cette série. Choisissez-en une plus longue[, au moins {min} ans].',
  ),
  PaymentTermNotAvailable: refused(
    'This term was not offered in this coverage category. Choose one from the quote.',
    'Cette durée n’a pas été offerte pour cette catégorie. Choisissez-en une dans la soumission.',
  ),
  PaymentMethodNotAvailableForSeller: refused(
    'This seller is not set up for this payment method. Choose another one or contact the operator.',
    'Ce mode de paiement n’est pas offert par ce vendeur. Choisissez-en un autre ou communiquez avec l’exploitant.',
  ),
  SellerNotLicensed: refused(
    'Selling here[, in {province},] needs a licence that is valid today[; {holder} has none]. Contact the operator.',
    'Vendre ici[ ({province})] exige un permis valide aujourd’hui[; {holder} n’en a pas]. Communiquez avec l’exploitant.',
  ),
  IdempotencyKeyReused: refused(
    'This idempotency key was used with another body in the last 24 hours. Use a new key for another request.',
    'Cette clé d’idempotence a servi avec un autre corps dans les dernières 24 heures. Utilisez une nouvelle clé pour une autre requête.',
  ),
  IdempotencyKeyInvalid: refused(
    'Check the idempotency key: 1 to 255 printable characters without blanks.',
    'Vérifiez la clé d’idempotence\u00a0: de 1 à 255 caractères imprimables sans espaces.',
    { min: 1, max: 255 },
  ),
  TaxRateChanged: refused(
    'A tax rate changes[ on {day}] before this is paid, so the quoted price no longer holds. Revise the quote from that day on, or charge a card before it, by chargeDate.',
    'Un taux de taxe change[ le {day}] avant ce paiement; le prix de la soumission ne tient plus. Révisez la soumission à partir de ce jour, ou débitez une carte avant, par chargeDate.',
  ),
  PolicyNotFound: refused(
    'This policy is not known. Check its number.',
    'Cette police est inconnue. Vérifiez son numéro.',
  ),
  PolicyAlreadyCancelled: refused('This policy is cancelled already.', 'Cette police est déjà résiliée.'),
  CancellationRequestNotFound: refused(
    'No request for a cancellation of this policy is there: none was made, or it is not open any more.',
    'Il n’y a pas de demande de résiliation de cette police : aucune n’a été faite, ou elle n’est plus ouverte.',
  ),
  CancellationRequestNotOpen: refused(
    'No request for a cancellation of this policy is open: it was decided already, or there was none.',
    'Aucune demande de résiliation de cette police n’est ouverte\u00a0: elle a été tranchée, ou il n’y en avait pas.',
  ),
  LoanNotRunning: refused(
    'No loan runs for this policy: it was not financed, or the loan is cancelled.',
    'Aucun prêt n’est en cours pour cette police\u00a0: elle n’a pas été financée, ou le prêt est annulé.',
  ),
  CancellationDateOutOfRange: refused(
    'The first day without cover is after the end of this policy’s cover. Send an earlier one[, {latest} at the latest].',
    'Le premier jour sans couverture vient après la fin de la couverture de cette police. Envoyez-en un plus tôt[, au plus tard le {latest}].',
  ),
  AfterInvalid: refused(
    'This event is not in the feed. Send the nextAfter of an earlier answer, or leave it out to read from the beginning[; the last event before it that is in the feed is {last}].',
    'Cet événement n’est pas dans le flux. Envoyez le nextAfter d’une réponse précédente, ou omettez-le pour lire depuis le début[; le dernier événement avant lui qui s’y trouve est {last}].',
  ),
  CursorInvalid: refused(
    'This cursor is not one of ours, or belongs to other filters. Start again from the first page.',
    'Ce curseur n’est pas valide ou appartient à d’autres filtres. Recommencez à la première page.',
  ),
  WebhookEndpointNotFound: refused(
    'This webhook endpoint is not known. Check its id.',
    'Ce point de terminaison est inconnu. Vérifiez son identifiant.',
  ),
  WebhookDeliveryNotFound: refused(
    'This delivery is not known. Check its id.',
    'Cet envoi est inconnu. Vérifiez son identifiant.',
  ),
  WebhookEndpointLimit: refused(
    'A seller has at most 5 webhook endpoints, and a client 5 for all its sellers. Delete one first.',
    'Un vendeur a au plus 5 points de terminaison, et un client 5 pour tous ses vendeurs. Supprimez-en un d’abord.',
    { max: 5 },
  ),
  WebhookUrlInvalid: refused(
    'This address can’t get events. Send an https URL of a public server.',
    'Cette adresse ne peut pas recevoir d’événements. Envoyez une URL https d’un serveur public.',
  ),
  SaleLinksNotAvailable: refused(
    'This seller does not sell by link: the operator has not turned it on, or it has neither card nor monthly payment. Contact the operator.',
    'Ce vendeur ne vend pas par lien\u00a0: l’exploitant ne l’a pas activé, ou le vendeur n’a ni carte ni paiement mensuel. Communiquez avec l’exploitant.',
  ),
  SaleLinkNotFound: refused(
    'This sale link is not known. Check its id.',
    'Ce lien de vente est inconnu. Vérifiez son identifiant.',
  ),
  SaleLinkCardFormsUsedUp: refused(
    'The sale link of this application has opened the card form as often as it may[: {max} times]. Let the customer pay another way, or make another link.',
    'Le lien de vente de cette proposition a ouvert le formulaire de carte aussi souvent que permis[\u00a0: {max} fois]. Faites payer le client autrement, ou créez un autre lien.',
  ),
  SaleLinkRevisionsUsedUp: refused(
    'The application of this sale link was revised as often as it may be[: {max} times]. Bind it as it is, or make another link.',
    'La proposition de ce lien de vente a été révisée aussi souvent que permis[\u00a0: {max} fois]. Émettez-la telle quelle, ou créez un autre lien.',
  ),
  DocumentErased: refused(
    'This document was erased with the personal data in it, and can’t be downloaded any more.',
    'Ce document a été effacé avec les renseignements personnels qu’il contenait. Il ne peut plus être téléchargé.',
  ),
  DocumentNotFound: refused(
    'This document is not known. Check the download id.',
    'Ce document est inconnu. Vérifiez l’identifiant de téléchargement.',
  ),
} as const satisfies Record<string, ErrorDefinition>;
