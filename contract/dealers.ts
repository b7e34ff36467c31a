import { defineOperation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { string } from './schemas/scalars.ts';
import { Type } from './type.ts';

export const dealer = component('Dealer', 'A dealer that the seller is linked to.', {
  id: string('Send it as dealerId on the quote.', 'dl-sample-motors-ottawa'),
  name: string('The dealer’s name.', 'Lakeshore Motors'),
  addressLine1: string('Street address.', '88 Lake Shore Boulevard East'),
  city: string('City.', 'Toronto'),
  postalCode: string('Postal code.', 'M5A 3Z7'),
});

export const dealersAnswer = component('Dealers', 'The seller’s dealers.', {
  dealers: Type.Array(dealer, { description: 'Empty when the seller has no active link and can’t sell Plus.' }),
});

export const dealers = defineOperation({
  id: 'dealers',
  route: 'GET /v1/quote/dealers',
  tag: 'Look-ups',
  summary: 'List the seller’s dealers',
  description: 'The dealers that the seller is actively linked to. The list changes rarely and may be cached.',
  ok: { description: 'The dealers.', schema: dealersAnswer },
});
