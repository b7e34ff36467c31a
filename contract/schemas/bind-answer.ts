import { Type } from '../type.ts';
import { component } from './annotations.ts';
import { answer } from './envelope.ts';
import { loanFigures } from './loan.ts';
import { money, nullable, oneOf, plainDate, string, timestamp, uuid } from './scalars.ts';

export const boundFinancing = component(
  'BoundFinancing',
  'The loan as it was made (PFF); null otherwise, and on a repeat once the policy is there.',
  {
    loanNumber: string('The lender’s number for the loan.'),
    ...loanFigures,
    downPayment: money('Paid up front.'),
    firstInstallmentDate: plainDate('When the first installment is debited.', { examples: ['2026-04-15'] }),
  },
);

export const boundCardPayment = component(
  'BoundCardPayment',
  'The card payment as it stands after the bind (CC); null otherwise, and on a repeat once the policy is there.',
  {
    paymentId: string('The payment.'),
    status: oneOf(
      ['Captured', 'Scheduled'],
      'Captured: the money was taken during the bind. Scheduled: it is due on chargeDate.',
    ),
    maskedCardNumber: string('The card, masked.', '4242********4242'),
    cardType: string('The card’s brand.', 'Visa'),
    amountCharged: money('What was taken; 0 while Scheduled.'),
    chargeDate: plainDate('When the card was or will be charged.'),
    authorizationNumber: Type.Optional(
      string('The card’s approval code, which becomes the policy’s reference. Absent while Scheduled.'),
    ),
    transactionDate: timestamp('When the card was charged or, while Scheduled, verified.'),
    receiptDownloadId: Type.Optional(uuid('The customer’s receipt. Absent for a scheduled charge.')),
  },
);

export const bindAnswer = answer('Policy', 'The policy that was made.', {
  applicationId: string('The application that was bound.'),
  policyNumber: string('Identifies the policy.'),
  effectiveDate: plainDate('When the policy starts.'),
  expiryDate: plainDate('When the policy ends.', { examples: ['2029-03-31'] }),
  totalWithTax: money('What the customer pays for the selected products.'),
  documentDownloadId: uuid('The declaration document.'),
  financing: nullable(boundFinancing),
  financingLetterDownloadId: nullable(
    uuid('The lender’s notice of acceptance (PFF); null otherwise, and on a repeat once the policy is there.'),
  ),
  cardPayment: nullable(boundCardPayment),
});
