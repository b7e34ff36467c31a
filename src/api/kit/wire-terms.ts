import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { quote as operation } from '@northbind/contract/quote.ts';
import type { Language } from '../../domain/language.ts';
import type { PricedTerm } from '../../domain/quote/quote-options.ts';
import { wireProduct } from '../../flows/policy/wire-product.ts';

type QuoteAnswer = AnswerOf<typeof operation>;

export function wireTerms(terms: readonly PricedTerm[], language: Language): QuoteAnswer['replacementOptions'] {
  return terms.map(({ paymentTermInYears, coverage }) => ({
    paymentTermInYears,
    coverage: coverage.map((product) => wireProduct(product, language)),
  }));
}
