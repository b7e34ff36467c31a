import { defineOperation, ofSandbox } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { id, money, nullable, oneOf, plainDate, string } from './schemas/scalars.ts';
import { Type } from './type.ts';

export const sandboxLedgerQuery = Type.Object({ applicationId: id('The application, by the id from its quote.') });

const paymentId = string('The card payment.');

const hold = component('LedgerHold', 'Money held on a card.', {
  paymentId,
  amount: money('What is held.'),
  status: oneOf(['Held', 'Captured', 'Released'], 'State of the hold.'),
});

const charge = component('LedgerCharge', 'Money taken from a card.', {
  paymentId,
  amount: money('What was charged.'),
  status: oneOf(['Captured', 'Reversed'], 'State of the charge; `Reversed` once all of it is given back.'),
  refunded: money('What of it was given back.'),
});

const dispute = component('LedgerDispute', 'A charge that the customer disputes at the card’s issuer.', {
  paymentId,
  amount: money('What of the charge the issuer takes back.'),
  status: oneOf(['Open', 'Won', 'Lost'], 'State of the dispute: what is `Won` the issuer has given back.'),
});

const loan = component('LedgerLoan', 'A loan that was written.', {
  loanNumber: string('The lender’s number.'),
  amount: money('What was lent.'),
  status: oneOf(
    ['Active', 'InDefault', 'Cancelled'],
    'State of the loan today: until the day of its cancellation it is `Active`, or `InDefault` while the customer is behind with an installment.',
  ),
  cancelledOn: nullable(
    plainDate('The first day that it does not run; null if it is not cancelled, or no policy came of it.'),
  ),
  refunded: money('What of the policy’s refund went to the lender.'),
  collected: money('What the lender has collected in installments.'),
  givenBack: money('What of that the lender gave back to the customer itself.'),
});

export const sandboxLedgerAnswer = component('SandboxLedger', 'The other parties’ records of an application.', {
  holds: Type.Array(hold, { description: 'Holds that the processor has on record.' }),
  charges: Type.Array(charge, { description: 'Charges that the processor has on record.' }),
  disputes: Type.Array(dispute, { description: 'Disputes that the processor has on record.' }),
  loans: Type.Array(loan, { description: 'Loans that the lender has on record.' }),
});

export const sandboxLedger = defineOperation({
  ...ofSandbox,
  id: 'sandboxLedger',
  route: 'GET /sandbox/ledger',
  summary: 'See what the processor and the lender have on record',
  description:
    'Asked of the sandbox processor and the sandbox lender themselves, so that a test can see that nobody was charged twice.',
  request: { query: sandboxLedgerQuery },
  ok: { description: 'Their records.', schema: sandboxLedgerAnswer },
  refusals: ['ApplicationNotFound'],
});
