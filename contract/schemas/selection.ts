import type { ErrorCode } from '../errors.ts';
import { Type } from '../type.ts';
import { addition, codes } from './annotations.ts';
import { coverageCategory } from './choices.ts';
import { id, int32, text } from './scalars.ts';

/** What the customer chose from a quote. Financing, card start and bind apply the same rules to it. */
export const selectionFields = {
  applicationId: id('The quote, by the id from its answer.'),
  revision: Type.Optional(
    int32('The revision that the customer was shown. A quote that was revised since is refused: QuoteRevised.', {
      minimum: 1,
      examples: [1],
      ...addition,
      ...codes('QuoteRevised'),
    }),
  ),
  coverageCategory,
  paymentTermInYears: int32('A term that the quote offered in that category.', { examples: [3] }),
  selectedProducts: Type.Array(text(200, 'A product code (productType).'), {
    maxItems: 50,
    description: 'Product codes of that category and term; every product with isOptional false must be among them.',
  }),
};

export const selectionRefusals = [
  'ApplicationNotFound',
  'QuoteAlreadyBound',
  'QuoteRevised',
  'EffectiveDateBackDate',
  'SeriesNotEnabledForSeller',
  'DealerNotLinkedToSeller',
  'SellerNotLicensed',
  'SelectedProductsMismatch',
  'RequiredProductMissing',
  'PaymentTermBelowSeriesMinimum',
  'PaymentTermNotAvailable',
] as const satisfies readonly ErrorCode[];
