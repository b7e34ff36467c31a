import { defineOperation } from './operation.ts';
import { bindAnswer } from './schemas/bind-answer.ts';
import { bindRequest } from './schemas/bind-request.ts';
import { loanRefusals } from './schemas/loan.ts';
import { selectionRefusals } from './schemas/selection.ts';

export const bind = defineOperation({
  id: 'bind',
  route: 'POST /v1/bind',
  tag: 'Bind',
  summary: 'Make the policy',
  description:
    'Makes the policy, takes the payment and creates the documents, once. After a timeout, a dropped connection or an answer that was not read, send the same bind again: it never makes a second policy. Never quote and bind anew after an unclear bind. Once the policy is there, a repeat answers its policyNumber and documentDownloadId, with null for financing, cardPayment and financingLetterDownloadId, which the policy’s look-up has; the paymentReference stays that of the first.',
  request: { body: bindRequest },
  ok: { description: 'The policy, new or as it was made before.', schema: bindAnswer },
  refusals: [
    ...selectionRefusals,
    'BindInProgress',
    'BindIncomplete',
    'VehicleAlreadyCovered',
    'PaymentMethodNotAvailableForSeller',
    'CardPaymentNotAvailableForSeller',
    'FinancingNotAvailableForSeller',
    'TaxRateChanged',
    'AcknowledgementRequired',
    'AcknowledgementTimeInvalid',
    'DisclosureTextMissing',
    'PaymentReferenceNotApplicable',
    ...loanRefusals,
    'PolicyNumberInUseByLender',
    'BindFailedAfterFinancing',
    'CardPaymentRequired',
    'CardPaymentNotApplicable',
    'CardPaymentNotFound',
    'CardPaymentNotAuthorized',
    'CardPaymentDeclined',
    'CardPaymentExpired',
    'CardPaymentAmountMismatch',
    'CardPaymentAlreadyUsed',
    'CardPaymentUnavailable',
    'BindFailedAfterCardCapture',
  ],
  mayHaveNoResult: true,
  faults: [
    'CardPaymentUnavailable',
    'CardPaymentReplyLost',
    'CardPaymentDeclined',
    'CardPaymentExpired',
    'BindIncomplete',
    'BindFailedAfterCardCapture',
    'FinancingUnavailable',
    'FinancingDeclined',
    'FinancingReplyLost',
    'PolicyNumberInUseByLender',
    'BindFailedAfterFinancing',
    'SlowBind',
  ],
});
