import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { quote as operation } from '@northbind/contract/quote.ts';
import type { Language } from '../../domain/language.ts';
import type { PricedTerm } from '../../domain/quote/quote-options.ts';
import { wireProduct } from '../../flows/policy/wire-product.ts';

type QuoteAnswer = AnswerOf<typeof operation>;

/** Equal prices are one list (see `priceTerms`), so each list is serialised once per language. */
export function writeTerms(terms: readonly PricedTerm[], language: Language): string {
  const known = texts[language].get(terms);
  if (known !== undefined) return known;
  const text = JSON.stringify(wireTerms(terms, language));
  texts[language].set(terms, text);
  return text;
}

const texts: Readonly<Record<Language, WeakMap<readonly PricedTerm[], string>>> = {
  en: new WeakMap(),
  fr: new WeakMap(),
};

export function wireTerms(terms: readonly PricedTerm[], language: Language): QuoteAnswer['replacementOptions'] {
  return terms.map(({ paymentTermInYears, coverage }) => ({
    paymentTermInYears,
    coverage: coverage.map((product) => wireProduct(product, language)),
  }));
}
