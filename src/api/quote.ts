import type { AnswerOf } from '@northbind/contract/operation.ts';
import { quote as operation } from '@northbind/contract/quote.ts';
import type { Language } from '../domain/language.ts';
import type { IdempotentCallParts, KeepAnswer } from '../flows/call/idempotent-call.ts';
import { wireVehicle } from '../flows/policy/wire-vehicle.ts';
import { type Quoted, type QuoteParts, quote } from '../flows/quote/quote.ts';
import { type Answer, noResult, ok, refused, valid } from './kit/answer.ts';
import { answerOnce } from './kit/idempotency.ts';
import type { AddOperationWithFaults, FaultyCall } from './kit/operation-route.ts';
import { wireTerms } from './kit/wire-terms.ts';

/** One answer reports malformed properties and refusals together, so the rules run on an incomplete form, too. */
export function addQuote(add: AddOperationWithFaults, parts: QuoteParts & IdempotentCallParts): void {
  add(operation, (call) => answerOnce(parts, 'quote', call, (keep) => price(parts, call, keep)));
}

async function price(
  parts: QuoteParts,
  { seller, today, body, formFaults, language, judgedBy }: FaultyCall<typeof operation>,
  keep: KeepAnswer | null,
): Promise<Answer<QuoteAnswer>> {
  const result = await quote(parts, {
    seller,
    today,
    judgedBy,
    form: body,
    formFaults,
    keep: keep && ((tx, quoted) => keep(tx, JSON.stringify(wireQuote(quoted, language)))),
  });
  switch (result.kind) {
    case 'quoted':
      return ok(wireQuote(result, language));
    case 'refused':
      return refused(result.refusals);
    case 'no-tariff':
      return noResult;
  }
}

function wireQuote(
  { applicationId, revision, vehicleConfigurationId, quote, existingPolicies }: Quoted,
  language: Language,
): QuoteAnswer {
  const { partnerReference, language: customerLanguage } = quote.inputs;
  return {
    ...valid,
    applicationId,
    revision,
    series: quote.series,
    effectiveDate: quote.effectiveDate,
    quotedOn: quote.quotedOn,
    ...(partnerReference !== null && { partnerReference }),
    ...(customerLanguage !== null && { language: customerLanguage }),
    vehicle: { id: vehicleConfigurationId, ...wireVehicle(quote.inputs.vehicle, language) },
    existingPolicies: [...existingPolicies],
    replacementOptions: wireTerms(quote.options.replacement, language),
    limitedIndemnityOptions: wireTerms(quote.options.limitedIndemnity, language),
  };
}

type QuoteAnswer = AnswerOf<typeof operation>;
