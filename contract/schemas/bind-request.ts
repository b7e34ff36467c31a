import { Type } from 'typebox';
import { codes, component } from './annotations.ts';
import { bankAccount } from './bank-account.ts';
import { paymentMethod } from './choices.ts';
import { loanTermInMonths, loanWishes } from './loan.ts';
import { id, text } from './scalars.ts';
import { selectionFields } from './selection.ts';

const financing = Type.Object(
  { loanTermInMonths, ...loanWishes, bankAccount },
  {
    ...component('BindFinancingRequest'),
    description: 'The loan to make. Required with PFF, only with PFF.',
    ...codes({ required: 'FinancingDetailsRequired' }),
  },
);

const cardPayment = Type.Object(
  { paymentId: id('The authorized payment, from the start call.') },
  { ...component('BindCardRequest'), description: 'The card payment to use. Required with CC, only with CC.' },
);

export const bindRequest = Type.Object(
  {
    ...selectionFields,
    paymentMethod,
    paymentReference: Type.Optional(
      text(
        100,
        'Your own reference for a payment already taken, such as a cheque number; kept for reconciliation. Must be empty with PFF and CC.',
      ),
    ),
    financing: Type.Optional(financing),
    cardPayment: Type.Optional(cardPayment),
  },
  { ...component('BindRequest'), description: 'The selection and how it is paid.' },
);
