import { Type } from '../type.ts';
import { codes, component } from './annotations.ts';
import { bankAccount } from './bank-account.ts';
import { paymentMethod } from './choices.ts';
import { acknowledgements } from './disclosure.ts';
import { loanTermInMonths, loanWishes } from './loan.ts';
import { id, verbatim } from './scalars.ts';
import { selectionFields } from './selection.ts';

const financing = component(
  'BindFinancingRequest',
  'The loan to make. Required with PFF, only with PFF.',
  { loanTermInMonths, ...loanWishes, bankAccount },
  codes({ required: 'FinancingDetailsRequired' }),
);

const cardPayment = component('BindCardRequest', 'The card payment to use. Required with CC, only with CC.', {
  paymentId: id('The authorized payment, from the start call.'),
});

export const bindRequest = component('BindRequest', 'The selection and how it is paid.', {
  ...selectionFields,
  paymentMethod,
  paymentReference: Type.Optional(
    verbatim(
      500,
      'Your own reference for a payment already taken, such as a cheque number; kept for reconciliation as it came. Must be empty with PFF and CC.',
    ),
  ),
  financing: Type.Optional(financing),
  cardPayment: Type.Optional(cardPayment),
  acknowledgements: Type.Optional(acknowledgements),
});
