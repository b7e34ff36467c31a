import type { AnswerOf } from '@northbind/contract/operation.ts';
import { paymentCard } from '@northbind/contract/payment-card.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { toDollars } from '../domain/money.ts';
import type { IdempotentCallParts, KeepAnswer } from '../flows/call/idempotent-call.ts';
import { type CardStartParts, type StartedPayment, startCardPayment } from '../flows/card/card-start.ts';
import { refuseBusy } from './kit/admission.ts';
import { type Answer, noResult, ok, refused, valid } from './kit/answer.ts';
import { type DeclineParts, exhaustedDeclines } from './kit/declines.ts';
import { answerOnce } from './kit/idempotency.ts';
import type { AddOperation, Call } from './kit/operation-route.ts';

type Parts = CardStartParts & DeclineParts & IdempotentCallParts;

export function addPaymentCard(add: AddOperation, parts: Parts): void {
  add(paymentCard, (call) => answerOnce(parts, 'paymentCard', call, (keep) => start(parts, call, keep)));
}

async function start(
  parts: Parts,
  { seller, today, now, body, language, requestId, fault, judgedBy, request, reply }: Call<typeof paymentCard>,
  keep: KeepAnswer | null,
): Promise<Answer<CardPaymentAnswer>> {
  const refuseFor = (seconds: number) => {
    refuseBusy(request, reply, seconds);
    return noResult;
  };
  const exhausted = exhaustedDeclines(parts, request);
  if (exhausted !== null) return refuseFor(exhausted.resetSeconds);
  const asked: Parameters<typeof startCardPayment>[1] = {
    ...body,
    applicationId: parseId<ApplicationId>(body.applicationId),
    chargeDate: body.chargeDate ?? null,
    seller,
    today,
    now,
    language,
    judgedBy,
    isOfPage: request.isOfPage,
    keep: keep && ((tx, payment) => keep(tx, JSON.stringify(wireStarted(parts, payment)))),
  };
  const result = await startCardPayment(parts, asked, { requestId, fault });
  if (result.kind === 'refused') return refused(result.refusals);
  if (result.kind === 'wait') return refuseFor(result.seconds);
  return ok(wireStarted(parts, result.payment));
}

type CardPaymentAnswer = AnswerOf<typeof paymentCard>;

/** The properties are in the order of the schema: kept under a key, the answer is sent as it is. */
function wireStarted({ cards }: Parts, payment: StartedPayment): CardPaymentAnswer {
  return {
    ...valid,
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
