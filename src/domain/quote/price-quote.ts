import { type Refusal, refusal } from '../refusal.ts';
import type { RateBook } from '../tariff/rate-book.ts';
import type { TaxTable } from '../tax/tax-table.ts';
import { type EligibilityVerdict, isEligible, judgeEligibility } from '../vehicle/eligibility.ts';
import type { PricingInputs } from './premium.ts';
import { priceTerms } from './price-terms.ts';
import type { QuoteOptions } from './quote-options.ts';
import type { CoverageCategory } from './vocabulary.ts';

export type QuotePrice =
  | { readonly ok: true; readonly options: QuoteOptions }
  | { readonly ok: false; readonly refusal: Refusal; readonly verdicts: readonly EligibilityVerdict[] };

/** Prices every term and product the vehicle qualifies for, in the order of the book. Same inputs, same prices. */
export function priceQuote(book: RateBook, taxTable: TaxTable, inputs: PricingInputs): QuotePrice {
  const verdicts = judgeEligibility(book, inputs.vehicle, { ...inputs, series: [inputs.series] });
  if (!isEligible(verdicts)) return { ok: false, refusal: ineligible(verdicts), verdicts };

  const termsOf = (category: CoverageCategory) => {
    const offer = book.offers[inputs.series][category];
    const hasReasons = verdicts.some((verdict) => verdict.category === category && verdict.reasons.length > 0);
    return offer === null || hasReasons ? [] : priceTerms({ book, taxTable, inputs }, offer);
  };
  return { ok: true, options: { replacement: termsOf('Replacement'), limitedIndemnity: termsOf('LimitedIndemnity') } };
}

function ineligible(verdicts: readonly EligibilityVerdict[]): Refusal {
  const params: Record<string, string | number> = {};
  const reasons = Map.groupBy(
    verdicts.flatMap((verdict) => verdict.reasons),
    ({ code }) => code,
  );
  for (const [code, ofCode] of reasons) {
    const name = messageNames[code] ?? (ownCodes.has(code) ? null : 'excluded');
    if (name === null) continue;
    const limits = ofCode.flatMap(({ values: { limit } }) => limit ?? []);
    const { value } = ofCode[0]!.values;
    params[name] = name === 'excluded' ? value : Number(value);
    if (limits.length > 0) params[`${name}Limit`] = widest(code, limits);
  }
  return refusal('VehicleIneligible', 'vehicleConfigurationId', params);
}

/** How the message names a reason. A code of the book is an exclusion. */
const messageNames: Readonly<Record<string, string>> = {
  ModelYearTooOld: 'yearOld',
  ModelYearTooNew: 'yearNew',
  OdometerTooHigh: 'odometer',
  TooHeavy: 'weight',
};
const ownCodes: ReadonlySet<string> = new Set(['CategoryNotSold', 'PurchaseMethodNotAllowed']);

/** Each category has limits of its own; the message names those of the category that takes the most vehicles. */
function widest(code: string, limits: readonly number[]): number {
  return code === 'ModelYearTooOld' ? Math.min(...limits) : Math.max(...limits);
}
