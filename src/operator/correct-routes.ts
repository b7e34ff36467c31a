import { Type } from 'typebox';
import type { Clock } from '../domain/calendar/calendar.ts';
import { isOperatorRefusal } from '../domain/operator/refusal.ts';
import { cancelPolicy, type DraftedCancellation, previewCancellation } from '../flows/correct/cancel-policy.ts';
import { moveCharge } from '../flows/correct/correct-charge.ts';
import { correctEmailAddress, resendDocuments } from '../flows/correct/correct-mail.ts';
import { retryWork, settleWork } from '../flows/correct/correct-work.ts';
import type { Database } from '../store/database.ts';
import { choice } from './kit/choice.ts';
import { type OperatorRoute, operatorRoute } from './kit/operator-route.ts';
import type { CancellationAnswer, CancellationPreview } from './wire/correct.ts';

export interface CorrectRoutesParts {
  readonly database: Database;
  readonly clock: Clock;
}

const uuid = Type.String({ format: 'uuid' });
const policyNumber = Type.String({ minLength: 1, maxLength: 40 });
const reason = Type.String({ maxLength: 500 });
const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const reference = Type.String({ maxLength: 100 });
const emailAddress = Type.String({ maxLength: 254 });
const reasoned = Type.Object({ reason });
const ofPolicy = Type.Object({ policyNumber });
const byId = Type.Object({ id: uuid });
const ofPayment = Type.Object({ paymentId: uuid });
const asked = { kind: choice(['flat', 'pro-rata']), cancelledOn: date };
const settlement = choice(['card-refund', 'charge-stopped', 'loan-cancelled', 'outside', 'nothing']);

/**
 * Correcting a sale. Support may do it; to say that money was settled outside, which nothing can check, takes an admin. No
 * route here waits for another party: tickers and jobs carry out what was written.
 */
export function correctRoutes(parts: CorrectRoutesParts): readonly OperatorRoute[] {
  return [...cancellationRoutes(parts), ...stuckRoutes(parts), ...chargeRoutes(parts), ...mailRoutes(parts)];
}

function cancellationRoutes({ database, clock }: CorrectRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/policies/:policyNumber/cancellation/preview',
      access: 'support',
      params: ofPolicy,
      body: Type.Object(asked),
      handle: async ({ params, body }) => {
        const drafted = await previewCancellation({ database, now: clock() }, params.policyNumber, body);
        return isOperatorRefusal(drafted) ? drafted : previewOf(drafted);
      },
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/policies/:policyNumber/cancellation',
      access: 'support',
      params: ofPolicy,
      body: Type.Object({
        ...asked,
        reason,
        shown: Type.Object({ refundCents: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), settlement }),
      }),
      handle: async ({ params, body, actor }) => {
        const made = await cancelPolicy({ database, now: clock() }, actor, { ...params, ...body });
        if (isOperatorRefusal(made)) return made;
        return { ...previewOf(made), documentId: made.documentId } satisfies CancellationAnswer;
      },
    }),
  ];
}

function stuckRoutes({ database, clock }: CorrectRoutesParts): readonly OperatorRoute[] {
  const now = () => ({ database, now: clock() });
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/reversals/:id/retry',
      access: 'support',
      params: byId,
      body: reasoned,
      handle: async ({ params, body, actor }) =>
        (await retryWork(now(), actor, { kind: 'reversals', ...params, ...body })) ?? undefined,
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/reversals/:id/settle',
      access: 'admin',
      params: byId,
      body: Type.Object({ reason, reference }),
      handle: async ({ params, body, actor }) =>
        (await settleWork(now(), actor, { kind: 'reversals', ...params, ...body })) ?? undefined,
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/binds/:applicationId/retry',
      access: 'support',
      params: Type.Object({ applicationId: uuid }),
      body: reasoned,
      handle: async ({ params, body, actor }) =>
        (await retryWork(now(), actor, { kind: 'binds', id: params.applicationId, ...body })) ?? undefined,
    }),
  ];
}

function chargeRoutes({ database, clock }: CorrectRoutesParts): readonly OperatorRoute[] {
  const now = () => ({ database, now: clock() });
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/due-charges/:paymentId/retry',
      access: 'support',
      params: ofPayment,
      body: reasoned,
      handle: async ({ params, body, actor }) =>
        (await retryWork(now(), actor, { kind: 'charges', id: params.paymentId, ...body })) ?? undefined,
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/due-charges/:paymentId/settle',
      access: 'admin',
      params: ofPayment,
      body: Type.Object({ reason, reference }),
      handle: async ({ params, body, actor }) =>
        (await settleWork(now(), actor, { kind: 'charges', id: params.paymentId, ...body })) ?? undefined,
    }),
    operatorRoute({
      method: 'PUT',
      path: '/api/due-charges/:paymentId/date',
      access: 'support',
      params: ofPayment,
      body: Type.Object({ reason, dueOn: date }),
      handle: async ({ params, body, actor }) => (await moveCharge(now(), actor, { ...params, ...body })) ?? undefined,
    }),
  ];
}

function mailRoutes({ database, clock }: CorrectRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/mails/:id/resend',
      access: 'support',
      params: byId,
      body: reasoned,
      handle: async ({ params, body, actor }) =>
        (await retryWork({ database, now: clock() }, actor, { kind: 'mails', ...params, ...body })) ?? undefined,
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/policies/:policyNumber/documents/resend',
      access: 'support',
      params: ofPolicy,
      body: Type.Object({ reason, toAddress: Type.Optional(emailAddress) }),
      handle: ({ params, body, actor }) =>
        resendDocuments(database, actor, { ...params, ...body, toAddress: body.toAddress ?? null }),
    }),
    operatorRoute({
      method: 'PUT',
      path: '/api/policies/:policyNumber/email-address',
      access: 'support',
      params: ofPolicy,
      body: Type.Object({ reason, emailAddress }),
      handle: ({ params, body, actor }) => correctEmailAddress(database, actor, { ...params, ...body }),
    }),
  ];
}

/** The arithmetic for people, as the console and the command line show it. */
export function previewOf({ policy, cancellation }: DraftedCancellation): CancellationPreview {
  const { madeOn: _, ...terms } = cancellation;
  const { policyNumber, effectiveDate, expiryDate, totalWithTaxCents: totalCents, payment } = policy;
  const isCardMeant = payment.method === 'CC' && terms.settlement !== 'outside';
  const keptCents = terms.settlement === 'charge-stopped' ? 0 : totalCents - terms.refundCents;
  return {
    ...{ policyNumber, effectiveDate, expiryDate, totalCents, keptCents, ...terms },
    card: isCardMeant ? { cardType: payment.card.cardType, maskedCardNumber: payment.card.maskedCardNumber } : null,
    loanNumber: payment.method === 'PFF' ? payment.loan.loanNumber : null,
  };
}
