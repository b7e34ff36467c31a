import type { AnswerOf } from '@northbind/contract/operation.ts';
import { quote as operation } from '@northbind/contract/quote.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import type { Language } from '../domain/language.ts';
import { seriesOf } from '../domain/quote/judge-quote.ts';
import type { PurchaseMethod, Series } from '../domain/quote/vocabulary.ts';
import type { IdempotentCallParts, KeepAnswer } from '../flows/call/idempotent-call.ts';
import { wireVehicle } from '../flows/policy/wire-vehicle.ts';
import { type Quoted, type QuoteParts, quote } from '../flows/quote/quote.ts';
import { type Answer, noResult, ok, refused, valid } from './kit/answer.ts';
import { answerOnce } from './kit/idempotency.ts';
import type { AddOperationWithFaults, FaultyCall } from './kit/operation-route.ts';
import { wireTerms } from './kit/wire-terms.ts';

/** One answer reports malformed properties and refusals together, so the rules run even when the form is incomplete. */
export function addQuote(add: AddOperationWithFaults, parts: QuoteParts & IdempotentCallParts): void {
  add(operation, (call) => answerOnce(parts, 'quote', call, (keep) => price(parts, call, keep)));
}

async function price(
  parts: QuoteParts,
  { seller, today, body, formFaults: allFaults, language, judgedBy }: FaultyCall<typeof operation>,
  keep: KeepAnswer | null,
): Promise<Answer<QuoteAnswer>> {
  const { applicationId, ...form } = body;
  const answerOf = (quoted: Quoted): QuoteAnswer => wireQuote(quoted, body.vehicleConfigurationId ?? '', language);
  const formFaults = allFaults.filter(({ field }) => !isIgnored(field, seriesOf(body, seller), body.purchaseMethod));
  const result = await quote(parts, {
    seller,
    today,
    judgedBy,
    form: applicationId === undefined ? form : { ...form, applicationId: parseId<ApplicationId>(applicationId) },
    faultyFields: new Set(formFaults.map(({ field }) => field)),
    keep: keep && ((tx, quoted) => keep(tx, JSON.stringify(answerOf(quoted)))),
  });
  switch (result.kind) {
    case 'quoted':
      return ok(answerOf(result));
    case 'refused':
      return refused([...formFaults, ...result.refusals]);
    case 'no-tariff':
      return noResult;
  }
}

/** A dealer is ignored on Prime and a lienholder on Cash, whatever was sent. */
function isIgnored(field: string, series: Series | null, purchaseMethod: PurchaseMethod | undefined): boolean {
  if (/^(dealerId|dealerContact)\b/.test(field)) return series === 'Prime';
  return field === 'lienHolderId' && purchaseMethod === 'Cash';
}

function wireQuote(
  { applicationId, revision, quote, existingPolicies }: Quoted,
  vehicleId: string,
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
    ...(partnerReference !== undefined && { partnerReference }),
    ...(customerLanguage !== undefined && { language: customerLanguage }),
    vehicle: { id: vehicleId, ...wireVehicle(quote.inputs.vehicle, language) },
    existingPolicies: [...existingPolicies],
    replacementOptions: wireTerms(quote.options.replacement, language),
    limitedIndemnityOptions: wireTerms(quote.options.limitedIndemnity, language),
  };
}

type QuoteAnswer = AnswerOf<typeof operation>;
