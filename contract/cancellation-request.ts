import { defineOperation } from './operation.ts';
import { policyParams } from './policy.ts';
import { component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { refund } from './schemas/policy.ts';
import { money, oneOf, plainDate, string, text } from './schemas/scalars.ts';
import { Type } from './type.ts';
import { cancellationReasonValues } from './vocabulary.ts';

const cancellationRequestBody = component(
  'CancellationRequest',
  'Why and from when on the policy is to be cancelled.',
  {
    reason: oneOf(cancellationReasonValues, 'Why. Rescission: the customer changed their mind in the time allowed.'),
    effectiveDate: plainDate('The first day without cover: from the day of the bind to the end of the cover.'),
    isPreview: Type.Optional(Type.Boolean({ description: 'Only say what it would come to.', default: false })),
    note: Type.Optional(text(500, 'For the operator who decides.', { examples: ['Sold privately.'] })),
  },
);

const line = component('CancellationLine', 'What becomes of one product’s price.', {
  productType: string('The product.'),
  paid: money('What was paid for it, with tax; 0 when the card was not charged yet.'),
  refundAmount: money('What is given back of it, with tax; 0 when we collected nothing.'),
});

export const cancellationRequest = defineOperation({
  id: 'cancellationRequest',
  route: 'POST /v1/policies/{policyNumber}/cancellation-request',
  tag: 'Policies',
  summary: 'Ask for a cancellation',
  description:
    'The operator decides: the events policy.cancelled and cancellation.declined tell. While a request is open, another one answers the first. With isPreview nothing is written.',
  isAddition: true,
  scopes: ['manage'],
  isForAllSellers: true,
  request: { params: policyParams, body: cancellationRequestBody },
  ok: {
    description: 'What the cancellation comes to if it is made today.',
    schema: answer('CancellationRequestAnswer', 'What a cancellation comes to.', {
      status: oneOf(['Preview', 'Requested'], 'Preview: nothing was written. Requested: the operator decides.'),
      effectiveDate: plainDate(
        'The first day without cover. When everything is given back, the policy has covered nothing: then never after its own first day.',
      ),
      refundAmount: money('What we give back ourselves, the sum of the lines; 0 when we collected nothing.'),
      refundMethod: oneOf(
        ['Card', 'NotCharged', 'Lender', 'Partner', 'Operator', 'None'],
        'Card: to the card that paid. NotCharged: the card was not charged, and will not be. Lender: to the loan first, and what is left to the customer. Partner: you took the money and give it back. Operator: it was paid in another way than by card, and the operator gives it back. None: no day is left.',
      ),
      refunds: Type.Array(refund, {
        description: 'Who would give back what to whom, on the first day without cover.',
      }),
      lines: Type.Array(line, { description: 'One for each product.' }),
    }),
  },
  refusals: ['PolicyNotFound', 'PolicyAlreadyCancelled', 'CancellationDateOutOfRange'],
  faults: ['PolicyAlreadyCancelled'],
});
