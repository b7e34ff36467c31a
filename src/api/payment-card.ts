import type { paymentCard as operation } from '@northbind/contract/payment-card.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { toDollars } from '../domain/money/money.ts';
import { todayOf } from '../domain/seller.ts';
import { type CardStartParts, startCardPayment } from '../flows/card-start.ts';
import { refuseBusy } from './kit/admission.ts';
import { noResult, ok, refused } from './kit/answer.ts';
import { type DeclineParts, refuseAfterDeclines } from './kit/declines.ts';
import type { Handle } from './kit/operation-route.ts';

export interface PaymentCardParts extends CardStartParts, DeclineParts {
  readonly clock: Clock;
}

export function handlePaymentCard(parts: PaymentCardParts): Handle<typeof operation> {
  return async ({ seller, body, language, requestId, fault, request, reply }) => {
    if (refuseAfterDeclines(parts, request, reply)) return noResult;
    const now = parts.clock();
    const asked = {
      ...body,
      applicationId: parseId<ApplicationId>(body.applicationId),
      chargeDate: body.chargeDate ?? null,
      ...{ seller, today: todayOf(seller, now), now, language },
    };
    const result = await startCardPayment(parts, asked, { requestId, fault });
    if (result.kind === 'refused') return refused(result.refusals);
    if (result.kind === 'wait') {
      refuseBusy(request, reply, result.seconds);
      return noResult;
    }
    const { paymentId, ticket, amountCents, chargeDate, expiresAt } = result.payment;
    return ok({
      isValid: true,
      errors: [],
      paymentId,
      status: 'Pending',
      ticket,
      amount: toDollars(amountCents),
      chargeDate,
      checkoutJsUrl: parts.cards.checkoutJsUrl,
      checkoutGlobal: parts.cards.checkoutGlobal,
      environment: parts.cards.environment,
      expiresAt: expiresAt.toISOString(),
    });
  };
}
