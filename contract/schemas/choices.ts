import { coverageCategoryValues, paymentMethodValues, purchaseMethodValues, seriesValues } from '../vocabulary.ts';
import { codes } from './annotations.ts';
import { oneOf } from './scalars.ts';

export const series = oneOf(
  seriesValues,
  'What is sold: Prime (direct sale) or Plus (sale through a dealer). May be left out when the seller may sell only one.',
);

export const purchaseMethod = oneOf(purchaseMethodValues, 'How the customer acquires the vehicle.');

export const coverageCategory = oneOf(coverageCategoryValues, 'One coverage category of the quote.');

export const paymentMethod = oneOf(
  paymentMethodValues,
  'How the policy is paid: REF referral, FIN agency finance, PW agency-billed, PFF monthly financing through the operator’s lender, CC credit card in the hosted checkout.',
  codes({ invalid: 'PaymentMethodNotSupported' }),
);
