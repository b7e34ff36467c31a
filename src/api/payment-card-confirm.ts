import { paymentCardConfirm } from '@northbind/contract/payment-card-confirm.ts';
import { type CardPayment, wireStatus } from '../domain/card/card-payment.ts';
import { type ApplicationId, type PaymentId, parseId } from '../domain/ids.ts';
import type { Language } from '../domain/language.ts';
import { type CardConfirmParts, confirmCardPayment } from '../flows/card/card-confirm.ts';
import { ok, refused, valid } from './kit/answer.ts';
import { countDecline, type DeclineParts } from './kit/declines.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addPaymentCardConfirm(add: AddOperation, parts: CardConfirmParts & DeclineParts): void {
  add(paymentCardConfirm, async ({ seller, now, body, language, requestId, fault, request }) => {
    const asked = {
      applicationId: parseId<ApplicationId>(body.applicationId),
      paymentId: parseId<PaymentId>(body.paymentId),
      ticket: body.ticket,
      seller,
      now,
    };
    const result = await confirmCardPayment(parts, asked, { requestId, fault });
    if (result.kind === 'refused') return refused(result.refusals);
    const { id, expiresAt, maskedCardNumber, cardType } = result.payment;
    const shown = wireStatus(result.payment);
    if (result.isNews && shown === 'Declined') await countDecline(parts, request);
    const isAuthorized = shown === 'Authorized';
    return ok({
      ...valid,
      paymentId: id,
      status: shown,
      message: messageOf(result.payment)[language],
      expiresAt: isAuthorized ? (expiresAt?.toISOString() ?? null) : null,
      maskedCardNumber: isAuthorized ? maskedCardNumber : null,
      cardType: isAuthorized ? cardType : null,
    });
  });
}

/** The messages for the customer. None may say that a card was not charged when it was. */
function messageOf({ status, wasDeclined }: CardPayment): Readonly<Record<Language, string>> {
  switch (status) {
    case 'Releasing':
    case 'Released':
      return wasDeclined ? messages.Declined : messages.Released;
    case 'Reversing':
      return messages.Reversed;
    case 'Binding':
    case 'Scheduled':
      return messages.Authorized;
    default:
      return messages[status];
  }
}

const messages = {
  Pending: {
    en: 'The payment is not finished yet.',
    fr: 'Le paiement n’est pas encore terminé.',
  },
  Authorized: {
    en: 'The card was accepted. It has not been charged yet.',
    fr: 'La carte a été acceptée. Elle n’a pas encore été débitée.',
  },
  Captured: {
    en: 'The card was accepted and charged.',
    fr: 'La carte a été acceptée et débitée.',
  },
  Declined: {
    en: 'The card was refused and has not been charged. Please start the payment again, with another card if need be.',
    fr: 'La carte a été refusée et n’a pas été débitée. Veuillez recommencer le paiement, au besoin avec une autre carte.',
  },
  Cancelled: {
    en: 'The payment was cancelled and the card has not been charged. Please start it again.',
    fr: 'Le paiement a été annulé et la carte n’a pas été débitée. Veuillez le recommencer.',
  },
  Released: {
    en: 'The authorization was not used in time and the card was not charged. Please start the payment again.',
    fr: 'L’autorisation n’a pas été utilisée à temps et la carte n’a pas été débitée. Veuillez recommencer le paiement.',
  },
  Reversed: {
    en: 'The charge to the card is reversed, because no policy could be made. Please contact the seller.',
    fr: 'Le débit sur la carte est annulé, car aucune police n’a pu être établie. Veuillez communiquer avec le vendeur.',
  },
} as const;
