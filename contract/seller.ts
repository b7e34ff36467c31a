import { defineOperation } from './operation.ts';
import { component, interfaceVersion } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { boolean, integer, oneOf, plainDate, string } from './schemas/scalars.ts';
import { Type } from './type.ts';
import {
  coverageCategoryValues,
  languageValues,
  paymentMethodValues,
  scopeValues,
  seriesValues,
} from './vocabulary.ts';

const soldSeries = Type.Array(oneOf(seriesValues, 'A series.'), {
  description: 'Those that the seller may sell.',
  examples: [['Prime', 'Plus']],
});

const offeredProduct = component('OfferedProduct', 'A product that the seller can sell today to some vehicles.', {
  productType: string('The product’s code, as in a quote.', 'RPL'),
  productName: string('Its name, in the language of the call.', 'Replacement'),
  series: soldSeries,
  coverageCategories: Type.Array(oneOf(coverageCategoryValues, 'A coverage category.'), {
    description: 'Those that it belongs to.',
    examples: [['Replacement']],
  }),
});

const requirements = component('SellerRequirements', 'What this seller must send where others need not.', {
  producerCode: boolean('Whether a quote needs a producerCode.'),
  acknowledgements: boolean('Whether a bind needs the acknowledgements of what POST /v1/disclosures answers.'),
});

const limits = component('SellerLimits', 'What is counted.', {
  requestsPerMinute: integer('How many calls all sellers of your integration may make together in a minute.', 300),
  effectiveDateDays: integer('How many days ahead cover may begin.', 30),
});

export const seller = defineOperation({
  id: 'seller',
  route: 'GET /v1/seller',
  tag: 'Look-ups',
  summary: 'Read what the seller may do',
  description: 'What the operator has set up for the seller of the token, so that nobody has to learn it by refusals.',
  isAddition: true,
  scopes: scopeValues,
  ok: {
    description: 'The seller.',
    schema: answer('Seller', 'What the seller may do.', {
      username: string('The seller’s username.', 'ontario'),
      name: string('The seller’s name.', 'Sandbox Ontario'),
      province: string('Where it sells; applicants live there, and its today is the date there.', 'ON'),
      timeZone: string('By which its days begin and end: a name of the IANA time zone database.', 'America/Toronto'),
      today: plainDate('Its date now. In the sandbox it is that of its clock.', { examples: ['2026-03-31'] }),
      language: oneOf(languageValues, 'Of documents and mail for customers whose language is not told.'),
      series: soldSeries,
      paymentMethods: Type.Array(oneOf(paymentMethodValues, 'A payment method.'), {
        description: 'Those that it can bind with: they are allowed, and whoever moves the money is set up.',
        examples: [['REF', 'PFF', 'CC']],
      }),
      products: Type.Array(offeredProduct, {
        description: 'What is sold today in its province, in the rate book’s order.',
      }),
      dealerCount: integer('How many dealers it is linked to; Plus needs one.', 4),
      requires: requirements,
      limits,
      interfaceVersion: string('The version of this interface.', interfaceVersion),
    }),
  },
});
