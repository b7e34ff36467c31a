import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { paymentCard as operation } from '@northbind/contract/payment-card.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { toDollars } from '../domain/money/money.ts';
import { todayOf } from '../domain/seller.ts';
import {
  type CardStartAsked,
  type CardStartParts,
  type StartedPayment,
  startCardPayment,
} from '../flows/card-start.ts';
import type { KeepAnswer, OnceParts } from '../flows/once.ts';
import { refuseBusy } from './kit/admission.ts';
import { type Answer, noResult, ok, refused } from './kit/answer.ts';
import { type DeclineParts, refuseAfterDeclines } from './kit/declines.ts';
import { answerOnce } from './kit/idempotency.ts';
import type { Call, Handle } from './kit/operation-route.ts';

export interface PaymentCardParts extends CardStartParts, DeclineParts, OnceParts {
  readonly clock: Clock;
}

export function handlePaymentCard(parts: PaymentCardParts): Handle<typeof operation> {
  return (call) => answerOnce(parts, 'paymentCard', call, (keep) => start(parts, call, keep));
}

async function start(
  parts: PaymentCardParts,
  { seller, body, language, requestId, fault, request, reply }: Call<typeof operation>,
  keep: KeepAnswer | null,
): Promise<Answer<CardPaymentAnswer>> {
  if (refuseAfterDeclines(parts, request, reply)) return noResult;
  const now = parts.clock();
  const asked: CardStartAsked = {
    ...body,
    applicationId: parseId<ApplicationId>(body.applicationId),
    chargeDate: body.chargeDate ?? null,
    ...{ seller, today: todayOf(seller, now), now, language },
    keep: keep && ((tx, payment) => keep(tx, JSON.stringify(wireStarted(parts, payment)))),
  };
  const result = await startCardPayment(parts, asked, { requestId, fault });
  if (result.kind === 'refused') return refused(result.refusals);
  if (result.kind === 'wait') {
    refuseBusy(request, reply, result.seconds);
    return noResult;
  }
  return ok(wireStarted(parts, result.payment));
}

type CardPaymentAnswer = AnswerOf<typeof operation>;

/** In the order of the schema: kept under a key, it is sent as it is. */
function wireStarted({ cards }: PaymentCardParts, payment: StartedPayment): CardPaymentAnswer {
  return {
    isValid: true,
    errors: [],
    paymentId: payment.paymentId,
    status: 'Pending',
    ticket: payment.ticket,
    amount: toDollars(payment.amountCents),
    chargeDate: payment.chargeDate,
    checkoutJsUrl: cards.checkoutJsUrl,
    checkoutGlobal: cards.checkoutGlobal,
    environment: cards.environment,
    expiresAt: payment.expiresAt.toISOString(),
  };
}
