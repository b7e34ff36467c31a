import { defineOperation } from './operation.ts';
import { idempotencyHeaders, idempotencyRefusals } from './schemas/idempotency.ts';
import { quoteAnswer } from './schemas/quote-answer.ts';
import { quoteRequest } from './schemas/quote-request.ts';

export const quote = defineOperation({
  id: 'quote',
  route: 'POST /v1/quote',
  tag: 'Quote',
  summary: 'Price the coverage, or price it again',
  description:
    'Creates a quote, or revises one when applicationId is sent. A revision prices from scratch: send the complete request again. Only partnerReference is kept when it is left out. The province is the seller’s.',
  request: { headers: idempotencyHeaders, body: quoteRequest },
  ok: { description: 'The quote.', schema: quoteAnswer },
  refusals: [
    'ApplicationNotFound',
    'QuoteAlreadyBound',
    'BindInProgress',
    'SeriesRequired',
    'SeriesNotEnabledForSeller',
    'SellerNotLicensed',
    'EffectiveDateBackDate',
    'EffectiveDateFuture',
    'VehicleConfigurationNotFound',
    'VehicleLookupMismatch',
    'VehicleIneligible',
    'DealerIdRequired',
    'DealerContactRequired',
    'NameRequired',
    'EmailAddressRequired',
    'DealerNotLinkedToSeller',
    'ProducerCodeRequired',
    'LienHolderRequired',
    'LienHolderNotFound',
    'LastNameRequired',
    'ApplicantOutsideProvince',
    'SaleLinkRevisionsUsedUp',
    ...idempotencyRefusals,
  ],
  mayHaveNoResult: true,
});
