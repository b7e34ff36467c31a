import { quoteFinancing } from '@northbind/contract/quote-financing.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { type FinanceParts, priceFinancing } from '../flows/financing/finance.ts';
import { wirePlan } from '../flows/policy/wire-payment.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addQuoteFinancing(add: AddOperation, parts: FinanceParts): void {
  add(quoteFinancing, async ({ seller, today, body, requestId, fault }) => {
    const asked = { ...body, applicationId: parseId<ApplicationId>(body.applicationId), seller, today };
    const result = await priceFinancing(parts, asked, { requestId, fault });
    if (result.kind === 'refused') return refused(result.refusals);
    const options = result.options.map(({ loanTermInMonths, ...plan }) => ({ loanTermInMonths, ...wirePlan(plan) }));
    return ok({ ...valid, options });
  });
}
