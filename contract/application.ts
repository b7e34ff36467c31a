import { defineOperation } from './operation.ts';
import { codes, component } from './schemas/annotations.ts';
import { insured } from './schemas/applicant.ts';
import { ofSeller, partnerFacts } from './schemas/partner-facts.ts';
import { quotedFields } from './schemas/quote-answer.ts';
import { id, nullable, oneOf, string } from './schemas/scalars.ts';
import { Type } from './type.ts';
import { applicationStatusValues } from './vocabulary.ts';

const applicationAnswer = component('Application', 'A quote as it stands.', {
  ...quotedFields,
  ...ofSeller,
  ...partnerFacts,
  applicant: insured,
  status: oneOf(applicationStatusValues, 'Quoted: no policy yet. Binding: a bind is running or unfinished.'),
  policyNumber: nullable(string('The policy, once it is bound; or null.')),
});

export const application = defineOperation({
  id: 'application',
  route: 'GET /v1/applications/{applicationId}',
  tag: 'Policies',
  summary: 'Look up a quote',
  description:
    'The quote as it was last revised, with all its prices, and what became of it. The vehicle’s id is made anew, so that it can be sent with a revision.',
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
