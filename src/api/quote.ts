import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { quote as operation } from '@northbind/contract/quote.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { toDollars } from '../domain/money/money.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { PricedTerm } from '../domain/rating/price-quote.ts';
import { todayOf } from '../domain/seller.ts';
import { type QuoteParts, quote } from '../flows/quote.ts';
import { type Language, noResult, ok, refused } from './kit/answer.ts';
import type { HandleWithFaults } from './kit/operation-route.ts';
import { wireVehicle } from './kit/wire-vehicle.ts';

export interface QuoteHandlerParts extends QuoteParts {
  readonly clock: Clock;
}

/** Faults of form and refused rules are told in one answer, so the rules are asked even when the form is not whole. */
export function handleQuote(parts: QuoteHandlerParts): HandleWithFaults<typeof operation> {
  return async ({ seller, body, formFaults, language }) => {
    const result = await quote(parts, {
      seller,
      today: todayOf(seller, parts.clock()),
      form: body,
      faultyFields: new Set(formFaults.map(({ field }) => field)),
    });
    switch (result.kind) {
      case 'quoted':
        return ok(wireQuote(result.applicationId, body.vehicleConfigurationId ?? '', result.quote, language));
      case 'refused':
        return refused([...formFaults, ...result.refusals]);
      case 'no-tariff':
        return noResult;
    }
  };
}

function wireQuote(
  applicationId: string,
  vehicleId: string,
  quote: Quote,
  language: Language,
): AnswerOf<typeof operation> {
  return {
    isValid: true,
    errors: [],
    applicationId,
    series: quote.series,
    effectiveDate: quote.effectiveDate,
    quotedOn: quote.quotedOn,
    vehicle: wireVehicle(vehicleId, quote.inputs.vehicle),
    replacementOptions: wireTerms(quote.options.replacement, language),
    limitedIndemnityOptions: wireTerms(quote.options.limitedIndemnity, language),
  };
}

function wireTerms(terms: readonly PricedTerm[], language: Language): AnswerOf<typeof operation>['replacementOptions'] {
  return terms.map(({ paymentTermInYears, coverage }) => ({
    paymentTermInYears,
    coverage: coverage.map((product) => ({
      productType: product.productType,
      productName: product.productName[language],
      premium: toDollars(product.premiumCents),
      tax: toDollars(product.taxCents),
      totalWithTax: toDollars(product.totalWithTaxCents),
      isOptional: product.isOptional,
      coverageTermInYears: product.coverageTermInYears,
    })),
  }));
}
