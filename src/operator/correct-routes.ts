import { Type } from 'typebox';
import type { Clock } from '../domain/calendar/calendar.ts';
import type { AnyId, PaymentId } from '../domain/ids.ts';
import { settleKinds, workKinds } from '../domain/operator/needs-person.ts';
import { isOperatorRefusal } from '../domain/operator/refusal.ts';
import { cardOf, loanOf } from '../domain/policy/policy.ts';
import { type AmendParts, amendPolicy } from '../flows/correct/amend-policy.ts';
import { cancelPolicy, previewCancellation } from '../flows/correct/cancel-policy.ts';
import { moveCharge } from '../flows/correct/correct-charge.ts';
import { correctEmailAddress, resendDocuments } from '../flows/correct/correct-mail.ts';
import { retrySelection, settleSelection } from '../flows/correct/correct-selection.ts';
import { retryWork, settleWork } from '../flows/correct/correct-work.ts';
import { declineRequest } from '../flows/correct/decline-request.ts';
import type { DraftedCancellation } from '../flows/correct/draft-cancellation.ts';
import { previewRescission, rescindPolicy } from '../flows/correct/rescind-policy.ts';
import { linkAddress } from '../flows/payment-link/link-secret.ts';
import { revokePaymentLink, sendPaymentLink } from '../flows/payment-link/send-link.ts';
import type { Database } from '../store/database.ts';
import { idOf } from './kit/id.ts';
import { type OperatorRoute, operatorRoute } from './kit/operator-route.ts';
import * as wire from './wire/correct.ts';
import { choice, reasoned } from './wire/parts.ts';

export interface CorrectRoutesParts extends Pick<AmendParts, 'decodeVin'> {
  readonly database: Database;
  readonly clock: Clock;
  /** Before `/pay/…`, in the address of a payment link. */
  readonly publicUrl: string;
}

const ofPolicy = Type.Object({ policyNumber: Type.String({ minLength: 1, maxLength: 40 }) });

/**
 * Correcting a sale, by support. Only an admin may record that money was settled outside, because nothing can check it.
 * No route calls the processor, the lender or the mail server: the jobs do.
 */
export function correctRoutes(parts: CorrectRoutesParts): readonly OperatorRoute[] {
  return [
    ...cancellationRoutes(parts),
    amendmentRoute(parts),
    ...workRoutes(parts),
    ...linkRoutes(parts),
    ...mailRoutes(parts),
  ];
}

function cancellationRoutes({ database, clock }: CorrectRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute('POST /api/policies/:policyNumber/cancellation/preview', 'support', {
      params: ofPolicy,
      scope: { thing: 'policy', name: 'policyNumber' },
      body: wire.cancellationQuestion,
      handle: async ({ params, body }) => {
        const drafted = await previewCancellation({ database, now: clock() }, params.policyNumber, body);
        return isOperatorRefusal(drafted) ? drafted : previewOf(drafted);
      },
    }),
    operatorRoute('POST /api/policies/:policyNumber/cancellation', 'support', {
      params: ofPolicy,
      scope: { thing: 'policy', name: 'policyNumber' },
      body: wire.cancellationOrder,
      handle: async ({ params, body, actor }) => {
        const made = await cancelPolicy({ database, now: clock() }, actor, { ...params, ...body });
        if (isOperatorRefusal(made)) return made;
        return { ...previewOf(made), documentId: made.documentId } satisfies wire.CancellationAnswer;
      },
    }),
    operatorRoute('POST /api/policies/:policyNumber/rescission/preview', 'support', {
      params: ofPolicy,
      scope: { thing: 'policy', name: 'policyNumber' },
      handle: async ({ params }) => {
        const drafted = await previewRescission({ database, now: clock() }, params.policyNumber);
        return isOperatorRefusal(drafted) ? drafted : previewOf(drafted);
      },
    }),
    operatorRoute('POST /api/policies/:policyNumber/rescission', 'support', {
      params: ofPolicy,
      scope: { thing: 'policy', name: 'policyNumber' },
      body: wire.rescissionOrder,
      handle: async ({ params, body, actor }) => {
        const made = await rescindPolicy({ database, now: clock() }, actor, { ...params, ...body });
        if (isOperatorRefusal(made)) return made;
        return { ...previewOf(made), documentId: made.documentId } satisfies wire.CancellationAnswer;
      },
    }),
    operatorRoute('POST /api/policies/:policyNumber/cancellation/decline', 'support', {
      params: ofPolicy,
      scope: { thing: 'policy', name: 'policyNumber' },
      body: reasoned,
      handle: ({ params, body, actor }) => declineRequest(database, actor, { ...params, ...body }),
    }),
  ];
}

