import type { Language } from '../../domain/language.ts';
import { toDollars } from '../../domain/money.ts';
import type { PricedProduct } from '../../domain/quote/quote-options.ts';

export function wireProduct(product: PricedProduct, language: Language) {
  return {
    productType: product.productType,
    productName: product.productName[language],
    premium: toDollars(product.premiumCents),
    tax: toDollars(product.taxCents),
    totalWithTax: toDollars(product.totalWithTaxCents),
    isOptional: product.isOptional,
    coverageTermInYears: product.coverageTermInYears,
  };
}
