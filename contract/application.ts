import { defineOperation } from './operation.ts';
import { codes, component } from './schemas/annotations.ts';
import { ofSeller } from './schemas/partner-facts.ts';
import { quotedFields } from './schemas/quote-answer.ts';
import { quoteAsked } from './schemas/quote-request.ts';
import { id, nullable, oneOf, string } from './schemas/scalars.ts';
import { Type } from './type.ts';
import { applicationStatusValues } from './vocabulary.ts';

const applicationAnswer = component('Application', 'A quote as it stands.', {
  ...quotedFields,
  ...ofSeller,
  ...quoteAsked,
  status: oneOf(applicationStatusValues, 'Quoted: no policy yet. Binding: a bind is running or unfinished.'),
  policyNumber: nullable(string('The policy, once it is bound; or null.')),
});

export const application = defineOperation({
  id: 'application',
  route: 'GET /v1/applications/{applicationId}',
  tag: 'Policies',
  summary: 'Look up a quote',
  description:
    'The quote as it was last revised: all that was asked for, by the names of the request, all its prices, and what became of it. The vehicle’s id is made anew. What is read can be sent again as a revision; null counts as left out.',
  isAddition: true,
  scopes: ['read'],
  isForAllSellers: true,
  request: {
    params: Type.Object({
      applicationId: id('The application’s id.', codes('ApplicationNotFound')),
    }),
  },
  ok: { description: 'The quote.', schema: applicationAnswer },
  refusals: ['ApplicationNotFound'],
});