function amendmentRoute({ database, clock, decodeVin }: CorrectRoutesParts): OperatorRoute {
  return operatorRoute('POST /api/policies/:policyNumber/amendment', 'support', {
    params: ofPolicy,
    scope: { thing: 'policy', name: 'policyNumber' },
    body: wire.amendmentOrder,
    answer: wire.amendmentMade,
    handle: ({ params, body, actor }) =>
      amendPolicy({ database, decodeVin, now: clock() }, actor, { ...params, ...body }),
  });
}

function workRoutes({ database, clock }: CorrectRoutesParts): readonly OperatorRoute[] {
  const now = () => ({ database, now: clock() });
  return [
    operatorRoute('POST /api/work/:kind/:id/retry', 'support', {
      params: Type.Object({ kind: choice(workKinds), id: idOf<AnyId>() }),
      scope: { thing: 'work', name: 'id' },
      body: reasoned,
      handle: ({ params, body, actor }) => retryWork(now(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/work/:kind/:id/settle', 'admin', {
      params: Type.Object({ kind: choice(settleKinds), id: idOf<AnyId>() }),
      scope: { thing: 'work', name: 'id' },
      body: wire.settleOrder,
      handle: ({ params, body, actor }) => settleWork(now(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/work/:kind/retry', 'support', {
      params: Type.Object({ kind: choice(workKinds) }),
      body: wire.selectionRetryOrder,
      answer: wire.selectionDone,
      handle: ({ params, body: { reason, cause = '', cursor = null }, actor }) =>
        retrySelection(now(), actor, { ...params, reason, cause, cursor }),
    }),
    operatorRoute('POST /api/work/:kind/settle', 'admin', {
      params: Type.Object({ kind: choice(settleKinds) }),
      body: wire.selectionSettleOrder,
      answer: wire.selectionDone,
      handle: ({ params, body: { reason, reference, cause = '', cursor = null }, actor }) =>
        settleSelection(now(), actor, { ...params, reason, reference, cause, cursor }),
    }),
    operatorRoute('PUT /api/due-charges/:paymentId/date', 'support', {
      params: Type.Object({ paymentId: idOf<PaymentId>() }),
      scope: { thing: 'payment', name: 'paymentId' },
      body: wire.dueDateOrder,
      handle: ({ params, body, actor }) => moveCharge(now(), actor, { ...params, ...body }),
    }),
  ];
}

function linkRoutes({ database, clock, publicUrl }: CorrectRoutesParts): readonly OperatorRoute[] {
  const params = { params: ofPolicy, scope: { thing: 'policy', name: 'policyNumber' } } as const;
  return [
    operatorRoute('POST /api/policies/:policyNumber/payment-link', 'support', {
      ...params,
      body: wire.paymentLinkOrder,
      answer: wire.paymentLinkSent,
      handle: async ({ params: { policyNumber }, body: { chargeOn = null, ...order }, actor }) => {
        const sent = await sendPaymentLink({ database, now: clock() }, actor, { ...order, policyNumber, chargeOn });
        if (isOperatorRefusal(sent)) return sent;
        return { lastDay: sent.lastDay, address: sent.secret && linkAddress(publicUrl, sent.secret) };
      },
    }),
    operatorRoute('POST /api/policies/:policyNumber/payment-link/revoke', 'support', {
      ...params,
      body: reasoned,
      handle: ({ params: { policyNumber }, body, actor }) =>
        revokePaymentLink({ database, now: clock() }, actor, { policyNumber, ...body }),
    }),
  ];
}

function mailRoutes({ database }: CorrectRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute('POST /api/policies/:policyNumber/documents/resend', 'support', {
      params: ofPolicy,
      scope: { thing: 'policy', name: 'policyNumber' },
      body: wire.documentsResendOrder,
      answer: wire.documentsResent,
      handle: ({ params, body: { toAddress = null, reason }, actor }) =>
        resendDocuments(database, actor, { ...params, toAddress, reason }),
    }),
    operatorRoute('PUT /api/policies/:policyNumber/email-address', 'support', {
      params: ofPolicy,
      scope: { thing: 'policy', name: 'policyNumber' },
      body: wire.emailAddressOrder,
      answer: wire.emailAddressChanged,
      handle: ({ params, body, actor }) => correctEmailAddress(database, actor, { ...params, ...body }),
    }),
  ];
}

/** The preview that the console and the command line show. */
export function previewOf({ policy, cancellation }: DraftedCancellation): wire.CancellationPreview {
  const { madeOn: _, ...terms } = cancellation;
  const { policyNumber, effectiveDate, expiryDate, totalWithTaxCents: totalCents, payment } = policy;
  const card = terms.settlement === 'outside' ? null : cardOf(payment);
  const keptCents = terms.settlement === 'charge-stopped' ? 0 : totalCents - terms.refundCents;
  return {
    ...{ policyNumber, effectiveDate, expiryDate, totalCents, keptCents, ...terms },
    card: card && { cardType: card.cardType, maskedCardNumber: card.maskedCardNumber },
    loanNumber: loanOf(payment)?.loanNumber ?? null,
  };
}
