import type { quoteFinancing as operation } from '@northbind/contract/quote-financing.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { toDollars } from '../domain/money/money.ts';
import { todayOf } from '../domain/seller.ts';
import { type FinanceParts, priceFinancing } from '../flows/finance.ts';
import { ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export interface QuoteFinancingParts extends FinanceParts {
  readonly clock: Clock;
}

export function handleQuoteFinancing(parts: QuoteFinancingParts): Handle<typeof operation> {
  return async ({ seller, body, requestId, fault }) => {
    const asked = {
      ...body,
      applicationId: parseId<ApplicationId>(body.applicationId),
      seller,
      today: todayOf(seller, parts.clock()),
    };
    const result = await priceFinancing(parts, asked, { requestId, fault });
    if (result.kind === 'refused') return refused(result.refusals);
    const options = result.options.map((option) => ({
      loanTermInMonths: option.loanTermInMonths,
      installmentAmount: toDollars(option.installmentCents),
      financeCharge: toDollars(option.financeChargeCents),
      applicationFee: toDollars(option.applicationFeeCents),
      apr: option.aprPercent,
      totalPayable: toDollars(option.totalPayableCents),
    }));
    return ok({ isValid: true, errors: [], options });
  };
}
