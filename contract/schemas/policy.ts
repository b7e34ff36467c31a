import { Type } from 'typebox';
import { component } from './annotations.ts';
import { insured } from './applicant.ts';
import { boundCardPayment, boundFinancing } from './bind-answer.ts';
import { coverageCategoryValues, languageValues, paymentMethodValues, seriesValues } from './choices.ts';
import { partnerFacts } from './partner-facts.ts';
import { product } from './quote-answer.ts';
import { integer, money, nullable, oneOf, plainDate, string, timestamp, uuid } from './scalars.ts';
import { vehicleFacts } from './vehicle.ts';

export const policyStatusValues = ['NotStarted', 'InForce', 'Expired', 'Cancelled'] as const;

export const moneyStatusValues = [
  'CollectedByPartner',
  'Paid',
  'Scheduled',
  'Unpaid',
  'Financed',
  'PartRefunded',
  'Refunded',
] as const;

export const documentKindValues = [
  'Declaration',
  'AmendedDeclaration',
  'FinancingLetter',
  'Receipt',
  'RefundReceipt',
  'CancellationNotice',
] as const;

const cancellation = component(
  'PolicyCancellation',
  'The policy’s cancellation, or the last request for one; null while there is neither.',
  {
    effectiveDate: plainDate('The first day without cover.'),
    requestedBy: nullable(
      oneOf(['Customer', 'Insurer', 'Seller'], 'Who asked for it; null when that was not recorded.'),
    ),
    refundAmount: money('What the customer gets back from us; 0 when we collected nothing.'),
    status: oneOf(
      ['Requested', 'Declined', 'Cancelled'],
      'Requested: the operator decides. Declined: the policy goes on. Cancelled: it is done.',
    ),
  },
);

const policyDocument = component('PolicyDocument', 'A document of the policy.', {
  downloadId: uuid('For GET /v1/document/{downloadId}.'),
  kind: oneOf(documentKindValues, 'What it is.'),
  language: oneOf(languageValues, 'Its language; in Quebec the French one, which the English text follows.'),
  createdAt: timestamp('When it was made.'),
});

const policyWording = component('PolicyWording', 'The full text of a form that the policy was bound on.', {
  downloadId: uuid('For GET /v1/document/{downloadId}.'),
  form: string('The form, as the declaration names it.', 'Q.P.F. No. 5'),
  version: string('Its version.', '2026-01'),
  language: oneOf(languageValues, 'Its language.'),
  productTypes: Type.Array(Type.String(), { description: 'The bound products that it is of.', examples: [['RPL']] }),
});

const summaryFields = {
  policyNumber: string('Identifies the policy.'),
  applicationId: string('The application that was bound.'),
  ...partnerFacts,
  status: oneOf(policyStatusValues, 'By the seller’s day: before, during or after its cover, or cancelled.'),
  moneyStatus: oneOf(
    moneyStatusValues,
    'CollectedByPartner: by you (REF, FIN, PW). Scheduled: the card is charged on its day. Unpaid: that charge was refused. Financed: by a loan. PartRefunded and Refunded: given back on its cancellation.',
  ),
  series: oneOf(seriesValues, 'The series.'),
  coverageCategory: oneOf(coverageCategoryValues, 'The coverage category.'),
  paymentTermInYears: integer('The term that was bound.'),
  totalWithTax: money('What the customer pays for the selected products.'),
  effectiveDate: plainDate('The first day of cover.'),
  expiryDate: plainDate('The day on which cover ends.', { examples: ['2029-03-31'] }),
  boundAt: timestamp('When it was bound.'),
  vehicle: vehicleFacts,
  paymentMethod: oneOf(paymentMethodValues, 'The payment method.'),
  paymentReference: nullable(string('Your payment reference, or the card’s approval code once it is charged.')),
  cardPayment: nullable(boundCardPayment),
  financing: nullable(boundFinancing),
  cancellation: nullable(cancellation),
  amendmentCount: integer('How often it was amended.'),
};

export const policySummary = component('PolicySummary', 'A policy in a list.', summaryFields);

export const policyFields = {
  ...summaryFields,
  products: Type.Array(product, { description: 'The bound products, as in the quote.' }),
  applicant: insured,
  documents: Type.Array(policyDocument, { description: 'Its documents, oldest first.' }),
  wordings: Type.Array(policyWording, {
    description: 'The full texts of its forms, as they were when it was bound. They come with the first mail, too.',
  }),
};
