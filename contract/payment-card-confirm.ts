import { defineOperation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { id, nullable, oneOf, string, text, timestamp } from './schemas/scalars.ts';

export const paymentCardConfirmRequest = component('CardConfirmRequest', 'The payment whose outcome is asked for.', {
  applicationId: id('The quote that is paid for.'),
  paymentId: id('The payment, from the start call.'),
  ticket: text(1000, 'The ticket, from the start call.'),
});

export const paymentCardConfirmAnswer = answer('CardConfirmation', 'What became of the checkout.', {
  paymentId: string('The payment.'),
  status: oneOf(
    ['Authorized', 'Pending', 'Declined', 'Cancelled'],
    'Authorized: bind now. Pending: the customer has not finished, ask again. Declined, Cancelled: start a new payment.',
  ),
  message: string('The outcome as a sentence to display.'),
  expiresAt: nullable(timestamp('The deadline by which the payment must be bound. Null unless Authorized.')),
  maskedCardNumber: nullable(string('The card, masked. Null unless Authorized.', '4242********4242')),
  cardType: nullable(string('The card’s brand. Null unless Authorized.', 'Visa')),
});

export const paymentCardConfirm = defineOperation({
  id: 'paymentCardConfirm',
  route: 'POST /v1/payment/card/confirm',
  tag: 'Payment',
  summary: 'Ask what became of a card payment',
  description:
    'The only source of the outcome; the browser’s callbacks are hints. Required before a bind with CC. Charges nothing and may be repeated. A refused card is a 200 with the status Declined.',
  request: { body: paymentCardConfirmRequest },
  ok: { description: 'The outcome.', schema: paymentCardConfirmAnswer },
  refusals: ['CardPaymentNotFound', 'CardPaymentUnavailable'],
  mayHaveNoResult: true,
  faults: ['CardPaymentUnavailable'],
});
