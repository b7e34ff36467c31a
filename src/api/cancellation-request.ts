import {
  cancellationRequest,
  latestCancellationRequest,
  withdrawCancellationRequest,
} from '@northbind/contract/cancellation-request.ts';
import { parseDate } from '../domain/calendar.ts';
import type { Cancellation } from '../domain/cancellation/cancellation.ts';
import { refundMethods, requestedRefund } from '../domain/cancellation/cancellation-request.ts';
import { toDollars } from '../domain/money.ts';
import { ownerWithin } from '../flows/call/reach.ts';
import { cancelAtOnce } from '../flows/cancellation/cancel-policy.ts';
import {
  type CancellationRequestParts,
  previewRequest,
  readRequest,
  requestCancellation,
  withdrawRequest,
} from '../flows/cancellation/request-cancellation.ts';
import { wireRefunds } from '../flows/policy/wire-policy.ts';
import { done, ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addCancellationRequest(add: AddOperation, parts: CancellationRequestParts): void {
  add(cancellationRequest, async ({ reach, now, params, body, fault }) => {
    const { reason: ground, isPreview = false, note = null } = body;
    const policyNumber = params.policyNumber.trim().toUpperCase();
    const seller = await ownerWithin(parts, reach, 'policy', policyNumber);
    const effectiveDate = parseDate(body.effectiveDate)!;
    if (fault === 'PolicyAlreadyCancelled') await cancelAtOnce({ ...parts, now }, seller, policyNumber);
    const ask = isPreview ? previewRequest : requestCancellation;
    const result = await ask(parts, seller, { policyNumber, ground, effectiveDate, note }, now);
    if ('code' in result) return refused([result]);
    return ok({ ...valid, status: isPreview ? 'Preview' : 'Requested', ...wireTerms(result) });
  });

  add(latestCancellationRequest, async ({ reach, params }) => {
    const policyNumber = params.policyNumber.trim().toUpperCase();
    const found = await readRequest(parts, await ownerWithin(parts, reach, 'policy', policyNumber), policyNumber);
    if ('code' in found) return refused([found]);
    const { decision, ground: reason, terms, ...told } = found;
    return ok({ ...valid, status: statuses[decision ?? 'open'], reason, ...wireTerms(terms), ...told });
  });

  add(withdrawCancellationRequest, async ({ reach, now, params }) => {
    const policyNumber = params.policyNumber.trim().toUpperCase();
    const seller = await ownerWithin(parts, reach, 'policy', policyNumber);
    const refusal = await withdrawRequest(parts, seller, policyNumber, now);
    return refusal === null ? done : refused([refusal]);
  });
}

const statuses = { open: 'Requested', accepted: 'Accepted', declined: 'Declined', withdrawn: 'Withdrawn' } as const;

function wireTerms(terms: Cancellation) {
  const { refundCents, lines } = requestedRefund(terms);
  return {
    effectiveDate: terms.cancelledOn,
    refundAmount: toDollars(refundCents),
    refundMethod: refundMethods[terms.plan.route],
    refunds: wireRefunds(terms.plan.owed),
    lines: lines.map(({ productType, ...cents }) => ({
      productType,
      paid: toDollars(cents.paidCents),
      refundAmount: toDollars(cents.refundCents),
      returnedPremium: toDollars(cents.premiumBackCents),
      returnedTax: toDollars(cents.taxBackCents),
    })),
  };
}
