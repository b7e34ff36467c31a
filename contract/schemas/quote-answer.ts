import { Type } from '../type.ts';
import { seriesValues } from '../vocabulary.ts';
import { addition, component } from './annotations.ts';
import { answer, envelopeFields } from './envelope.ts';
import { partnerFactsIfSent } from './partner-facts.ts';
import { boolean, integer, money, oneOf, plainDate, string } from './scalars.ts';
import { vehicle } from './vehicle.ts';

export const product = component('Product', 'One product priced at a term.', {
  productType: string('The code to put into selectedProducts.'),
  productName: string('The name to show.'),
  premium: money('Price before tax.'),
  tax: money('Tax, at the rate of the day of the quote; what is bound is taxed on the day of payment.'),
  totalWithTax: money('What the customer pays for this product.'),
  isOptional: boolean('When false, the product must be among selectedProducts.'),
  coverageTermInYears: integer('Length of the coverage; may differ from the enclosing paymentTermInYears.'),
});

const term = component('Term', 'A term and what is offered at it.', {
  paymentTermInYears: integer('The term to send with the selection.'),
  coverage: Type.Array(product, {
    description: 'The products at that term. The total is the sum of totalWithTax over those selected.',
  }),
});

const existingPolicy = component('ExistingPolicy', 'A policy of the seller’s own for the same vehicle.', {
  policyNumber: string('Identifies the policy.'),
  status: oneOf(['NotStarted', 'InForce'], 'Cancelled and expired ones are left out.'),
  effectiveDate: plainDate('The first day of cover.'),
  expiryDate: plainDate('The day on which cover ends.', { examples: ['2029-03-31'] }),
});

const quoteFields = {
  applicationId: string('Identifies the quote in financing, card payment and bind.'),
  revision: Type.Integer({
    description: 'Counts the quotes of this application, from 1. Send it on, and nothing else is sold than was shown.',
    examples: [1],
    ...addition,
  }),
  series: oneOf(seriesValues, 'The series that was priced.'),
  effectiveDate: plainDate('When the policy starts.'),
  quotedOn: plainDate('The seller’s day on which it was priced; the price is held as of that day.', {
    examples: ['2026-03-24'],
  }),
  ...partnerFactsIfSent,
  vehicle,
  existingPolicies: Type.Array(existingPolicy, {
    maxItems: 20,
    description: 'The seller’s own policies for this vehicle that are neither cancelled nor expired; newest first.',
    examples: [[]],
    ...addition,
  }),
  replacementOptions: Type.Array(term, { description: 'Terms of the category Replacement.' }),
  limitedIndemnityOptions: Type.Array(term, { description: 'Terms of the category LimitedIndemnity.' }),
};

export const quoteAnswer = answer('Quote', 'The priced options.', quoteFields);

/** The quote as it is looked up later. */
export const quotedFields = { ...envelopeFields, ...quoteFields };
