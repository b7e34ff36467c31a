import { paymentMethodValues } from '../vocabulary.ts';
import { type ErrorDefinition, refused, retryLater } from './error-definition.ts';

const [someMethods, lastMethod] = [paymentMethodValues.slice(0, -1).join(', '), paymentMethodValues.at(-1)];

/** What only a bind can be refused for, whatever the payment method. */
export const bindErrors = {
  BindInProgress: retryLater(
    'An earlier bind of this application is still running. Wait a moment, then send the same bind again.',
    'Une émission de police est déjà en cours pour cette proposition. Attendez un instant, puis refaites le même appel.',
  ),
  BindIncomplete: retryLater(
    'The bind did not finish and nothing was charged. Send the same bind again with the same paymentId.',
    'L’émission de la police n’a pas abouti et rien n’a été facturé. Refaites le même appel avec le même paymentId.',
  ),
  VehicleAlreadyCovered: refused(
    'A policy covers this vehicle already[: {policyNumber}], and the operator allows one only. Use it, or ask the operator.',
    'Une police couvre déjà ce véhicule[\u00a0: {policyNumber}], et l’exploitant n’en permet qu’une. Utilisez-la ou communiquez avec l’exploitant.',
  ),
  PaymentMethodNotSupported: refused(
    `This payment method does not exist. Choose ${someMethods} or ${lastMethod}.`,
    `Ce mode de paiement n’existe pas. Choisissez ${someMethods} ou ${lastMethod}.`,
    { allowed: paymentMethodValues },
  ),
  AcknowledgementRequired: refused(
    'The customer must have acknowledged the papers of just what is bought[: {kinds}]. Get its disclosures, show them, and send downloadId and acknowledgedAt of each.',
    'Le client doit avoir pris connaissance des documents de ce qu’il achète précisément[\u00a0: {kinds}]. Demandez les documents à remettre, montrez-les et envoyez downloadId et acknowledgedAt de chacun.',
  ),
  AcknowledgementTimeInvalid: refused(
    'The acknowledgedAt of an acknowledgement must be after the paper was given, and not ahead of now.',
    'Le acknowledgedAt d’une prise de connaissance doit suivre la remise du document et ne peut pas être à venir.',
  ),
  DisclosureTextMissing: refused(
    'The operator has not provided what the customer must be given here[: {kinds}]. No sale can be made until it has.',
    'L’exploitant n’a pas fourni ce qui doit être remis au client ici[\u00a0: {kinds}]. Aucune vente n’est possible d’ici là.',
  ),
  PaymentReferenceNotApplicable: refused(
    'Leave the payment reference empty; it does not apply to PFF and CC.',
    'Laissez la référence de paiement vide; elle ne s’applique pas aux modes PFF et CC.',
  ),
} as const satisfies Record<string, ErrorDefinition>;
