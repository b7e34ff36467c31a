import { defineOperation } from './operation.ts';
import { policyParams } from './policy.ts';
import { component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { refund } from './schemas/policy.ts';
import { money, nullable, oneOf, plainDate, string, text, timestamp } from './schemas/scalars.ts';
import { Type } from './type.ts';
import { cancellationReasonValues } from './vocabulary.ts';

const cancellationRequestBody = component(
  'CancellationRequest',
  'Why and from when on the policy is to be cancelled.',
  {
    reason: oneOf(cancellationReasonValues, 'Why. Rescission: the customer changed their mind in the time allowed.'),
    effectiveDate: plainDate(
      'The first day without cover: from the day of the bind to the end of the cover, at most 30 days back, and not before the first day of cover once that has come.',
    ),
    isPreview: Type.Optional(Type.Boolean({ description: 'Only say what it would come to.', default: false })),
    note: Type.Optional(text(500, 'For the operator who decides.', { examples: ['Sold privately.'] })),
  },
);

const line = component('CancellationLine', 'What becomes of one product’s price.', {
  productType: string('The product.'),
  paid: money('What was paid for it, with tax; 0 when the card was not charged yet.'),
  refundAmount: money('What we give back of it, with tax; 0 when we collected nothing.'),
  returnedPremium: money('What comes back of its premium, whoever gives it back.'),
  returnedTax: money('What comes back of its tax, whoever gives it back.'),
});

const terms = {
  effectiveDate: plainDate(
    'The first day without cover. When everything is given back, the policy has covered nothing: then never after its own first day.',
  ),
  refundAmount: money('What we give back ourselves, the sum of the lines; 0 when we collected nothing.'),
  refundMethod: oneOf(
    ['Card', 'NotCharged', 'Lender', 'Partner', 'Operator', 'None'],
    'Card: to the card that paid. NotCharged: the card was not charged, and will not be. Lender: to the loan first, and what is left to the customer. Partner: you took the money and give it back. Operator: it was paid in another way than by card, and the operator gives it back. None: no day is left.',
  ),
  refunds: Type.Array(refund, { description: 'Who would give back what to whom, on the first day without cover.' }),
  lines: Type.Array(line, { description: 'One for each product.' }),
};

const path = '/v1/policies/{policyNumber}/cancellation-request';
const shared = { tag: 'Policies', isAddition: true, isForAllSellers: true } as const;

export const cancellationRequest = defineOperation({
  ...shared,
  id: 'cancellationRequest',
  route: `POST ${path}`,
  summary: 'Ask for a cancellation',
  description:
    'The operator decides: the events policy.cancelled and cancellation.declined tell. While a request is open, a repeat answers it, and a request for something else takes its place. With isPreview nothing is written.',
  scopes: ['manage'],
  request: { params: policyParams, body: cancellationRequestBody },
  ok: {
    description: 'What the cancellation comes to if it is made today.',
    schema: answer('CancellationRequestAnswer', 'What a cancellation comes to.', {
      status: oneOf(['Preview', 'Requested'], 'Preview: nothing was written. Requested: the operator decides.'),
      ...terms,
    }),
  },
  refusals: ['PolicyNotFound', 'PolicyAlreadyCancelled', 'CancellationDateOutOfRange', 'EffectiveDateBackDate'],
  faults: ['PolicyAlreadyCancelled'],
});

export const latestCancellationRequest = defineOperation({
  ...shared,
  id: 'latestCancellationRequest',
  route: `GET ${path}`,
  summary: 'Look up the latest request for a cancellation',
  description: 'What was asked for last, what it came to then, and what became of it.',
  scopes: ['read', 'manage'],
  request: { params: policyParams },
  ok: {
    description: 'The latest request.',
    schema: answer('LatestCancellationRequest', 'A request for a cancellation, and what became of it.', {
      status: oneOf(
        ['Requested', 'Accepted', 'Declined', 'Withdrawn'],
        'Requested: the operator decides. Accepted: the policy was cancelled, and its cancellation says how. Declined: by the operator. Withdrawn: you have taken it back.',
      ),
      reason: oneOf(cancellationReasonValues, 'Why it was asked for.'),
      ...terms,
      requestedAt: timestamp('When it was asked for.'),
      decidedAt: nullable(timestamp('When it was decided or taken back; null while it is open.')),
      declineReason: nullable(string('Why it was declined; null else.', 'The customer keeps it.')),
      note: nullable(string('Your note for the operator.', 'Sold privately.')),
    }),
  },
  refusals: ['PolicyNotFound', 'CancellationRequestNotFound'],
});

export const withdrawCancellationRequest = defineOperation({
  ...shared,
  id: 'withdrawCancellationRequest',
  route: `DELETE ${path}`,
  summary: 'Take a request for a cancellation back',
  description:
    'As long as it is open. The policy goes on as it is, and the event cancellation.withdrawn tells. Once the operator has decided, only the operator can take the cancellation back.',
  scopes: ['manage'],
  request: { params: policyParams },
  ok: { status: 204, description: 'It is taken back.' },
  refusals: ['PolicyNotFound', 'CancellationRequestNotFound'],
});
