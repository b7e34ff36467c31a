import { defineOperation } from './operation.ts';
import { codes, component } from './schemas/annotations.ts';
import { string, text } from './schemas/scalars.ts';
import { Type } from './type.ts';

/** The minimum length is a rule and not in the schema, since too short and too long have different codes. */
export const lienholdersQuery = Type.Object({
  search: text(200, 'Part of the name, at least 3 characters; case and accents do not matter.', {
    examples: ['desjardins'],
    ...codes({ required: 'SearchTooShort' }),
  }),
});

export const lienHolder = component('LienHolder', 'A party that leases or finances vehicles.', {
  id: string('Send it as lienHolderId on the quote.', 'lh-ally-credit-canada'),
  name: string('The lienholder’s name.', 'Maple Leaf Auto Finance'),
  city: string('City.', 'Montréal'),
  postalCode: string('Postal code.', 'H3B 4W5'),
});

export const lienholdersAnswer = component('LienHolders', 'The matches.', {
  lienHolders: Type.Array(lienHolder, { maxItems: 50, description: 'Best match first, at most 50; may be empty.' }),
});

export const lienholders = defineOperation({
  id: 'lienholders',
  route: 'GET /v1/quote/lienholders',
  tag: 'Look-ups',
  summary: 'Search for a lienholder',
  description: 'Finds the party that a leased or financed vehicle is owed to.',
  request: { query: lienholdersQuery },
  ok: { description: 'The matches.', schema: lienholdersAnswer },
  refusals: ['SearchTooShort'],
});
