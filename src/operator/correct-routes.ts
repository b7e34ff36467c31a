import { Type } from '@northbind/contract/type.ts';
import type { Clock } from '../domain/calendar.ts';
import type { AnyId, PaymentId } from '../domain/ids.ts';
import { correctionRoles } from '../domain/operator/correction-roles.ts';
import { cardOf, loanOf } from '../domain/policy/policy.ts';
import { retryKinds, settleKinds } from '../domain/work/needs-person.ts';
import { cancelPolicy, type MadeCancellation, previewCancellation } from '../flows/cancellation/cancel-policy.ts';
import { declineRequest } from '../flows/cancellation/decline-request.ts';
import type { DraftedCancellation } from '../flows/cancellation/draft-cancellation.ts';
import { previewRescission, rescindPolicy } from '../flows/cancellation/rescind-policy.ts';
import { withdrawCancellation } from '../flows/cancellation/withdraw-cancellation.ts';
import { moveCharge, writeOffCharge } from '../flows/card/correct-charge.ts';
import { correctEmailAddress, resendDocuments } from '../flows/mail/settle-mail.ts';
import type { Parts } from '../flows/parts.ts';
import { type AmendParts, amendPolicy } from '../flows/policy/amend-policy.ts';
import { enterPolicy } from '../flows/policy/enter-policy.ts';
import { linkAddress } from '../flows/unpaid/link-secret.ts';
import { revokePaymentLink, sendPaymentLink } from '../flows/unpaid/send-link.ts';
import { retrySelection, settleSelection } from '../flows/work/settle-selection.ts';
import { retryWork, settleWork } from '../flows/work/settle-work.ts';
import type { Database } from '../store/database.ts';
import { accepted } from './kit/accepted.ts';
import { idOf } from './kit/id.ts';
import { type OperatorRoute, operatorRoute, sends } from './kit/operator-route.ts';
import * as wire from './wire/correct.ts';
import { type EnteredAnswer, enterOrder } from './wire/enter.ts';
import { choice, ofPolicy, reasoned } from './wire/parts.ts';

export interface CorrectRoutesParts extends Pick<AmendParts, 'decodeVin'>, Parts<'linkBox' | 'reference' | 'lender'> {
  readonly database: Database;
  readonly clock: Clock;
  /** Before `/pay/…`, in the address of a payment link. */
  readonly publicUrl: string;
}

/** Corrects a sale. No route calls the processor, the lender or the mail server: the jobs do. */
export function correctRoutes(parts: CorrectRoutesParts): readonly OperatorRoute[] {
  return [
    ...cancellationRoutes(parts),
    amendmentRoute(parts),
    enterRoute(parts),
    ...workRoutes(parts),
    ...linkRoutes(parts),
    ...mailRoutes(parts),
  ];
}

function cancellationRoutes(parts: CorrectRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  return [
    operatorRoute('POST /api/policies/:policyNumber/cancellation/preview', correctionRoles.cancel, {
      ...ofPolicy,
      body: wire.cancellationQuestion,
      handle: async ({ params, body }) =>
        cancellationPreview(accepted(await previewCancellation({ ...parts, now: clock() }, params.policyNumber, body))),
    }),
    operatorRoute('POST /api/policies/:policyNumber/cancellation', correctionRoles.cancel, {
      ...ofPolicy,
      body: wire.cancellationOrder,
      handle: async ({ params, body, actor }) =>
        madeOf(accepted(await cancelPolicy({ ...parts, now: clock() }, actor, { ...params, ...body }))),
    }),
    operatorRoute('POST /api/policies/:policyNumber/rescission/preview', correctionRoles.rescind, {
      ...ofPolicy,
      handle: async ({ params }) =>
        cancellationPreview(accepted(await previewRescission({ ...parts, now: clock() }, params.policyNumber))),
    }),
    operatorRoute('POST /api/policies/:policyNumber/rescission', correctionRoles.rescind, {
      ...ofPolicy,
      body: wire.rescissionOrder,
      handle: async ({ params, body, actor }) =>
        madeOf(accepted(await rescindPolicy({ ...parts, now: clock() }, actor, { ...params, ...body }))),
    }),
    operatorRoute('POST /api/policies/:policyNumber/cancellation/decline', correctionRoles.declineRequest, {
      ...ofPolicy,
      body: wire.declineOrder,
      handle: ({ params, body, actor }) => declineRequest({ database, now: clock() }, actor, { ...params, ...body }),
    }),
    ...byReasonAlone.map(([place, role, act]) =>
      operatorRoute(`POST /api/policies/:policyNumber/${place}`, role, {
        ...ofPolicy,
        body: reasoned,
        handle: ({ params, body, actor }) => act({ ...parts, now: clock() }, actor, { ...params, ...body }),
      }),
    ),
  ];
}

/** Acts on a policy that take nothing but a reason. */
const byReasonAlone = [
  ['cancellation/withdraw', correctionRoles.withdraw, withdrawCancellation],
  ['payment-link/revoke', correctionRoles.revokePaymentLink, revokePaymentLink],
  ['write-off', correctionRoles.writeOff, writeOffCharge],
] as const;

