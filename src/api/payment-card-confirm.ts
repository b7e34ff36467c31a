import type { paymentCardConfirm as operation } from '@northbind/contract/payment-card-confirm.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { wireStatus } from '../domain/card-payment/card-payment.ts';
import { type CardConfirmParts, confirmCardPayment } from '../flows/card-confirm.ts';
import { ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export interface PaymentCardConfirmParts extends CardConfirmParts {
  readonly clock: Clock;
}

export function handlePaymentCardConfirm(parts: PaymentCardConfirmParts): Handle<typeof operation> {
  return async ({ seller, body, language, requestId, fault }) => {
    const result = await confirmCardPayment(parts, { ...body, seller, now: parts.clock() }, { requestId, fault });
    if (result.kind === 'refused') return refused(result.refusals);
    const { id, status, expiresAt, maskedCardNumber, cardType } = result.payment;
    const shown = wireStatus(status);
    const isAuthorized = shown === 'Authorized';
    return ok({
      isValid: true,
      errors: [],
      paymentId: id,
      status: shown,
      message: (status === 'Lapsing' || status === 'Lapsed' ? lapsed : messages[shown])[language],
      expiresAt: isAuthorized ? (expiresAt?.toISOString() ?? null) : null,
      maskedCardNumber: isAuthorized ? maskedCardNumber : null,
      cardType: isAuthorized ? cardType : null,
    });
  };
}

const lapsed = {
  en: 'The authorization was not used in time and the card was not charged. Please start the payment again.',
  fr: 'L’autorisation n’a pas été utilisée à temps et la carte n’a pas été débitée. Veuillez recommencer le paiement.',
};

/** For the customer: what became of the checkout. */
const messages = {
  Pending: {
    en: 'The payment is not finished yet.',
    fr: 'Le paiement n’est pas encore terminé.',
  },
  Authorized: {
    en: 'The card was accepted. It has not been charged yet.',
    fr: 'La carte a été acceptée. Elle n’a pas encore été débitée.',
  },
  Declined: {
    en: 'The card was refused and has not been charged. Please start the payment again, with another card if need be.',
    fr: 'La carte a été refusée et n’a pas été débitée. Veuillez recommencer le paiement, au besoin avec une autre carte.',
  },
  Cancelled: {
    en: 'The payment was cancelled and the card has not been charged. Please start it again.',
    fr: 'Le paiement a été annulé et la carte n’a pas été débitée. Veuillez le recommencer.',
  },
} as const;
