import { defineOperation } from './operation.ts';
import { codes, component } from './schemas/annotations.ts';
import { paymentMethod } from './schemas/choices.ts';
import { disclosureKind, disclosureVersion } from './schemas/disclosure.ts';
import { answer } from './schemas/envelope.ts';
import { loanRefusals, loanTermInMonths, loanWishes } from './schemas/loan.ts';
import { boolean, oneOf, string, uuid } from './schemas/scalars.ts';
import { selectionFields, selectionRefusals } from './schemas/selection.ts';
import { Type } from './type.ts';
import { languageValues } from './vocabulary.ts';

const financing = component(
  'DisclosedFinancing',
  'The loan that the customer means to take, as on the bind and without the bank account. Required with PFF, only with PFF.',
  { loanTermInMonths, ...loanWishes },
  codes({ required: 'FinancingDetailsRequired' }),
);

const disclosure = component('Disclosure', 'A paper that the customer is given before agreeing.', {
  kind: disclosureKind,
  title: string('What to call it, in its language.', 'Fact sheet'),
  language: oneOf(languageValues, 'The language of its first part.'),
  version: disclosureVersion,
  downloadId: uuid('The PDF is at /v1/document/{downloadId}.'),
  isRequired: boolean('Whether a seller that is set up so must have it acknowledged.'),
});

export const disclosures = defineOperation({
  id: 'disclosures',
  route: 'POST /v1/disclosures',
  tag: 'Disclosures',
  summary: 'What the customer must be given before agreeing',
  description:
    'The operator’s papers for this choice: by province, product and payment method, filled in with its figures. Show each before the bind and keep a copy. Creates no obligation and may be called repeatedly; the same choice answers the same papers.',
  isAddition: true,
  scopes: ['sell'],
  request: {
    body: component('DisclosuresRequest', 'The intended selection and how it is to be paid.', {
      ...selectionFields,
      paymentMethod,
      financing: Type.Optional(financing),
    }),
  },
  ok: {
    description: 'The papers, in the order in which they are given.',
    schema: answer('Disclosures', 'The papers of a choice.', {
      disclosures: Type.Array(disclosure, { description: 'May be empty.' }),
    }),
  },
  refusals: [...selectionRefusals, 'PaymentMethodNotAvailableForSeller', ...loanRefusals, 'DisclosureTextMissing'],
  faults: ['FinancingUnavailable', 'FinancingDeclined'],
});