function amendmentRoute({ database, clock, decodeVin }: CorrectRoutesParts): OperatorRoute {
  return operatorRoute('POST /api/policies/:policyNumber/amendment', correctionRoles.amend, {
    ...ofPolicy,
    body: wire.amendmentOrder,
    answer: sends<wire.AmendmentMade>(),
    handle: ({ params, body, actor }) =>
      amendPolicy({ database, decodeVin, now: clock() }, actor, { ...params, ...body }),
  });
}

function enterRoute({ database, clock, decodeVin }: CorrectRoutesParts): OperatorRoute {
  return operatorRoute('POST /api/policies', correctionRoles.enter, {
    body: enterOrder,
    answer: sends<EnteredAnswer>(),
    handle: async ({ body: { document, reason }, actor }) =>
      accepted(await enterPolicy({ database, decodeVin, now: clock() }, actor, { reason, forgotten: document })),
  });
}

function workRoutes({ database, clock, linkBox, reference }: CorrectRoutesParts): readonly OperatorRoute[] {
  const now = () => ({ database, linkBox, reference, now: clock() });
  return [
    operatorRoute('POST /api/work/:kind/:id/retry', correctionRoles.retry, {
      params: Type.Object({ kind: choice(retryKinds), id: idOf<AnyId>() }),
      scope: { thing: 'work', name: 'id' },
      body: reasoned,
      handle: ({ params, body, actor }) => retryWork(now(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/work/:kind/:id/settle', correctionRoles.settle, {
      params: Type.Object({ kind: choice(settleKinds), id: idOf<AnyId>() }),
      scope: { thing: 'work', name: 'id' },
      body: wire.settleOrder,
      handle: ({ params, body, actor }) => settleWork(now(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/work/:kind/retry', correctionRoles.retry, {
      params: Type.Object({ kind: choice(retryKinds) }),
      body: wire.selectionRetryOrder,
      answer: sends<wire.SelectionDone>(),
      handle: ({ params, body: { reason, failure = null, cursor = null }, actor }) =>
        retrySelection(now(), actor, { ...params, reason, failure, cursor }),
    }),
    operatorRoute('POST /api/work/:kind/settle', correctionRoles.settle, {
      params: Type.Object({ kind: choice(settleKinds) }),
      body: wire.selectionSettleOrder,
      answer: sends<wire.SelectionDone>(),
      handle: ({ params, body: { failure = null, cursor = null, ...settled }, actor }) =>
        settleSelection(now(), actor, { ...params, ...settled, failure, cursor }),
    }),
    operatorRoute('PUT /api/due-charges/:paymentId/date', correctionRoles.moveCharge, {
      params: Type.Object({ paymentId: idOf<PaymentId>() }),
      scope: { thing: 'payment', name: 'paymentId' },
      body: wire.dueDateOrder,
      handle: ({ params, body, actor }) => moveCharge(now(), actor, { ...params, ...body }),
    }),
  ];
}

function linkRoutes({ database, clock, publicUrl, linkBox }: CorrectRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute('POST /api/policies/:policyNumber/payment-link', correctionRoles.sendPaymentLink, {
      ...ofPolicy,
      body: wire.paymentLinkOrder,
      answer: sends<wire.PaymentLinkSent>(),
      handle: async ({ params: { policyNumber }, body: { chargeOn = null, ...order }, actor }) => {
        const asked = { ...order, policyNumber, chargeOn };
        const { lastDay, secret } = accepted(await sendPaymentLink({ database, linkBox, now: clock() }, actor, asked));
        return { lastDay, address: secret && linkAddress(publicUrl, secret) };
      },
    }),
  ];
}

function mailRoutes({ database }: CorrectRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute('POST /api/policies/:policyNumber/documents/resend', correctionRoles.resendDocuments, {
      ...ofPolicy,
      body: wire.documentsResendOrder,
      answer: sends<{ mails: number }>(),
      handle: ({ params, body: { toAddress = null, reason }, actor }) =>
        resendDocuments(database, actor, { ...params, toAddress, reason }),
    }),
    operatorRoute('PUT /api/policies/:policyNumber/email-address', correctionRoles.correctEmailAddress, {
      ...ofPolicy,
      body: wire.emailAddressOrder,
      answer: sends<wire.EmailAddressChanged>(),
      handle: ({ params, body, actor }) => correctEmailAddress(database, actor, { ...params, ...body }),
    }),
  ];
}

function madeOf(made: MadeCancellation): wire.CancellationAnswer {
  return { ...cancellationPreview(made), documentId: made.documentId };
}

export function cancellationPreview({ policy, cancellation }: DraftedCancellation): wire.CancellationPreview {
  const { madeOn: _, ...terms } = cancellation;
  const { route } = terms.plan;
  const { policyNumber, effectiveDate, expiryDate, totalWithTaxCents: totalCents, payment } = policy;
  const card = route === 'operator' ? null : cardOf(payment);
  const usedCents = totalCents - terms.refundCents;
  const [keptCents, unpaidCents] = route === 'not charged' ? [0, usedCents] : [usedCents, 0];
  return {
    policyNumber,
    effectiveDate,
    expiryDate,
    totalCents,
    keptCents,
    givesEverythingBack: usedCents === 0,
    unpaidCents,
    ...terms,
    card: card && { cardType: card.cardType, maskedCardNumber: card.maskedCardNumber },
    loanNumber: loanOf(payment)?.loanNumber ?? null,
  };
}
