import { Type } from '../type.ts';
import {
  cancellationReasonValues,
  coverageCategoryValues,
  documentKinds,
  languageValues,
  moneyStatusValues,
  paymentMethodValues,
  policyStatusValues,
  seriesValues,
} from '../vocabulary.ts';
import { component } from './annotations.ts';
import { insured } from './applicant.ts';
import { boundCardPayment, boundFinancing } from './bind-answer.ts';
import { ofSeller, partnerFacts } from './partner-facts.ts';
import { product } from './quote-answer.ts';
import { integer, money, nullable, oneOf, plainDate, string, timestamp, uuid } from './scalars.ts';
import { vehicleFacts } from './vehicle.ts';

export const documentKindValues = Object.values(documentKinds);

const cancellation = component(
  'PolicyCancellation',
  'The policy’s cancellation, also one that is only asked for; null while there is none.',
  {
    effectiveDate: plainDate('The first day without cover.'),
    requestedBy: oneOf(['Customer', 'Insurer', 'Seller'], 'Who asked for it.'),
    reason: oneOf(
      [...cancellationReasonValues, 'NonPayment'],
      'Why. NonPayment: the policy stayed unpaid; it can be paid until the day before, which withdraws the cancellation.',
    ),
    refundAmount: money('What we give back ourselves; 0 when we collected nothing. Of a request: as it was asked for.'),
    status: oneOf(
      ['Requested', 'Scheduled', 'InEffect'],
      'Requested: you asked for it, and the operator decides; the policy is as it was. Scheduled: its day is ahead, and it may be withdrawn. InEffect: there is no cover since that day.',
    ),
  },
);

/** Who gives back what to whom. */
export const refund = component('Refund', 'Who gives back what to whom.', {
  payer: oneOf(
    ['Processor', 'Seller', 'Operator', 'Lender'],
    'Who gives it back: the card processor, you, the operator, or the lender.',
  ),
  payee: oneOf(['Card', 'Lender', 'Customer'], 'Who gets it.'),
  amount: money('How much.'),
  status: oneOf(
    ['Pending', 'Done'],
    'Pending: it is owed from the first day without cover on. What you give back stays Pending, since nobody tells us.',
  ),
  doneOn: nullable(plainDate('The day on which it was done; null while it is Pending.')),
});

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
  ...ofSeller,
  policyNumber: string('Identifies the policy.'),
  applicationId: string('The application that was bound.'),
  ...partnerFacts,
  status: oneOf(
    policyStatusValues,
    'What holds on the seller’s day. Cancelled: from the first day without cover on. Expired: no product covers any more.',
  ),
  moneyStatus: oneOf(
    moneyStatusValues,
    'CollectedByPartner: by you. Scheduled: the card is charged on its day. Unpaid: that charge was refused. Financed: by a loan. RefundPending: money is owed back and not back yet, or it is not known yet whether any was taken. PartRefunded and Refunded: all that is owed back is back. WrittenOff: what the used days cost was given up. Disputed: the card’s bank has taken the charge back until it has decided. NothingOwed: nothing was taken, and nothing will be.',
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
  amountDue: money('What the customer owes today; 0 where nothing is.'),
  refunds: Type.Array(refund, {
    description: 'Who gives back what to whom: of a cancelled policy, or of one that was paid twice.',
  }),
  wordings: Type.Array(policyWording, {
    description: 'The full texts of its forms, as they were when it was bound. They come with the first mail, too.',
  }),
};
