import { codes } from './annotations.ts';
import { oneOf } from './scalars.ts';

/** The enumerations of the contract. */

export const seriesValues = ['Prime', 'Plus'] as const;
export const purchaseMethodValues = ['Cash', 'Finance', 'Lease'] as const;
export const coverageCategoryValues = ['Replacement', 'LimitedIndemnity'] as const;
export const paymentMethodValues = ['REF', 'FIN', 'PW', 'PFF', 'CC'] as const;

export const languageValues = ['en', 'fr'] as const;

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

export const applicationStatusValues = ['Quoted', 'Binding', 'Bound'] as const;

/** Why a partner asks for a cancellation. */
export const cancellationReasonValues = ['Rescission', 'VehicleSold', 'TotalLoss', 'Refinanced', 'Other'] as const;
