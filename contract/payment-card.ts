import { defineOperation } from './operation.ts';
import { addition, component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { idempotencyHeaders, idempotencyRefusals } from './schemas/idempotency.ts';
import { money, oneOf, plainDate, string, timestamp } from './schemas/scalars.ts';
import { selectionFields, selectionRefusals } from './schemas/selection.ts';
import { Type } from './type.ts';

export const paymentCardRequest = component('CardPaymentRequest', 'The intended selection and when to charge for it.', {
  ...selectionFields,
  chargeDate: Type.Optional(
    plainDate('When to charge the card: from today to the effective date. The effective date when left out.'),
  ),
});

export const paymentCardAnswer = answer('CardPayment', 'An open card payment. Nothing is charged yet.', {
  paymentId: string('Identifies the payment in confirm and bind.'),
  status: oneOf(['Pending'], 'Pending at the start.'),
  ticket: string('The secret for the hosted checkout. Never log it, never put it in a URL, never store it.'),
  amount: money('What the checkout holds on the card; 0 when the charge date is in the future.'),
  chargeDate: plainDate('When the card is charged.'),
  checkoutJsUrl: Type.String({ format: 'uri', description: 'The script of the hosted checkout.' }),
  checkoutGlobal: Type.Optional(
    Type.String({
      description: 'The class that the script defines, for the page to open the checkout with.',
      ...addition,
    }),
  ),
  environment: string('The mode to set in the hosted checkout.'),
  expiresAt: timestamp('When the ticket expires.'),
});

export const paymentCard = defineOperation({
  id: 'paymentCard',
  hasSecret: true,
  route: 'POST /v1/payment/card',
  tag: 'Payment',
  summary: 'Start a card payment',
  description:
    'Opens a hosted checkout for the selection. The customer types the card there; the service never sees it. Selection and term must match the later bind.',
  request: { headers: idempotencyHeaders, body: paymentCardRequest },
  ok: { description: 'The open payment.', schema: paymentCardAnswer },
  refusals: [
    ...selectionRefusals,
    'PaymentMethodNotAvailableForSeller',
    'CardPaymentNotAvailableForSeller',
    'TaxRateChanged',
    'ChargeDateOutOfRange',
    'CardPaymentUnavailable',
    'SaleLinkCardFormsUsedUp',
    ...idempotencyRefusals,
  ],
  mayHaveNoResult: true,
  faults: ['CardPaymentUnavailable'],
});
