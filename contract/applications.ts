import { defineOperation } from './operation.ts';
import { codes, component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { ofSeller, partnerFacts } from './schemas/partner-facts.ts';
import { int32, nullable, oneOf, plainDate, string, text } from './schemas/scalars.ts';
import { vehicleFacts } from './schemas/vehicle.ts';
import { Type } from './type.ts';
import { applicationStatusValues } from './vocabulary.ts';

const applicationsQuery = Type.Object({
  partnerReference: Type.Optional(text(64, 'Only applications with this reference of yours, letter by letter.')),
  vin: Type.Optional(text(17, 'Only applications for this vehicle.', { examples: ['1HGCM82633A004352'] })),
  status: Type.Optional(oneOf(applicationStatusValues, 'Only applications in this state.')),
  quotedFrom: Type.Optional(plainDate('Only applications last quoted on this day of the seller’s or later.')),
  quotedTo: Type.Optional(plainDate('Only applications last quoted on this day of the seller’s or earlier.')),
  limit: Type.Optional(int32('How many at most.', { minimum: 1, maximum: 100, default: 25, examples: [25] })),
  cursor: Type.Optional(
    text(200, 'The nextCursor of the page before, with the same filters.', codes({ invalid: 'CursorInvalid' })),
  ),
});

const applicationSummary = component('ApplicationSummary', 'A quote in a list.', {
  applicationId: string('Identifies the quote.'),
  ...ofSeller,
  ...partnerFacts,
  status: oneOf(applicationStatusValues, 'Quoted: no policy yet. Binding: a bind is running or unfinished.'),
  policyNumber: nullable(string('The policy, once it is bound; or null.')),
  quotedOn: plainDate('The seller’s day on which it was last priced.', { examples: ['2026-03-24'] }),
  effectiveDate: plainDate('When the policy starts.'),
  vehicle: vehicleFacts,
});

export const applications = defineOperation({
  id: 'applications',
  route: 'GET /v1/applications',
  tag: 'Policies',
  summary: 'List the seller’s quotes',
  description: 'The latest application first. Follow nextCursor until it is null.',
  isAddition: true,
  scopes: ['read'],
  isForAllSellers: true,
  request: { query: applicationsQuery },
  ok: {
    description: 'A page of quotes.',
    schema: answer('Applications', 'A page of quotes.', {
      applications: Type.Array(applicationSummary, { maxItems: 100, description: 'The latest first; may be empty.' }),
      nextCursor: nullable(string('Send it as cursor for the next page; null on the last.')),
    }),
  },
  refusals: ['CursorInvalid'],
});
