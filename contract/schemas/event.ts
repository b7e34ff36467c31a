import { Type } from '../type.ts';
import { eventTypeValues } from '../vocabulary.ts';
import { component } from './annotations.ts';
import { ofSeller } from './partner-facts.ts';
import { policyFields } from './policy.ts';
import { integer, money, nullable, oneOf, plainDate, string, timestamp, uuid } from './scalars.ts';

const { applicant: _, ...eventFields } = policyFields;

export const event = component('Event', 'Something that happened to a policy.', {
  id: uuid('Identifies the event; the same in the feed and on every try of a webhook.'),
  sequence: integer(
    'Grows with each event, of a seller and of all sellers of a token: an event whose sequence is smaller than one that you know of the same policy is older.',
    20417,
  ),
  type: oneOf(eventTypeValues, 'What happened.'),
  createdAt: timestamp('When it happened.'),
  ...ofSeller,
  policyNumber: string('The policy.'),
  applicationId: string('The application that was bound.'),
  partnerReference: nullable(string('Your own reference, as sent with the quote; or null.')),
  data: component('EventData', 'The policy as it stood then, without the applicant.', {
    ...eventFields,
    nextAttemptOn: Type.Optional(
      nullable(plainDate('With payment.refused: when the card is tried again; null when that was the last try.')),
    ),
    voided: Type.Optional(
      component('VoidedEntry', 'With entry.voided: what was recorded by mistake. It counts as never recorded.', {
        type: nullable(oneOf(eventTypeValues, 'The type of the event that told it; null: none did.')),
        amount: money('How much it was said to be.', { examples: [250] }),
        on: plainDate('The day on which it was said to have happened.'),
      }),
    ),
    declineReason: Type.Optional(string('With cancellation.declined: why, in the operator’s words.')),
  }),
});
